"""Distances and neighbourhoods: count Steps, numbers of neighbours, is Related."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import CONSTANTS, Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.directions import Directions, directions, seen_from
from apts.engine.lowering.sites.groups import cleared_set, room_for_sites
from apts.engine.lowering.sites.regions import Region
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause, Word

FAR = CONSTANTS["Infinity"]
_RELATIONS = {"Adjacent": "Adjacent", "Orthogonal": "Orthogonal", "Diagonal": "Diagonal", "Off": "OffDiagonal"}


def _distances(scope: Scope, relation: str) -> str:
    """The table of the distances between all sites, row by row (code of its start)."""
    board = scope.kernel.board

    def rows() -> list[int]:
        table = board.distances(relation)
        return [FAR if distance < 0 else int(distance) for row in table for distance in row]

    return scope.kernel.table(("distances", relation), rows)


@ludeme(
    "(count Steps [on<SiteType>] [relation<Relation>] [step<moves>] [newRotation:<int>] site<int> target<int|region>)",
    result="int",
    documentation="How many steps lie between a site and another one, or the nearest site of a region.",
)
def count_steps(scope: Scope, clause: Clause) -> Expression:
    """A table, or a search where a rule for the steps is given."""
    geometry_kind(scope, clause)
    if clause.get("newRotation") is not None:
        raise scope.kernel.unsupported(clause, "with newRotation:")
    relation = clause.get("relation")
    word = relation.name if isinstance(relation, Word) else "Adjacent"
    target = clause.get("target")
    assert target is not None
    if clause.get("step") is not None:
        return _searched(scope, clause)
    table = _distances(scope, word)
    if not (isinstance(target, Clause) and target.signature.result == "region"):
        site, end = scope.integer(clause.get("site")), scope.integer(target)
        return Expression(f"distance(D, {table}, {site}, {end})")
    site = scope.simple(scope.integer(clause.get("site")), "site")
    nearest = scope.let("nearest", str(FAR))
    with scope.region(target).each(scope) as end:
        scope.line(f"{nearest} = min({nearest}, distance(D, {table}, {site}, {end}))")
    return nearest


def _searched(scope: Scope, clause: Clause) -> Expression:
    """A function that searches breadth first over the steps that the rule allows."""
    step = clause.get("step")
    if not isinstance(step, Clause) or step.signature.head != "step":
        raise scope.kernel.unsupported(clause, "with another rule than (step ..)")
    block, origin = step.get("to"), step.get("start")
    if not isinstance(block, Clause) or block.get("where") is not None or block.get("effect") is not None:
        raise scope.kernel.unsupported(clause, "with such a step")
    if isinstance(origin, Clause) and origin.get("condition") is not None:
        raise scope.kernel.unsupported(clause, "with a condition on the origin of the step")
    scope.kernel.readings.disregard(origin)  # the search sets the origin of every step itself
    condition = block.get("condition")
    target = clause.get("target")
    assert target is not None

    def write(inner: Scope) -> None:
        start = inner.let("start", inner.integer(clause.get("site")), valid=True)
        with inner.block(f"if {start} < 0 or {start} >= D[SITES]:"):
            inner.line(f"return {FAR}")
        goals: Region = inner.region(target)
        array, base = goals.stored(inner)
        with inner.block(f"if no_site({array}, {base}, D[SET_WORDS]) or has_site(D, {array}, {base}, {start}):"):
            inner.line("return 0")
        ways: Directions = seen_from(inner, directions(inner, step.get("directions")), start)
        seen, queue, far = cleared_set(inner), room_for_sites(inner), room_for_sites(inner)
        inner.line(f"put_site(D, W, {seen}, {start})")
        inner.line(f"W[{queue}] = {start}")
        inner.line(f"W[{far}] = 0")
        head, tail = inner.let("head", "0"), inner.let("tail", "1")
        with inner.loop(f"while {head} < {tail}:"):
            site = inner.let("site", f"W[{queue} + {head}]", valid=True)
            steps = inner.let("steps", f"W[{far} + {head}] + 1")
            inner.line(f"{head} += 1")

            def visit(neighbour: Expression) -> None:
                new = inner.block(f"if not has_site(D, W, {seen}, {neighbour}):")
                with new, inner.bound(to=neighbour, from_=site), inner.block(f"if {inner.boolean(condition)}:"):
                    with inner.block(f"if has_site(D, {array}, {base}, {neighbour}):"):
                        inner.line(f"return {steps}")
                    inner.line(f"put_site(D, W, {seen}, {neighbour})")
                    inner.line(f"W[{queue} + {tail}] = {neighbour}")
                    inner.line(f"W[{far} + {tail}] = {steps}")
                    inner.line(f"{tail} += 1")

            ways.each_step(inner, site, visit)
        inner.line(f"return {FAR}")

    return ask(scope, ("steps", id(clause)), "steps", write)


def _degree(mode: str) -> None:
    @ludeme(
        f"(count {mode} [on<SiteType>] [at:<int>])",
        result="int",
        documentation=f"How many neighbours of the relation {_RELATIONS[mode]} a site has, by default the last move's.",
    )
    def degree(scope: Scope, clause: Clause) -> Expression:
        geometry_kind(scope, clause)
        site = scope.simple(scope.integer(clause.get("at"), f"{scope.state}[LAST_TO]"), "site")
        kernel = scope.kernel
        relation = _RELATIONS[mode]
        table = kernel.table(("degree", relation), lambda: [len(near) for near in kernel.board.neighbours(relation)])
        return Expression(f"(D[{table} + {site}] if 0 <= {site} < D[SITES] else 0)")


for _mode in _RELATIONS:
    _degree(_mode)


@ludeme(
    "(is Related relation<Relation> [on<SiteType>] site<int> target<int|region>)",
    result="bool",
    documentation="Whether a site has that relation to another one, or to some site of a region.",
)
def is_related(scope: Scope, clause: Clause) -> Expression:
    """Sets of neighbours in the data."""
    geometry_kind(scope, clause)
    word, target = clause.get("relation"), clause.get("target")
    assert isinstance(word, Word)
    assert target is not None
    near = scope.kernel.set_table(scope.kernel.board.neighbours(word.name))
    site = scope.simple(scope.integer(clause.get("site")), "site")
    base = f"D[{near}] + {site} * D[SET_WORDS]"
    on_board = f"0 <= {site} < D[SITES]"
    if not (isinstance(target, Clause) and target.signature.result == "region"):
        other = scope.simple(scope.integer(target), "other")
        return Expression(f"({on_board} and {other} < D[SITES] and has_site(D, D, {base}, {other}))")
    array, start = scope.region(target).stored(scope)
    return Expression(f"({on_board} and sets_meet(D, {base}, {array}, {start}, D[SET_WORDS]))")
