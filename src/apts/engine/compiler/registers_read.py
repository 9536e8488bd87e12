"""Which registers the rules read where nothing sets them: ``(to)`` after a move, ``(site)`` outside of a loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import UNSET, Expression
from apts.language.tree import Clause

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope


@dataclass(frozen=True)
class NeverSet:
    """A clause that reads a register which nothing sets, and the names of the ``others`` that are set in its place.

    It names the register, as ``(to)`` does, or leaves out the argument for which the register stands.
    """

    clause: Clause
    register: str
    others: frozenset[str]


class RegistersRead:
    """Account of the clauses such as ``(to)`` that were lowered. One may be lowered several times, in several contexts."""

    def __init__(self) -> None:
        self._unset: dict[int, NeverSet] = {}
        self._set: set[int] = set()

    def note(self, clause: Clause, name: str, registers: Mapping[str, Expression]) -> None:
        """Note a clause that reads the register of that name, where these have values."""
        having = frozenset(other for other, value in registers.items() if value != UNSET)
        if name in having:
            self._set.add(id(clause))
        else:
            before = self._unset.get(id(clause))
            others = having if before is None else having | before.others
            self._unset[id(clause)] = NeverSet(clause, name, others)

    @property
    def never_set(self) -> tuple[NeverSet, ...]:
        """The clauses whose register nothing sets in any context."""
        return tuple(found for key, found in self._unset.items() if key not in self._set)


def register_for_left_out(scope: Scope, clause: Clause, name: str) -> Expression:
    """The value of the register that stands for an argument which a clause leaves out."""
    scope.kernel.registers_read.note(clause, name, scope.registers)
    return scope.register(name)
