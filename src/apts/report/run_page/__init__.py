"""The report of a run: one page with all that it shows."""
