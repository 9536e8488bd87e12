"""``(directions ..)`` and operators on directions."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.direction_masks import BetweenDirections, ChosenDirections, RemainingDirections
from apts.engine.lowering.sites.directions import (
    Directions,
    JoinedDirections,
    WordDirections,
    directions,
    named_directions,
)
from apts.engine.lowering.sites.site_types import geometry_kind, written_site
from apts.language.tree import Clause, Word


@ludeme(
    "(directions words<direction|{direction}> [of:<Relation>] [bySite:<bool>])",
    result="direction",
    documentation="Directions by name; relative ones follow the piece, among those of a relation.",
)
def by_words(scope: Scope, clause: Clause) -> Directions:
    """Words and the relation that relative ones are looked up in."""
    words = clause.get("words")
    listed = words if isinstance(words, tuple) else (words,)
    names = tuple(word.name for word in listed if isinstance(word, Word))
    if len(names) != len(listed):
        return JoinedDirections([directions(scope, part) for part in listed])
    relation = clause.get("of")
    return named_directions(
        scope.kernel,
        names,
        relation.name if isinstance(relation, Word) else "Adjacent",
        by_site=scope.flag(clause, "bySite"),
    )


@ludeme(
    "(directions on<SiteType> from:<int> to:<int>)",
    result="direction",
    documentation="The directions in which one site is seen from another.",
)
def between(scope: Scope, clause: Clause) -> Directions:
    """Every direction with a ray that meets the site."""
    kind = geometry_kind(scope, clause)
    origin = scope.simple(written_site(scope, kind, clause.get("from")), "origin")
    target = scope.simple(written_site(scope, kind, clause.get("to")), "target")
    return BetweenDirections(origin, target)


@ludeme(
    "(difference first<direction> second<direction>)",
    result="direction",
    documentation="Directions without some others.",
)
def difference(scope: Scope, clause: Clause) -> Directions:
    """Worked out at each site, where groups stand for the directions of the site."""
    return RemainingDirections(directions(scope, clause.get("first")), directions(scope, clause.get("second")))


@ludeme("(union first<direction> second<direction>)", result="direction", documentation="Directions of either kind.")
def union(scope: Scope, clause: Clause) -> Directions:
    """Words are put together, so that none counts twice."""
    first, second = directions(scope, clause.get("first")), directions(scope, clause.get("second"))
    if isinstance(first, WordDirections) and isinstance(second, WordDirections) and first.key[1:] == second.key[1:]:
        return WordDirections(scope.kernel, first.words + second.words, first.relation, by_site=first.by_site)
    return JoinedDirections([first, second])


@ludeme(
    "(if condition<bool> first<direction> [second<direction>])",
    result="direction",
    documentation="Directions that depend on a condition.",
)
def choice(scope: Scope, clause: Clause) -> Directions:
    """The condition is tested once."""
    second = clause.get("second")
    otherwise = JoinedDirections([]) if second is None else directions(scope, second)
    met = scope.simple(scope.boolean(clause.get("condition")), "met")
    return ChosenDirections(met, directions(scope, clause.get("first")), otherwise)
