"""Pieces that the start of the rules speaks of and no start has: numbers below 0, and chance without room for its pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from apts.engine.lints.lint import Lint, LintSource
from apts.engine.play.game import State
from apts.language.tree import Clause, Literal, Text, Value


def start_pieces(margin: LintSource, rules: Clause, starts: Sequence[State]) -> Iterator[Lint]:
    """A doubt for each number of pieces that cannot be placed."""
    placing = [clause for clause in rules.clauses() if clause.signature.head == "place"]
    for clause in placing:
        tallies = [tally for tally in _parts(clause, "tallies") if isinstance(tally, Clause)]
        tallied = [number for tally in tallies for number in _parts(tally, "number")]
        for number in (*_parts(clause, "count"), *_parts(clause, "counts"), *tallied):
            if isinstance(number, Literal) and int(number.value) < 0:
                message = f"{int(number.value)} pieces cannot be placed, so none is"
                yield margin.lint("no-room", number.position, message)
    if all("on" not in clause.arguments for clause in placing):
        yield from _without_space(margin, placing, starts)


def _without_space(margin: LintSource, placing: Sequence[Clause], starts: Sequence[State]) -> Iterator[Lint]:
    """A doubt for the last clause that lets chance place pieces of a name, where all starts have too few of them."""
    written: dict[object, str] = {}
    by_chance: Counter[str] = Counter()
    last: dict[str, Clause] = {}
    for clause in placing:
        if clause.name == "place":
            written |= {place: name for name in _names(clause, "item") for place in _written_places(clause)}
        elif clause.name == "place Random" and "site" not in clause.arguments and "tallies" not in clause.arguments:
            counts = list(_parts(clause, "count"))
            number = counts[0].value if counts and isinstance(counts[0], Literal) else 0 if counts else 1
            by_chance.update({name: max(int(number), 0) for name in _names(clause, "items")})
            last |= dict.fromkeys(_names(clause, "items"), clause)
    wanted = by_chance + Counter(name for name in written.values() if name in by_chance)
    for name, clause in last.items():
        most = max(Counter(start.standing.values())[name] for start in starts)
        if most < wanted[name]:
            there = wanted[name] - by_chance[name]
            message = (
                f'there is no room for {by_chance[name]} of "{name}": chance could place only {max(most - there, 0)}'
            )
            yield margin.lint("no-room", clause.position, message)


def _written_places(clause: Clause) -> Iterator[object]:
    """The sites and coordinates of a clause that are written down, each for one piece on the board."""
    if clause.arguments.keys().isdisjoint(("container", "count", "counts")):
        for slot in ("site", "sites", "coord", "coords"):
            for part in _parts(clause, slot):
                if isinstance(part, Text) or (isinstance(part, Literal) and int(part.value) >= 0):
                    yield part.value


def _names(clause: Clause, slot: str) -> list[str]:
    return [part.value for part in _parts(clause, slot) if isinstance(part, Text)]


def _parts(clause: Clause, slot: str) -> tuple[Value, ...]:
    value = clause.arguments.get(slot)
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
