"""The weights in a model file, read without the package ``onnx``, which only training needs.

A model file is a protocol buffer (https://protobuf.dev/programming-guides/encoding/) with the fields of
https://github.com/onnx/onnx/blob/main/onnx/onnx.proto: the graph of a model has its weights as tensors.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

_GRAPH, _INITIALIZER = 7, 5
_DIMENSIONS, _KIND, _NAME, _RAW = 1, 2, 8, 9
_FLOAT = 1
_VARINT, _EIGHT, _LENGTH, _FOUR = 0, 1, 2, 5


def read_weights(content: bytes) -> dict[str, NDArray[np.float32]]:
    """The weights of a model file by their names in the network; constants of the graph have a slash in theirs."""
    found: dict[str, NDArray[np.float32]] = {}
    for number, graph in _fields(memoryview(content)):
        if number != _GRAPH or isinstance(graph, int):
            continue
        for part, tensor in _fields(graph):
            if part == _INITIALIZER and not isinstance(tensor, int):
                found |= _weight(tensor)
    return found


def _weight(tensor: memoryview) -> dict[str, NDArray[np.float32]]:
    """A tensor by its name; nothing where it is no weight."""
    sizes: list[int] = []
    kind, name, raw = 0, "", memoryview(b"")
    for number, value in _fields(tensor):
        if number == _DIMENSIONS:
            sizes += [value] if isinstance(value, int) else _numbers(value)
        elif number == _KIND and isinstance(value, int):
            kind = value
        elif number == _NAME and not isinstance(value, int):
            name = bytes(value).decode()
        elif number == _RAW and not isinstance(value, int):
            raw = value
    if kind != _FLOAT or "/" in name:
        return {}
    return {name: np.frombuffer(raw, "<f4").astype(np.float32).reshape(sizes)}


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message: their numbers with a number, or with the bytes of what they hold."""
    at = 0
    while at < len(message):
        head, at = _number(message, at)
        form = head & 7
        if form == _VARINT:
            value, at = _number(message, at)
            yield head >> 3, value
            continue
        size = {_EIGHT: 8, _FOUR: 4}.get(form)
        if size is None:
            size, at = _number(message, at)
        yield head >> 3, message[at : at + size]
        at += size


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """A number of seven bits an octet, the lowest first, and where it ends."""
    value = shift = 0
    while True:
        octet = message[at]
        value |= (octet & 127) << shift
        at, shift = at + 1, shift + 7
        if octet < 128:
            return value, at


def _numbers(packed: memoryview) -> list[int]:
    """Numbers one behind the other."""
    at, found = 0, []
    while at < len(packed):
        value, at = _number(packed, at)
        found.append(value)
    return found
