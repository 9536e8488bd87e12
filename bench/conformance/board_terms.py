"""A board described in the terms of the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from apts.board.board import Board

DescribeBoard: TypeAlias = Callable[[Any], Mapping[str, Any] | None]
"""Says of a board what :func:`bench.conformance.geometry.geometry_difference` compares."""

NAMED_SETS = ("corners", "outer", "inner", "perimeter", "centre", "top", "bottom", "left", "right")
RECORDED_PHASES = 6
"""The records list this many colour classes, empty ones included."""


class _Later(Mapping[str, Any]):
    """Answers that are only computed when asked for: most records ask for few of them."""

    def __init__(self, answers: Mapping[str, Callable[[], Any]]) -> None:
        self._answers = answers

    def __getitem__(self, key: str) -> Any:
        return self._answers[key]()

    def __iter__(self) -> Any:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)


def in_record_terms(board: Board) -> Mapping[str, Any] | None:
    """Counts, coordinates, labels, relations, directions and named sets; None for a game without a board."""
    if board.boardless:
        return None
    return _Later(
        {
            "type": lambda: board.site_type,
            "sites": board.count,
            "cells": lambda: board.count("Cell"),
            "vertices": lambda: board.count("Vertex"),
            "edges": lambda: board.count("Edge"),
            "xy": board.xy,
            "labels": board.labels,
            "adjacent": lambda: _sorted_lists(board.neighbours("Adjacent")),
            "orthogonal": lambda: _sorted_lists(board.neighbours("Orthogonal")),
            "diagonal": lambda: _sorted_lists(board.neighbours("Diagonal")),
            "directions": lambda: {name: _steps(board, name) for name in board.directions("All")},
            "sets": lambda: _sets(board),
        }
    )


def _steps(board: Board, direction: str) -> list[int | list[int]]:
    """One site, several, or -1 for each site."""
    steps: list[int | list[int]] = []
    for ends in board.steps(direction):
        several = sorted(set(ends))
        steps.append(several if len(several) > 1 else several[0] if several else -1)
    return steps


def _sets(board: Board) -> dict[str, Any]:
    phases = _sorted_lists(board.phases())
    return {
        **{name: sorted(board.sites(name)) for name in NAMED_SETS},
        "rows": _sorted_lists(board.rows()),
        "columns": _sorted_lists(board.columns()),
        "phases": phases + [[] for _ in range(RECORDED_PHASES - len(phases))],
        "sides": {name: sorted(sites) for name, sites in board.sides().items()},
    }


def _sorted_lists(groups: Sequence[Sequence[int]]) -> list[list[int]]:
    return [sorted(set(sites)) for sites in groups]
