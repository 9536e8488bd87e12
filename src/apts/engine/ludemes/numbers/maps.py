"""``(mapEntry ..)``: numbers that stand for other numbers."""

from __future__ import annotations

from apts.board.mixed_board import sites_by_coordinate
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.language.signatures.signature import ENUMERATIONS
from apts.language.tree import Clause, Text, Value, Word

MOST_KEYS = 100_000
_LANDMARKS = {
    "CentreSite": "centre",
    "LeftSite": "left",
    "RightSite": "right",
    "Topsite": "top",
    "BottomSite": "bottom",
}


@ludeme(
    "(mapEntry [name<string>] key<int|role>)",
    result="int",
    documentation="What the first map (of that name) with such an entry gives for the number; else the number itself.",
)
def map_entry(scope: Scope, clause: Clause) -> Expression:
    """A table over the range of the keys."""
    named = clause.get("name")
    name = named.value if isinstance(named, Text) else None
    maps = [found for title, found in scope.kernel.equipment.maps if name is None or title == name]
    if not maps:
        return scope.integer(clause.get("key"))
    known = scope.kernel.map_entries
    if name not in known:  # rules may ask a map of a hundred entries thousands of times
        known[name] = {}
        for found in reversed(maps):
            known[name].update(_entries(scope, found))
    entries = known[name]
    key = scope.integer(clause.get("key"))
    if key.fixed is not None:
        return scope.kernel.number(entries.get(key.fixed, key.fixed))
    low, high = min(entries, default=0), max(entries, default=-1)
    if high - low > MOST_KEYS:
        raise scope.kernel.unsupported(clause, "with keys so far apart")
    table = scope.kernel.table(
        ("map", name),
        lambda: [entries.get(number, number) for number in range(low, high + 1)],
    )
    return Expression(f"mapped(D, {table}, {scope.kernel.number(low)}, {scope.kernel.number(high)}, {key})")


def _entries(scope: Scope, clause: Clause) -> dict[int, int]:
    entries = {}
    pairs: list[tuple[Value | None, Value | None]] = []
    for pair in as_tuple(clause.get("pairs")):
        assert isinstance(pair, Clause)
        pairs.append((pair.get("key"), pair.get("value")))
    pairs.extend(zip(as_tuple(clause.get("keys")), as_tuple(clause.get("values")), strict=False))
    for key, value in pairs:
        number, meaning = _number(scope, clause, key), _number(scope, clause, value)
        if number != -1 and meaning != -1:
            entries[number] = meaning
    return entries


def _number(scope: Scope, clause: Clause, value: Value | None) -> int:
    """A key or value as a number: coordinates are sites, names of pieces are components, landmarks are sites."""
    if isinstance(value, Text):
        component, written = scope.kernel.equipment.component(value.value), value.value.lower()
        if component is not None and written not in (label.lower() for label in scope.kernel.board.labels()):
            return component.index
        return sites_by_coordinate(scope.kernel.board).get(written, -1)
    if isinstance(value, Word) and value.name in ENUMERATIONS["Landmark"]:
        return landmark(scope, value.name)
    assert value is not None
    with scope.captured() as lines:
        number = scope.integer(value)
    if number.fixed is None or lines:
        raise scope.kernel.unsupported(clause, "with an entry that is not a fixed number")
    return number.fixed


def landmark(scope: Scope, name: str) -> int:
    """The site that a landmark names; -1 if there is none."""
    board = scope.kernel.board
    if name in ("FirstSite", "LastSite"):
        return 0 if name == "FirstSite" else board.count() - 1
    return min(board.sites(_LANDMARKS[name]), default=-1)
