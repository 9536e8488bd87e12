"""Protocol buffers taken apart without any library: fields by number, as they lie in the bytes."""

from __future__ import annotations

from collections import defaultdict

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
