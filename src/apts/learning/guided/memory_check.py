"""Self-play that comes from a file: compiled code trusts it, so what cannot have been written by self-play is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.errors import AptsError
from apts.learning.encodings.encode import NO_CELL
from apts.learning.encodings.encoding import Encoding
from apts.learning.guided import guided_layout as at
from apts.learning.guided.pool import MOVES_OF_SAMPLE, Samples

Memory = Mapping[str, NDArray[Any]]


def check_trees(memory: Memory, settings: NDArray[np.int64], most_moves: int) -> None:
    """The heads, nodes and paths of all slots lead to places that exist, and from a node to later ones alone."""
    trees, paths = memory["trees"], memory["paths"]
    slots, columns = len(trees), max(trees.shape[1] - at.HEAD, 0) // at.COLUMNS
    nodes = trees[:, at.HEAD :].reshape(slots, at.COLUMNS, columns)
    used, leaf, depth = trees[:, at.USED], trees[:, at.LEAF], trees[:, at.DEPTH]
    sound = (trees[:, at.CAPACITY] == columns) & _lies(used, 1, columns) & _lies(leaf, -1, used - 1)
    sound &= _lies(depth, 0, at.MOST_DEPTH) & _lies(trees[:, at.STATUS], at.FRESH, at.BEGINNING)
    sound &= _lies(trees[:, at.WIDTH], 0, settings[at.CONSIDERED])
    sound &= _lies(trees[:, at.BUDGET], 0, settings[at.SCHEDULE_ROW] - 1) & (trees[:, at.DONE] >= 0)
    number, ends = np.arange(columns)[None, :], used[:, None]
    first, count, sample, after, seat = (nodes[:, at_] for at_ in (at.FIRST, at.COUNT, at.SAMPLE, at.NEXT, at.SEAT))
    expanded = first != 0
    good = _lies(count, 0, np.where(expanded, most_moves, 0)) & (
        ~expanded | ((first > number) & (first <= ends - count))
    )
    good &= (sample == 0) | ((sample > number) & (sample < ends))
    good &= (after == 0) | _lies(after, 1, number - 1)
    good &= _lies(seat, np.where(expanded, 1, 0), settings[at.SEATS]) & _are_codes(nodes[:, at.CODE], settings)
    sound &= (good | (number >= ends)).all(axis=1)
    sound &= (count[:, 0] > 0) | (trees[:, at.STATUS] != at.SEARCHING)
    steps = np.arange(at.MOST_DEPTH)[None, :] >= depth[:, None]
    for begin, low, high in (
        (at.PATH_NODES, 0, ends - 1),
        (at.PATH_EDGES, 0, ends - 1),
        (at.PATH_SEATS, 1, settings[at.SEATS]),
    ):
        sound &= (_lies(paths[:, begin : begin + at.MOST_DEPTH], low, high) | steps).all(axis=1)
    sound &= _lies(paths[:, at.PATH_SIZE - 2], 0, settings[at.SEATS]) & _lies(paths[:, at.PATH_SIZE - 1], 0, 1)
    if not sound.all():
        raise AptsError("the self-play in the file is damaged: a search tree has places that do not exist")


def check_pool(memory: Memory, own: Memory, settings: NDArray[np.int64]) -> None:
    """All arrays of the pool have the room that belongs together, and no more is in use than there is."""
    names = ("planes", "globals", "ledger", "matches")
    capacity = len(memory["pool.planes"])
    lengths = [len(memory[f"pool.{name}"]) for name in names]
    moves = [len(memory[f"pool.{name}"]) for name in ("codes", "shares")]
    widths = all(memory[f"pool.{name}"].shape[1:] == own[f"pool.{name}"].shape[1:] for name in names)
    same = memory["pool.counters"].shape == own["pool.counters"].shape
    if not same or not widths or lengths != [capacity] * 4 or moves != [MOVES_OF_SAMPLE * capacity] * 2 or not capacity:
        raise AptsError("the self-play in the file does not fit this game: its pool has another form")
    counters = memory["pool.counters"]
    limits = {at.SAMPLES_USED: capacity, at.MOVES_USED: moves[0], at.MATCHES_USED: capacity}
    sound = bool((counters >= 0).all()) and all(counters[place] <= most for place, most in limits.items())
    if sound:
        rows = memory["pool.ledger"][: counters[at.SAMPLES_USED]]
        begins, counts, used = rows[:, at.ROW_MOVES_AT], rows[:, at.ROW_MOVES], counters[at.MOVES_USED]
        sound &= bool((_lies(counts, 0, used) & _lies(begins, 0, used - counts)).all())
        sound &= bool(_lies(rows[:, at.ROW_SEATS :], 1, settings[at.SEATS]).all())
        sound &= bool(_are_codes(memory["pool.codes"][:used], settings).all())
    if not sound:
        raise AptsError("the self-play in the file is damaged: its pool holds samples that do not exist")


def are_samples(samples: Samples, encoding: Encoding) -> bool:
    """Whether arrays can be samples of a game: as many of everything, and moves that the network knows."""
    count, starts, codes = len(samples.match), samples.starts, samples.codes
    kinds = {name: np.asarray(array).dtype for name, array in samples.arrays().items()}
    if any(kinds[name] != np.int64 for name in ("starts", "codes", "match", "ply")) or kinds["planes"] != np.uint8:
        return False
    if any(kinds[name] != np.float32 for name in ("globals", "shares", "results", "values")):
        return False
    forms = {
        "planes": (count, encoding.planes, encoding.layout.cells), "globals": (count, encoding.globals),
        "starts": (count + 1,), "codes": codes.shape[:1], "shares": codes.shape[:1], "teaches": (count,),
        "results": (count, encoding.seats), "values": (count,), "match": (count,), "ply": (count,),
    }  # fmt: skip
    if any(array.shape != forms[name] for name, array in samples.arrays().items()):
        return False
    ordered = starts[0] == 0 and starts[-1] == len(codes) and bool((np.diff(starts) >= 0).all())
    return ordered and bool(_known_codes(codes, encoding.kinds, encoding.layout.cells).all())


def _are_codes(codes: NDArray[np.int64], settings: NDArray[np.int64]) -> NDArray[np.bool_]:
    return _known_codes(codes, int(settings[at.KINDS]), int(settings[at.CELLS]))


def _known_codes(codes: NDArray[np.int64], kinds: int, cells: int) -> NDArray[np.bool_]:
    """Which words are moves as the network knows them: a kind, and cells that it has."""
    origin, target = (codes >> 16) & NO_CELL, codes & NO_CELL
    known = _lies(codes >> 32, 0, kinds - 1)
    for cell in (origin, target):
        known &= (cell < cells) | (cell == NO_CELL)
    return known


def _lies(numbers: NDArray[np.int64], low: Any, high: Any) -> NDArray[np.bool_]:
    return np.asarray((numbers >= low) & (numbers <= high))
