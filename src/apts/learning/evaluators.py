"""Networks at work: one interface over ONNX Runtime on the CPU and PyTorch on a CUDA device."""

from __future__ import annotations

from os import PathLike
from typing import Any, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from apts.errors import AptsError


class UnreadableNetwork(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """The bytes hold no network that can be run."""


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
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.add_session_config_entry("session.inter_op.allow_spinning", "0")
        source = model if isinstance(model, bytes) else str(model)
        try:
            self.session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
        except Exception as problem:  # ONNX Runtime has a class of its own for each way to fail, none of them public
            where = "What was given" if isinstance(model, bytes) else f"The file {str(model)!r}"
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
        for name, given in (("planes", planes), ("globals", globals)):
            binding.bind_ortvalue_input(name, _value(given))
        for name, wanted in (("sites", sites_out), ("kinds", kinds_out), ("values", values_out)):
            binding.bind_ortvalue_output(name, _value(wanted))
        self.session.run_with_iobinding(binding)


def _value(array: NDArray[Any]) -> Any:
    if not array.flags.c_contiguous:
        raise ValueError("The arrays of an evaluator must be C-contiguous.")
    return onnxruntime.OrtValue.ortvalue_from_numpy(array)


def _first_line(problem: Exception) -> str:
    return str(problem).strip().split("\n")[0] or type(problem).__name__
