"""Ludemes that make a graph from numbers: lattices, rings, tilings and free forms."""

from __future__ import annotations

from apts.board.generators import concentric, hex, square, tri, wedge

__all__ = ["concentric", "hex", "square", "tri", "wedge"]
