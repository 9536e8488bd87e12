"""Rule coverage: how often each rule of the text was tried and took effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.rule_uses import RuleUse
from apts.playtest.evidence.second_look import second_look
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.end_parts import PLACE
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import metric
from apts.playtest.metrics.parts import Figures, Named, Parts
from apts.playtest.metrics.scales import SHARE
from apts.statistics import wilson


class RuleParts(Parts):
    """The share of matches in which each rule took effect, by its name, line and column."""

    thing = "rule"
    of_one_text = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        replayed = int(metric.details.get("replayed", 0))
        for row in metric.details.get("rows", []):
            yield f"{row['name']} {row['line']}:{row['column']}", wilson(row["matches"], max(1, replayed))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        place = PLACE.fullmatch(part)
        if place is None:
            return super().labels(part, inside, metric, evidence)
        ending = f" {int(place[1])}{place[2] or ':'}"
        return [label for label in inside if (label.endswith(ending) if place[2] else ending in label)]


@metric(
    Declaration(
        "rule-coverage",
        {
            ENGLISH: Texts(
                "Rule coverage",
                "share of the rules of the text that took effect in at least one match; n is the number of rules",
                every="every rule",
                each="Share of matches in which each rule takes effect",
            ),
            PORTUGUESE: Texts(
                "Cobertura das regras",
                "parte das regras do texto que tiveram efeito em ao menos uma partida; n é o número de regras",
                every="cada regra",
                each="Parte das partidas em que cada regra tem efeito",
            ),
        },
        details="how often each rule was tried, and how many of these tries took effect, by replaying up to 200 matches. A "
        "condition takes effect when it holds, a rule of moves when one of its moves is played, an effect when it is "
        "carried out, an end when somebody leaves the match by it; so do the rules around it that brought it about",
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=320,
        parts=RuleParts(),
        tested=False,
    )
)
def rule_coverage(evidence: Evidence) -> Metric:
    """Counts by line of the text; n is the number of rules."""
    if evidence.game is None or evidence.game.from_rules is None:
        return Metric.missing("only games from rules text have rules to count")
    look = second_look(evidence)
    found = look.rules if look is not None else ()
    if look is None or not found:
        return Metric.missing("the text has no rules that are counted")
    used = sum(rule.effects > 0 for rule in found)
    share = used / len(found)
    rows = [_row(rule, look.replayed) for rule in found]
    return Metric(share, share, share, len(found), {"replayed": look.replayed, "rows": rows})


def _row(rule: RuleUse, matches: int) -> dict[str, Any]:
    share = wilson(rule.matches, matches)
    return {
        "name": rule.name,
        "kind": rule.kind,
        "line": rule.line,
        "column": rule.column,
        "tried": rule.tried,
        "effects": rule.effects,
        "matches": rule.matches,
        "inside_unused": rule.inside_unused,
        "share": share.value,
        "share_high": share.high,
    }
