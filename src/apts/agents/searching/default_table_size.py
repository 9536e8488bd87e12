"""The size of a solver's table of positions, as a value that help can show without the solver."""

from __future__ import annotations

TABLE, MOST_TABLE = 20, 28
"""The usual size and the largest, as powers of 2."""
