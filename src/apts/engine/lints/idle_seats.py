"""Players who have no pieces and nothing to do."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Equipment
from apts.engine.lints.lint import Lint, LintSource, place_of
from apts.engine.lints.short_matches import ShortMatches
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.language.tree import Clause

_MATCHES = 20
_MOVES = 500


def idle_seats(margin: LintSource, rules: Clause, equipment: Equipment, game: RulesGame) -> Iterator[Lint]:
    """A doubt for each player of whom no piece stands anywhere in random matches, and who can never do but pass.

    Where that is so of everybody the game has other faults, which are told elsewhere.
    """
    idle, matches = _idle(equipment, game)
    for seat in sorted(idle) if len(idle) < game.players else ():
        owned = any(piece.owner == seat for piece in equipment.components)
        pieces = "no piece of it comes into play" if owned else "no piece of the equipment is its own"
        played = "the random match" if matches == 1 else f"all of {matches} random matches"
        message = f"{game.seat_called(seat, 'player')} has nothing to do: {pieces}, and in {played} it could only pass"
        yield margin.lint("idle-seat", place_of(rules, "players"), message)


def _idle(equipment: Equipment, game: RulesGame) -> tuple[set[int], int]:
    """The seats without a piece and without a move in random matches, and how many matches were looked at.

    Most games have shown everybody at work after a few moves, and are followed no further.
    """
    owners = {piece.name: piece.owner for piece in equipment.components}
    idle, matches, number = set(range(1, game.players + 1)), ShortMatches(game, "idle seats"), 0
    while number < _MATCHES and not matches.spent and idle:
        number += 1
        try:
            for choice in matches.match(number - 1, _MOVES):
                idle -= {owners[piece] for piece in choice.state.standing.values()}
                if choice.kinds - {"pass"}:
                    idle.discard(choice.state.mover)
                if not idle:
                    break
        except AptsError:  # a match that breaks off is told elsewhere
            continue
    return idle, number
