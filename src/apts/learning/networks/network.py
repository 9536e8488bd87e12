"""The network that learns a game: a stem, residual blocks that mix cells with their neighbours, and three heads."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from apts.errors import AptsError
from apts.learning.networks.shape import CENTRE, Names, NetworkShape

# ----------------------------------------------------------------------------------------------------------------
# Weights of one network fitted to another: of a different board size, or of rules with other pieces and moves.
#
# Everything is matched by name, so what both games know keeps what was learnt. New inputs start at zero and leave
# the numbers of the old network as they were; new kinds of move start fresh; new blocks start by doing nothing.

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


POLICY_WIDTH = 32
VALUE_WIDTH = 64
NO_CELL = 0xFFFF
PADDING = -1


class Mix(nn.Module):
    """Each cell's new numbers from its own and those of its neighbours, with weights for each direction.

    Square and hex boards have 3x3 kernels [out, in, 3, 3] (on hex boards two corners stay zero); graphs have
    [out, in, slots] with the cell itself first. Numbers are [batch, channels, rows, columns] throughout.
    """

    gathered: Tensor
    kernel_mask: Tensor

    def __init__(self, shape: NetworkShape, inputs: int, outputs: int) -> None:
        super().__init__()
        self.form = shape.form
        size = (outputs, inputs, shape.slots) if shape.form == "graph" else (outputs, inputs, 3, 3)
        self.weight = nn.Parameter(torch.zeros(size))
        self.bias = nn.Parameter(torch.zeros(outputs))
        if shape.form == "graph":
            self.register_buffer("gathered", torch.from_numpy(shape.gathered.reshape(-1)), persistent=False)
        elif shape.form == "hex":
            self.register_buffer("kernel_mask", torch.from_numpy(shape.kernel_mask), persistent=False)
        self.slots = shape.slots

    def start(self, generator: torch.Generator, scale: float) -> None:
        """Fresh random weights that keep the size of the numbers, times ``scale``."""
        deviation = scale * math.sqrt(2 / (self.weight.shape[1] * self.slots))
        with torch.no_grad():
            self.weight.normal_(0, deviation, generator=generator)
            self.bias.zero_()
            if self.form == "hex":
                self.weight.mul_(self.kernel_mask)

    def forward(self, x: Tensor) -> Tensor:
        """[batch, in, rows, columns] -> [batch, out, rows, columns]."""
        if self.form == "graph":
            return self._gather(x)
        # A corner that is multiplied away gets no gradient either, so it stays zero in training.
        weight = self.weight * self.kernel_mask if self.form == "hex" else self.weight
        return functional.conv2d(x, weight, self.bias, padding=1)

    def _gather(self, x: Tensor) -> Tensor:
        batch, inputs, _, cells = x.shape
        by_cell = functional.pad(x.permute(0, 2, 3, 1).reshape(batch, cells, inputs), (0, 0, 0, 1))
        seen = by_cell.index_select(1, self.gathered).reshape(batch, cells, self.slots * inputs)
        weight = self.weight.permute(0, 2, 1).reshape(-1, self.slots * inputs)
        mixed = functional.linear(seen, weight, self.bias)
        return mixed.permute(0, 2, 1).reshape(batch, -1, 1, cells)


class Block(nn.Module):
    """A residual block: two mixes, the first of which also hears the mean over the whole board."""

    def __init__(self, shape: NetworkShape) -> None:
        super().__init__()
        self.first = Mix(shape, shape.width, shape.width)
        self.whole = nn.Linear(shape.width, shape.width, bias=False)
        self.second = Mix(shape, shape.width, shape.width)


class Network(nn.Module):
    """Planes and globals of a position to the parts of its policy and the values of the seats.

    Planes are uint8 [batch, planes, cells] and globals float32 [batch, globals]; what comes out is "sites"
    [batch, site_outputs, cells], "kinds" [batch, kinds] (both for :func:`move_logits`) and "values" [batch, seats]
    from -1 to 1, the mover's seat first. One seed gives the same weights again.
    """

    mask: Tensor

    def __init__(self, shape: NetworkShape, seed: int = 0) -> None:
        super().__init__()
        self.shape = shape
        pooled = 2 * shape.width + shape.globals
        self.stem = Mix(shape, shape.planes, shape.width)
        self.stem_globals = nn.Linear(shape.globals, shape.width, bias=False)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.depth))
        self.policy = nn.Conv2d(shape.width, POLICY_WIDTH, 1)
        self.sites = nn.Conv2d(POLICY_WIDTH, shape.site_outputs, 1)
        self.kinds = nn.Linear(pooled, shape.kinds)
        self.value = nn.Linear(pooled, VALUE_WIDTH)
        self.values = nn.Linear(VALUE_WIDTH, shape.seats)
        real = torch.tensor(shape.mask, dtype=torch.float32).view(1, 1, shape.rows, shape.columns)
        self.register_buffer("mask", real, persistent=False)
        self._start(torch.Generator().manual_seed(seed))

    def _start(self, generator: torch.Generator) -> None:
        self.stem.start(generator, 1.0)
        for block in self._each_block():
            block.first.start(generator, 1.0)
            # A small second mix makes every block start close to doing nothing, which stands in for batch norm.
            block.second.start(generator, 0.3)
            _normal(block.whole, generator, 0.5)
        _normal(self.stem_globals, generator, 0.5)
        _normal(self.policy, generator, 1.0)
        _normal(self.sites, generator, 0.1)
        _normal(self.kinds, generator, 0.1)
        _normal(self.value, generator, 1.0)
        _normal(self.values, generator, 0.1)

    def _each_block(self) -> list[Block]:
        return [block for block in self.blocks if isinstance(block, Block)]

    def forward(self, planes: Tensor, globals: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(sites, kinds, values) of a batch of positions."""
        shape = self.shape
        kind = self.stem.weight.dtype
        grid = planes.view(-1, shape.planes, shape.rows, shape.columns)
        x = grid.to(dtype=kind, memory_format=torch.channels_last)
        globals = globals.to(kind)
        x = self._real(functional.relu(self.stem(x) + self.stem_globals(globals)[:, :, None, None]))
        for block in self._each_block():
            whole = block.whole(self._mean(x))
            h = self._real(functional.relu(block.first(x) + whole[:, :, None, None]))
            x = self._real(functional.relu(x + block.second(h)))
        pooled = torch.cat((self._mean(x), x.amax((2, 3)), globals), 1)
        sites = self.sites(functional.relu(self.policy(x))).reshape(-1, shape.site_outputs, shape.cells)
        values = torch.tanh(self.values(functional.relu(self.value(pooled))))
        return sites, self.kinds(pooled), values

    def take(self, weights: Weights, shape: NetworkShape, names: Names, own_names: Names) -> list[str]:
        """Starts from the weights of another network, matched by name; tells what that one did not know."""
        fresh = {name: value.detach().cpu().numpy() for name, value in self.state_dict().items()}
        made = fitted(weights, shape, names, fresh, self.shape, own_names)
        self.load_state_dict({name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in made.items()})
        return newcomers(names, own_names)

    def _real(self, x: Tensor) -> Tensor:
        return x * self.mask if self.shape.masked else x

    def _mean(self, x: Tensor) -> Tensor:
        mean = x.mean((2, 3))
        return mean * self.shape.mean_scale if self.shape.masked else mean


