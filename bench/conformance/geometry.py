"""The recorded geometry of a board held against the one that was built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

TOLERANCE = 0.002
"""The records round coordinates to three decimals."""


def geometry_difference(found: Mapping[str, Any] | None, record: Mapping[str, Any]) -> str | None:
    """The first difference as a sentence, or None; ``found`` is in the terms of the records, None for a boardless game.

    ``found`` has the counts, coordinates and labels of ``board`` in a record and, when the record has a ``geometry``,
    what stands in that.
    """
    if found is None:
        return None
    board = record["board"]
    for key in ("type", "sites", "cells", "vertices", "edges"):
        if found[key] != board[key]:
            return f"board: {key} is {found[key]}, recorded {board[key]}"
    for site, (here, there) in enumerate(zip(found["xy"], board["xy"], strict=True)):
        if max(abs(here[0] - there[0]), abs(here[1] - there[1])) > TOLERANCE:
            return f"board: site {site} is at ({here[0]:.3f}, {here[1]:.3f}), recorded ({there[0]}, {there[1]})"
    difference = _first_row("label", found["labels"], board["labels"])
    if difference or "geometry" not in record:
        return difference
    return _relation_difference(found, record["geometry"])


def _relation_difference(found: Mapping[str, Any], recorded: Mapping[str, Any]) -> str | None:
    for key in ("adjacent", "orthogonal", "diagonal"):
        if difference := _first_row(f"{key} sites", found[key], recorded[key]):
            return difference
    directions, recorded_directions = found["directions"], recorded["directions"]
    if sorted(directions) != sorted(recorded_directions):
        return f"board: directions {sorted(directions)}, recorded {sorted(recorded_directions)}"
    for name, steps in recorded_directions.items():
        if difference := _first_row(f"step {name}", directions[name], steps):
            return difference
    for name, sites in recorded["sets"].items():
        if name in found["sets"] and found["sets"][name] != sites:
            return f"board: {name} is {_short(found['sets'][name])}, recorded {_short(sites)}"
    return None


def _first_row(what: str, found: Sequence[Any], recorded: Sequence[Any]) -> str | None:
    for site, (here, there) in enumerate(zip(found, recorded, strict=False)):
        if here != there:
            return f"board: {what} of site {site} is {here}, recorded {there}"
    return None if len(found) == len(recorded) else f"board: {len(found)} rows of {what}, recorded {len(recorded)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
