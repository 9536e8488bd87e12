"""Whether a swap rule would make uneven seats even."""

from __future__ import annotations

from collections.abc import Iterator

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import mean_in, p_above, p_below
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import percent
from apts.playtest.findings.course import FEWEST, SHOWN
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.swap import swap_value

SWAP_RULE = FindingDeclaration(
    "swap-rule",
    {
        ENGLISH: FindingTexts(
            "A swap rule would help",
            {
                "": "A second player who may take over the first move {opening} would make the seats {first} : {second} "
                "({low} to {high} for the second) by {n} matches; now they are {now} : {other}."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Uma regra de troca ajudaria",
            {
                "": "Um segundo jogador que pode assumir o primeiro lance {opening} tornaria os lugares {first} : {second} "
                "({low} a {high} para o segundo) por {n} partidas; agora são {now} : {other}."
            },
        ),
    },
    harm=(0.2, 0.3),
    judged_by="swap-value",
    family="openings",
)


@finding(SWAP_RULE)
def swap_rule(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Are the seats uneven now, and would less than half of that be left if the second player could swap?"""
    known = "" if metrics["swap-value"].value is None else swap_value(evidence)
    if isinstance(known, str) or evidence.n < FEWEST:
        return
    rows, results = known.opener
    now = mean_in(evidence, rows, results, (0.0, 1.0))
    second = mean_in(evidence, known.rows, known.scores, (0.0, 1.0))
    left = abs(now.value - 0.5) / 2.0
    uneven = 2.0 * min(p_above(evidence, rows, results, 0.5), p_below(evidence, rows, results, 0.5))
    evened = max(
        p_below(evidence, known.rows, known.scores, 0.5 + left),
        p_above(evidence, known.rows, known.scores, 0.5 - left),
    )
    yield FindingQuestion(
        "swap-rule",
        SWAP_RULE.message(
            opening=" / ".join(known.offered),
            first=percent(1.0 - second.value),
            second=percent(second.value),
            low=percent(second.low),
            high=percent(second.high),
            n=len(known.rows),
            now=percent(now.value),
            other=percent(1.0 - now.value),
        ),
        second.value - 0.5,
        second.low - 0.5,
        second.high - 0.5,
        len(known.rows),
        min(1.0, 2.0 * abs(now.value - 0.5)),
        # Both must be so: the seats are uneven, and they would be evener.
        min(1.0, max(uneven, evened)),
        tuple(evidence.numbers[row] for row in known.rows[:SHOWN]),
    )
