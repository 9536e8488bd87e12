"""Moves and effects told as outlines: what a player does, on what condition, and what follows."""

from apts.telling.moves import blocks, dispatch  # noqa: F401 - each registers what it tells
from apts.telling.moves.dispatch import describe_moves

__all__ = ["describe_moves"]
