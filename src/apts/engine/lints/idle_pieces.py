"""Kinds of pieces that are in the equipment and never come into play."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Equipment
from apts.engine.lints.lint import Lint, LintSource
from apts.engine.lints.short_matches import ShortMatches
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.language.tree import Clause, Text, TextPlace, Value

_MATCHES = 3
_MOVES = 100
"""Moves of a match in which a piece without a name in the rules is looked for: some rules add pieces by their number."""


_LOOKING = frozenset({"forEach Piece", "count Pieces", "no Pieces", "sites Occupied"})
"""What looks for pieces by their names where they stand, and puts none out."""


def idle_pieces(
    margin: LintSource, rules: Clause, equipment: Equipment, game: RulesGame
) -> Iterator[tuple[Lint, tuple[TextPlace, ...]]]:
    """A doubt for each kind of piece that no rule puts out and that random matches do not bring onto the board.

    With it come the places where rules look for the piece, which say nothing else.
    """
    defined = _defined(rules)
    texts = list(_texts(rules, [clause.arguments["name"] for clause in defined]))
    named = {text.value for clause, text in texts if clause.name not in _LOOKING}
    waiting = [(clause, kinds) for clause in defined if named.isdisjoint(kinds := _kinds(clause, equipment))]
    there = _standing(game) if waiting else set()
    for clause, kinds in waiting:
        if there.isdisjoint(kinds):
            message = f'"{kinds[0]}" never comes into play: no rule places it, adds it or changes another piece into it'
            proposed = [f'(place "{kinds[min(1, len(kinds) - 1)]}" ..)']
            lint = margin.lint("idle-piece", clause.position, message, proposed)
            yield lint, tuple(text.position for _, text in texts if text.value in kinds)


def _texts(rules: Clause, names: list[Value]) -> Iterator[tuple[Clause, Text]]:
    """The texts of the rules with the clauses that have them, but for the names of the pieces of the equipment."""
    for clause in rules.clauses():
        for value in clause.arguments.values():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, Text) and not any(text is name for name in names):
                    yield clause, text


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


def _standing(game: RulesGame) -> set[str]:
    """What stands somewhere in some random matches."""
    found: set[str] = set()
    matches = ShortMatches(game, "idle pieces")
    for number in range(_MATCHES):
        try:
            for choice in matches.match(number, _MOVES):
                found.update(choice.state.standing.values())
        except AptsError:  # a match that breaks off is told elsewhere
            continue
        if matches.spent:
            break
    return found
