"""Who can be played against in a published game where nobody says so."""

from __future__ import annotations

from apts.agents.levels import level_names

OPPONENTS = (*(f"level:{name}" for name in level_names()), "adaptive", "uct:seconds=1")
"""The usual ones: all levels, one that follows the strength of its opponents, and one that thinks for a second."""
