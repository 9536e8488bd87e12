"""Regions that are a run of consecutive sites, such as the sites of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.lowering.sites.regions import Place, Region

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope


class SiteRun(Region):
    """The sites from ``first`` up to but not including ``end``, both given as code; none unless end is above first."""

    def __init__(self, first: str, end: str):
        self.start, self.end = first, end

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Count through the run."""
        site = scope.fresh("site")
        with scope.loop(f"for {site} in range({self.start}, {self.end}):"):
            yield Expression(site, valid=True)

    def stored(self, scope: Scope) -> Place:
        """Collect the run."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        with self.each(scope) as site:
            scope.line(f"put_site(D, W, {target}, {site})")
        return "W", target

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Two comparisons."""
        site = scope.simple(site, "site")
        return Expression(f"({self.start} <= {site} < {self.end})")

    def size(self, scope: Scope) -> Expression:  # noqa: ARG002
        """The length of the run."""
        return Expression(f"max({self.end} - {self.start}, 0)")

    def first(self, scope: Scope) -> Expression:  # noqa: ARG002
        """The start of the run, or -1."""
        return Expression(f"({self.start} if {self.start} < {self.end} else -1)")
