"""Ludemes that make a graph of other graphs."""

from __future__ import annotations

from apts.board.operators import parts, remove, transform

__all__ = ["parts", "remove", "transform"]
