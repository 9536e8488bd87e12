"""Reading the registers: from, to, between, site, level, player and so on."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_MEANINGS = {
    "from": "The site a move comes from.",
    "to": "The site a move goes to, or the site under test.",
    "between": "The site between, that a move passes or captures.",
    "site": "The site of the loop around.",
    "level": "The level of a stack in the loop around.",
    "player": "The player of the loop around.",
    "value": "The value of the loop around.",
    "pips": "The value of the die in use.",
}


def _register(name: str, documentation: str) -> None:
    @ludeme(f"({name})", result="int", documentation=documentation)
    def read(scope: Scope, clause: Clause) -> Expression:
        value = scope.register(name)
        scope.kernel.registers_read.note(clause, name, scope.registers)
        return value


for _name, _documentation in _MEANINGS.items():
    _register(_name, _documentation)
