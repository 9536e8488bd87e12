"""Moves, one file for each kind, and the parts they are made of."""
