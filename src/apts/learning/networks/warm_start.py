"""Weights of one network fitted to another: of a different board size, or of rules with other pieces and moves.

Everything is matched by name, so what both games know keeps what was learnt. New inputs start at zero and leave the
numbers of the old network as they were; new kinds of move start fresh; new blocks start by doing nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.errors import AptsError
from apts.learning.networks.shape import CENTRE, Names, NetworkShape

Weights = Mapping[str, NDArray[Any]]
Labels = Sequence[Hashable]

SECTOR_PLACES = (5, 8, 7, 6, 3, 0, 1, 2)
"""The place in a 3x3 kernel of each of the eight sectors of a graph, from the east counter-clockwise; rows go up."""


class WarmStartProblem(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """The weights of one network cannot be carried over to the other."""


def fitted(
    weights: Weights, shape: NetworkShape, names: Names, fresh: Weights, own_shape: NetworkShape, own_names: Names
) -> dict[str, NDArray[np.float32]]:
    """The weights of a network of ``own_shape``: those of ``weights`` where they have a place in it, else ``fresh``."""
    if shape.width != own_shape.width:
        raise WarmStartProblem(
            f"A model of width {shape.width} cannot be carried over to a network of width {own_shape.width}: "
            f"ask for width {shape.width}."
        )
    made = {name: np.array(value, np.float32) for name, value in fresh.items()}
    _board(weights, shape, names, made, own_shape, own_names)
    _heads(weights, shape, names, made, own_shape, own_names)
    return made


def newcomers(names: Names, own_names: Names) -> list[str]:
    """What the new network has that the old one did not know, such as ``plane King/own``."""
    found = []
    for what, known, own in (
        ("plane", names.planes, own_names.planes),
        ("global", names.globals, own_names.globals),
        ("kind", names.kinds, own_names.kinds),
    ):
        found += [f"{what} {name}" for name in own if name not in known]
    return found


def _board(
    weights: Weights,
    shape: NetworkShape,
    names: Names,
    made: dict[str, NDArray[np.float32]],
    own_shape: NetworkShape,
    own_names: Names,
) -> None:
    """The stem and the blocks."""
    stem = _turned(weights["stem.weight"], shape, own_shape)
    made["stem.weight"] = _carried(stem, made["stem.weight"], inputs=(names.planes, own_names.planes))
    made["stem.bias"] = weights["stem.bias"]
    made["stem_globals.weight"] = _carried(
        weights["stem_globals.weight"], made["stem_globals.weight"], inputs=(names.globals, own_names.globals)
    )
    for block in range(own_shape.depth):
        if block >= shape.depth:
            made[f"blocks.{block}.second.weight"] = np.zeros_like(made[f"blocks.{block}.second.weight"])
            continue
        made[f"blocks.{block}.whole.weight"] = weights[f"blocks.{block}.whole.weight"]
        for mix in ("first", "second"):
            name = f"blocks.{block}.{mix}"
            made[f"{name}.weight"] = _turned(weights[f"{name}.weight"], shape, own_shape)
            made[f"{name}.bias"] = weights[f"{name}.bias"]


def _heads(
    weights: Weights,
    shape: NetworkShape,
    names: Names,
    made: dict[str, NDArray[np.float32]],
    own_shape: NetworkShape,
    own_names: Names,
) -> None:
    """Policy and values."""
    pooled = _pooled(shape, names), _pooled(own_shape, own_names)
    sites = _site_parts(shape, names), _site_parts(own_shape, own_names)
    kinds = names.kinds, own_names.kinds
    seats = range(shape.seats), range(own_shape.seats)
    for part in ("weight", "bias"):
        made[f"policy.{part}"] = weights[f"policy.{part}"]
        made[f"sites.{part}"] = _carried(weights[f"sites.{part}"], made[f"sites.{part}"], outputs=sites)
        made[f"values.{part}"] = _carried(weights[f"values.{part}"], made[f"values.{part}"], outputs=seats)
    made["kinds.weight"] = _carried(weights["kinds.weight"], made["kinds.weight"], outputs=kinds, inputs=pooled)
    made["kinds.bias"] = _carried(weights["kinds.bias"], made["kinds.bias"], outputs=kinds)
    made["value.weight"] = _carried(weights["value.weight"], made["value.weight"], inputs=pooled)
    made["value.bias"] = weights["value.bias"]


def _pooled(shape: NetworkShape, names: Names) -> Labels:
    channels = range(shape.width)
    return [("mean", i) for i in channels] + [("largest", i) for i in channels] + [("global", g) for g in names.globals]


def _site_parts(shape: NetworkShape, names: Names) -> Labels:
    parts: list[Hashable] = [("target", kind) for kind in names.kinds]
    if shape.pairs:
        parts += [("origin", kind) for kind in names.kinds]
        parts += [(side, i) for side in ("from", "to") for i in range(shape.pair_width)]
    return parts


def _carried(
    old: NDArray[Any],
    fresh: NDArray[np.float32],
    *,
    outputs: tuple[Labels, Labels] | None = None,
    inputs: tuple[Labels, Labels] | None = None,
) -> NDArray[np.float32]:
    """``old`` put where its labels are among the new ones; new outputs stay fresh, new inputs of old outputs are zero."""
    made = fresh.copy()
    old_rows, new_rows = _places(outputs, len(old), len(fresh))
    if fresh.ndim == 1:
        made[new_rows] = old[old_rows]
        return made
    old_columns, new_columns = _places(inputs, old.shape[1], fresh.shape[1])
    made[new_rows] = 0
    made[np.ix_(new_rows, new_columns)] = old[np.ix_(old_rows, old_columns)]
    return made


def _places(labels: tuple[Labels, Labels] | None, old: int, new: int) -> tuple[list[int], list[int]]:
    if labels is None:
        return list(range(min(old, new))), list(range(min(old, new)))
    known = {label: index for index, label in enumerate(labels[0])}
    pairs = [(known[label], index) for index, label in enumerate(labels[1]) if label in known]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _turned(kernel: NDArray[Any], shape: NetworkShape, own_shape: NetworkShape) -> NDArray[np.float32]:
    """The weights of a mix in the form of the new board: the same way on the drawing keeps its weights."""
    if shape.form == own_shape.form and shape.kernel_positions == own_shape.kernel_positions:
        return np.array(kernel, np.float32)
    if shape.form == "graph":
        grid = np.zeros((*kernel.shape[:2], 9), np.float32)
        grid[:, :, [CENTRE, *SECTOR_PLACES]] = kernel
    else:
        grid = np.array(kernel, np.float32).reshape(*kernel.shape[:2], 9)
    if own_shape.form == "graph":
        return np.ascontiguousarray(grid[:, :, [CENTRE, *SECTOR_PLACES]])
    return grid.reshape(*kernel.shape[:2], 3, 3) * own_shape.kernel_mask
