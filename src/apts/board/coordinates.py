"""Coordinates of sites as people read and write them; on a board of one row the column alone is enough."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from apts.board.board import Board

_IN_FIRST_ROW = re.compile(r"[a-z]+1")
_COLUMN_AND_ROW = re.compile(r"([a-z]+)(\d+)")
_MOST_RANGES = 12


def short_labels(labels: Sequence[str]) -> list[str]:
    """Coordinates in small letters; those of a board of one row without the number of the row (``a``, ``b`` ...)."""
    small = [label.lower() for label in labels]
    if len(small) > 1 and all(_IN_FIRST_ROW.fullmatch(label) for label in small):
        return [label[:-1] for label in small]
    return small


def sites_by_coordinate(board: Board, kind: str | None = None) -> dict[str, int]:
    """The sites (of a kind) by everything that they may be called, in small letters: ``d1``, on a board of one row ``d``.

    Where several sites have one coordinate the first counts.
    """
    labels, found = board.labels(kind), dict[str, int]()
    numbers = board.numbers(kind) if kind else range(board.count())
    for names in (labels, short_labels(labels)):
        for site, name in zip(numbers, names, strict=True):
            found.setdefault(name.lower(), site)
    return found


def label_ranges(labels: Sequence[str]) -> list[str]:
    """Which coordinates there are, in few words, and none that there is not: ``a1 to i8``, or column by column.

    On a board that is no rectangle ``a1 to g7`` would take in what is beside the board.
    """
    if len(labels) > 1 and all(label.isalpha() for label in labels) and _follow_each_other(labels):
        return [f"{labels[0]} to {labels[-1]}"]
    columns: defaultdict[str, set[int]] = defaultdict(set)
    others: list[str] = []
    for label in labels:
        parts = _COLUMN_AND_ROW.fullmatch(label)
        if parts is None:
            others.append(label)
        else:
            columns[parts[1]].add(int(parts[2]))
    names = sorted(columns, key=lambda name: (len(name), name))
    rows = {frozenset(column) for column in columns.values()}
    whole = len(rows) == 1 and not others and _follow_each_other(names)
    if whole and len(runs := list(_runs(columns[names[0]]))) == 1:
        (low, high), first, last = runs[0], names[0], names[-1]
        return [f"{first}{low}" if (first, low) == (last, high) else f"{first}{low} to {last}{high}"]
    found = [_range(name, low, high) for name in names for low, high in _runs(columns[name])] + others
    return found if len(found) <= _MOST_RANGES else [*found[:_MOST_RANGES], "..."]


def _range(column: str, low: int, high: int) -> str:
    return f"{column}{low}" if low == high else f"{column}{low} to {column}{high}"


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of numbers that follow each other."""
    ordered = sorted(numbers)
    starts = [0, *(place for place, (one, next_) in enumerate(pairwise(ordered), 1) if next_ > one + 1)]
    for start, end in pairwise([*starts, len(ordered)]):
        yield ordered[start], ordered[end - 1]


def _follow_each_other(columns: Sequence[str]) -> bool:
    """Whether no letter is left out between the first column and the last."""
    letters = [ord(name) - ord("a") if len(name) == 1 else 26 * (ord(name[0]) - ord("a") + 1) + ord(name[-1]) - ord("a")
               for name in columns]  # fmt: skip
    return all(len(name) <= 2 for name in columns) and letters == list(range(letters[0], letters[0] + len(letters)))
