"""Ludemes that make a graph from numbers: lattices, rings, tilings and free forms."""

from __future__ import annotations

from apts.board.generators import lattices, rings, squares, tilings

__all__ = ["lattices", "rings", "squares", "tilings"]
