"""Which names a game has: of pieces, containers, regions, tracks and whatever else rules call by a text."""

from __future__ import annotations

from functools import cached_property

from apts.board.mixed_board import short_labels
from apts.engine.compiler.equipment import Equipment
from apts.language.tree import Clause, Text


class NamedThings:
    """The names that typed rules and their equipment give to things, by the sort of thing."""

    def __init__(self, rules: Clause, equipment: Equipment):
        self.rules, self.equipment = rules, equipment

    def of(self, sort: str) -> tuple[str, ...]:
        """The names of the things of a sort, each once."""
        return tuple(dict.fromkeys(self._by_sort[sort]))

    @cached_property
    def _by_sort(self) -> dict[str, list[str]]:
        equipment = self.equipment
        boxes = [box.name for box in equipment.containers]
        hands = ["Hand"] if any(name.startswith("Hand") for name in boxes) else []
        return {
            "piece": [piece.name for piece in equipment.components],
            "kind of piece": [piece.bare for piece in equipment.components],
            "container": boxes,
            "hand or container": [*hands, *boxes],
            "region": [region.name for region in equipment.regions],
            "coordinate": short_labels(equipment.board.labels()),
            "track": [text for track in equipment.tracks for text in _texts(track, "name")],
            "map": [name for name, _ in equipment.maps],
            "phase": self._given("phase", "name"),
            "variable": self._given("set Var", "name"),
            "list": [*self._given("remember Value", "name"), *self._given("set RememberValue", "name")],
            "proposal": [
                text for head in ("move Propose", "propose", "move Vote", "vote") for text in self._given(head, "text")
            ],
        }

    def _given(self, ludeme: str, slot: str) -> list[str]:
        """The texts that all clauses of a ludeme have in a slot."""
        return [text for clause in self.rules.clauses() if clause.name == ludeme for text in _texts(clause, slot)]


def _texts(clause: Clause, slot: str) -> list[str]:
    value = clause.arguments.get(slot)
    return [text.value for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, Text)]
