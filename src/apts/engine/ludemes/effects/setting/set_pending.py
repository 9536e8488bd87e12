"""``(set Pending ..)``: values that live until the next move begins."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_set_pending(D, S, value):
    if value >= 0:
        within(value, 32 * D[SET_WORDS], "pending")
        S[D[AT_PENDING] + (value >> 5)] |= 1 << (value & 31)
        S[D[AT_PENDING_SINCE] + (value >> 5)] |= 1 << (value & 31)
"""


_SUMS = ("+", "*")
"""Numbers that rules work out from sites, such as one that stands for a pair of them, and that are no sites."""


@feature("pending")
def pending(kernel: Kernel) -> None:
    """A set of values that every move empties.

    The actions of a move are worked out while the old values are still there, so these are dropped when the actions are
    done; what the actions themselves have made pending is kept.
    """
    place, since = kernel.field("pending", "set"), kernel.field("pending since", "set", hashed=False)
    kernel.add_operation("set_pending", 1, ("pending",), _SOURCE)
    kernel.hook("begin move", lambda scope: scope.line(f"clear_set(S, {since}, D[SET_WORDS])"))
    kernel.hook("note move", lambda scope: scope.line(f"copy_set(S, {place}, S, {since}, D[SET_WORDS])"))


@ludeme(
    "(set Pending [what<int|region>] [then<then>])",
    result="moves",
    documentation="Make a value or the sites of a region pending until the next move; without any, the value 1.",
    idle="then",
    needs=["pending"],
)
def set_pending(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Add to the set; ``then`` has no effect here."""

    def act(inner: Scope) -> None:
        what = clause.get("what")
        if what is None:
            inner.act("set_pending", "1")
        elif isinstance(what, Clause) and what.signature.result == "region":
            with inner.region(what).each(inner) as site:
                inner.act("set_pending", site)
        else:
            if isinstance(what, Clause) and what.name in _SUMS:
                equipment = inner.kernel.equipment
                equipment.numbers_in_sets = max(equipment.numbers_in_sets, 2 * equipment.all_sites)
            inner.act("set_pending", inner.integer(what))

    sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
