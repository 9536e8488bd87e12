"""The heuristic that a game gets when nobody has written one for it, and those that come with APTS, by name."""

from __future__ import annotations

import json
from importlib.resources import files
from weakref import ref

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.play.machine import Machine
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.piece_values import piece_values
from apts.search.evaluation.rules_read import end_clauses, line_length

MATERIAL = 10.0
"""What a usual piece is worth."""

LINE_BASE = 4.0
"""A piece more on an open line is worth so many times as much."""

LINE_MOST = 1e9
"""What a full line is worth at most, so that long lines fit into the numbers of a search."""


def derived_heuristic(compiled: Compiled) -> Heuristic:
    """Terms for whatever the end rules speak of, with weights that put first what decides the match."""
    terms = []
    players = range(1, compiled.equipment.players + 1)
    length = line_length(compiled)
    if length is not None:
        base = min(LINE_BASE, LINE_MOST ** (1 / length))
        points = [0.0, *(base**pieces / base for pieces in range(1, length)), base**length]
        terms.append(Term("lines", own=tuple(points), other=tuple(-value for value in points)))
    if any(end_clauses(compiled, "is Connected")) and all(
        len(player_regions(compiled.equipment, p)) >= 2 for p in players
    ):
        terms.append(Term("connection", 20.0))
    if any(end_clauses(compiled, "is In")) and all(player_regions(compiled.equipment, p) for p in players):
        terms.append(Term("progress", 1.0))
    if "score" in compiled.fields:
        terms.append(Term("score", 5.0))
    if length is None:
        terms.append(material(compiled))
    if not terms or any(end_clauses(compiled, "no Moves")) or "score" in compiled.fields:
        terms.append(Term("mobility", 1.0))
    return Heuristic(tuple(terms))


def material(compiled: Compiled) -> Term:
    """The pieces; where there are several kinds, each for what it can do in random matches."""
    known = _MATERIAL.get(id(compiled))
    if known is None or known[0]() is not compiled:
        try:
            values = piece_values(Machine(compiled))
        except AptsError:  # a rule that fails is told of where matches are played
            values = {}
        points = {kind: max(1, round(MATERIAL * times)) for kind, times in values.items()}
        term = Term("material", values=points) if len(set(points.values())) > 1 else Term("material", MATERIAL)
        key = id(compiled)
        known = _MATERIAL[key] = (ref(compiled, lambda _: _MATERIAL.pop(key, None)), term)
    return known[1]


_MATERIAL: dict[int, tuple[ref[Compiled], Term]] = {}


def preset_names() -> list[str]:
    """The heuristics that can be asked for by name."""
    folder = files("apts.search") / "presets"
    return sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))


def preset(name: str) -> Heuristic:
    """A heuristic by its name, for example ``connect-four`` or ``othello-combined``."""
    if name not in preset_names():
        raise AptsError(f"there is no heuristic {name!r}; there are {', '.join(preset_names())}")
    text = (files("apts.search") / "presets" / f"{name}.json").read_text(encoding="utf-8")
    return Heuristic.from_data(json.loads(text))
