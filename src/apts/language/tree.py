"""The typed rules: what the builder makes of a text and what every later stage reads.

A rules text becomes a tree of :class:`Clause`; its leaves are :class:`Literal`, :class:`Word` and :class:`Text`.
Each node knows where in the text it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Union

if TYPE_CHECKING:
    from apts.language.signatures.signature import Signature


class TextPlace(NamedTuple):
    """A place in a rules text; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = TextPlace("<built-in>", 0, 0)
READER: ContextVar[Callable[[Clause, str], None] | None] = ContextVar("READER", default=None)
"""Who is told of every argument that is asked for: a compiler that wants to know what it has left out."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A number or truth value. ``written`` is its name when it was written as one (``Off``, ``Infinity``)."""

    value: int | float | bool
    position: TextPlace = field(default=NOWHERE, compare=False)
    written: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A bare constant such as ``Mover``, ``Cell`` or ``NE``."""

    name: str
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted string."""

    value: str
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """One ludeme with its arguments, matched against a signature.

    ``arguments`` holds only what was written, by the slot's name. A collection is a tuple.
    """

    signature: Signature
    arguments: Mapping[str, Value]
    position: TextPlace = field(default=NOWHERE, compare=False)

    @property
    def name(self) -> str:
        """Head and mode word, for example ``is Line``."""
        return self.signature.name

    def get(self, slot: str) -> Value | None:
        """The argument of that slot, or None when it was left out."""
        reader = READER.get()
        if reader is not None:
            reader(self, slot)
        return self.arguments.get(slot)

    def clauses(self) -> Iterator[Clause]:
        """This clause and all clauses below it, outermost first, in the order of the text."""
        waiting: list[Value] = [self]
        while waiting:
            value = waiting.pop()
            if isinstance(value, Clause):
                yield value
                waiting.extend(reversed([*value.arguments.values()]))
            elif isinstance(value, tuple):
                waiting.extend(reversed(value))


Value = Union[Clause, Literal, Word, Text, "tuple[Value, ...]"]
