"""Networks at work: one interface over ONNX Runtime on the CPU and PyTorch on a CUDA device."""

from __future__ import annotations

from copy import deepcopy
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from apts.errors import AptsError
from apts.learning.extra import need_torch, onnx_runtime
from apts.learning.networks.network_check import NotSuchANetwork, check_network

if TYPE_CHECKING:
    from apts.learning.networks.network import Network

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
                f"The network does not give what is expected of it ({sizes}): {_first_line(problem)}"
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
