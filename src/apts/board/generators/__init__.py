"""Ludemes that make a graph from numbers: lattices, rings, tilings and free forms."""

from __future__ import annotations

from apts.board.generators import hex, quadhex, rings, squares, tilings, tri

__all__ = ["hex", "quadhex", "rings", "squares", "tilings", "tri"]
