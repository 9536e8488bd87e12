"""What stands on a site: who, what, state, value Piece, rotation, topLevel."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.site_types import sites_kind, written_site
from apts.language.tree import Clause


def _level_needs(clause: Clause) -> list[str]:
    return [] if clause.get("level") is None else ["stacking"]


def _place(scope: Scope, clause: Clause) -> tuple[Expression, Expression | None]:
    kind, level = sites_kind(scope, clause), clause.get("level")
    return written_site(scope, kind, clause.get("at")), None if level is None else scope.integer(level)


@ludeme(
    "(who [on<SiteType>] at:<int> [level:<int>])",
    result="int",
    documentation="The owner of the (topmost) piece on the site; 0 for an empty one.",
    needs=_level_needs,
)
def who(scope: Scope, clause: Clause) -> Expression:
    """The owner."""
    site, level = _place(scope, clause)
    return scope.kernel.storage.who(scope, site, level)


@ludeme(
    "(what [on<SiteType>] at:<int> [level:<int>])",
    result="int",
    documentation="The number of the piece on the site, in a stack of the lowest one; 0 for an empty site.",
    needs=_level_needs,
)
def what(scope: Scope, clause: Clause) -> Expression:
    """The component; among stacks the language reads the bottom here, unlike elsewhere."""
    site, level = _place(scope, clause)
    if level is None and scope.kernel.storage.stacking:
        level = Expression("0", fixed=0)
    return scope.kernel.storage.what(scope, site, level)


@ludeme(
    "(state [on<SiteType>] at:<int> [level:<int>])",
    result="int",
    documentation="The local state of the (topmost) piece on the site.",
    needs=_level_needs,
)
@ludeme(
    "(rotation [on<SiteType>] at:<int> [level:<int>])",
    result="int",
    documentation="How often the (topmost) piece on the site has been turned.",
    needs=_level_needs,
)
def local_state(scope: Scope, clause: Clause) -> Expression:
    """A field of the site."""
    site, level = _place(scope, clause)
    return scope.kernel.storage.local(scope, clause.signature.head, site, level)


@ludeme(
    "(value Piece [on<SiteType>] at:<int> [level:<int>])",
    result="int",
    documentation="The value of the (topmost) piece on the site.",
    needs=_level_needs,
)
def value_piece(scope: Scope, clause: Clause) -> Expression:
    """A field of the site."""
    site, level = _place(scope, clause)
    return scope.kernel.storage.local(scope, "value", site, level)


@ludeme(
    "(topLevel [on<SiteType>] at:<int>)",
    result="int",
    documentation="The level of the topmost piece on the site; 0 when the site is empty.",
    needs=["stacking"],
)
def top_level(scope: Scope, clause: Clause) -> Expression:
    """One below the height."""
    sites_kind(scope, clause)
    height = scope.kernel.storage.height(scope, scope.integer(clause.get("at")))
    return Expression(f"max({height} - 1, 0)")
