"""Players and teams that the rules speak of and the game does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from apts.engine.lints.lint import Lint, LintSource
from apts.language.tree import Clause, Literal, TextPlace, Value, Word

_PLAYER = re.compile("P([1-9][0-9]*)")
_TEAM = re.compile("Team([1-9][0-9]*)")
_OWNED = frozenset({"piece", "tile", "hand", "regions", "dice"})
_MOST_LISTED = 6


def missing_seats(margin: LintSource, rules: Clause, players: int) -> Iterator[Lint]:
    """A doubt for each word such as P5, and each ``(player 5)``, in a game of fewer players."""
    for clause in rules.clauses():
        refused = clause.signature.result == "item" and clause.name in _OWNED
        for value in _plain(clause):
            number = _seat(clause, value)
            if number is not None and number > players:
                yield _doubt(margin, value.position, number, players, refused=refused)


def missing_teams(margin: LintSource, rules: Clause, players: int) -> Iterator[Lint]:
    """A doubt for each word such as Team3 where no rule puts anybody into that team; without teams each player is one."""
    made = [clause.arguments.get("team") for clause in rules.clauses() if clause.name == "set Team"]
    if not all(isinstance(team, Literal) for team in made):
        return  # a number that is worked out may be that of any team
    known = sorted({int(team.value) for team in made if isinstance(team, Literal)}) or list(range(1, players + 1))
    for clause in rules.clauses():
        for value in _plain(clause):
            named = _TEAM.fullmatch(value.name) if isinstance(value, Word) else None
            if named is not None and int(named[1]) not in known:
                number = named[1]
                message = (
                    f"nobody is in team {number}, so this means nobody; (set Team {number} ..) puts players into it"
                )
                yield margin.lint(
                    "missing-seat", value.position, message, [f"Team{team}" for team in known[:_MOST_LISTED]]
                )


def with_known_owners(rules: Clause, players: int) -> Clause:
    """The rules with player 1 as the owner of what belongs to players who are not there: the rest can then be read."""
    equipment = rules.arguments["equipment"]
    assert isinstance(equipment, Clause)
    items = equipment.arguments["items"]
    assert isinstance(items, tuple)
    owned = tuple(_with_owner(item, players) if isinstance(item, Clause) else item for item in items)
    return _with(rules, equipment=_with(equipment, items=owned))


def _with_owner(item: Clause, players: int) -> Clause:
    role = item.arguments.get("role")
    number = _seat(item, role) if isinstance(role, Word) else None
    return item if number is None or number <= players else _with(item, role=Word("P1"))


def _with(clause: Clause, **arguments: Value) -> Clause:
    return replace(clause, arguments={**clause.arguments, **arguments})


def _plain(clause: Clause) -> Iterator[Word | Literal]:
    """The words and numbers that stand in a clause itself, in collections too."""
    for value in clause.arguments.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Word | Literal):
                yield part


def _seat(clause: Clause, value: Value) -> int | None:
    if isinstance(value, Word):
        named = _PLAYER.fullmatch(value.name)
        return int(named[1]) if named else None
    is_seat = clause.signature.result == "seat" and isinstance(value, Literal) and isinstance(value.value, int)
    return int(value.value) if is_seat and isinstance(value, Literal) else None


def _doubt(margin: LintSource, place: TextPlace, number: int, players: int, *, refused: bool) -> Lint:
    seats = "1 player" if players == 1 else f"{players} players"
    message = f"there is no player {number}, so this means nobody; the game has {seats}"
    expected = [f"P{seat}" for seat in range(1, players + 1)] if players <= _MOST_LISTED else [f"P1 to P{players}"]
    return margin.lint("missing-seat", place, message, expected, refused=refused)
