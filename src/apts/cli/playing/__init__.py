"""Positions and matches at one board: play, look, solve, meet."""
