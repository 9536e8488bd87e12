"""What kinds of pieces are worth before anything else is known: as much as they can do in random matches."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.equipment import Component
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import OVER
from apts.search.evaluation.rules_read import owned_by_state

SEED = 1
WALKS, WALK_LIMIT = 6, 100
"""Random matches in which it is counted what pieces can do, and moves of each."""


def piece_kinds(compiled: Compiled) -> list[str]:
    """The names of the kinds of pieces that somebody owns, without dice."""
    return list(dict.fromkeys(piece.bare for piece in owned_pieces(compiled)))


def owned_pieces(compiled: Compiled) -> list[Component]:
    """The pieces that somebody owns, without dice."""
    by_state = owned_by_state(compiled)
    players = compiled.equipment.players
    return [
        piece
        for piece in compiled.equipment.components
        if not piece.faces and (by_state or 1 <= piece.owner <= players)
    ]


def piece_values(machine: Machine, seed: int = SEED) -> dict[str, float]:
    """How many times a kind of piece is worth more than a usual one, by the moves that it has in random matches."""
    compiled, kinds = machine.compiled, piece_kinds(machine.compiled)
    if len(kinds) < 2 or "what" not in compiled.fields:
        return {}
    components = compiled.equipment.components
    what_at, size = compiled.fields["what"]
    there, able = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)

    def visit(state: Any, count: int) -> None:
        mover = int(state[0])
        what = [int(word) for word in state[what_at : what_at + size]]
        for number in what:
            piece = components[number - 1] if number else None
            if piece is not None and piece.owner == mover and piece.bare in there:
                there[piece.bare] += 1
        width = compiled.record_size
        for index in range(count):
            origin = int(machine.records[index * width + 1])
            number = what[origin] if 0 <= origin < size and not compiled.stacking else 0
            if number and components[number - 1].bare in able:
                able[components[number - 1].bare] += 1

    for number in range(WALKS):
        walked(machine, seed, number, WALK_LIMIT, visit)
    reach = {kind: (able[kind] + 1.0) / (there[kind] + 2.0) for kind in kinds if there[kind]}
    if not reach or not any(able.values()):
        return {}
    pieces = 0
    total = 0.0
    for kind, moves in reach.items():
        pieces += there[kind]
        total += moves * there[kind]
    usual = total / pieces
    return {kind: round((0.5 + moves / usual) / 1.5, 2) for kind, moves in reach.items()}


def walked(machine: Machine, seed: int, number: int, limit: int, visit: Callable[[Any, int], None]) -> list[int]:
    """Play a random match up to a limit; returns the steps of its moves. ``visit`` sees positions whose moves are listed."""
    lot = Random(f"{seed} {number}")
    state = machine.start(lot.getrandbits(60))
    steps: list[int] = []
    while not state[OVER] and len(steps) < limit:
        count = machine.moves(state)
        visit(state, count)
        machine.play(state, machine.record(lot.randrange(count)))
        steps.append(machine.effort)
    return steps
