"""Results of which nothing comes."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.lints.lint import Lint, LintSource
from apts.language.tree import Clause, Word


def idle_results(margin: LintSource, rules: Clause) -> Iterator[Lint]:
    """A doubt for each team that loses or draws: only that a team wins ends a match."""
    for clause in rules.clauses():
        who, kind = clause.arguments.get("who"), clause.arguments.get("kind")
        if clause.name != "result" or not isinstance(who, Word) or not isinstance(kind, Word):
            continue
        if who.name.startswith("Team") and kind.name in ("Loss", "Draw"):
            message = "nothing comes of it when a team loses or draws; say which team wins"
            yield margin.lint("idle-result", clause.position, message, ["(result Team1 Win)"])
