"""Ludemes that make a graph from numbers: lattices, rings, tilings and free forms."""

from __future__ import annotations

from apts.board.generators import (
    boardless,
    brick,
    concentric,
    explicit,
    hex,
    knot,
    mancala,
    poly,
    quadhex,
    regular,
    repeat,
    spiral,
    square,
    tiling,
    tri,
    wedge,
)

__all__ = [
    "boardless",
    "brick",
    "concentric",
    "explicit",
    "hex",
    "knot",
    "mancala",
    "poly",
    "quadhex",
    "regular",
    "repeat",
    "spiral",
    "square",
    "tiling",
    "tri",
    "wedge",
]
