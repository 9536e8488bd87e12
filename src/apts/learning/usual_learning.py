"""How learning goes where nobody says so, as values that help can show without NumPy."""

from __future__ import annotations

WIDTH, DEPTH = 48, 4
"""Channels and residual blocks of a network."""

POSITIONS = 8192
"""Positions of self-play in a cycle."""

MEASURED_EVERY, MEASURED_MATCHES, MEASURED_ITERATIONS = 10, 40, 200
"""After how many cycles strength is measured, in how many matches, and with how many iterations of tree search."""
