"""A network evaluated by code of our own, for machines without ONNX Runtime: one routine for all shapes of networks.

All layers are one kind of step: each cell gets sums over the numbers of some cells (itself, or itself and its
neighbours). Numbers of cells stand together, and four outputs are summed at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from apts.errors import AptsError
from apts.learning.extra import need_torch, onnx_runtime
from apts.learning.memory import octets, place_of, singles
from apts.learning.networks.network_check import NotSuchANetwork, check_network
from apts.learning.networks.shape import NetworkShape
from apts.search.memory import exponential, inner, moved, pointer, reals, routine

if TYPE_CHECKING:
    from apts.learning.networks.network import Network

# The plan: sizes, where tables begin in it, and where numbers are in the scratch memory.
PLANES = 0
CELLS = 1
GLOBALS = 2
KINDS = 3
SEATS = 4
SITE_OUTPUTS = 5
WIDTH = 6
DEPTH = 7
SLOTS = 8  # cells that a mix looks at
POLICY = 9  # numbers of a cell behind the first layer of the policy
HIDDEN = 10  # numbers of the first layer of the values
REAL_CELLS = 11
AROUND_AT = 12  # table: for each cell the cells that a mix looks at, -1 for none
ITSELF_AT = 13  # table: each cell by itself
MASK_AT = 14  # table: 1 for each real cell
AREA = 15  # figures of a layer that there is room for
PLAN_HEAD = 16
AT_ONCE = 4
"""Outputs that are summed at a time; weights are padded to a multiple of it."""


@inner
def padded(count: int) -> int:
    """A number of outputs with those that only fill up."""
    return (count + AT_ONCE - 1) // AT_ONCE * AT_ONCE


@inner
def layer(
    weights: Any, plan: Any, table: int, slots: int, cells: int, inputs: int, outputs: int, x: Any, y: Any
) -> int:
    """Sums over cells: y[cell, output] from x[cell, input]; returns how many weights it has read.

    The weights of four outputs stand together: their biases, then for each slot and input four numbers.
    """
    W, T, X, Y = reals(weights), pointer(plan), reals(x), reals(y)
    step = AT_ONCE * (1 + slots * inputs)
    wide = padded(outputs)
    for cell in range(cells):
        first = 0
        for group in range(wide // AT_ONCE):
            a, b, c, d = W[first], W[first + 1], W[first + 2], W[first + 3]
            at = first + AT_ONCE
            for slot in range(slots):
                other = T[table + cell * slots + slot]
                if other >= 0:
                    for index in range(inputs):
                        value = X[other * inputs + index]
                        a += W[at] * value
                        b += W[at + 1] * value
                        c += W[at + 2] * value
                        d += W[at + 3] * value
                        at += AT_ONCE
                else:
                    at += AT_ONCE * inputs
            place = cell * wide + AT_ONCE * group
            Y[place] = a
            Y[place + 1] = b
            Y[place + 2] = c
            Y[place + 3] = d
            first += step
    return step * (wide // AT_ONCE)


@inner
def add_over_board(plan: Any, x: Any, added: Any, everywhere: int) -> None:
    """Add numbers to every cell (the same ones to all, or its own), cut below 0; cells that are no real ones hold 0."""
    T, X, A = pointer(plan), reals(x), reals(added)
    wide = padded(T[WIDTH])
    for cell in range(T[CELLS]):
        for index in range(wide):
            place = cell * wide + index
            value = X[place] + (A[index] if everywhere != 0 else A[place])
            X[place] = value if value > 0.0 and T[T[MASK_AT] + cell] != 0 else 0.0


@inner
def pool(plan: Any, x: Any, y: Any) -> None:
    """The mean of each number over the real cells, then the largest one of all cells."""
    T, X, Y = pointer(plan), reals(x), reals(y)
    width, cells = T[WIDTH], T[CELLS]
    wide = padded(width)
    for index in range(width):
        total = 0.0
        largest = X[index]
        for cell in range(cells):
            value = X[cell * wide + index]
            total += value
            largest = max(largest, value)
        Y[index] = total / T[REAL_CELLS]
        Y[width + index] = largest


@inner
def cut_below_zero(x: Any, count: int) -> None:
    """Replace negative numbers by 0."""
    X = reals(x)
    for index in range(count):
        X[index] = max(0.0, X[index])


@routine(8)
def evaluate_network(
    plan: Any, weights: Any, figures: Any, planes: Any, numbers: Any, sites: Any, kinds: Any, values: Any
) -> int:
    """What the network says of a position: planes are octets, globals and all that comes out reals of 32 bits."""
    T, P, N = pointer(plan), octets(planes), singles(numbers)
    cells, width, count = T[CELLS], T[WIDTH], T[PLANES]
    wide = padded(width)
    x, h, y = figures, moved(figures, T[AREA]), moved(figures, 2 * T[AREA])
    pooled = moved(figures, 3 * T[AREA])
    small = moved(pooled, 2 * width + T[GLOBALS])
    around, itself = T[AROUND_AT], T[ITSELF_AT]
    for cell in range(cells):
        for plane in range(count):
            reals(h)[cell * count + plane] = 1.0 * P[plane * cells + cell]
    for index in range(T[GLOBALS]):
        reals(pooled)[2 * width + index] = 1.0 * N[index]
    at = layer(weights, plan, around, T[SLOTS], cells, count, width, h, x)
    at += layer(moved(weights, at), plan, itself, 1, 1, T[GLOBALS], width, moved(pooled, 2 * width), small)
    add_over_board(plan, x, small, 1)
    for _ in range(T[DEPTH]):
        pool(plan, x, pooled)
        at += layer(moved(weights, at), plan, itself, 1, 1, width, width, pooled, small)
        at += layer(moved(weights, at), plan, around, T[SLOTS], cells, wide, width, x, h)
        add_over_board(plan, h, small, 1)
        at += layer(moved(weights, at), plan, around, T[SLOTS], cells, wide, width, h, y)
        add_over_board(plan, x, y, 0)
    at += layer(moved(weights, at), plan, itself, 1, cells, wide, T[POLICY], x, h)
    cut_below_zero(h, cells * padded(T[POLICY]))
    at += layer(moved(weights, at), plan, itself, 1, cells, padded(T[POLICY]), T[SITE_OUTPUTS], h, y)
    outputs = padded(T[SITE_OUTPUTS])
    for output in range(T[SITE_OUTPUTS]):
        for cell in range(cells):
            singles(sites)[output * cells + cell] = reals(y)[cell * outputs + output]
    pool(plan, x, pooled)
    known = 2 * width + T[GLOBALS]
    at += layer(moved(weights, at), plan, itself, 1, 1, known, T[KINDS], pooled, small)
    for kind in range(T[KINDS]):
        singles(kinds)[kind] = reals(small)[kind]
    at += layer(moved(weights, at), plan, itself, 1, 1, known, T[HIDDEN], pooled, h)
    cut_below_zero(h, padded(T[HIDDEN]))
    layer(moved(weights, at), plan, itself, 1, 1, padded(T[HIDDEN]), T[SEATS], h, small)
    for seat in range(T[SEATS]):
        singles(values)[seat] = 1.0 - 2.0 / (1.0 + exponential(2.0 * reals(small)[seat]))
    return at


class CompiledNetwork:
    """An :class:`apts.learning.networks.evaluators.Evaluator` made of :func:`evaluate_network` and its arrays.

    ``plan`` and ``weights`` (in the order in which they are read) are what it works with; ``figures`` says how many
    words of memory it needs besides.
    """

    def __init__(self, shape: NetworkShape, weights: Mapping[str, NDArray[np.float32]]):
        self.shape, self._given = shape, weights
        self._parts: list[NDArray[np.float32]] = []
        self._wide = _padded(shape.width)
        self._add_all()
        self.weights = np.concatenate(self._parts)
        widest = max(self._wide, shape.planes, _padded(len(weights["policy.bias"])), _padded(shape.site_outputs))
        area = max(shape.cells * widest, _padded(len(weights["value.bias"])))
        self.plan = self._plan(area)
        small = max(self._wide, _padded(shape.kinds), _padded(shape.seats))
        self.figures = 3 * area + 2 * shape.width + shape.globals + small

    def evaluate(
        self,
        planes: NDArray[np.uint8],
        globals: NDArray[np.float32],
        sites_out: NDArray[np.float32],
        kinds_out: NDArray[np.float32],
        values_out: NDArray[np.float32],
    ) -> None:
        """Fills the three output arrays, a position at a time."""
        weights, figures = self.weights.astype(np.float64), np.zeros(self.figures, np.float64)
        for row in zip(planes, globals, sites_out, kinds_out, values_out, strict=True):
            evaluate_network(*map(place_of, (self.plan, weights, figures, *row)))

    def _plan(self, area: int) -> NDArray[np.int64]:
        shape = self.shape
        around = self._around()
        head = np.zeros(PLAN_HEAD, np.int64)
        tables = [around.reshape(-1), np.arange(shape.cells), np.array(shape.mask, np.int64)]
        starts = PLAN_HEAD + np.cumsum([0, *map(len, tables)])
        for place, number in (
            (PLANES, shape.planes), (CELLS, shape.cells), (GLOBALS, shape.globals), (KINDS, shape.kinds),
            (SEATS, shape.seats), (SITE_OUTPUTS, shape.site_outputs), (WIDTH, shape.width), (DEPTH, shape.depth),
            (SLOTS, around.shape[1]), (POLICY, len(self._given["policy.bias"])),
            (HIDDEN, len(self._given["value.bias"])), (REAL_CELLS, sum(shape.mask)),
            (AROUND_AT, starts[0]), (ITSELF_AT, starts[1]), (MASK_AT, starts[2]), (AREA, area),
        ):  # fmt: skip
            head[place] = number
        return np.concatenate([head, *tables]).astype(np.int64)

    def _around(self) -> NDArray[np.int64]:
        """For each cell the cells that a mix looks at, in the order of its weights; -1 for none."""
        shape = self.shape
        if shape.form == "graph":
            return np.where(shape.gathered == shape.cells, -1, shape.gathered)
        rows, columns = np.divmod(np.arange(shape.cells), shape.columns)
        found = np.full((shape.cells, 9), -1, np.int64)
        for slot in range(9):
            row, column = rows + slot // 3 - 1, columns + slot % 3 - 1
            inside = (row >= 0) & (row < shape.rows) & (column >= 0) & (column < shape.columns)
            found[inside, slot] = (row * shape.columns + column)[inside]
        return found

    def _add_all(self) -> None:
        self._add("stem", self.shape.planes)
        self._add("stem_globals", self.shape.globals)
        for block in range(self.shape.depth):
            self._add(f"blocks.{block}.whole", self.shape.width)
            self._add(f"blocks.{block}.first", self._wide)
            self._add(f"blocks.{block}.second", self._wide)
        self._add("policy", self._wide)
        self._add("sites", _padded(len(self._given["policy.bias"])))
        pooled = 2 * self.shape.width + self.shape.globals
        self._add("kinds", pooled)
        self._add("value", pooled)
        self._add("values", _padded(len(self._given["value.bias"])))

    def _add(self, name: str, inputs: int) -> None:
        """The weights of a layer as its step reads them, filled up with zeros to so many inputs."""
        weight = self._given[f"{name}.weight"]
        outputs, given = weight.shape[:2]
        by_slot = weight.reshape(outputs, given, -1).transpose(0, 2, 1)  # output, slot, input
        filled = np.zeros((_padded(outputs), by_slot.shape[1], inputs), np.float32)
        filled[:outputs, :, :given] = by_slot
        biases = np.zeros((_padded(outputs), 1), np.float32)
        if f"{name}.bias" in self._given:
            biases[:outputs, 0] = self._given[f"{name}.bias"]
        rows = np.concatenate([biases, filled.reshape(len(filled), -1)], axis=1)
        self._parts.append(rows.reshape(-1, AT_ONCE, rows.shape[1]).transpose(0, 2, 1).reshape(-1))


def _padded(count: int) -> int:
    return -(-count // AT_ONCE) * AT_ONCE


# ----------------------------------------------------------------------------------------------------------------
# Networks at work: one interface over ONNX Runtime on the CPU and PyTorch on a CUDA device.

WARM_UPS = 3


class UnreadableNetwork(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """The bytes hold no network that can be run."""


def opened(content: bytes, options: Any) -> Any:
    """A session of ONNX Runtime for a network; one that is none of APTS is refused before ONNX Runtime sees it."""
    check_network(content)
    options.add_session_config_entry("session.load_model_format", "ONNX")
    return onnx_runtime().InferenceSession(content, options, providers=["CPUExecutionProvider"])


class Evaluator(Protocol):
    """Evaluates batches of positions into arrays that the caller owns.

    Planes are uint8 [batch, planes, cells] and globals float32 [batch, globals]; the three outputs are float32
    [batch, site_outputs, cells], [batch, kinds] and [batch, seats], all C-contiguous. An evaluator serves one thread
    at a time; the numbers for a position are the same from call to call.
    """

    def evaluate(
        self,
        planes: NDArray[np.uint8],
        globals: NDArray[np.float32],
        sites_out: NDArray[np.float32],
        kinds_out: NDArray[np.float32],
        values_out: NDArray[np.float32],
    ) -> None:
        """Fills the three output arrays."""


class OnnxEvaluator:
    """A network in ONNX Runtime on the CPU, in single precision; a position's numbers do not depend on its batch."""

    def __init__(self, model: bytes | str | PathLike[str], threads: int = 1) -> None:
        self._runtime = onnxruntime = onnx_runtime()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.inter_op.allow_spinning", "0")
        where = "What was given" if isinstance(model, bytes) else f"The file {str(model)!r}"
        try:
            self.session = opened(model if isinstance(model, bytes) else Path(model).read_bytes(), options)
        except NotSuchANetwork as problem:
            raise UnreadableNetwork(f"{where} cannot be read as a network of APTS: it has {problem}") from problem
        except Exception as problem:  # ONNX Runtime has a class of its own for each way to fail, none of them public
            raise UnreadableNetwork(f"{where} cannot be read as a network: {_first_line(problem)}") from problem

    def evaluate(
        self,
        planes: NDArray[np.uint8],
        globals: NDArray[np.float32],
        sites_out: NDArray[np.float32],
        kinds_out: NDArray[np.float32],
        values_out: NDArray[np.float32],
    ) -> None:
        """Fills the three output arrays; ONNX Runtime writes into them itself."""
        binding = self.session.io_binding()
        given = [(name, self._value(array)) for name, array in (("planes", planes), ("globals", globals))]
        wanted = {"sites": sites_out, "kinds": kinds_out, "values": values_out}
        filled = [(name, self._value(array)) for name, array in wanted.items()]
        try:
            for name, value in given:
                binding.bind_ortvalue_input(name, value)
            for name, value in filled:
                binding.bind_ortvalue_output(name, value)
            self.session.run_with_iobinding(binding)
        except Exception as problem:  # see above
            sizes = ", ".join(f"{name} {list(array.shape)}" for name, array in wanted.items())
            raise UnreadableNetwork(
                f"The network does not return what is expected ({sizes}): {_first_line(problem)}"
            ) from problem

    def _value(self, array: NDArray[Any]) -> Any:
        if not array.flags.c_contiguous:
            raise AptsError("The arrays of an evaluator must be C-contiguous; this one has gaps between its numbers.")
        return self._runtime.OrtValue.ortvalue_from_numpy(array)


