"""Site types written in rules: the engine plays on the board's own type of site and on hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.language.tree import Clause, Word

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope


def refuse_other_geometry(scope: Scope, clause: Clause, slot: str = "on") -> None:
    """Refuse a clause about neighbours, lines or places of another type of site than the board is played on.

    Hands and dice are cells, but they have no geometry: on a board of vertices ``Cell`` means the cells between them.
    """
    word = clause.get(slot)
    if isinstance(word, Word) and word.name != scope.kernel.equipment.board.site_type:
        raise scope.kernel.unsupported(clause, f"on the {word.name} sites of a board played on another type of site")


def refuse_other_sites(scope: Scope, clause: Clause, slot: str = "on") -> None:
    """Refuse a clause that names another type of site than the board is played on; hands and dice count as cells."""
    word = clause.get(slot)
    if not isinstance(word, Word):
        return
    equipment = scope.kernel.equipment
    beside = len(equipment.containers) > 1
    if word.name != equipment.board.site_type and not (word.name == "Cell" and beside):
        raise scope.kernel.unsupported(clause, f"on the {word.name} sites of a board played on another type of site")
