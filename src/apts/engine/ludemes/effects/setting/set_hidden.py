"""Hidden information: ``(set Hidden ..)``, ``(is Hidden ..)`` and ``(sites Hidden ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.hidden import hidden_sites, hide
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.regions import FixedRegion, Region, SetRegion, combine
from apts.language.tree import Clause


@ludeme(
    "(set Hidden [what<HiddenData> | several<{HiddenData}>] [on<SiteType>] [at:<int> | region<region>] [level:<int>] "
    "[hidden<bool>] (to:<seat|role>) [then<then>])",
    result="moves",
    documentation="Hide what is on a site from players, or show it.",
    idle="what several on at region level hidden to",
)
def set_hidden(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One change; it matters to rules only where they ask what is hidden."""
    with_then(sink, clause.get("then")).emit(
        scope, GeneratedMove(clause, "effect", UNSET, UNSET, lambda inner: hide(inner, clause))
    )


@ludeme(
    "(is Hidden [kind<HiddenData>] [on<SiteType>] at:<int> [level:<int>] to:<seat|role>)",
    result="bool",
    documentation="Whether something on the site is hidden from a player.",
    needs=["hidden"],
)
def is_hidden(scope: Scope, clause: Clause) -> Expression:
    """A member of the player's set."""
    viewer = clause.get("to")
    assert viewer is not None
    place = hidden_sites(scope, clause.get("kind"), player_number(scope, viewer))
    site = scope.simple(scope.integer(clause.get("at")), "site")
    return Expression(f"({site} < D[ALL_SITES] and has_site(D, {scope.state}, {place}, {site}))")


@ludeme(
    "(sites Hidden [kind<HiddenData>] [on<SiteType>] to:<seat|role>)",
    result="region",
    documentation="The sites of the board on which something is hidden from a player.",
    needs=["hidden"],
)
def sites_hidden(scope: Scope, clause: Clause) -> Region:
    """The player's set, without hands."""
    viewer = clause.get("to")
    assert viewer is not None
    place = hidden_sites(scope, clause.get("kind"), player_number(scope, viewer))
    hidden = SetRegion(scope.state, place, "board")
    return combine(
        scope.kernel, "intersect_set", [hidden, FixedRegion(scope.kernel, range(scope.kernel.equipment.sites))]
    )
