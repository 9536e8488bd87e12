"""Ludemes that make a graph from numbers: lattices, rings, tilings and free forms."""

from __future__ import annotations

from apts.board.generators import concentric, explicit, hex, mancala, poly, regular, repeat, square, tiling, tri, wedge

__all__ = [
    "concentric",
    "explicit",
    "hex",
    "mancala",
    "poly",
    "regular",
    "repeat",
    "square",
    "tiling",
    "tri",
    "wedge",
]
