"""Does it matter where one sits?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import RANDOM_PLAY, make_message, percent, points
from apts.playtest.findings.course import FEWEST, best, score_above, score_below
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.matches.forecast import budgets
from apts.playtest.matches.manifests import real_players
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.seats import place_table
from apts.statistics import Estimate, bounded_mean, bounded_p_above, matches_for_mean, planning_deviation

WIDEST = 0.1
"""An interval of a score that reaches further than this to each side leaves open whether a game is fair."""

_OF_TWO = ("seat-advantage", "seat-advantage/behind")


@finding(
    FindingDeclaration(
        "seat-advantage",
        {ENGLISH: FindingTexts("Seat advantage"), PORTUGUESE: FindingTexts("Vantagem de um lugar")},
        harm=(0.4, 0.9),
        judged_by="seat-score",
        cures=("swap", "head-start", "first-move", "board"),
    )
)
def seat_advantage(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """For each seat: is its mean score more than the margin above a half? With three or more: below it, or two apart?"""
    del metrics
    if evidence.players == 1 or evidence.n < 2 or evidence.cooperative:
        return
    margin, present = evidence.goals.margin, evidence.completeness
    even = True
    if evidence.together.any():
        # Where all may lose to the game no score is the fair one: asked is whether one seat does better than another.
        yield _apart(evidence, True)
        return
    several = len(evidence.sides) > 2
    for side in range(len(evidence.sides)):
        values = evidence.by_units(evidence.side_scores[:, side])
        found = bounded_mean(values, completeness=present)
        even = even and not bounded_mean(values, of_all_seats(evidence.players), completeness=present).excludes(0.5)
        # All seats are asked about, and corrected for: for two seats that is a test to both sides.
        yield _of_side(evidence, side, found, score_above(values, 0.5 + margin, present), margin)
        if several:
            yield _of_side(evidence, side, found, score_below(values, 0.5 - margin, present), -margin)
    if several:
        yield _apart(evidence, even)


def of_all_seats(players: int) -> float:
    """The confidence of the interval of a seat at which those of all seats together miss one time in twenty.

    Of two seats one has what the other leaves it; of more each is asked about to both sides, and two of them together.
    """
    return 0.95 if players < 3 else 1.0 - 2.0 * 0.05 / (2 * players + 1)


def _how(evidence: Evidence) -> str:
    """What must be said with an advantage of players who chose nothing."""
    return RANDOM_PLAY if set(evidence.manifest.agents) == {"random"} else ""


def _of_side(evidence: Evidence, side: int, found: Estimate, p_value: float, reference: float) -> FindingQuestion:
    """Whether a seat, or a team, is ahead (with a reference of 0 or more and an effect above it), or behind."""
    gain = found.value - 0.5
    by_places = len(evidence.sides) > 2  # a place can be shared there, and a score has little to do with winning alone
    seat = evidence.sides[side][0]
    wins = place_table(evidence)[:, seat] == 1 if by_places else evidence.side_firsts[:, side]
    sentences = ("seat-advantage/places", "seat-advantage/places-behind") if by_places else _OF_TWO
    sentence = make_message(
        sentences[0] if gain >= 0.0 else sentences[1],
        seat=evidence.side_called(side),
        score=percent(found.value),
        low=percent(found.low),
        high=percent(found.high),
        wins=percent(float(wins.mean())),
        n=evidence.n,
        how=_how(evidence),
    )
    shown = wins if gain >= 0.0 else ~wins
    return FindingQuestion(
        "seat-advantage",
        sentence,
        gain,
        found.low - 0.5,
        found.high - 0.5,
        evidence.n,
        min(1.0, 2.0 * abs(gain)),
        p_value,
        best(evidence.numbers, evidence.lengths, shown),
        f"team {evidence.teams[seat]}" if evidence.teams else f"seat {seat + 1}",
        reference=reference,
        tentative=evidence.n < FEWEST,
    )


def _apart(evidence: Evidence, even: bool) -> FindingQuestion:
    """Whether two seats are apart though each of them may score a half; asked so that it says the same as balance."""
    scores = evidence.side_scores
    means = scores.mean(axis=0)
    ahead, behind = int(means.argmax()), int(means.argmin())
    pairs = len(means) * (len(means) - 1)
    differences = evidence.by_units(scores[:, ahead] - scores[:, behind])
    bounds, present = (-1.0, 1.0), evidence.completeness
    found = bounded_mean(differences, 1.0 - 0.1 / pairs, bounds, present)
    above = bounded_p_above(differences, evidence.goals.margin, bounds, present)
    p_value = min(1.0, pairs * above) if even else 1.0
    figures = {"first": percent(float(means[ahead])), "second": percent(float(means[behind]))}
    ends = {"low": points(max(0.0, found.low)), "high": points(found.high)}
    seats = {"ahead": evidence.side_called(ahead), "behind": evidence.side_called(behind)}
    sentence = make_message("seat-advantage/apart", **seats, n=evidence.n, how=_how(evidence), **figures, **ends)
    return FindingQuestion(
        "seat-advantage",
        sentence,
        found.value,
        found.low,
        found.high,
        evidence.n,
        min(1.0, max(0.0, found.value)),
        p_value,
        best(evidence.numbers, evidence.lengths, evidence.side_firsts[:, ahead]),
        f"{'teams' if evidence.teams else 'seats'} {ahead + 1} and {behind + 1}",
        reference=evidence.goals.margin,
        tentative=evidence.n < FEWEST,
    )


@finding(
    FindingDeclaration(
        "not-enough-evidence",
        {ENGLISH: FindingTexts("Not enough evidence"), PORTUGUESE: FindingTexts("Evidência insuficiente")},
        harm=(0.74, 0.74),
        is_caveat=True,
    )
)
def not_enough_evidence(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is it still open whether the seats are equal? Where an interval excludes a half, another finding says so."""
    del metrics
    if evidence.players == 1 or evidence.n == 0 or evidence.together.any() or evidence.cooperative:
        return
    columns = [evidence.by_units(column) for column in evidence.side_scores.T]
    known = [bounded_mean(values, completeness=evidence.completeness) for values in columns]
    widest = max(range(len(known)), key=lambda seat: known[seat].half_width)
    values, found = columns[widest], known[widest]
    if found.half_width <= WIDEST and evidence.n >= FEWEST:
        return
    sure = of_all_seats(evidence.players)
    surely = [bounded_mean(values, sure, completeness=evidence.completeness) for values in columns]
    if evidence.n >= 2 and any(seat.excludes(0.5) for seat in surely):
        return
    wanted = matches_for_mean(planning_deviation(values), WIDEST / 2) * -(-evidence.n // len(values))
    sentence = make_message(
        "not-enough-evidence" if evidence.n > 1 else "not-enough-evidence/one",
        n=evidence.n,
        seat=evidence.side_called(widest),
        low=percent(found.low),
        high=percent(found.high),
        wanted=max(FEWEST, wanted, evidence.n + 1),
    )
    yield FindingQuestion(
        "not-enough-evidence", sentence, found.value, found.low, found.high, evidence.n, 0.9, subject="seats"
    )


@finding(
    FindingDeclaration(
        "luck-over-skill",
        {ENGLISH: FindingTexts("Luck over skill"), PORTUGUESE: FindingTexts("Mais sorte que habilidade")},
        harm=(0.5, 0.5),
        cures=("dice", "target", "start"),
    )
)
def luck_over_skill(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does a much stronger agent score hardly more than a weak one? Asked where the agents of a run differ in budget."""
    del metrics
    known = budgets(real_players(evidence.manifest), evidence.game)
    if evidence.n < 2 or len(set(known)) < 2 or None in known:
        return
    numbers = [budget for budget in known if budget is not None]
    strong, weak = int(np.argmax(numbers)), int(np.argmin(numbers))
    if numbers[strong] < 4 * max(1, numbers[weak]):
        return
    scores = np.array(
        [row[list(match.seats).index(strong)] for row, match in zip(evidence.scores, evidence.matches, strict=True)]
    )
    values = evidence.by_units(scores)
    found = bounded_mean(values, completeness=evidence.completeness)
    names = evidence.manifest.agents
    figures = {"score": percent(found.value), "low": percent(found.low), "high": percent(found.high)}
    sentence = make_message("luck-over-skill", strong=names[strong], weak=names[weak], **figures)
    lost = scores < 0.5
    yield FindingQuestion(
        "luck-over-skill",
        sentence,
        found.value,
        found.low,
        found.high,
        evidence.n,
        0.8,
        score_below(values, evidence.goals.least_skill, evidence.completeness),
        best(evidence.numbers, evidence.lengths, lost),
        names[strong],
        reference=evidence.goals.least_skill,
    )


@finding(
    FindingDeclaration(
        "agents-too-weak",
        {
            ENGLISH: FindingTexts("Agents too weak to judge"),
            PORTUGUESE: FindingTexts("Agentes fracos demais para julgar"),
        },
        harm=(0.05, 0.05),
        is_caveat=True,
    )
)
def random_agents(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Random play says how the rules work, not how the game plays."""
    del metrics
    if evidence.n and _how(evidence):
        sentence = make_message("agents-too-weak/random")
        yield FindingQuestion("agents-too-weak", sentence, 0.0, None, None, evidence.n, 0.05, subject="random")