class CudaEvaluator:
    """A network on a CUDA device in half precision, recorded once as a CUDA graph for batches of up to ``batch``.

    It keeps a copy of the weights; :meth:`update` renews them without recording again. Smaller batches are padded,
    larger ones go in pieces. Each evaluator has a stream of its own, so several threads can each use one.
    """

    def __init__(self, network: Network, batch: int, device: str = "cuda") -> None:
        need_torch()
        import torch

        if not torch.cuda.is_available():
            raise AptsError("PyTorch finds no CUDA device here; evaluate on the CPU with ONNX Runtime instead.")
        self.batch, self.shape = batch, network.shape
        self._torch = torch
        copied: Any = deepcopy(network).requires_grad_(False).eval()
        self._network = copied.to(device=device, dtype=torch.half).to(memory_format=torch.channels_last)
        self._weights = dict(self._network.named_parameters())
        self._buffers(device)
        self._stream = torch.cuda.Stream(device)  # type: ignore[no-untyped-call]
        self._record()

    def _buffers(self, device: str) -> None:
        """One block of bytes each way, so that a batch needs a single copy to the device and one back."""
        torch, shape, batch = self._torch, self.shape, self.batch
        split = 4 * batch * shape.globals
        size = split + batch * shape.planes * shape.cells
        self._host_in = torch.zeros(size, dtype=torch.uint8, pin_memory=True)
        self._device_in = torch.zeros(size, dtype=torch.uint8, device=device)
        given = self._host_in.numpy()
        self._globals = given[:split].view(np.float32).reshape(batch, shape.globals)
        self._planes = given[split:].reshape(batch, shape.planes, shape.cells)
        self._device_globals = self._device_in[:split].view(torch.float32).view(batch, shape.globals)
        self._device_planes = self._device_in[split:].view(batch, shape.planes, shape.cells)
        sizes = ((batch, shape.site_outputs, shape.cells), (batch, shape.kinds), (batch, shape.seats))
        ends = np.cumsum([0, *(int(np.prod(size)) for size in sizes)])
        self._host_out = torch.zeros(int(ends[-1]), pin_memory=True)
        self._device_out = torch.zeros(int(ends[-1]), device=device)
        parts = [(int(first), int(last)) for first, last in pairwise(ends)]
        found = self._host_out.numpy()
        self._found = [found[a:b].reshape(size) for (a, b), size in zip(parts, sizes, strict=True)]
        self._device_found = [self._device_out[a:b].view(size) for (a, b), size in zip(parts, sizes, strict=True)]

    def _record(self) -> None:
        torch = self._torch
        self._stream.wait_stream(torch.cuda.current_stream(self._device_in.device))
        # cuDNN measures its ways to convolve while warming up; the graph keeps the fastest.
        with torch.cuda.stream(self._stream), torch.backends.cudnn.flags(enabled=True, benchmark=True):
            for _ in range(WARM_UPS):
                self._forward()
            self._stream.synchronize()
            self._graph = torch.cuda.CUDAGraph()
            # Other threads may be using the device for something else in the meantime.
            with torch.cuda.graph(self._graph, stream=self._stream, capture_error_mode="thread_local"):
                self._forward()
        self._stream.synchronize()

    def _forward(self) -> None:
        with self._torch.no_grad():
            for place, numbers in zip(
                self._device_found, self._network(self._device_planes, self._device_globals), strict=True
            ):
                place.copy_(numbers)

    def update(self, network: Network) -> None:
        """Takes over the weights of a network of the same shape."""
        torch = self._torch
        self._stream.wait_stream(torch.cuda.current_stream(self._device_in.device))
        with torch.no_grad(), torch.cuda.stream(self._stream):
            for name, value in network.named_parameters():
                self._weights[name].copy_(value)
        # The network may be trained on as soon as this returns.
        self._stream.synchronize()

    def evaluate(
        self,
        planes: NDArray[np.uint8],
        globals: NDArray[np.float32],
        sites_out: NDArray[np.float32],
        kinds_out: NDArray[np.float32],
        values_out: NDArray[np.float32],
    ) -> None:
        """Fills the three output arrays."""
        wanted = (sites_out, kinds_out, values_out)
        for first in range(0, len(planes), self.batch):
            last = min(first + self.batch, len(planes))
            count = last - first
            # Rows beyond the count keep what an earlier batch left there; nothing reads what comes of them.
            self._planes[:count] = planes[first:last]
            self._globals[:count] = globals[first:last]
            with self._torch.cuda.stream(self._stream):
                self._device_in.copy_(self._host_in, non_blocking=True)
                self._graph.replay()
                self._host_out.copy_(self._device_out, non_blocking=True)
            self._stream.synchronize()
            for out, found in zip(wanted, self._found, strict=True):
                out[first:last] = found[:count]


def _first_line(problem: Exception) -> str:
    return str(problem).strip().split("\n")[0] or type(problem).__name__
