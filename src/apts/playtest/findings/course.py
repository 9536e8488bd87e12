"""How matches go: too long, too short, endless, drawn, decided early, without choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import p_above, share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.sentences import Amount, make_message, number, percent, points
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.tension import decided_shares, decisive_turns, is_early, won_rows
from apts.statistics import Estimate, bounded_p_above, completeness, unit_values

# ----------------------------------------------------------------------------------------------------------------
# One-sided tests of a figure against the limit from which on it is a fault, and the matches that show it.

FEWEST = 20
"""With fewer matches no question is asked: intervals are wide and tests are rough."""

MOSTLY = 0.5
"""What happens in more than half of the matches is what mostly happens."""

SHOWN = 3
"""Matches named with a finding."""


def share_above(evidence: Evidence, flags: NDArray[np.bool_], limit: float) -> float:
    """The p-value of "the true share is at most ``limit``"; exact for independent matches."""
    if _single(evidence) or len(flags) != evidence.n:
        return float(scipy.special.bdtrc(int(flags.sum()) - 1, len(flags), limit)) if flags.any() else 1.0
    return score_above(evidence.by_units(flags.astype(np.float64)), limit, evidence.completeness)


def share_below(evidence: Evidence, flags: NDArray[np.bool_], limit: float) -> float:
    """The p-value of "the true share is at least ``limit``"."""
    return share_above(evidence, ~flags, 1.0 - limit)


def score_above(values: Numbers, limit: float, completeness: float = 1.0) -> float:
    """The p-value of "the true mean is at most ``limit``", for values from 0 to 1.

    It is that of the test which the intervals of scores invert, so that both say the same.
    """
    return 1.0 if len(values) < 2 else bounded_p_above(values, limit, completeness=completeness)


def score_below(values: Numbers, limit: float, completeness: float = 1.0) -> float:
    """The p-value of "the true mean is at least ``limit``", for values from 0 to 1."""
    return score_above(1.0 - values, 1.0 - limit, completeness)


def best(
    numbers: Sequence[int], keys: Sequence[float] | Numbers, chosen: Sequence[bool] | NDArray[np.bool_]
) -> tuple[int, ...]:
    """The numbers of the three chosen matches with the smallest keys."""
    rows = [(float(key), number) for number, key, inside in zip(numbers, keys, chosen, strict=True) if inside]
    return tuple(number for _, number in sorted(rows)[:SHOWN])


def _single(evidence: Evidence) -> bool:
    return all(unit is None for unit in evidence.units)


@finding(
    FindingDeclaration(
        "too-long",
        {ENGLISH: FindingTexts("Too long"), PORTUGUESE: FindingTexts("Longo demais")},
        harm=(0.4, 0.65),
        judged_by="length",
        cures=("turn-limit", "target", "board"),
    )
)
def too_long(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is the median length above the wanted range? A mean may be moved by a few matches that nobody has seen yet."""
    limit, found = evidence.goals.max_turns, _median(evidence, metrics)
    if limit is not None and found is not None and evidence.n >= 2:
        excess = found.value / limit - 1.0
        p_value = share_above(evidence, evidence.lengths > limit, 0.5)
        shown = best(evidence.numbers, -evidence.lengths, evidence.lengths > limit)
        yield _of_length("too-long", found, limit, evidence.n, excess, p_value, shown)


