"""Kinds of pieces that are in the equipment and never come into play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from apts.engine.compiler.equipment import Equipment
from apts.engine.doubts.doubt import Doubt, Margin
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.language.tree import Clause, Text

_MATCHES = 3
_MOVES = 100
"""Moves of a match in which a piece without a name in the rules is looked for: some rules add pieces by their number."""

_MOST_LISTED = 20_000
"""Legal moves after which no further move is made, for games with thousands of them."""


def idle_pieces(margin: Margin, rules: Clause, equipment: Equipment, game: Game) -> Iterator[Doubt]:
    """A doubt for each kind of piece that no rule names and that random matches do not bring onto the board."""
    defined = _defined(rules)
    names = [clause.arguments["name"] for clause in defined]
    named = {
        text.value
        for clause in rules.clauses()
        for value in clause.arguments.values()
        for text in (value if isinstance(value, tuple) else (value,))
        if isinstance(text, Text) and not any(text is name for name in names)
    }
    waiting = [(clause, kinds) for clause in defined if named.isdisjoint(kinds := _kinds(clause, equipment))]
    there = _standing(game) if waiting else set()
    for clause, kinds in waiting:
        if there.isdisjoint(kinds):
            message = f'"{kinds[0]}" never comes into play: no rule places it, adds it or changes another piece into it'
            yield margin.doubt(
                "idle-piece", clause.position, message, [f'(place "{kinds[min(1, len(kinds) - 1)]}" ..)']
            )


def _defined(rules: Clause) -> list[Clause]:
    """The pieces of the equipment that have a name."""
    equipment = rules.arguments["equipment"]
    items = equipment.arguments.get("items", ()) if isinstance(equipment, Clause) else ()
    found = [item for item in (items if isinstance(items, tuple) else (items,)) if isinstance(item, Clause)]
    return [item for item in found if item.signature.head == "piece" and isinstance(item.arguments.get("name"), Text)]


def _kinds(clause: Clause, equipment: Equipment) -> list[str]:
    """What rules may call the pieces of a clause: the name that stands there, and those with the numbers of owners."""
    name = clause.arguments["name"]
    assert isinstance(name, Text)
    return list(dict.fromkeys([name.value, *(one.name for one in equipment.components if one.bare == name.value)]))


def _standing(game: Game) -> set[str]:
    """What stands somewhere in some random matches."""
    found: set[str] = set()
    listed = 0
    for number in range(_MATCHES):
        choose = Random(f"idle pieces {number}")
        state = game.start(number)
        try:
            for _ in range(_MOVES):
                found.update(state.standing.values())
                if state.outcome is not None or listed > _MOST_LISTED or not (moves := state.moves()):
                    break
                listed += len(moves)
                state = state.after(choose.choice(moves))
        except AptsError:  # a match that breaks off is told elsewhere
            continue
    return found
