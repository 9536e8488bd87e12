"""What goals and comparisons call the ends of matches: the texts of the rules that end them, and the ends of all games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from apts.engine.play.outcome import ALL_PASSED
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.parts import Figures, Named, Parts
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Estimate

TURN_LIMIT = "turn limit"

ENDS_OF_ALL_GAMES = (TURN_LIMIT, ALL_PASSED)
"""Reasons that no rules text has to name."""

PLACE = re.compile(r"(?:line )?(\d+)(:\d+)?")
"""A line of the rules text, and maybe a column of it."""


class EndParts(Parts):
    """The share of matches with each end."""

    thing = "end"
    is_share = True
    of_ends = True
    with_strength = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("reasons", []):
            # Lines move when the rules are edited; the text of a reason says which rule it was.
            reason = str(row["reason"]).removesuffix(f" (line {row['line']})")
            yield reason, Estimate(row["share"], row["low"], row["high"], matches)

    def most_of_each(self, figures: int, metric: Metric, evidence: Evidence) -> int:
        return 2 * figures

    def known(self, inside: Figures, evidence: Evidence) -> list[str]:
        """Those that were seen, and those that the rules have, whether a match came to them or not."""
        rules = () if evidence.game is None else evidence.game.end_rules
        return list(dict.fromkeys([*inside, *(rule.text for rule in rules), *ENDS_OF_ALL_GAMES]))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        """An end by its line or by a piece of its text; one that the rules have and no match came to has a share of 0."""
        if (place := PLACE.fullmatch(part)) is not None:
            return self._of_line(int(place[1]), inside, metric, evidence)
        exactly = super().labels(part, inside, metric, evidence)
        if exactly:
            return exactly
        wanted = part.lower()
        near = [label for label in inside if wanted in label.lower()]
        if near:
            return near
        rules = " ".join(evidence.manifest.rules.split()).lower()
        is_text = evidence.game is not None and evidence.game.from_rules is not None
        can_be = not is_text or wanted in ENDS_OF_ALL_GAMES or wanted in rules
        return self._never(wanted, inside, evidence) if can_be else []

    def _of_line(self, line: int, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        rows = metric.details.get("reasons", ())
        seen = [str(row["reason"]).removesuffix(f" (line {line})") for row in rows if row["line"] == line]
        if seen:
            return list(dict.fromkeys(seen))
        rules = () if evidence.game is None else evidence.game.end_rules
        lines = {found for rule in rules for found in (rule.line, *rule.lines)}
        return self._never(f"line {line}", inside, evidence) if line in lines else []

    def _never(self, label: str, inside: Figures, evidence: Evidence) -> list[str]:
        share = self.absent(label, evidence.n)
        if share is None:
            return []
        inside[label] = share
        return [label]

    def stream(self, label: str, evidence: Evidence) -> Stream:
        flags = [_reason(match.outcome, match.status) == label for match in evidence.matches]
        return Stream.of(evidence, np.array(flags, dtype=np.float64))


def _reason(outcome: object, status: str) -> str:
    reason, line = getattr(outcome, "reason", ""), getattr(outcome, "line", None)
    return str(reason).removesuffix(f" (line {line})") if status == "finished" else TURN_LIMIT


END_PARTS = EndParts()
