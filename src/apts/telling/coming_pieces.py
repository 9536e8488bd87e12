"""Which kinds of pieces a match may bring onto the table beside those that are there at the start."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Component
from apts.engine.rules_game import RulesGame
from apts.language.tree import Clause, Text, Value

Kind = tuple[int, str]
"""The owner of a piece, 0 for nobody, and what it is called."""

_ADDING = frozenset(("add", "claim", "shoot"))


def added_kinds(game: RulesGame) -> frozenset[Kind]:
    """The kinds of which more may come than there are at the start, because a rule puts new ones down."""
    return frozenset(_named(game, _ADDING))


def promoted_kinds(game: RulesGame) -> frozenset[Kind]:
    """The kinds that take the places of others."""
    return frozenset(_named(game, frozenset(("promote",))))


def _named(game: RulesGame, heads: frozenset[str]) -> Iterator[Kind]:
    components = game.compiled.equipment.components
    for clause in game.typed_rules.clauses():
        if clause.signature.result != "moves":
            continue
        if clause.name.split()[-1].lower() in heads:
            yield from (_kind(game, piece) for piece in _meant(game, clause.arguments.get("what")))
        elif "copy" in clause.arguments and "add" in heads:
            yield from (_kind(game, piece) for piece in components if piece.owner)


def _kind(game: RulesGame, piece: Component) -> Kind:
    return piece.owner if 1 <= piece.owner <= game.players else 0, piece.called


def _meant(game: RulesGame, what: Value | None) -> list[Component]:
    """The pieces that an argument may stand for; without one, those with the numbers of the players."""
    pieces = game.compiled.equipment.components
    if what is None:
        return pieces[: game.players]
    names = list(_names(what))
    if names and all(any(_fits(name, piece) for piece in pieces) for name in names):
        return [piece for piece in pieces if any(_fits(name, piece) for name in names)]
    owned = [piece for piece in pieces if 1 <= piece.owner <= game.players]
    return owned or pieces


def _names(value: Value) -> Iterator[str]:
    """The names of pieces in an argument; an empty one where a number is worked out in another way."""
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, Text):
            yield part.value
        elif isinstance(part, Clause) and part.name in ("piece", "id"):
            parts = (part.arguments.get(slot) for slot in ("name", "names", "index"))
            yield from (name for one in parts if one is not None for name in _names(one))
        else:
            yield ""


def _fits(name: str, piece: Component) -> bool:
    return name in (piece.name, piece.bare)
