"""Distances and neighbourhoods: count Steps, numbers of neighbours, is Related."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import CONSTANTS, Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.directions import Directions, directions, seen_from
from apts.engine.lowering.sites.groups import capacity_for_sites, cleared_set
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
    target = clause.get("target")
    assert target is not None
    if isinstance(target, Clause) and target.signature.result != "region":
        known = _known_to_all(scope, clause, step)
        if known is not None:
            return known

    def write(inner: Scope) -> None:
        start = inner.let("start", inner.integer(clause.get("site")), valid=True)
        with inner.block(f"if {start} < 0 or {start} >= D[SITES]:"):
            inner.line(f"return {FAR}")
        goals: Region = inner.region(target)
        array, base = goals.stored(inner)
        with inner.block(f"if no_site({array}, {base}, D[SET_WORDS]) or has_site(D, {array}, {base}, {start}):"):
            inner.line("return 0")

        def reach(site: Expression, steps: Expression) -> None:
            with inner.block(f"if has_site(D, {array}, {base}, {site}):"):
                inner.line(f"return {steps}")

        _search(inner, step, start, reach)
        inner.line(f"return {FAR}")

    return ask(scope, ("steps", id(clause)), "steps", write)


def _known_to_all(scope: Scope, clause: Clause, step: Clause) -> Expression | None:
    """Where many targets are asked for in a row: one search from the site to all others, kept for all of the row.

    The condition of the step sees its own sites as ``from`` and ``to``. One that draws by chance is asked every time anew,
    and so is each where rules are counted.
    """
    if scope.kernel.coverage is not None or any("Random" in part.name for part in step.clauses()):
        return None
    target = scope.integer(clause.get("target"))
    searched = None if target.fixed is not None else scope.set_before_loops("searched", "-1", "from", "to")
    if searched is None:
        return None
    start, target = scope.simple(scope.integer(clause.get("site")), "start"), scope.simple(target, "target")
    distances = capacity_for_sites(scope)

    def write(inner: Scope) -> None:
        start, site = inner.register("start"), inner.fresh("site")
        with inner.loop(f"for {site} in range(D[SITES]):"):
            inner.line(f"W[{inner.register('distances')} + {site}] = {FAR}")

        def reach(site: Expression, steps: Expression) -> None:
            inner.line(f"W[{inner.register('distances')} + {site}] = {steps}")

        reach(start, Expression("0"))
        _search(inner, step, start, reach)

    steps = scope.let("steps", str(FAR))
    with scope.block(f"if 0 <= {start} < D[SITES] and {target} < D[SITES]:"):
        with scope.block(f"if {searched} != {start}:"):
            with scope.bound(start=Expression(start, valid=True), distances=distances):
                scope.line(ask(scope, ("steps to all", id(clause)), "steps", write))
            scope.line(f"{searched} = {start}")
        scope.line(f"{steps} = 0 if {target} < 0 else W[{distances} + {target}]")
    return steps


def _search(scope: Scope, step: Clause, start: Expression, reach: Callable[[Expression, Expression], None]) -> None:
    """Write the search; ``reach`` is called once for every site that is found, with its distance."""
    block = step.get("to")
    assert isinstance(block, Clause)
    condition = block.get("condition")
    ways: Directions = seen_from(scope, directions(scope, step.get("directions")), start)
    seen, queue, far = cleared_set(scope), capacity_for_sites(scope), capacity_for_sites(scope)
    scope.line(f"put_site(D, W, {seen}, {start})")
    scope.line(f"W[{queue}] = {start}")
    scope.line(f"W[{far}] = 0")
    head, tail = scope.let("head", "0"), scope.let("tail", "1")
    with scope.loop(f"while {head} < {tail}:"):
        site = scope.let("site", f"W[{queue} + {head}]", valid=True)
        steps = scope.let("steps", f"W[{far} + {head}] + 1")
        scope.line(f"{head} += 1")

        def visit(neighbour: Expression) -> None:
            new = scope.block(f"if not has_site(D, W, {seen}, {neighbour}):")
            with new, scope.bound(to=neighbour, from_=site), scope.block(f"if {scope.boolean(condition)}:"):
                reach(neighbour, steps)
                scope.line(f"put_site(D, W, {seen}, {neighbour})")
                scope.line(f"W[{queue} + {tail}] = {neighbour}")
                scope.line(f"W[{far} + {tail}] = {steps}")
                scope.line(f"{tail} += 1")

        ways.each_step(scope, site, visit)


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
