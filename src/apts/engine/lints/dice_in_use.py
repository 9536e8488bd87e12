"""Rules that ask for the die in use where none ever is."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.lints.lint import Lint, LintSource
from apts.language.tree import Clause


def dice_in_use(margin: LintSource, rules: Clause) -> Iterator[Lint]:
    """A doubt for each ``(pips)`` of rules without ``(forEach Die ..)``, which alone takes a die into use."""
    clauses = list(rules.clauses())
    if any(clause.name == "forEach Die" for clause in clauses):
        return
    for clause in clauses:
        if clause.name == "pips":
            what = "(pips) is the value of the die in use, and no rule uses dice one by one, so that it is never known"
            yield margin.lint("no-die", clause.position, what, ["(count Pips)", "(forEach Die ..)"])
