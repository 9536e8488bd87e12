"""Matches played and archived: plans of who sits where, from which seed, and until when."""
