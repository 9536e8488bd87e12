"""Rule coverage: how often each rule of the text was tried and took effect."""

from __future__ import annotations

from typing import Any

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.rule_uses import RuleUse
from apts.playtest.evidence.second_look import second_look
from apts.playtest.metrics.metric_registry import Metric, metric
from apts.statistics import wilson


@metric(
    "rule-coverage", "share of the rules of the text that took effect in at least one match; n is the number of rules"
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
