"""What rules say of eyes: where pieces are placed for good and groups are captured that have no empty neighbour left."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.compiler.compiling import Compiled
from apts.language.tree import Clause, Word
from apts.search.evaluation.rules_read import owned_by_state
from apts.search.trees import playout


def eye_table(compiled: Compiled, rules: Clause) -> tuple[int, ...]:
    """What a playout needs to know of eyes (see :mod:`apts.search.trees.playout`); nothing where rules know none.

    Rules know eyes if groups are enclosed and captured, and if pieces are placed and do not move by themselves.
    """
    enclosing = next((clause for clause in rules.clauses() if clause.name == "enclose"), None)
    places = any(decision.kind == "add" for decision in compiled.decisions)
    kinds = {decision.kind for decision in compiled.decisions}
    if enclosing is None or not places or kinds - {"add", "pass", "swap"} or compiled.stacking:
        return ()
    if enclosing.get("numException") is not None or owned_by_state(compiled) or "what" not in compiled.fields:
        return ()
    board, sites = compiled.equipment.board, compiled.equipment.sites
    way = enclosing.get("directions")
    near = board.neighbours(way.name if isinstance(way, Word) else "Adjacent")
    owners = [0, *(piece.owner for piece in compiled.equipment.components)]
    head = [compiled.fields["what"][0], len(owners), sites, *owners]
    starts: list[int] = []
    lists: list[int] = []
    base = len(head) + sites + len(compiled.decisions)
    for site in range(sites):
        diagonal = _diagonals(near, site)
        starts.append(base + len(lists))
        lists += [len(near[site]), *near[site], len(diagonal), *diagonal]
    acts = {"add": playout.PLACES_A_PIECE, "pass": playout.PASSES}
    return (*head, *starts, *(acts.get(decision.kind, 0) for decision in compiled.decisions), *lists)


def _diagonals(near: Sequence[Sequence[int]], site: int) -> list[int]:
    """The sites that share two neighbours with a site without being neighbours themselves."""
    met: list[int] = [other for one in near[site] for other in near[one] if other != site and other not in near[site]]
    return sorted({other for other in met if met.count(other) > 1})
