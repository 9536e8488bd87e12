"""Numbers that rules keep under a name and that people must know of a position, as the total of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.lowering.variables import variable_field
from apts.language.tree import Clause, Text

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel

_PLACES = frozenset(
    {
        *("last To", "last From", "to", "from", "site", "between", "where", "ahead", "mapEntry", "regionSite", "coord"),
        *(
            "handSite",
            "trackSite Move",
            "trackSite EndSite",
            "trackSite FirstSite",
            "id",
            "what",
            "who",
            "mover",
            "next",
        ),
    }
)
"""Numbers that stand for a site, a piece or a player: as numbers they would tell people nothing."""


def shown_numbers(kernel: Kernel) -> tuple[tuple[str, str], ...]:
    """The variables that rules set to amounts and read again, each with its field of the position."""
    clauses = list(kernel.rules.clauses())
    read = {_name(clause) for clause in clauses if clause.name == "var"}
    places = {_name(clause) for clause in clauses if clause.name == "set Var" and _is_place(clause)}
    named = dict.fromkeys(_name(clause) for clause in clauses if clause.name == "set Var")
    shown = (name for name in named if name and name in read and name not in places)
    return tuple((name, field) for name in shown if (field := variable_field(name)) in kernel.data.fields)


def _name(clause: Clause) -> str:
    name = clause.arguments.get("name")
    return name.value if isinstance(name, Text) else ""


def _is_place(clause: Clause) -> bool:
    amount = clause.arguments.get("amount")
    return isinstance(amount, Clause) and amount.name in _PLACES
