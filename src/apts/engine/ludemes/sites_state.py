"""Regions that depend on the position: empty sites, occupied sites, local states."""

from __future__ import annotations

from apts.engine.expression import Expression
from apts.engine.ludeme import ludeme
from apts.engine.regions import Region
from apts.engine.scope import Scope
from apts.language.tree import Clause


@ludeme("(sites Empty [on<SiteType>])", result="region", documentation="The empty sites of the board.")
def empty(scope: Scope, clause: Clause) -> Region:  # noqa: ARG001
    """The set kept in the position."""
    return scope.kernel.storage.empty(scope)


_ = Expression