@finding(
    FindingDeclaration(
        "too-short",
        {ENGLISH: FindingTexts("Too short"), PORTUGUESE: FindingTexts("Curto demais")},
        harm=(0.4, 0.65),
        judged_by="length",
        cures=("target", "board", "start"),
    )
)
def too_short(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is the median length below the wanted range?"""
    limit, found = evidence.goals.min_turns, _median(evidence, metrics)
    if limit is not None and found is not None and evidence.n >= 2:
        excess = 1.0 - found.value / limit
        p_value = share_above(evidence, evidence.lengths < limit, 0.5)
        shown = best(evidence.numbers, evidence.lengths, evidence.lengths < limit)
        yield _of_length("too-short", found, limit, evidence.n, excess, p_value, shown)


def _median(evidence: Evidence, metrics: Metrics) -> Estimate | None:
    rows = metrics["length"].details.get("quantiles", ())
    row = next((row for row in rows if row["name"] == "median"), None)
    return None if row is None else Estimate(row["value"], row["low"], row["high"], evidence.n)


def _of_length(
    kind: str, found: Estimate, limit: int, n: int, excess: float, p_value: float, shown: tuple[int, ...]
) -> FindingQuestion:
    sentence = make_message(kind, **_turns(found), limit=limit)
    return FindingQuestion(
        kind, sentence, found.value, found.low, found.high, n, min(1.0, excess), p_value, shown, reference=limit
    )


def _turns(found: Estimate) -> dict[str, Amount]:
    return {"median": number(found.value, 1), "low": number(found.low, 1), "high": number(found.high, 1)}


def _ends(found: Estimate) -> dict[str, Amount]:
    return {"share": percent(found.value), "low": percent(found.low), "high": percent(found.high)}


@finding(
    FindingDeclaration(
        "endless",
        {ENGLISH: FindingTexts("Endless"), PORTUGUESE: FindingTexts("Sem fim")},
        harm=(0.8, 0.9),
        judged_by="timeouts",
        cures=("turn-limit", "no-repeat", "target"),
    )
)
def endless(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Do matches run into the turn limit?"""
    stopped, found = ~evidence.finished, metrics["timeouts"].estimate
    if found is not None and stopped.any():
        limit = evidence.manifest.settings.get("turn_limit") or int(evidence.lengths[stopped].max())
        yield FindingQuestion(
            "endless",
            make_message("endless", **_ends(found), n=evidence.n, limit=limit),
            found.value,
            found.low,
            found.high,
            evidence.n,
            0.5 + found.value / 2,
            share_above(evidence, stopped, evidence.goals.most_timeouts),
            best(evidence.numbers, evidence.lengths, stopped),
            reference=evidence.goals.most_timeouts,
        )


@finding(
    FindingDeclaration(
        "drawish",
        {ENGLISH: FindingTexts("Drawish"), PORTUGUESE: FindingTexts("Muitos empates")},
        harm=(0.4, 0.7),
        judged_by="drawishness",
        cures=("target", "board", "no-repeat"),
    )
)
def drawish(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Are more finished matches drawn than wanted?"""
    found = metrics["drawishness"].estimate
    if found is None or found.n < 2:
        return
    drawn = (evidence.utilities == 0.0).all(axis=1) & evidence.finished
    yield FindingQuestion(
        "drawish",
        make_message(
            "drawish", share=percent(found.value), low=percent(found.low), high=percent(found.high), n=found.n
        ),
        found.value,
        found.low,
        found.high,
        found.n,
        found.value * 0.9,
        share_above(evidence, drawn[evidence.finished], evidence.goals.most_draws),
        best(evidence.numbers, evidence.lengths, drawn),
        reference=evidence.goals.most_draws,
    )


@finding(
    FindingDeclaration(
        "never-solved",
        {ENGLISH: FindingTexts("Never solved or won"), PORTUGUESE: FindingTexts("Nunca resolvido ou vencido")},
        harm=(0.75, 0.75),
        cures=("target", "start", "board"),
    )
)
def never_solved(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is a puzzle for one never solved, or a game never won in which all win or lose together?"""
    found = metrics["completion"].estimate
    asked = evidence.players == 1 or evidence.cooperative
    if not asked or found is None or evidence.n < FEWEST or evidence.firsts.any():
        return
    key = "never-solved" if evidence.players == 1 else "never-solved/together"
    yield FindingQuestion(
        "never-solved",
        make_message(key, n=evidence.n, high=percent(found.high)),
        found.value,
        found.low,
        found.high,
        evidence.n,
        0.9,
        None,
        best(evidence.numbers, -evidence.lengths, np.ones(evidence.n, dtype=np.bool_)),
    )


@finding(
    FindingDeclaration(
        "decided-early",
        {ENGLISH: FindingTexts("Decided too early"), PORTUGUESE: FindingTexts("Decidido cedo demais")},
        harm=(0.4, 0.6),
        judged_by="decided-at",
        cures=("target", "bonus", "board"),
    )
)
def decided_early(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is the winner known before the match is half over? Alone, that is a player who sees the solution."""
    rows = won_rows(evidence)
    found = metrics["decided-at"].estimate
    shares = decided_shares(evidence)
    if evidence.players == 1 or found is None or shares is None or len(rows) < FEWEST:
        return
    units = [evidence.units[row] for row in rows]
    yield FindingQuestion(
        "decided-early",
        make_message("decided-early", share=percent(found.value), low=percent(found.low), high=percent(found.high)),
        found.value,
        found.low,
        found.high,
        len(rows),
        0.7 * (1.0 - found.value),
        score_below(unit_values(shares, units), evidence.goals.earliest_decision, completeness(units)),
        best([evidence.numbers[row] for row in rows], shares, [True] * len(rows)),
        reference=evidence.goals.earliest_decision,
    )
    yield from _decisive_early(evidence, metrics, rows)


def _decisive_early(evidence: Evidence, metrics: Metrics, rows: Sequence[int]) -> Iterator[FindingQuestion]:
    """Whether the decisive turn lies in the first third of more than half of the matches."""
    turns = decisive_turns(evidence)
    if metrics["decisive-turn"].value is None or turns is None:
        return
    early = is_early(turns)
    found = share_in(evidence, rows, early)
    yield FindingQuestion(
        "decided-early",
        make_message(
            "decided-early/turn",
            share=percent(found.value),
            low=percent(found.low),
            high=percent(found.high),
            n=len(rows),
        ),
        found.value,
        found.low,
        found.high,
        len(rows),
        0.7 * found.value,
        p_above(evidence, rows, early, MOSTLY),
        best([evidence.numbers[row] for row in rows], turns, early > 0),
        "decisive turn",
        reference=MOSTLY,
    )


@finding(
    FindingDeclaration(
        "snowball",
        {ENGLISH: FindingTexts("Snowball"), PORTUGUESE: FindingTexts("Bola de neve")},
        harm=(0.4, 0.6),
        judged_by="snowball",
        cures=("bonus", "target", "start"),
    )
)
def snowball(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does whoever leads at half-time win? Alone nobody is led."""
    found = metrics["snowball"].estimate
    if evidence.players == 1 or found is None or found.n < FEWEST:
        return
    limit = evidence.goals.most_snowball
    p_value = found.p_value(limit) / 2 if found.value > limit else 1.0
    with_values = [len(values) > 0 for values in evidence.values]
    yield FindingQuestion(
        "snowball",
        make_message(
            "snowball", correlation=number(found.value, 2), low=number(found.low, 2), high=number(found.high, 2)
        ),
        found.value,
        found.low,
        found.high,
        found.n,
        0.6 * found.value,
        p_value,
        best(evidence.numbers, evidence.lengths, np.array(with_values) & evidence.firsts.any(axis=1)),
        reference=limit,
    )


@finding(
    FindingDeclaration(
        "no-real-choice",
        {ENGLISH: FindingTexts("No real choice"), PORTUGUESE: FindingTexts("Sem escolha real")},
        harm=(0.4, 0.7),
        judged_by="decision-share",
        cures=("board", "start", "target"),
    )
)
def no_real_choice(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is there only one legal move most of the time? And where there are several, are they all worth the same?"""
    yield from _alike(evidence, metrics)
    found = metrics["decision-share"].estimate
    if found is None or evidence.n < 2:
        return
    shares = np.array(
        [np.mean([turn.legal_moves > 1 for turn in match.turns]) if match.turns else 0.0 for match in evidence.matches]
    )
    yield FindingQuestion(
        "no-real-choice",
        make_message("no-real-choice", share=percent(found.value), low=percent(found.low), high=percent(found.high)),
        found.value,
        found.low,
        found.high,
        evidence.n,
        0.8 * (1.0 - found.value),
        score_below(evidence.by_units(shares), evidence.goals.least_decisions, evidence.completeness),
        best(evidence.numbers, shares, np.ones(evidence.n, dtype=np.bool_)),
        reference=evidence.goals.least_decisions,
    )


def _alike(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Whether it hardly matters which move is played; searches too small to tell have intervals that leave it open."""
    found = metrics["stakes"].estimate
    if found is None or evidence.n < FEWEST:
        return
    limit = evidence.goals.least_stakes
    ends = {"low": points(found.low), "high": points(found.high)}
    yield FindingQuestion(
        "no-real-choice",
        make_message("no-real-choice/alike", gain=points(found.value), **ends),
        found.value,
        found.low,
        found.high,
        evidence.n,
        0.8,
        found.p_value(limit) / 2 if found.value < limit else 1.0,
        evidence.numbers[:SHOWN],
        "stakes",
        reference=limit,
    )
