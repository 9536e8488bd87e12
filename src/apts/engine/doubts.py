"""What is accepted in a rules text and yet can hardly be meant: players and pieces that the game does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.language.tree import Clause, Text, Value, Word

_PLAYER = re.compile("P([1-9][0-9]*)")
_OF_PIECES = ("count Pieces", "forEach Piece", "id", "no Pieces", "where")
"""Ludemes whose texts are names of pieces, of containers, or of what a piece is found in."""


def doubts(game: Game) -> tuple[str, ...]:
    """A sentence for each place of the rules that speaks of a player or a piece that is not there."""
    if (rules := game.from_rules) is None:
        return ()
    found = [sentence for clause in rules.typed_rules.clauses() for sentence in _of_clause(rules, clause)]
    return tuple(dict.fromkeys(found))


def _of_clause(game: RulesGame, clause: Clause) -> Iterator[str]:
    place = f"({clause.name} ..) in line {clause.position.line}"
    for value in _plain(clause):
        if isinstance(value, Word) and (named := _PLAYER.fullmatch(value.name)) and int(named[1]) > game.players:
            seats = "1 player" if game.players == 1 else f"{game.players} players"
            yield f"{place} speaks of {value.name}; the game has {seats}, so it means nobody."
        if isinstance(value, Text) and clause.name in _OF_PIECES and not _is_known(game, value.value):
            pieces = ", ".join(dict.fromkeys(piece.bare for piece in game.compiled.equipment.components)) or "none"
            yield f"{place} names {value.value!r}, and no piece is called so (there are: {pieces})."


def _plain(clause: Clause) -> Iterator[Value]:
    """The words and texts that stand in a clause itself, in collections too."""
    for value in clause.arguments.values():
        yield from value if isinstance(value, tuple) else (value,)


def _is_known(game: RulesGame, text: str) -> bool:
    equipment = game.compiled.equipment
    names = [*(piece.name for piece in equipment.components), *(box.name for box in equipment.containers)]
    return any(text.casefold() in name.casefold() for name in names)
