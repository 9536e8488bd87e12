"""Numbers that rules use as sites, rows or columns and the board does not have."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Equipment
from apts.engine.lints.lint import Lint, LintSource
from apts.language.tree import Clause, Literal

_SITES = {
    "sites": ("sites", "start"),
    "place": ("site", "sites"),
    "place Stack": ("site", "sites"),
    "place Random": ("site",),
    "set": ("site", "sites"),
    "regions": ("sites",),
    "track": ("sites",),
    "from": ("where",),
    "to": ("where",),
    "move Remove": ("where",),
    "remove": ("where",),
    "move Promote": ("where",),
    "promote": ("where",),
    "move Swap Pieces": ("first", "second"),
    "swap Pieces": ("first", "second"),
    "is Empty": ("site",),
    "is Occupied": ("site",),
    "is In": ("site", "sites"),
    "is Visited": ("site",),
    "is Flat": ("site",),
    "is Related": ("site", "target"),
    "is Threatened": ("at",),
    "ahead": ("site",),
    "flip": ("site",),
    "count": ("at",),
    "count Steps": ("site", "target"),
    "set Count": ("at",),
    "set State": ("at",),
    "set Value": ("at",),
    "sites Around": ("where",),
    "sites Between": ("from", "to"),
    "sites Direction": ("from",),
    "sites Distance": ("from",),
    "sites Group": ("at",),
    "size Group": ("at",),
    "size Stack": ("at",),
    "state": ("at",),
    "value Piece": ("at",),
    "what": ("at",),
    "who": ("at",),
    "sow": ("start",),
}
"""The slots of ludemes in which a number is a site."""

_REFUSED = frozenset({"place.site", "place.sites", "track.sites"})
"""Slots in which a site that is not there keeps a match from beginning."""

_AT_THE_START = _REFUSED | {
    "place Stack.site",
    "place Stack.sites",
    "place Random.site",
    "regions.sites",
    "set.site",
    "set.sites",
}
"""Slots in which off the board is no site."""

_LINES = {"sites Row": "row", "sites Column": "column"}


def missing_sites(margin: LintSource, rules: Clause, equipment: Equipment) -> Iterator[Lint]:
    """A doubt for each number that is no site where one is meant."""
    board = equipment.board
    clauses = list(rules.clauses())
    kinds = ("Cell", "Vertex", "Edge") if any("on" in clause.arguments for clause in clauses) else ()
    count = max(equipment.all_sites, *(board.count(kind) for kind in kinds), 0)
    for clause in clauses:
        if "container" in clause.arguments:
            continue
        for slot in _SITES.get(clause.name, ()):
            for number in _numbers(clause, slot):
                if not _lowest(clause, slot) <= int(number.value) < count:
                    what = f"there is no site {number.value}; the sites are 0 to {count - 1}"
                    refused = f"{clause.name}.{slot}" in _REFUSED
                    yield margin.lint("missing-site", number.position, what, refused=refused)
        if clause.name in _LINES and "on" not in clause.arguments:
            lines = len(board.rows() if _LINES[clause.name] == "row" else board.columns())
            for number in _numbers(clause, "index"):
                if int(number.value) >= lines:
                    word = _LINES[clause.name]
                    what = f"there is no {word} {number.value}; the {word}s are 0 to {lines - 1}"
                    yield margin.lint("missing-site", number.position, what)


def _lowest(clause: Clause, slot: str) -> int:
    """The lowest number that can be meant: rules in play may say -1 for off the board, what places pieces may not."""
    return 0 if f"{clause.name}.{slot}" in _AT_THE_START else -1


def _numbers(clause: Clause, slot: str) -> Iterator[Literal]:
    """The numbers that are written in a slot, and not as words such as Off."""
    value = clause.arguments.get(slot)
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, Literal) and part.written is None and not isinstance(part.value, bool):
            yield part
