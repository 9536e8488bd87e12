"""Whether a file holds a network such as APTS writes: nothing outside of the file, no loops, no arrays beyond a bound.

A network in the ONNX format may name other files for its weights, repeat a part without end, and make arrays of any size
out of a few bytes. Those of APTS do nothing of this, so what comes from others is held to what they are: these operators,
weights in the file itself, and sizes that are worked out before anything is run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

# ----------------------------------------------------------------------------------------------------------------
# Protocol buffers taken apart without any library: fields by number, as they lie in the bytes.

Field = int | memoryview
"""A number, or the bytes of a text, of a message or of packed numbers."""

_LONGEST_NUMBER = 10
_NUMBER, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5


def fields_of(message: memoryview) -> dict[int, list[Field]]:
    """All fields of a message by their numbers; bytes that are no message raise ValueError."""
    found: dict[int, list[Field]] = defaultdict(list)
    place = 0
    while place < len(message):
        head, place = _number(message, place)
        kind = head & 7
        if kind == _NUMBER:
            value, place = _number(message, place)
            found[head >> 3].append(value)
            continue
        size = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}.get(kind)
        if kind == _BYTES:
            size, place = _number(message, place)
        if size is None or size > len(message) - place:
            raise ValueError("no message of protocol buffers")
        found[head >> 3].append(message[place : place + size])
        place += size
    return dict(found)


def messages(fields: dict[int, list[Field]], number: int) -> list[dict[int, list[Field]]]:
    """The messages in a field."""
    return [fields_of(_bytes(field)) for field in fields.get(number, ())]


def texts(fields: dict[int, list[Field]], number: int) -> list[str]:
    """The texts in a field."""
    return [bytes(_bytes(field)).decode() for field in fields.get(number, ())]


def numbers(fields: dict[int, list[Field]], number: int) -> list[int]:
    """The numbers in a field with their signs, packed or one by one."""
    found: list[int] = []
    for field in fields.get(number, ()):
        if isinstance(field, int):
            found.append(field)
            continue
        place = 0
        while place < len(field):
            value, place = _number(field, place)
            found.append(value)
    return [value - (1 << 64) if value >> 63 else value for value in found]


def _number(message: memoryview, place: int) -> tuple[int, int]:
    """A number of seven bits a byte, and the place behind it."""
    value = 0
    for count in range(_LONGEST_NUMBER):
        if place + count >= len(message):
            break
        byte = message[place + count]
        value |= (byte & 127) << (7 * count)
        if byte < 128:
            return value & ((1 << 64) - 1), place + count + 1
    raise ValueError("no number of protocol buffers")


def _bytes(field: Field) -> memoryview:
    if isinstance(field, int):
        raise ValueError("a number where bytes should be")
    return field


MOST_NODES = 20_000
MOST_NUMBERS = 1 << 26
"""Numbers in an array that a network makes of one position."""
MOST_NUMBERS_IN_ALL = 1 << 33
"""Numbers in all these arrays together."""
MOST_SIDES = 8

Sizes = tuple[int, ...]
_MODEL, _GRAPH, _NODE = {1, 2, 3, 4, 5, 6, 7, 8, 14}, {1, 2, 5, 10, 11, 12, 13}, {1, 2, 3, 4, 5, 6, 7}
_TENSOR, _ATTRIBUTE = {1, 2, 8, 9}, {1, 3, 8, 20}
_FLOAT, _INT64 = 1, 7
_BYTES_EACH = {_FLOAT: 4, _INT64: 8}


class NotSuchANetwork(Exception):  # noqa: N818 - its text is the end of a sentence
    """What a file holds that no network of APTS has."""


class _Network:
    """The arrays of a network for one position: their sizes by name, and the numbers of small constants."""

    def __init__(self) -> None:
        self.sizes: dict[str, Sizes] = {}
        self.constants: dict[str, list[int]] = {}
        self.total = 0

    def add(self, name: str, sizes: Sequence[int]) -> None:
        """An array that is made."""
        if len(sizes) > MOST_SIDES or any(size < 1 for size in sizes) or prod(sizes) > MOST_NUMBERS:
            raise NotSuchANetwork(f"an array of {' x '.join(map(str, sizes[:MOST_SIDES]))}")
        self.total += prod(sizes)
        if self.total > MOST_NUMBERS_IN_ALL:
            raise NotSuchANetwork("more arrays than a computer holds")
        self.sizes[name] = tuple(sizes)


def check_network(content: bytes) -> None:
    """Refuse what is not a network such as APTS writes; runs nothing and reads no other file."""
    try:
        model = fields_of(memoryview(content))
        _only(model, _MODEL, "the file")
        network = _Network()
        for graph in messages(model, 7):
            _check_graph(graph, network)
    except (ValueError, KeyError, IndexError, TypeError) as problem:
        raise NotSuchANetwork("something that is not complete") from problem


def _check_graph(graph: Mapping[int, Any], network: _Network) -> None:
    _only(graph, _GRAPH, "its graph")
    fields = dict(graph)
    for tensor in messages(fields, 5):
        _read_weights(tensor, network)
    for given in messages(fields, 11):
        network.add(_text(given, 1), _declared(given))
    nodes = messages(fields, 1)
    if len(nodes) > MOST_NODES:
        raise NotSuchANetwork(f"{len(nodes):,} operators")
    for node in nodes:
        _read_node(node, network)


def _read_weights(tensor: dict[int, Any], network: _Network) -> None:
    if 13 in tensor or any(numbers(tensor, 14)):
        raise NotSuchANetwork("weights that lie in another file")
    tensor.pop(14, None)
    _only(tensor, _TENSOR, "its weights")
    sizes, kind = numbers(tensor, 1), numbers(tensor, 2)[-1]
    if kind not in _BYTES_EACH or any(size < 1 for size in sizes):
        raise NotSuchANetwork("weights of an unknown kind")
    data = tensor[9][-1]
    if len(data) != prod(sizes) * _BYTES_EACH[kind]:
        raise NotSuchANetwork("weights of another size than it says")
    name = _text(tensor, 8)
    network.sizes[name] = tuple(sizes)
    if kind == _INT64 and len(sizes) == 1:
        network.constants[name] = [int(value) for value in np.frombuffer(data, "<i8")]


def _declared(given: dict[int, Any]) -> Sizes:
    """The sizes of an input; one that has a name instead of a number is the number of positions."""
    sides = messages(messages(messages(messages(given, 2)[-1], 1)[-1], 2)[-1], 1)
    return tuple(numbers(side, 1)[-1] if 1 in side else 1 for side in sides)


def _read_node(node: dict[int, Any], network: _Network) -> None:
    _only(node, _NODE, "an operator")
    kind = _text(node, 4)
    if kind not in _RESULTS or any(texts(node, 7)):
        raise NotSuchANetwork(f"the operator {kind[:40]!r}")
    settings: dict[str, list[int]] = {}
    for attribute in messages(node, 5):
        _only(attribute, _ATTRIBUTE, "an operator")
        settings[_text(attribute, 1)] = numbers(attribute, 8) or numbers(attribute, 3)[-1:]
    unknown = settings.keys() - _SETTINGS.get(kind, set())
    if unknown:
        raise NotSuchANetwork(f"the operator {kind!r} with {min(unknown)[:40]!r}")
    given = texts(node, 1)
    made = texts(node, 2)
    if len(made) != 1 or made[0] in network.sizes:
        raise NotSuchANetwork("an operator with several results")
    if any(name not in network.sizes for name in given):
        raise NotSuchANetwork("an operator before what it needs")
    network.add(made[0], _RESULTS[kind](network, given, settings))


def _only(fields: Mapping[int, Any], known: set[int], what: str) -> None:
    if fields.keys() - known:
        raise NotSuchANetwork(f"{what} with more than it should have")


def _text(fields: dict[int, Any], number: int) -> str:
    return texts(fields, number)[-1]


Settings = Mapping[str, list[int]]


def _same(network: _Network, given: list[str], _settings: Settings) -> Sizes:
    return network.sizes[given[0]]


def _broadcast(network: _Network, given: list[str], _settings: Settings) -> Sizes:
    return _widened(*(network.sizes[name] for name in given))


def _widened(*sizes: Sizes) -> Sizes:
    """The sizes of arrays that are repeated to fit each other."""
    longest = max(map(len, sizes))
    columns = zip(*((1,) * (longest - len(one)) + one for one in sizes), strict=True)
    return tuple(max(column) for column in columns)


def _joined(network: _Network, given: list[str], settings: Settings) -> Sizes:
    axis, first = settings["axis"][0], list(network.sizes[given[0]])
    first[axis] = sum(network.sizes[name][axis] for name in given)
    return tuple(first)


def _convolved(network: _Network, given: list[str], settings: Settings) -> Sizes:
    sizes, kernel = network.sizes[given[0]], network.sizes[given[1]]
    return (sizes[0], kernel[0], *_slid(sizes[2:], kernel[2:], settings))


def _pooled(network: _Network, given: list[str], settings: Settings) -> Sizes:
    sizes = network.sizes[given[0]]
    return (*sizes[:2], *_slid(sizes[2:], tuple(settings["kernel_shape"]), settings))


def _slid(sizes: Sizes, kernel: Sizes, settings: Settings) -> Sizes:
    pads = settings.get("pads", [0] * 2 * len(sizes))
    if any(pad < 0 for pad in pads):
        raise NotSuchANetwork("a negative border")
    return tuple(size + pads[axis] + pads[axis + len(sizes)] - kernel[axis] + 1 for axis, size in enumerate(sizes))


def _multiplied(network: _Network, given: list[str], _settings: Settings) -> Sizes:
    left, right = (network.sizes[name] for name in given)
    return (*_widened(left[:-2], right[:-2]), left[-2], right[-1])


def _linear(network: _Network, given: list[str], settings: Settings) -> Sizes:
    weights = network.sizes[given[1]]
    return (network.sizes[given[0]][0], weights[0] if settings.get("transB") == [1] else weights[1])


def _to_one(network: _Network, given: list[str], _settings: Settings) -> Sizes:
    sizes = network.sizes[given[0]]
    return (*sizes[:2], *(1 for _ in sizes[2:]))


def _reduced(network: _Network, given: list[str], settings: Settings) -> Sizes:
    return tuple(1 if axis in settings["axes"] else size for axis, size in enumerate(network.sizes[given[0]]))


def _reshaped(network: _Network, given: list[str], _settings: Settings) -> Sizes:
    sizes, wanted = network.sizes[given[0]], network.constants[given[1]]
    made = [sizes[axis] if size == 0 else size for axis, size in enumerate(wanted)]
    if made.count(-1) == 1:
        made[made.index(-1)] = prod(sizes) // -prod(made)
    if prod(made) != prod(sizes):
        raise NotSuchANetwork("an array in a form that it does not fit")
    return tuple(made)


def _turned(network: _Network, given: list[str], settings: Settings) -> Sizes:
    sizes = network.sizes[given[0]]
    if sorted(settings["perm"]) != list(range(len(sizes))):
        raise NotSuchANetwork("an array in a form that it does not fit")
    return tuple(sizes[axis] for axis in settings["perm"])


def _padded(network: _Network, given: list[str], _settings: Settings) -> Sizes:
    sizes, pads = network.sizes[given[0]], network.constants[given[1]]
    if len(pads) != 2 * len(sizes) or any(pad < 0 for pad in pads):
        raise NotSuchANetwork("a border of another form")
    return tuple(size + pads[axis] + pads[axis + len(sizes)] for axis, size in enumerate(sizes))


def _gathered(network: _Network, given: list[str], settings: Settings) -> Sizes:
    sizes, axis = network.sizes[given[0]], settings["axis"][0]
    if not 0 <= axis < len(sizes):
        raise NotSuchANetwork("an array in a form that it does not fit")
    return (*sizes[:axis], *network.sizes[given[1]], *sizes[axis + 1 :])


_RESULTS: dict[str, Callable[[_Network, list[str], Settings], Sizes]] = {
    "Add": _broadcast,
    "Cast": _same,
    "Concat": _joined,
    "Conv": _convolved,
    "Gather": _gathered,
    "Gemm": _linear,
    "GlobalAveragePool": _to_one,
    "GlobalMaxPool": _to_one,
    "MatMul": _multiplied,
    "MaxPool": _pooled,
    "Mul": _broadcast,
    "Pad": _padded,
    "ReduceMax": _reduced,
    "ReduceMean": _reduced,
    "Relu": _same,
    "Reshape": _reshaped,
    "Tanh": _same,
    "Transpose": _turned,
}
"""The operators of networks, and the sizes of what each makes."""

_SETTINGS = {
    "Cast": {"to"},
    "Concat": {"axis"},
    "Conv": {"kernel_shape", "pads"},
    "Gather": {"axis"},
    "Gemm": {"transB"},
    "MaxPool": {"kernel_shape", "pads"},
    "ReduceMax": {"axes", "keepdims"},
    "ReduceMean": {"axes", "keepdims"},
    "Transpose": {"perm"},
}
