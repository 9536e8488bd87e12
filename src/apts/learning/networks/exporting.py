"""Networks as ONNX files: the graph is written by hand, which takes milliseconds, and carries the facts of the model."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from apts.learning.networks.model_file import with_checksum
from apts.learning.networks.network import Network
from apts.learning.networks.shape import METADATA_KEY, NetworkShape

OPSET = 17
IR_VERSION = 8


def export(network: Network, facts: Mapping[str, Any]) -> bytes:
    """The network as the bytes of an ONNX file; ``facts`` travel in it as JSON, with the network's shape added."""
    weights = {
        name: np.ascontiguousarray(value.detach().float().cpu().numpy()) for name, value in network.state_dict().items()
    }
    graph = (_GraphForm if network.shape.form == "graph" else _GridForm)(network.shape, weights)
    model = graph.model()
    entry = model.metadata_props.add()
    entry.key = METADATA_KEY
    entry.value = json.dumps({**facts, "shape": network.shape.facts()}, ensure_ascii=False)
    return with_checksum(model.SerializeToString())


def weights_of(model: bytes | str | PathLike[str]) -> dict[str, NDArray[np.float32]]:
    """The weights in an exported file by their names in the network; mixes are kernels by direction."""
    data = model if isinstance(model, bytes) else Path(model).read_bytes()
    graph = onnx.load_model_from_string(data).graph
    return {
        tensor.name: np.array(numpy_helper.to_array(tensor)) for tensor in graph.initializer if "/" not in tensor.name
    }


class _Graph(ABC):
    """The nodes of a graph as they are added; weights keep their own names, all other names have a slash."""

    def __init__(self, shape: NetworkShape, weights: Mapping[str, NDArray[np.float32]]) -> None:
        self.shape = shape
        self.nodes: list[Any] = []
        self.constants = [numpy_helper.from_array(value, name) for name, value in weights.items()]
        self._inputs = {name: value.shape[1] for name, value in weights.items() if value.ndim > 1}
        self._known: dict[str, str] = {}

    def add(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        """A new node; its output's name."""
        name = output or f"{kind}/{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def constant(self, name: str, value: NDArray[Any]) -> str:
        """A constant that is no weight, kept once by name."""
        if name not in self._known:
            self._known[name] = f"constant/{name}"
            self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), self._known[name]))
        return self._known[name]

    def reshaped(self, x: str, *sizes: int, output: str | None = None) -> str:
        """``x`` in other dimensions; 0 keeps one, -1 takes what is left."""
        target = self.constant("_".join(map(str, sizes)), np.array(sizes, np.int64))
        return self.add("Reshape", x, target, output=output)

    def model(self) -> Any:
        """The finished graph."""
        shape = self.shape
        self.build()
        inputs = (("planes", TensorProto.UINT8, (shape.planes, shape.cells)), ("globals", 1, (shape.globals,)))
        outputs = (
            ("sites", 1, (shape.site_outputs, shape.cells)),
            ("kinds", 1, (shape.kinds,)),
            ("values", 1, (shape.seats,)),
        )
        graph = helper.make_graph(self.nodes, "apts", _declared(inputs), _declared(outputs), self.constants)
        imports = [helper.make_opsetid("", OPSET)]
        return helper.make_model(graph, opset_imports=imports, ir_version=IR_VERSION, producer_name="apts")

    def build(self) -> None:
        """The whole network."""
        x = self.real(self.add("Relu", self.add("Add", self.mix(self.planes(), "stem"), self.spread_globals())))
        for block in range(self.shape.depth):
            name = f"blocks.{block}"
            whole = self.spread_over_board(self.mean(x), f"{name}.whole.weight")
            h = self.real(self.add("Relu", self.add("Add", self.mix(x, f"{name}.first"), whole)))
            x = self.real(self.add("Relu", self.add("Add", self.mix(h, f"{name}.second"), x)))
        self.sites(self.add("Relu", self.each_cell(x, "policy")))
        pooled = self.add("Concat", self.flat(self.mean(x)), self.flat(self.largest(x)), "globals", axis=1)
        self.linear(pooled, "kinds", output="kinds")
        hidden = self.add("Relu", self.linear(pooled, "value"))
        self.add("Tanh", self.linear(hidden, "values"), output="values")

    def linear(self, x: str, name: str, output: str | None = None) -> str:
        """A linear layer over flat numbers."""
        return self.add("Gemm", x, f"{name}.weight", f"{name}.bias", transB=1, output=output)

    def real(self, x: str) -> str:
        """``x`` with zeros in cells that are no real ones."""
        if not self.shape.masked:
            return x
        return self.add("Mul", x, self.constant("mask", self.mask()))

    def mean(self, x: str) -> str:
        """The mean over the real cells."""
        mean = self.mean_of_all(x)
        if not self.shape.masked:
            return mean
        return self.add("Mul", mean, self.constant("mean_scale", np.array(self.shape.mean_scale, np.float32)))

    def flat(self, x: str) -> str:
        """What was pooled over the cells as [batch, channels]."""
        return self.reshaped(x, 0, self.shape.width)

    @abstractmethod
    def planes(self) -> str:
        """The planes as numbers, in the order of dimensions of this form."""

    @abstractmethod
    def mask(self) -> NDArray[np.float32]:
        """1 for each real cell, ready to multiply."""

    @abstractmethod
    def mix(self, x: str, name: str) -> str:
        """Each cell with its neighbours."""

    @abstractmethod
    def each_cell(self, x: str, name: str) -> str:
        """A linear layer over each cell by itself."""

    @abstractmethod
    def sites(self, x: str) -> None:
        """The output of that name."""

    @abstractmethod
    def mean_of_all(self, x: str) -> str:
        """The mean over all cells, real or not."""

    @abstractmethod
    def largest(self, x: str) -> str:
        """The largest number of any cell."""

    @abstractmethod
    def spread(self, x: str, weight: str) -> str:
        """A linear layer over pooled numbers, ready to be added to every cell."""

    def spread_over_board(self, x: str, weight: str) -> str:
        """The same, where ``x`` was pooled over the cells of what it is added to."""
        return self.spread(x, weight)

    @abstractmethod
    def spread_globals(self) -> str:
        """The globals' part in the stem."""


