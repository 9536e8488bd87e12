"""Ludemes that make a graph of other graphs."""

from __future__ import annotations

from apts.board.operators import changes, parts

__all__ = ["changes", "parts"]
