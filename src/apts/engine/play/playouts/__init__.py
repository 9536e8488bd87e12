"""Matches played whole: at random, from a record, or all of them to be counted; their seeds, and what they came to."""
