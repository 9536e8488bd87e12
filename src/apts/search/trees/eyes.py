"""What rules say of eyes: where pieces are placed for good and groups are captured that have no empty neighbour left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apts.engine.compiler.compiling import Compiled
from apts.engine.runtime.layout import RECORD_HEAD
from apts.language.tree import Clause, Literal, Word
from apts.search.evaluation.rules_read import owned_by_state
from apts.search.trees import playout


def eye_table(compiled: Compiled, rules: Clause, *, replies: bool = False) -> tuple[int, ...]:
    """What a playout needs to know of eyes (see :mod:`apts.search.trees.playout`); nothing where rules know none.

    Rules know eyes if groups are enclosed and captured, and if pieces are placed and do not move by themselves. Groups in
    danger are answered (``replies``) where a piece may be placed on every empty site if only it is not captured itself.
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
    head = [compiled.fields["what"][0], len(owners), sites, _placing(compiled, rules) if replies else -1, *owners]
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


def _placing(compiled: Compiled, rules: Clause) -> int:
    """The number of the decision to place a piece on any empty site; -1 where rules ask for more than that."""
    placing = [decision.number for decision in compiled.decisions if decision.kind == "add"]
    moves = next((clause.get("moves") for clause in rules.clauses() if clause.name == "play"), None)
    if len(placing) != 1 or compiled.record_size != RECORD_HEAD or not isinstance(moves, Clause):
        return -1
    return placing[0] if all(map(_is_free, _parts(moves))) else -1


def _parts(moves: Clause) -> Iterator[Clause]:
    """The lists of moves that are joined in one, and what is asked of them."""
    if moves.name in ("or", "do"):
        for part in moves.arguments.values():
            for one in part if isinstance(part, tuple | list) else (part,):
                if isinstance(one, Clause):
                    yield from _parts(one)
        if moves.name == "do" and moves.get("next") is not None:
            yield moves
    else:
        yield moves


def _is_free(part: Clause) -> bool:
    """Whether a part of the moves lets pieces be placed on any empty site, passes, or asks for liberties alone."""
    if part.name == "move Add":
        to = part.get("to")
        where = to.get("where") if isinstance(to, Clause) and set(to.arguments) == {"where"} else None
        plain = isinstance(where, Clause) and where.name == "sites Empty" and not where.arguments
        return plain and set(part.arguments) <= {"to", "then"}
    if part.name == ">":
        counted, least = part.get("a"), part.get("b")
        liberties = isinstance(counted, Clause) and counted.name == "count Liberties"
        return liberties and isinstance(least, Literal) and least.value == 0
    return part.name == "move Pass"
