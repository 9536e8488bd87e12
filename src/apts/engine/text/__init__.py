"""Positions, moves and boards as people read and write them."""
