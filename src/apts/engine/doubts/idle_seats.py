"""Players who have no pieces and nothing to do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from apts.engine.compiler.equipment import Equipment
from apts.engine.doubts.doubt import Doubt, Margin, place_of
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.language.tree import Clause

_MATCHES = 20
_MOVES = 500
_MOST_LISTED = 20_000
"""Legal moves after which no further move is made, for games with thousands of them."""


def idle_seats(margin: Margin, rules: Clause, equipment: Equipment, game: Game) -> Iterator[Doubt]:
    """A doubt for each player of whom no piece stands anywhere in random matches, and who can never do but pass.

    Where that is so of everybody the game has other faults, which are told elsewhere.
    """
    idle, matches = _idle(equipment, game)
    for seat in sorted(idle) if len(idle) < game.players else ():
        owned = any(piece.owner == seat for piece in equipment.components)
        pieces = "no piece of it comes into play" if owned else "no piece of the equipment is its own"
        played = "the random match" if matches == 1 else f"all of {matches} random matches"
        message = f"{game.seat_called(seat, 'player')} has nothing to do: {pieces}, and in {played} it could only pass"
        yield margin.doubt("idle-seat", place_of(rules, "players"), message)


def _idle(equipment: Equipment, game: Game) -> tuple[set[int], int]:
    """The seats without a piece and without a move in random matches, and how many matches were looked at.

    Most games have shown everybody at work after a few moves, and are followed no further.
    """
    owners = {piece.name: piece.owner for piece in equipment.components}
    idle, listed, number = set(range(1, game.players + 1)), 0, 0
    while number < _MATCHES and listed <= _MOST_LISTED:
        choose, state = Random(f"idle seats {number}"), game.start(number)
        number += 1
        try:
            for _ in range(_MOVES):
                moves = state.moves()
                idle -= {owners[piece] for piece in state.standing.values()}
                if any(move.kind != "pass" for move in moves):
                    idle.discard(state.mover)
                if not idle or not moves or listed > _MOST_LISTED:
                    break
                listed += len(moves)
                state = state.after(choose.choice(moves))
        except AptsError:  # a match that breaks off is told elsewhere
            continue
        if not idle:
            break
    return idle, number
