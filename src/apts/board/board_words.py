"""The words that board ludemes add to the language."""

from __future__ import annotations

from apts.language.signatures.bare_words import enumeration

enumeration("SquareShape", ("Square", "Limping", "Diamond"))
enumeration("BrickShape", ("Square", "Rectangle", "Limping", "Diamond", "Prism", "Spiral"))
enumeration("Diagonals", ("Implied", "Solid", "SolidNoSplit", "Alternating", "Concentric", "Radiating"))
enumeration(
    "LatticeShape",
    ("Hexagon", "Triangle", "Diamond", "Prism", "Star", "Limping", "Square", "Rectangle"),
)
enumeration("RingShape", ("Square", "Triangle", "Hexagon", "Target"))
enumeration("RegularShape", ("Star",))
enumeration(
    "TilingName",
    ("T33434", "T3464", "T33336", "T3636", "T488", "T4612", "T31212", "T33344", "T333333_33434"),
)