class _GridForm(_Graph):
    """Square and hex boards: [batch, channels, rows, columns], mixes are convolutions."""

    def planes(self) -> str:
        x = self.reshaped("planes", 0, self.shape.planes, self.shape.rows, self.shape.columns)
        return self.add("Cast", x, to=TensorProto.FLOAT)

    def mask(self) -> NDArray[np.float32]:
        return np.array(self.shape.mask, np.float32).reshape(1, 1, self.shape.rows, self.shape.columns)

    def mix(self, x: str, name: str) -> str:
        return self.add("Conv", x, f"{name}.weight", f"{name}.bias", kernel_shape=[3, 3], pads=[1, 1, 1, 1])

    def each_cell(self, x: str, name: str) -> str:
        return self.add("Conv", x, f"{name}.weight", f"{name}.bias", kernel_shape=[1, 1])

    def sites(self, x: str) -> None:
        self.reshaped(self.each_cell(x, "sites"), 0, self.shape.site_outputs, self.shape.cells, output="sites")

    def mean_of_all(self, x: str) -> str:
        return self.add("GlobalAveragePool", x)

    def largest(self, x: str) -> str:
        return self.add("GlobalMaxPool", x)

    def spread(self, x: str, weight: str) -> str:
        kernel = self.reshaped(weight, self.shape.width, self._inputs[weight], 1, 1)
        return self.add("Conv", x, kernel, kernel_shape=[1, 1])

    def spread_over_board(self, x: str, weight: str) -> str:
        # Repeated in every cell, the numbers can be the start of the sum of the convolution they are added to, in one
        # step; a broadcasting addition is a step of its own. This pooling has one number in each of its windows, and
        # unlike Resize it lets ONNX Runtime see that both parts have the same batch.
        down, right = self.shape.rows - 1, self.shape.columns - 1
        pads = [down, right, down, right]
        return self.add("MaxPool", self.spread(x, weight), kernel_shape=[down + 1, right + 1], pads=pads)

    def spread_globals(self) -> str:
        return self.spread(self.reshaped("globals", 0, self.shape.globals, 1, 1), "stem_globals.weight")


class _GraphForm(_Graph):
    """Any other board: [batch, cells, channels], mixes gather the neighbours and multiply once."""

    def planes(self) -> str:
        return self.add("Cast", self.add("Transpose", "planes", perm=[0, 2, 1]), to=TensorProto.FLOAT)

    def mask(self) -> NDArray[np.float32]:
        return np.array(self.shape.mask, np.float32).reshape(1, -1, 1)

    def mix(self, x: str, name: str) -> str:
        inputs, cells, slots = self._inputs[f"{name}.weight"], self.shape.cells, self.shape.slots
        padded = self.add("Pad", x, self.constant("one_more", np.array([0, 0, 0, 0, 1, 0], np.int64)))
        seen = self.add("Gather", padded, self.constant("gathered", self.shape.gathered.reshape(-1)), axis=1)
        seen = self.reshaped(seen, 0, cells, slots * inputs)
        weight = self.reshaped(self.add("Transpose", f"{name}.weight", perm=[2, 1, 0]), slots * inputs, -1)
        return self.add("Add", self.add("MatMul", seen, weight), f"{name}.bias")

    def each_cell(self, x: str, name: str) -> str:
        weight = self.add("Transpose", self.reshaped(f"{name}.weight", 0, -1), perm=[1, 0])
        return self.add("Add", self.add("MatMul", x, weight), f"{name}.bias")

    def sites(self, x: str) -> None:
        self.add("Transpose", self.each_cell(x, "sites"), perm=[0, 2, 1], output="sites")

    def mean_of_all(self, x: str) -> str:
        # ReduceMean sums in another order when it is given a single position, and a position's numbers must not
        # depend on its batch.
        cells = self.shape.cells
        return self.add("MatMul", self.constant("mean", np.full((1, 1, cells), 1 / cells, np.float32)), x)

    def largest(self, x: str) -> str:
        return self.add("ReduceMax", x, axes=[1], keepdims=1)

    def spread(self, x: str, weight: str) -> str:
        # A MatMul with a single row may be summed in another order than one with many; a Gemm with the weights
        # transposed is not.
        return self.reshaped(self.add("Gemm", self.flat(x), weight, transB=1), 0, 1, self.shape.width)

    def spread_globals(self) -> str:
        return self.reshaped(self.add("Gemm", "globals", "stem_globals.weight", transB=1), 0, 1, self.shape.width)


def _declared(tensors: Sequence[tuple[str, int, tuple[int, ...]]]) -> list[Any]:
    return [helper.make_tensor_value_info(name, kind, ["batch", *sizes]) for name, kind, sizes in tensors]
