"""Whether the columns of a stored match can be those of a match: a look at kinds and ranges that costs next to nothing.

A record lies in a file that somebody may have changed, so it is not believed; what cannot be is damage, and is told as that.
``validation`` looks at documents that are imported more closely, and names the place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from types import NoneType
from typing import Any

Sizes = tuple[int, int]
"""How many players and agents a run has."""

_WHOLE, _NUMBERS = frozenset({int}), frozenset({int, float})
_LARGEST = 1 << 63

_TEXTS, _SITES = frozenset({str, NoneType}), frozenset({int, NoneType})
_OF_TURNS = frozenset({"kinds", "pieces", "origins", "targets", "captures"})
_OF_SEATS = frozenset({"set_out", "left", "captured"})
_FACTS = {
    **dict.fromkeys(("kinds", "pieces"), _TEXTS),
    **dict.fromkeys(("origins", "targets"), _SITES),
    **dict.fromkeys(("captures", "occupied", "set_out", "left", "captured"), _WHOLE),
}
"""What the columns of facts are made of."""


def check_columns(document: Any, sizes: Sizes | None = None) -> None:
    """Raise a ``ValueError`` for a match that cannot be one."""
    if not isinstance(document, dict):
        raise ValueError("it is no object")
    seats = _list(document, "seats")
    players = len(seats)
    if not players or not _are(seats, _WHOLE, 0, _LARGEST if sizes is None else sizes[1] - 1):
        raise ValueError("its seats are no numbers of agents of the run")
    if sizes is not None and players != sizes[0]:
        raise ValueError(f"it has {players} seats, and the run has {sizes[0]} players")
    if set(map(type, _list(document, "moves"))) - {str}:
        raise ValueError("its moves are no texts")
    if not _are(_list(document, "movers"), _WHOLE, 0, players):
        raise ValueError("its movers are no seats")
    if not _are(_list(document, "legal_moves"), _WHOLE, 0, _LARGEST):
        raise ValueError("its numbers of legal moves are none")
    if not _are(_known(_list(document, "entropies")), _NUMBERS, 0, math.inf):
        raise ValueError("its entropies are no numbers")
    for values in _known(_list(document, "values")):
        if not isinstance(values, list) or len(values) != players or not _are(values, _NUMBERS, -1, 1):
            raise ValueError("its values are not one from -1 to 1 for each seat")
    for name in ("number", "seed"):
        if type(document[name]) is not int:
            raise ValueError(f"its {name} is no whole number")
    if document["pair"] is not None and type(document["pair"]) is not int:
        raise ValueError("its pair is no whole number")
    check_facts(document["facts"], len(document["moves"]), players)
    _check_outcome(document["outcome"], players)


def check_facts(facts: Any, turns: int, players: int) -> None:
    """The facts that are read again; what else is noted may be anything."""
    if not isinstance(facts, dict):
        raise ValueError("its facts are no object")
    for name, kinds in _FACTS.items():
        column = facts.get(name, [])
        if not isinstance(column, list) or not kinds.issuperset(map(type, column)):
            raise ValueError(f"its fact {name!r} is no list of what it should be")
        if name in _OF_TURNS and column and len(column) < turns:
            raise ValueError(f"its fact {name!r} has {len(column)} entries for {turns} turns")
        if name in _OF_SEATS and len(column) > players + 1:
            raise ValueError(f"its fact {name!r} has {len(column)} entries for {players} seats")
        if int in kinds and not _are(_known(column), _WHOLE, -_LARGEST, _LARGEST):
            raise ValueError(f"its fact {name!r} has numbers that nothing has")
    for name in ("gone", "start_seed"):
        if facts.get(name) is not None and not _are([facts[name]], _WHOLE, 0, 2 * _LARGEST):
            raise ValueError(f"its fact {name!r} is no whole number")
    if "people" in facts:
        _check_people(facts["people"], turns, players)


def _check_people(notes: Any, turns: int, players: int) -> None:
    """What is noted of people who played."""
    if not isinstance(notes, dict):
        raise ValueError("its notes of people are no object")
    seats, times = notes.get("seats"), notes.get("times") or []
    if not isinstance(seats, list) or len(seats) != players or set(map(type, seats)) - {str}:
        raise ValueError("its notes of people do not say who sat at each seat")
    if not isinstance(times, list) or not _are(_known(times), _NUMBERS, 0, math.inf) or len(times) > turns:
        raise ValueError("its notes of people have times that are none")
    counts = [notes.get(name, 0) for name in ("given", "hints", "undone")]
    if not _are(counts, _WHOLE, 0, _LARGEST) or not isinstance(notes.get("answers", {}), dict):
        raise ValueError("its notes of people have numbers or answers that are none")


def _check_outcome(outcome: Any, players: int) -> None:
    if outcome is None:
        return
    winner, line, closing = outcome["winner"], outcome["line"], outcome.get("closing")
    if winner is not None and not _are([winner], _WHOLE, 1, players):
        raise ValueError("its winner is no seat")
    ranks, utilities = _list(outcome, "ranks"), _list(outcome, "utilities")
    if not len(ranks) == len(utilities) == players:
        raise ValueError("its outcome is not that of all seats")
    if not _are(ranks, _NUMBERS, 0, players) or not _are(utilities, _NUMBERS, -1, 1):
        raise ValueError("its ranks or utilities are none")
    if not isinstance(outcome["reason"], str) or not (line is None or type(line) is int):
        raise ValueError("the reason of its outcome is no text, or the line is no number")
    if closing is not None and not (isinstance(closing, list) and len(closing) == 2 and isinstance(closing[0], str)):
        raise ValueError("what ended it is not a reason and a line")


def _list(document: dict[str, Any], name: str) -> list[Any]:
    found = document[name]
    if not isinstance(found, list):
        raise ValueError(f"its {name} are no list")
    return found


def _known(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if value is not None]


def _are(values: list[Any], kinds: frozenset[type], low: float, high: float) -> bool:
    """Whether all are numbers of these kinds within bounds."""
    return not values or (kinds.issuperset(map(type, values)) and low <= min(values) and max(values) <= high)
