"""Ludemes that make a graph of other graphs."""

from __future__ import annotations

from apts.board.operators import merge, transform

__all__ = ["merge", "transform"]
