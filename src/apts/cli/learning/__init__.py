"""Models and tables of values: made, trained, measured."""
