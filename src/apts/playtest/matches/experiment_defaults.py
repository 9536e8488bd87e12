"""How arenas, ladders, stress and comparisons go where nobody says so, as values that help can show without them."""

from __future__ import annotations

MARGIN = 0.05
"""The largest difference between two games that does not matter."""

MATCHES = 200
"""The most matches of a pair of agents."""

OPENING = 2
"""Random moves at the start of a match of an arena."""

OPENINGS = 12
"""The most openings that are tried under stress."""

BASE = 50
"""Iterations of the weakest agent of a ladder."""

STEPS = 6
"""The most doublings of a ladder."""
