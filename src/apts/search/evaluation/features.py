"""The features that positions of a game may be judged by: terms of weight 1, and what they weigh before anything is known.

Which ones a game has is read off its rules; whether one of them is worth anything is for a fit to find out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apts.engine.compiler.compiling import Compiled
from apts.engine.rules_game import RulesGame
from apts.search.evaluation.given import MATERIAL, derived_heuristic
from apts.search.evaluation.heuristic import Term
from apts.search.evaluation.piece_values import piece_kinds
from apts.search.evaluation.rules_read import fixed_length, line_length
from apts.search.evaluation.zones import rings, zone_numbers

MOST_FEATURES = 48
MOST_CLASSES = 12
"""Rows or rings of a board that are told apart; with more, only how far ahead or how near the middle a piece is."""

FEW_KINDS = 2
"""Up to so many kinds of pieces each place counts for itself."""

MOST_LINE = 12

GROUP_WORDS = ("count Groups", "sizes Group", "size Group", "sites Group", "is Connected")
LIBERTY_WORDS = ("count Liberties", "enclose", "surround")


@dataclass(frozen=True)
class Feature:
    """A term of weight 1 and what it weighs in the evaluation that is derived from the rules alone."""

    term: Term
    default: float = 0.0


def features_of(game: RulesGame, values: Mapping[str, float] | None = None) -> list[Feature]:
    """The features of a game; ``values`` say by how many times a piece is worth more than a usual one."""
    compiled = game.compiled
    derived = {term.kind: term for term in derived_heuristic(compiled).terms}
    found = [
        *_material(compiled, derived.get("material"), values or {}),
        *_lines(game, derived.get("lines")),
        *_plain(game, derived),
        *_places(compiled, derived.get("progress")),
        *_groups(game),
        *_late(compiled),
    ]
    return found[:MOST_FEATURES]


def _material(compiled: Compiled, derived: Term | None, values: Mapping[str, float]) -> Iterator[Feature]:
    weight = MATERIAL if derived is not None else 0.0
    hands = any(any(zone_numbers(compiled, "hand", player)) for player in range(1, compiled.equipment.players + 1))
    for kind in piece_kinds(compiled):
        points = round(weight * values.get(kind, 1.0), 2)
        yield Feature(Term("pieces", piece=kind, zone="board"), points)
        if hands:
            yield Feature(Term("pieces", piece=kind, zone="hand"), points)


def _lines(game: RulesGame, derived: Term | None) -> Iterator[Feature]:
    if derived is not None:
        length = line_length(game.compiled)
        assert length is not None
        for count in range(1, length):
            yield Feature(Term("line", length=length, count=count), derived.own[count])
        for count in range(max(1, length - 2), length):
            yield Feature(Term("line", length=length, count=count, stage="turn"))
        return
    clauses = (clause for clause in game.typed_rules.clauses() if clause.name == "is Line")
    lengths = {length for length in map(fixed_length, clauses) if length is not None and 2 <= length <= MOST_LINE}
    for length in sorted(lengths)[-1:]:
        for count in range(2, length + 1):
            yield Feature(Term("line", length=length, count=count))


def _plain(game: RulesGame, derived: Mapping[str, Term]) -> Iterator[Feature]:
    compiled = game.compiled
    if "score" in compiled.fields:
        yield Feature(Term("score"), derived["score"].weight)
        yield Feature(Term("score", stage="late"))
    if "connection" in derived:
        yield Feature(Term("connection"), derived["connection"].weight)
    yield Feature(Term("mobility"), derived["mobility"].weight if "mobility" in derived else 0.0)
    yield Feature(Term("tempo"))
    if len(piece_kinds(compiled)) > FEW_KINDS:
        yield Feature(Term("attacks"))


def _places(compiled: Compiled, derived: Term | None) -> Iterator[Feature]:
    players = range(1, compiled.equipment.players + 1)
    kinds = piece_kinds(compiled)
    ahead = [zone_numbers(compiled, "advance", player) for player in players]
    goes_ahead = all(any(numbers) for numbers in ahead)
    weight = derived.weight if derived is not None else 0.0
    for zone in ("home", "abroad", "store", "track"):
        if all(any(zone_numbers(compiled, zone, player)) for player in players):
            for kind in kinds or [""]:
                yield Feature(Term("pieces", piece=kind, zone=zone))
    few = len(kinds) <= FEW_KINDS
    if goes_ahead:
        for kind in kinds:
            yield Feature(Term("pieces", piece=kind, zone="advance"), weight)
            if few and max(map(max, ahead)) < MOST_CLASSES:
                for row in range(1, max(map(max, ahead)) + 1):
                    yield Feature(Term("pieces", piece=kind, zone=f"row {row}"))
    for kind in kinds:
        if few and not goes_ahead and 1 < (classes := max(rings(compiled))) <= MOST_CLASSES:
            for ring in range(1, classes + 1):
                yield Feature(Term("pieces", piece=kind, zone=f"ring {ring}"))
        elif compiled.equipment.sites > 1:
            yield Feature(Term("pieces", piece=kind, zone="centre"))


def _groups(game: RulesGame) -> Iterator[Feature]:
    if game.compiled.stacking:
        return
    names = {clause.name for clause in game.typed_rules.clauses()}
    frees = not names.isdisjoint(LIBERTY_WORDS)
    if frees or not names.isdisjoint(GROUP_WORDS):
        for counted in ("number", "largest", *(("liberties", "atari") if frees else ())):
            yield Feature(Term("groups", counted=counted))


def _late(compiled: Compiled) -> Iterator[Feature]:
    """What counts for more at one stage of a match than at another."""
    for kind in piece_kinds(compiled):
        yield Feature(Term("pieces", piece=kind, zone="board", stage="late"))
