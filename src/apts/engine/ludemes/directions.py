"""``(directions ..)``: directions by words, relative to a piece or absolute."""

from __future__ import annotations

from apts.engine.directions import Directions, WordDirections
from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
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
        raise scope.kernel.unsupported(clause, "of directions that are worked out")
    relation = clause.get("of")
    return WordDirections(
        scope.kernel,
        names,
        relation.name if isinstance(relation, Word) else "Adjacent",
        by_site=scope.flag(clause, "bySite"),
    )
