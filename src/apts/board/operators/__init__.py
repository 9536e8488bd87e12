"""Ludemes that make a graph of other graphs."""

from __future__ import annotations

from apts.board.operators import add, merge, remove, renumber, transform

__all__ = ["add", "merge", "remove", "renumber", "transform"]