def _normal(layer: nn.Linear | nn.Conv2d, generator: torch.Generator, scale: float) -> None:
    with torch.no_grad():
        layer.weight.normal_(0, scale * math.sqrt(2 / layer.weight.shape[1]), generator=generator)
        if layer.bias is not None:
            layer.bias.zero_()


def move_logits(sites: Tensor, kinds: Tensor, codes: Tensor) -> Tensor:
    """The logits [batch, moves] of moves given as int64 codes (kind << 32 | origin << 16 | target).

    A code of -1 is padding and gets minus infinity; a cell of 0xFFFF is none and adds nothing.
    """
    padding = codes < 0
    known = codes.clamp(min=0)
    kind, origin, target = known >> 32, (known >> 16) & NO_CELL, known & NO_CELL
    count, outputs = kinds.shape[1], sites.shape[1]
    logits = kinds.gather(1, kind) + _at(sites[:, :count], kind, target)
    if outputs > count:
        a, b = 2 * count, count + outputs // 2
        logits = logits + _at(sites[:, count:a], kind, origin)
        logits = logits + (_columns(sites[:, a:b], origin) * _columns(sites[:, b:], target)).sum(1)
    return logits.masked_fill(padding, -math.inf)


def _at(parts: Tensor, kind: Tensor, cell: Tensor) -> Tensor:
    cells = parts.shape[2]
    index = (kind * cells + cell).masked_fill(cell == NO_CELL, 0)
    return parts.flatten(1).gather(1, index).masked_fill(cell == NO_CELL, 0)


def _columns(parts: Tensor, cell: Tensor) -> Tensor:
    none = (cell == NO_CELL)[:, None, :]
    index = cell[:, None, :].masked_fill(none, 0).expand(-1, parts.shape[1], -1)
    return parts.gather(2, index).masked_fill(none, 0)
