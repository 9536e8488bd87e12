"""What a text says must count: an argument that no lowering has read is refused by name.

A signature tells what may be written, a lowering what is made of it. Where a lowering passes over an argument that was
written, the game would be accepted and played by other rules than those of its text. So the compiler keeps account of
every argument that it asks for, and in the end refuses what nobody asked for.

Three kinds of things may go unread: what makes no difference by the rules of the language (registered as ``idle``, or
handed to :meth:`Readings.disregard`), the effects of moves that are only asked about and never made, and equipment that
no rule asks for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from apts.engine.compiler.ludeme import UnsupportedRule, idle_slots
from apts.language.tree import READER, Clause, Value

_BLOCKS = ("from", "to", "between", "apply")


class Readings:
    """The arguments read, the clauses lowered and the moves made while a game is compiled."""

    def __init__(self) -> None:
        self._read: set[tuple[int, str]] = set()
        self._lowered: set[int] = set()
        self._made: set[int] = set()
        self._asked: set[int] = set()

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note every argument that is asked for inside."""
        token = READER.set(self._note)
        try:
            yield
        finally:
            READER.reset(token)

    def _note(self, clause: Clause, slot: str) -> None:
        self._read.add((id(clause), slot))
        self._lowered.add(id(clause))

    def lower(self, clause: Clause) -> None:
        """Note that the lowering of a clause is called."""
        self._lowered.add(id(clause))

    def make(self, clause: Clause) -> None:
        """Note that the actions of a move are written, not only the question whether there is such a move."""
        self._made.add(id(clause))

    def ask(self, clause: Clause) -> None:
        """Note that moves of a clause are looked for without being made."""
        self._asked.add(id(clause))

    def disregard(self, value: Value | None) -> None:
        """Take an argument and all that is below it for read, because it makes no difference in its place."""
        for clause in clauses_in(value):
            for part in clause.clauses():
                self._lowered.add(id(part))
                self._read.update((id(part), slot) for slot in part.arguments)

    def refuse_unread(self, clause: Clause, *, made: bool = True) -> None:
        """Raise for the first argument below that was not read; ``made``: whether the move around it is carried out."""
        result = clause.signature.result
        if result in ("metarule", "graph"):  # read before the lowering starts: by features, and when the board is made
            return
        if result not in _BLOCKS:
            made = id(clause) in self._made or id(clause) not in self._asked
        for slot, value in clause.arguments.items():
            if slot in idle_slots(clause.signature):
                continue
            if (id(clause), slot) not in self._read:
                if made:
                    raise unread(clause, slot)
                continue
            for child in clauses_in(value):
                if id(child) in self._lowered:
                    self.refuse_unread(child, made=made)
                elif made and slot != "then" and result != "item":
                    raise unread(clause, slot)


def refuse_unasked(clause: Clause, given: Iterable[str], asked: Collection[str]) -> None:
    """Raise for an argument given to the function that makes a board, and which that function has not asked for."""
    for slot in given:
        if slot not in asked and slot not in idle_slots(clause.signature):
            raise unread(clause, slot)
        clause.get(slot)  # so that it counts as read


def unread(clause: Clause, slot: str) -> UnsupportedRule:
    """The error for an argument that would be passed over."""
    value = clause.arguments[slot]
    label = next((known.label for known in clause.signature.slots if known.name == slot), None)
    written = f"{label}:" if label is not None else _shown(value)
    return UnsupportedRule(f"({clause.name}) with {written} in this place", getattr(value, "position", clause.position))


def clauses_in(value: Value | None) -> Iterator[Clause]:
    """The clauses that an argument is or holds, not those below them."""
    if isinstance(value, Clause):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from clauses_in(item)


def _shown(value: Value) -> str:
    """An argument in a few words."""
    if isinstance(value, tuple):
        return "{ .. }"
    if isinstance(value, Clause):
        return f"({value.name} ..)" if value.arguments else f"({value.name})"
    return str(getattr(value, "name", getattr(value, "value", "")))
