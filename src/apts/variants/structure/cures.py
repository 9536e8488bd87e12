"""The cures that designers try, as edits of a game: the swap rule, a head start, a target further away, a limit of moves.

The names are those of :mod:`apts.playtest.findings.cure_kinds`. A cure that a game has no place for gives no edits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from apts.errors import AptsError
from apts.language.tree import Clause, Value
from apts.playtest.matches.forecast import random_length
from apts.variants.structure.clause_edits import gaps, rules_for_the_match
from apts.variants.tree_changes import in_words, noun_for, standings, written
from apts.variants.tunables import ARGUMENT, NO_LIMITS, NUMBER, Limits, Tunable
from apts.variants.variant import ADD, Edit, Variant, edits_of, typed_value

STEPS = ((1, -0.2), (1, 0.2), (2, -0.5), (2, 0.5))
"""Other values of one number that are tried: at least so far from it, or that part of it."""

MOST_OF_A_CURE = 6
"""Edits of one cure."""

LONG = 2.0
"""A limit of moves lies at so many times the length of random matches."""

_SCORES = ("addScore", "set Score", "score")


def cure_edits(variant: Variant, cure: str, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """The edits of a cure that a game has a place for, the smallest first."""
    found = [edit for edit in _MADE[cure](variant, limits) if variant.edited(edit).fits]
    return tuple(found[:MOST_OF_A_CURE])


def all_cures(variant: Variant, limits: Limits = NO_LIMITS) -> tuple[Edit, ...]:
    """The edits of all cures that add a rule; those of numbers are thought of anyway."""
    return tuple(edit for cure in RULES for edit in cure_edits(variant, cure, limits))


def _for_the_match(word: str, players: int | None = None) -> Callable[[Variant, Limits], Iterator[Edit]]:
    def made(variant: Variant, limits: Limits) -> Iterator[Edit]:
        if _has_rules(variant) and (players is None or _players(variant) == players):
            yield from (edit for edit in rules_for_the_match(variant.rules) if word in str(edit.after))

    return made


def _has_rules(variant: Variant) -> bool:
    try:
        return bool(variant.rules.name)
    except AptsError:
        return False


def _players(variant: Variant) -> int:
    return variant.game().players


def _head_start(variant: Variant, limits: Limits) -> Iterator[Edit]:
    """Points at the start for the last seat, where the game counts points and nothing stands at the start."""
    if not _has_rules(variant) or _players(variant) < 2:
        return
    rules = variant.rules
    body = rules.arguments.get("rules")
    used = {clause.name for clause in rules.clauses()}
    if not isinstance(body, Clause) or "start" in body.arguments or not used & set(_SCORES):
        return
    for points in (1, 2):
        text = f"(start (set Score P{_players(variant)} {points}))"
        yield from _added(rules, "rules.start", text)


def _first_move(variant: Variant, limits: Limits) -> Iterator[Edit]:
    """The first piece goes to the edge, or not to the middle, where matches begin with pieces put on empty sites."""
    if not _has_rules(variant):
        return
    for one in standings(variant.rules):
        if one.address == "rules.play.moves" and isinstance(one.value, Clause) and one.value.name == "move Add":
            old = written(one.value)
            if "(sites Empty)" not in old:
                return
            for region in ("(difference (sites Empty) (sites Centre))", "(sites Outer)"):
                first = old.replace("(sites Empty)", region, 1)
                new = f"(if (= (count Moves) 0) {first} {old})"
                value = typed_value(new, one.slot, one.depth)
                if value is not None:
                    yield Edit(ADD, one.address, old, new, f"adds a rule for the first move: {in_words(value)}")


def _turn_limit(variant: Variant, limits: Limits) -> Iterator[Edit]:
    if not _has_rules(variant):
        return
    turns = random_length(variant.game())
    least = 10 * max(1, math.ceil(LONG * turns / 10))
    for limit in (least, least // 2):
        yield from _ending(variant.rules, f"(if (>= (count Moves) {limit}) (result Mover Draw))")


def _ending(rules: Clause, rule: str) -> Iterator[Edit]:
    """One more end rule, behind those that there are."""
    for one in standings(rules):
        if one.address == "rules.end" and isinstance(one.value, Clause):
            inner = one.value.arguments
            several, lone = inner.get("rules"), inner.get("rule")
            if isinstance(several, tuple):
                yield from _added(rules, f"rules.end.rules[{len(several) + 1}]", rule)
            elif isinstance(lone, Clause):
                text = f"(end {{ {written(lone)} {rule} }})"
                value = typed_value(text, one.slot, one.depth)
                if isinstance(value, Clause) and isinstance(both := value.arguments.get("rules"), tuple):
                    yield Edit(ADD, one.address, written(one.value), text, _adding(both[-1]))


def _added(rules: Clause, address: str, text: str) -> Iterator[Edit]:
    """Something put into a gap of the rules."""
    for gap in gaps(rules):
        if gap.address == address and (value := typed_value(text, gap.slot, gap.depth)) is not None:
            yield Edit(ADD, address, None, text, _adding(value))


def _adding(value: Value) -> str:
    return f"adds {noun_for(value)}: {in_words(value)}"


def _numbers(place: str, *arguments: str) -> Callable[[Variant, Limits], Iterator[Edit]]:
    """Other values of the numbers at a place of the rules, or of the arguments of a class, by turns, the nearest first."""

    def is_meant(one: Tunable) -> bool:
        return any(word in one.path for word in arguments) if one.kind == ARGUMENT else place in one.path

    def made(variant: Variant, limits: Limits) -> Iterator[Edit]:
        able = [one for one in variant.tunables(limits) if one.fixed is None and one.kind in (NUMBER, ARGUMENT)]
        found = [_nearest(one) for one in able if is_meant(one)]
        for turn in range(len(STEPS)):
            yield from (edits[turn] for edits in found if turn < len(edits))

    return made


def _nearest(one: Tunable) -> list[Edit]:
    """The next values down and up; of large numbers such as differ by a fourth, then by a half."""
    known = {int(edit.after or 0): edit for edit in edits_of(one)}
    if isinstance(one.value, str) or not known:
        return []
    wanted = [one.value + math.copysign(max(place, abs(one.value * part)), part) for place, part in STEPS]
    nearest = (min(known, key=lambda value: abs(value - goal)) for goal in wanted)
    return [known[value] for value in dict.fromkeys(nearest)]


_MADE: Mapping[str, Callable[[Variant, Limits], Iterator[Edit]]] = {
    "swap": _for_the_match("swap", players=2),
    "no-repeat": _for_the_match("no Repeat"),
    "head-start": _head_start,
    "first-move": _first_move,
    "turn-limit": _turn_limit,
    "board": _numbers("equipment.board", "size", "width", "height", "rows", "columns"),
    "target": _numbers("rules.end", "goal", "target"),
    "start": _numbers("rules.start", "pieces", "start"),
    "bonus": _numbers("Score", "bonus"),
    "dice": _numbers("equipment.dice", "dice"),
}
"""How each cure becomes edits; numbers of a class are known by the names of its arguments."""

RULES = ("swap", "head-start", "first-move", "turn-limit", "no-repeat")
"""Cures that add a rule."""
