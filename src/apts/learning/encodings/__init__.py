"""Positions and moves as arrays."""
