"""Where things are in the memory of a program for WebAssembly.

Constant data of the code comes first, then the stack, then the arrays that entries take, each at its place for good: the
memory never grows. Pages that nobody has touched cost nothing, so a tree may have its full room from the beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from apts.publish.program.packed_words import packed

PAGE = 1 << 16
WORD = 8
STACK_BYTES = 1 << 20


@dataclass
class MemoryMap:
    """Arrays of words one behind the other, with their content where it is not 0."""

    first: int
    places: dict[str, dict[str, int]] = field(default_factory=dict)
    content: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stack = self._aligned(self.first + STACK_BYTES)
        self._end = self.stack

    @staticmethod
    def _aligned(place: int) -> int:
        return -(-place // 16) * 16

    def add(self, name: str, size: int, content: Any = None) -> None:
        """Give an array its place; an array that has one keeps it."""
        if name in self.places:
            return
        self.places[name] = {"at": self._end, "words": size}
        self._end = self._aligned(self._end + WORD * size)
        if content is not None and any(content):
            self.content[name] = packed(map(int, content))

    @property
    def pages(self) -> int:
        """The size of the memory in pages of 64 KiB."""
        return -(-self._end // PAGE)
