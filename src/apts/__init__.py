"""APTS: a play-test lab for turn-based games."""
