"""Directions."""
