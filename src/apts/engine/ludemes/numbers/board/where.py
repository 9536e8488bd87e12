"""``(where ..)``: the site or the level on which a piece stands."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.regions import combine
from apts.engine.lowering.sites.site_types import sites_kind, sites_of_kind
from apts.language.tree import Clause, Text

Matches = Callable[[Expression], str]


def _level_needs(clause: Clause) -> list[str]:  # noqa: ARG001
    return ["stacking"]


def _wanted(scope: Scope, clause: Clause) -> tuple[Expression | None, Matches]:
    """The owner, where it is given, and the test of a component."""
    what, name = clause.get("what"), clause.get("name")
    if what is not None:
        wanted = scope.let("wanted", scope.integer(what))
        return None, lambda component: f"{component} == {wanted}"
    assert isinstance(name, Text)
    pieces = scope.kernel.equipment.components
    table = scope.kernel.table(("name holds", name.value), lambda: [0, *(int(name.value in p.name) for p in pieces)])
    owner = scope.let("owner", scope.integer(clause.get("who")))
    owners = scope.kernel.storage.owner(Expression("{}"))
    return owner, lambda component: f"D[{table} + {component}] != 0 and {owners.format(component)} == {owner}"


def _state_test(scope: Scope, clause: Clause, site: Expression, level: Expression | None) -> str:
    state = clause.get("state")
    if state is None:
        return "True"
    return f"{scope.kernel.storage.local(scope, 'state', site, level)} == {scope.integer(state)}"


@ludeme(
    "(where name<string> who<int|role> [state:<int>] [on<SiteType>])",
    result="int",
    documentation="The first site of the board with a piece of the player whose name contains the text; -1 if none.",
)
@ludeme(
    "(where what<int> [on<SiteType>])",
    result="int",
    documentation="The first site of the board with the piece of that number; -1 if there is none.",
)
def where(scope: Scope, clause: Clause) -> Expression:
    """A function that leaves at the first site found."""
    kind = sites_kind(scope, clause)

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        owner, matches = _wanted(inner, clause)
        board = sites_of_kind(inner, kind)
        if storage.stacking:
            with board.each(inner) as site:
                level = Expression(inner.fresh("level"))
                with inner.loop(f"for {level} in range({storage.height(inner, site)}):"):
                    what = inner.let("what", storage.what(inner, site, level))
                    with inner.block(f"if {matches(what)} and {_state_test(inner, clause, site, level)}:"):
                        inner.line(f"return {site}")
        else:
            parts = [board] if owner is None else [storage.owned(inner, Expression(f"max({owner}, 0)")), board]
            with combine(inner.kernel, "intersect_set", list(parts)).each(inner) as site:
                what = inner.let("what", storage.what(inner, site))
                with inner.block(f"if {matches(what)} and {_state_test(inner, clause, site, None)}:"):
                    inner.line(f"return {site}")
        inner.line("return -1")

    return ask(scope, ("where", id(clause)), "where", write)


@ludeme(
    "(where Level name<string> who<int|role> [state:<int>] [on<SiteType>] at:<int> [fromTop:<bool>])",
    result="int",
    documentation="The level of the site's stack with a piece of the player whose name contains the text; -1 if none.",
    needs=_level_needs,
)
@ludeme(
    "(where Level what<int> [on<SiteType>] at:<int> [fromTop:<bool>])",
    result="int",
    documentation="The level of the site's stack with the piece of that number, looked for from the top; -1 if none.",
    needs=_level_needs,
)
def where_level(scope: Scope, clause: Clause) -> Expression:
    """A function that leaves at the first level found."""
    sites_kind(scope, clause)

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        _, matches = _wanted(inner, clause)
        site = inner.let("site", inner.integer(clause.get("at")))
        height = inner.let("height", storage.height(inner, site))
        level = Expression(inner.fresh("level"))
        order = f"range({height} - 1, -1, -1)" if inner.flag(clause, "fromTop", True) else f"range({height})"
        with inner.loop(f"for {level} in {order}:"):
            what = inner.let("what", storage.what(inner, site, level))
            with inner.block(f"if {matches(what)} and {_state_test(inner, clause, site, level)}:"):
                inner.line(f"return {level}")
        inner.line("return -1")

    return ask(scope, ("where level", id(clause)), "where_level", write)
