"""A game of two cells, its record written by hand, and an engine that plays it or, when told so, plays it wrongly.

Two seats put a piece on an empty cell in turn; whoever takes cell 1 wins when both are filled. Each placement is in the
list twice: once with state 0 and once with state 1.
"""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

from bench.conformance.position import RecordedPosition, counted, list_crc
from bench.conformance.protocol import Entry, Pair, Site
from bench.conformance.records import Record, RecordFolder

GEOMETRY = {
    "type": "Cell",
    "sites": 2,
    "cells": 2,
    "vertices": 6,
    "edges": 7,
    "xy": [[0.5, 0.5], [1.5, 0.5]],
    "labels": ["A1", "B1"],
    "adjacent": [[1], [0]],
    "orthogonal": [[1], [0]],
    "diagonal": [[], []],
    "directions": {"E": [1, -1], "W": [-1, 0]},
    "sets": {"left": [0], "right": [1]},
}


def ply(mover: int, legal: list[Pair], move: Pair, change: Entry, following: int) -> dict[str, Any]:
    """A ply as the records write it."""
    rows = counted(legal)
    return {
        "mover": mover,
        "n": len(legal),
        "d": len(rows),
        "crc": list_crc(rows),
        "legal": [list(row[:2]) if row[2] == 1 else list(row) for row in rows],
        "move": list(move),
        "text": "",
        "changes": [change],
        "next": following,
    }


def trace() -> dict[str, Any]:
    """The record of one match: seat 1 takes cell 1 with state 1, seat 2 the other with state 0."""
    board = {key: GEOMETRY[key] for key in ("type", "sites", "cells", "vertices", "edges", "xy", "labels")}
    relations = {key: GEOMETRY[key] for key in ("adjacent", "orthogonal", "diagonal", "directions", "sets")}
    plies = [
        ply(1, [(0, 0), (0, 0), (1, 1), (1, 1)], (1, 1), [1, 1, 1, 1], 2),
        ply(2, [(0, 0), (0, 0)], (0, 0), [0, 2, 1, 0], 1),
    ]
    end_crc = RecordedPosition([[0, 2, 1, 0], [1, 1, 1, 1]]).crc()
    end = {"over": True, "type": "NaturalEnd", "winner": 1, "ranking": [1.0, 2.0], "state_crc": end_crc, "plies": 2}
    return {
        "name": "Two Cells",
        "slug": "two-cells",
        "players": 2,
        "board": board,
        "containers": [{"i": 0, "name": "Board", "owner": 0, "first": 0, "size": 2}],
        "components": [{"i": 1, "name": "Disc1", "owner": 1}, {"i": 2, "name": "Disc2", "owner": 2}],
        "geometry": relations,
        "perft": [4, 8],
        "start": {"sites": [], "mover": 1, "next": 2, "phases": [0, 0]},
        "trials": [{"seed": 1, "plies": plies, "end": end}],
    }


def write_record(folder: Path, slug: str, data: dict[str, Any]) -> Record:
    """A folder of records with this one in it."""
    (folder / "lud").mkdir(parents=True, exist_ok=True)
    (folder / "traces").mkdir(exist_ok=True)
    (folder / "lud" / f"{slug}.lud").write_text('(game "Two Cells")', encoding="utf-8")
    with gzip.open(folder / "traces" / f"{slug}.json.gz", "wt", encoding="utf-8") as file:
        json.dump(data, file)
    return RecordFolder(folder).record(slug)


class TwoCells:
    """An engine for this one game; subclasses break one thing each."""

    board: Any = GEOMETRY
    containers = (("Board", 0, 0, 2),)
    components = ((1, "Disc1", 1), (2, "Disc2", 2))
    pending: tuple[int, ...] = ()
    forced = False
    swaps = 0

    def __init__(self) -> None:
        self.cells: list[tuple[int, int]] = []
        self.start()

    @property
    def mover(self) -> int:
        return 1 + sum(what > 0 for what, _ in self.cells) % 2

    @property
    def next(self) -> int:
        return 3 - self.mover

    @property
    def over(self) -> bool:
        return all(what for what, _ in self.cells)

    @property
    def winner(self) -> int:
        return self.cells[1][0] if self.over else 0

    @property
    def ranking(self) -> list[float]:
        return [1.0, 2.0] if self.winner == 1 else [2.0, 1.0]

    @property
    def scores(self) -> list[int]:
        return [0, 0]

    @property
    def phases(self) -> list[int]:
        return [0, 0]

    def start(self, trial_start: list[Entry] | None = None) -> None:
        self.cells = [(0, 0), (0, 0)]

    def site(self, site: Site) -> Entry:
        what, state = self.cells[int(site)]
        return [site, what, int(what > 0), state]

    def sites(self) -> list[Entry]:
        return [self.site(cell) for cell in (0, 1) if self.cells[cell][0]]

    def force_roll(self, roll: list[list[int]]) -> None:
        raise AssertionError("the game has no dice")

    def draw_anew(self, number: int) -> None:
        raise AssertionError("the game has no chance")

    def remembered(self) -> dict[str, list[int]]:
        return {}

    def moves(self) -> list[tuple[int, int]]:
        """Cell and state of every legal move."""
        return [(cell, state) for state in (0, 1) for cell in (0, 1) if not self.cells[cell][0]]

    def legal(self) -> list[Pair]:
        return [(cell, cell) for cell, _ in self.moves()]

    def play(self, index: int) -> None:
        cell, state = self.moves()[index]
        self.cells[cell] = (self.mover, state)

    def save(self) -> Any:
        return copy.deepcopy(self.__dict__)

    def restore(self, token: Any) -> None:
        self.__dict__.update(copy.deepcopy(token))
