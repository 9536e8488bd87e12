"""Choices of what is to be set: ``(move Set NextPlayer ..)`` and ``(move Set Rotation ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import int_array
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.regions import SingleSite
from apts.engine.lowering.sites.site_types import sites_kind
from apts.engine.ludemes.effects.move_again import know_next_player
from apts.language.tree import Clause


@ludeme(
    "(move Set NextPlayer (who<seat> | players<array>) [then<then>])",
    result="moves",
    documentation="Choose who moves next.",
)
def choose_next_player(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each player."""
    who, players = clause.get("who"), clause.get("players")
    sink = with_then(sink, clause.get("then"))

    def act(inner: Scope) -> None:
        know_next_player(inner.kernel)
        inner.act("next_player", inner.register("chosen"))

    move = GeneratedMove(clause, "set", UNSET, UNSET, act, said="next", number="chosen")
    if who is not None:
        with scope.bound(chosen=scope.simple(player_number(scope, who), "player")):
            sink.emit(scope, move)
        return
    assert players is not None
    with int_array(scope, players).each(scope) as player, scope.bound(chosen=player):
        sink.emit(scope, move)


@ludeme(
    "(move Set Rotation [to<to>] [rotation<int|{int}>] [previous:<bool>] [next:<bool>] [then<then>])",
    result="moves",
    documentation="Turn the piece on a site to one of these rotations.",
)
def choose_rotation(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each rotation written."""
    rotations = as_tuple(clause.get("rotation"))
    if not rotations or scope.flag(clause, "previous", default=True) or scope.flag(clause, "next", default=True):
        raise scope.kernel.unsupported(clause, "by one step")
    sink = with_then(sink, clause.get("then"))
    block = clause.get("to")
    where = block.get("where") if isinstance(block, Clause) else None
    if isinstance(block, Clause):
        sites_kind(scope, block)
    site = scope.register("from") if where is None else scope.simple(scope.integer(where), "site")

    def act(inner: Scope) -> None:
        inner.kernel.field("rotation", "level" if inner.kernel.storage.stacking else "site")
        inner.act("set_rotation", inner.register("turned"), inner.register("rotation"))

    with SingleSite(site).each(scope) as place:
        for rotation in rotations:
            with scope.bound(turned=place, rotation=scope.simple(scope.integer(rotation), "rotation")):
                sink.emit(scope, GeneratedMove(clause, "turn", place, place, act, number="rotation"))
