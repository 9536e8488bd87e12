"""Coordinates of sites as people read and write them; on a board of one row the column alone is enough."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.board.board import Board

_IN_FIRST_ROW = re.compile(r"[a-z]+1")


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
