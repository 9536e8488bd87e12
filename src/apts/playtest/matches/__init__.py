"""Matches played and archived: who sits where, from which seed, on how many threads, and until when."""
