"""Equipment: boards, hands, pieces, regions, maps and tracks."""

from __future__ import annotations

from apts.engine.compiler.ludeme import structure
from apts.engine.ludemes.structure.boards import large_stacks

structure(
    "(board graph<graph> [track<track|{track}>] [use:<SiteType>] [largeStack:<bool>])",
    result="item",
    documentation="The board: a graph, and whether its cells, vertices or edges are played on; with largeStack:True stacks "
    "may have 256 pieces.",
    needs=large_stacks,
)
structure(
    "(hand role<role> [size:<int>])",
    result="item",
    documentation="Sites beside the board that belong to a player.",
    needs=["count"],
)
structure(
    "(piece name<string> [role<role>] [facing<CompassDirection>] [flips<flips>] [moves<moves>] [maxState:<int>] "
    "[maxCount:<int>] [maxValue:<int>])",
    result="item",
    documentation="A kind of piece, whose it is, which way it faces and how it moves.",
    idle="maxState maxCount maxValue",
)
structure("(flips first<int> second<int>)", result="flips", documentation="The two states between which a piece flips.")
structure(
    "(regions [name<string>] [role<role>] (sites<{int}> | region<region> | regions<{region}> | static<StaticRegion>) "
    "[label<string>])",
    result="item",
    documentation="Sites with a name or an owner.",
    idle="label",
)
structure(
    "(map [name<string>] pairs<{pair}>)",
    result="item",
    documentation="Numbers that stand for other numbers.",
    idle="pairs",
)
structure(
    "(map [name<string>] keys<{int}> values<{int}>)",
    result="item",
    documentation="Numbers that stand for other numbers.",
    idle="keys values",
)
structure(
    "(pair key<int|role|string> value<int|role|string|Landmark>)",
    result="pair",
    documentation="One entry of a map.",
)
structure(
    "(tile name<string> [role<role>] [numSides:<int>] [moves<moves>])",
    result="item",
    documentation="A tile that fills a cell.",
)
