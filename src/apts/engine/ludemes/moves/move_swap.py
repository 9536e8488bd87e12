"""Exchanges: ``(move Swap ..)`` and the effect ``(swap ..)``, of seats or of pieces."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.ludemes.effects.move_again import know_next_player
from apts.language.tree import Clause

_SWAP_SEATS = """
@compiled
def do_swap_seats(D, S, first, second):
    if first + second == 3 and first * second == 2:
        S[SWAPPED] = 1 - S[SWAPPED]
    else:
        missing_player(D, first)
        missing_player(D, second)
"""


@ludeme(
    "(move Swap Players first<int|role> second<int|role> [then<then>])",
    result="moves",
    documentation="Two players may change sides.",
)
@ludeme(
    "(swap Players first<int|role> second<int|role> [then<then>])",
    result="moves",
    documentation="Two players change sides.",
)
def swap_players(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The seats stay as they are and the mover moves again; only who sits there is exchanged."""
    if scope.kernel.equipment.players != 2:
        raise scope.kernel.unsupported(clause, "among more than two players")

    def act(inner: Scope) -> None:
        know_next_player(inner.kernel)
        inner.kernel.add_operation("swap_seats", 2, (), _SWAP_SEATS)
        inner.act("swap_seats", *(inner.integer(clause.get(slot)) for slot in ("first", "second")))
        inner.act("next_player", inner.role("Mover"))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "swap", UNSET, UNSET, act, key=("seats",)))


@ludeme(
    "(move Swap Pieces [first<int>] [second<int>] [then<then>])",
    result="moves",
    documentation="The pieces of two sites may change places.",
)
@ludeme(
    "(swap Pieces [first<int>] [second<int>] [then<then>])",
    result="moves",
    documentation="The pieces of two sites change places, by default those of the last move.",
)
def swap_pieces(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The first piece goes over, then a new one of the second kind is put where it was."""
    if scope.kernel.storage.stacking:
        raise scope.kernel.unsupported(clause, "among stacks")
    first = scope.simple(scope.integer(clause.get("first"), f"{scope.state}[LAST_FROM]"), "site")
    second = scope.simple(scope.integer(clause.get("second"), f"{scope.state}[LAST_TO]"), "site")

    def act(inner: Scope) -> None:
        start, end = inner.register("swapped_from"), inner.register("swapped_to")
        other = inner.let("what", inner.kernel.storage.what(inner, end))
        inner.act("move", start, end)
        inner.act("add", start, other, "-1", "-1")

    for site in (first, second):  # off the board nothing is exchanged, elsewhere a site must exist
        with scope.block(f"if outside(D, {site}):"):
            scope.line(f"missing(D, {site})")
    storage = scope.kernel.storage
    occupied = f"{storage.what(scope, first)} != 0 and {storage.what(scope, second)} != 0"
    with scope.block(f"if {occupied}:"), scope.bound(swapped_from=first, swapped_to=second):
        with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "swap", first, second, act))
