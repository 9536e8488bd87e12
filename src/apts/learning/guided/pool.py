"""What self-play has to teach: positions with their moves, shares and results, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.learning.encodings.encoding import Encoding
from apts.learning.guided import guided_layout as at

MOVES_OF_SAMPLE = 16
"""Moves for each sample that a pool has room for."""


@dataclass
class Samples:
    """Positions to learn from.

    ``planes`` and ``globals`` are what the network sees; the moves of sample i are ``codes[starts[i]:starts[i + 1]]``
    with their ``shares`` of the policy; ``teaches`` says whether these are worth learning; ``results`` are the
    utilities of the seats, the mover first, and ``values`` what the search thought of the mover's; ``match`` and
    ``ply`` tell where the sample comes from.
    """

    planes: NDArray[np.uint8]
    globals: NDArray[np.float32]
    starts: NDArray[np.int64]
    codes: NDArray[np.int64]
    shares: NDArray[np.float32]
    teaches: NDArray[np.bool_]
    results: NDArray[np.float32]
    values: NDArray[np.float32]
    match: NDArray[np.int64]
    ply: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.match)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def taken(self, wanted: NDArray[np.int64]) -> Samples:
        """The samples with the given numbers, in that order."""
        counts = self.starts[wanted + 1] - self.starts[wanted]
        places = _runs(self.starts[wanted], counts)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        rest = {name: getattr(self, name)[wanted] for name in _PER_SAMPLE}
        return Samples(starts=starts, codes=self.codes[places], shares=self.shares[places], **rest)


_PER_SAMPLE = ("planes", "globals", "teaches", "results", "values", "match", "ply")


def joined(parts: list[Samples]) -> Samples:
    """All samples of the parts in order."""
    counts = np.concatenate([np.diff(part.starts) for part in parts])
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    rest = {name: np.concatenate([getattr(part, name) for part in parts]) for name in (*_PER_SAMPLE, "codes", "shares")}
    return Samples(starts=starts, **rest)


def _runs(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of runs that begin at ``starts`` and have ``counts`` members, one after the other."""
    total = int(counts.sum())
    ends = np.cumsum(counts)
    return np.arange(total, dtype=np.int64) - np.repeat(ends - counts, counts) + np.repeat(starts, counts)


class Pool:
    """Where self-play writes; samples wait here until their match has ended."""

    def __init__(self, encoding: Encoding, slots: int):
        self.encoding, seats = encoding, encoding.seats
        self.row = at.ROW_SEATS + seats
        capacity = max(1, 64 * slots)
        moves = MOVES_OF_SAMPLE * capacity
        self.counters = np.zeros(at.POOL_HEAD, np.int64)
        self.planes = np.zeros((capacity, encoding.planes * encoding.layout.cells), np.uint8)
        self.globals = np.zeros((capacity, encoding.globals), np.float32)
        self.codes = np.zeros(moves, np.int64)
        self.shares = np.zeros(moves, np.float32)
        self.ledger = np.zeros((capacity, self.row), np.int64)
        self.matches = np.zeros((capacity, at.MATCH_UTILITIES + seats), np.int64)

    def write_capacity(self, settings: NDArray[np.int64]) -> None:
        """Tell the routines how much fits."""
        settings[at.POOL_SAMPLES], settings[at.POOL_MOVES] = len(self.planes), len(self.codes)
        settings[at.POOL_MATCHES] = len(self.matches)

    def grow(self) -> None:
        """Twice the memory for everything."""
        for name in ("planes", "globals", "codes", "shares", "ledger", "matches"):
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, np.zeros_like(old)]))

    @property
    def finished(self) -> int:
        """Matches that have ended and were not taken yet."""
        return int(self.counters[at.MATCHES_USED])

    @property
    def waiting(self) -> int:
        """Samples in the pool, those of unfinished matches included."""
        return int(self.counters[at.SAMPLES_USED])

    def take(self) -> tuple[Samples, NDArray[np.float64]]:
        """The samples of the matches that have ended, and a row for each of these: number, moves, utilities."""
        used, ended = self.waiting, self.finished
        ledger, matches = self.ledger[:used], self.matches[:ended]
        order = np.argsort(matches[:, at.MATCH_NUMBER], kind="stable")
        numbers = matches[order, at.MATCH_NUMBER]
        utilities = matches.view(np.float64)[order, at.MATCH_UTILITIES :]
        spot = np.searchsorted(numbers, ledger[:, at.ROW_MATCH])
        known = spot < ended
        known[known] = numbers[spot[known]] == ledger[known, at.ROW_MATCH]
        samples = self._samples(np.flatnonzero(known), utilities, spot)
        table = np.column_stack([numbers, matches[order, at.MATCH_PLIES], utilities]).astype(np.float64)
        self._keep(np.flatnonzero(~known))
        return samples, table

    def _samples(self, rows: NDArray[np.int64], utilities: NDArray[np.float64], spot: NDArray[np.int64]) -> Samples:
        ledger = self.ledger[rows]
        seats = ledger[:, at.ROW_SEATS :] - 1
        counts = ledger[:, at.ROW_MOVES]
        places = _runs(ledger[:, at.ROW_MOVES_AT], counts)
        cells = self.encoding.layout.cells
        return Samples(
            planes=self.planes[rows].reshape(len(rows), self.encoding.planes, cells),
            globals=self.globals[rows],
            starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            codes=self.codes[places],
            shares=self.shares[places],
            teaches=ledger[:, at.ROW_TEACHES] != 0,
            results=np.take_along_axis(utilities[spot[rows]], seats, 1).astype(np.float32),
            values=ledger.view(np.float64)[:, at.ROW_VALUE].astype(np.float32),
            match=ledger[:, at.ROW_MATCH].copy(),
            ply=ledger[:, at.ROW_PLY].copy(),
        )

    def _keep(self, rows: NDArray[np.int64]) -> None:
        """Move the samples of unfinished matches to the front."""
        count = len(rows)
        moves = self.ledger[rows, at.ROW_MOVES]
        places = _runs(self.ledger[rows, at.ROW_MOVES_AT], moves)
        for name in ("planes", "globals", "ledger"):
            array = getattr(self, name)
            array[:count] = array[rows]
        self.codes[: len(places)] = self.codes[places]
        self.shares[: len(places)] = self.shares[places]
        self.ledger[:count, at.ROW_MOVES_AT] = np.cumsum(moves) - moves
        self.counters[at.SAMPLES_USED], self.counters[at.MOVES_USED] = count, len(places)
        self.counters[at.MATCHES_USED] = 0
