"""The metric of first moves, and whether a first move wins by itself.

Its score counts only as far as the other first moves do less well: in a game that whoever begins wins anyhow, every first
move has a high score and none of them is to blame.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import metric
from apts.playtest.metrics.openings import LEAST, Opening, first_choices, opening_list, share_by_lot, symmetry_classes
from apts.playtest.metrics.parts import SCORE, Figures, Named, Parts, row_estimate
from apts.playtest.metrics.scales import SHARE
from apts.playtest.metrics.usage import first_move
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Estimate, holm

NO_CHOICE = "no match has a choice of first moves"

OFTEN = 0.05
"""Openings count that begin this share of the matches or more, or ten matches."""

SURPRISE = 0.001
"""An opening that begins every match crowds out the others if moves drawn by lot would so seldom do that."""


def nothing_known(confidence: float, n: int = 0) -> Estimate:
    """A half and a difference of which nothing is known."""
    return Estimate(0.5, -0.5, 1.5, n, confidence)


def by_itself(name: str, score: Estimate, evidence: Evidence) -> Estimate:
    """The score of an opening, at most a half and what it gains on the others."""
    opening = next((one for one in opening_list(evidence) if one.name == name), None)
    if opening is None or crowds_out(opening, evidence):
        return score
    if opening.others is None:
        return smaller(score, nothing_known(score.confidence, score.n))
    gain = opening.others.difference
    return smaller(score, Estimate(0.5 + gain.value, 0.5 + gain.low, 0.5 + gain.high, gain.n, gain.confidence))


def smaller(one: Estimate, other: Estimate) -> Estimate:
    """The smaller of two figures; it lies between the smaller ends of their intervals."""
    value, low, high = min(one.value, other.value), min(one.low, other.low), min(one.high, other.high)
    return Estimate(value, max(0.0, low), max(0.0, high), one.n, one.confidence)


def crowds_out(opening: Opening, evidence: Evidence) -> bool:
    """Whether no match begins otherwise, and that is no accident."""
    if opening.count < opening.possible or evidence.game is None:
        return False
    return share_by_lot(opening, evidence) ** opening.count < SURPRISE


def against_others(opening: Opening, evidence: Evidence) -> Numbers:
    """A half and what the opening gains, once for each match with it and another one without it, in their order.

    No match is used twice, so that the values are independent and have the mean of the difference.
    """
    chosen = set(opening.numbers)
    scores: dict[bool, list[float]] = {True: [], False: []}
    for row, choice in enumerate(first_choices(evidence)):
        if choice is not None:
            opener = evidence.matches[row].turns[0].mover - 1
            scores[evidence.numbers[row] in chosen].append(float(evidence.scores[row, opener]))
    pairs = list(zip(scores[True], scores[False], strict=False))
    return np.array([0.5 + mine - theirs for mine, theirs in pairs], dtype=np.float64)


class OpeningParts(Parts):
    """The share of matches with each opening and, behind ``score``, what its opener scores."""

    thing = "opening"
    is_share = True
    scored = True
    with_strength = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            yield f"{row['name']}", Estimate(row["share"], row["share_low"], row["share_high"], matches)
            score = row_estimate(row, "score", "score_low", "score_high", row["matches"])
            if score is not None:
                yield f"{row['name']}{SCORE}", score

    def unseen(self, metric: Metric, evidence: Evidence) -> Iterable[str]:
        if evidence.game is None or evidence.game.has_chance:
            return ()
        classes = symmetry_classes(evidence.game)
        return [classes.get(move.text, move.text) for move in evidence.game.start().moves()]

    def each(self, part: str, inside: Figures, evidence: Evidence) -> Iterator[Named]:
        """The shares, or the scores of those that are played often enough to be judged by them."""
        for label, found in inside.items():
            if label.endswith(SCORE) != (part == "score"):
                continue
            if part != "score":
                yield f"opening {label}", found
            elif _is_often(label, found, inside):
                yield f"opening {label}", by_itself(label.removesuffix(SCORE), found, evidence)

    def most_of_each(self, figures: int, metric: Metric, evidence: Evidence) -> int:
        return max(figures, sum(not label.endswith(SCORE) for label in self.all_figures(metric, evidence)))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        """An opening by any of the moves that are the same up to symmetry."""
        exactly = super().labels(part, inside, metric, evidence)
        if exactly:
            return exactly
        move, score = (part.removesuffix(SCORE), SCORE) if part.endswith(SCORE) else (part, "")
        for row in metric.details.get("rows", ()):
            if move in row["moves"] or move == row["shown"]:
                return [label for label in [f"{row['name']}{score}"] if label in inside]
        known = symmetry_classes(evidence.game).get(move)
        return [f"{known}{score}"] if known is not None and f"{known}{score}" in inside else []

    def stream(self, label: str, evidence: Evidence) -> Stream | None:
        name = label.removeprefix("opening ")
        found = {opening.name: opening for opening in opening_list(evidence)}
        opening = found.get(name.removesuffix(SCORE))
        able = [number for number, choice in zip(evidence.numbers, first_choices(evidence), strict=True) if choice]
        if name.endswith(SCORE):
            if opening is None:
                return None
            chosen = set(opening.numbers)
            rows = [row for row, number in enumerate(evidence.numbers) if number in chosen]
            openers = [evidence.whole[row].turns[0].mover - 1 for row in rows]
            return Stream(evidence.scores[rows, openers])
        if opening is not None and opening.possible != len(able):
            return None  # dice leave other first moves in each match
        chosen = set() if opening is None else set(opening.numbers)
        return Stream(np.array([number in chosen for number in able], dtype=np.float64))

    def anytime_of_each(self, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
        """The score of an opening is at most a half and what it gains on the others; both hold together."""
        if not label.endswith(SCORE):
            return super().anytime_of_each(label, evidence, confidence)
        found = self.stream(label, evidence)
        if found is None or not len(found.values):
            return None
        name = label.removeprefix("opening ").removesuffix(SCORE)
        opening = next(one for one in opening_list(evidence) if one.name == name)
        if crowds_out(opening, evidence):
            return found.estimate(confidence)
        each = 1.0 - (1.0 - confidence) / 2.0
        gains = against_others(opening, evidence)
        gain = Stream(gains, (-0.5, 1.5)).estimate(each) if len(gains) else nothing_known(each)
        return replace(smaller(found.estimate(each), gain), confidence=confidence)


def _is_often(label: str, found: Estimate, inside: Figures) -> bool:
    """Whether an opening is played often enough to be judged by its score."""
    share = inside.get(label.removesuffix(SCORE))
    return found.n >= LEAST or (share is not None and share.value >= OFTEN)


@metric(
    Declaration(
        "openings",
        {
            ENGLISH: Texts(
                "Most common opening",
                "share of matches with a choice of first moves that begin with the most common one, up to symmetry",
                part_more="the more matches begin with {part}",
                part_less="the fewer matches begin with {part}",
                every="every opening",
                each={"score": "Score with each opening", "share": "Share of matches with each opening"},
            ),
            PORTUGUESE: Texts(
                "Abertura mais comum",
                "parte das partidas com escolha de primeiros lances que começam com o mais comum, a menos de simetria",
                part_more="mais partidas começam com {part}",
                part_less="menos partidas começam com {part}",
                every="cada abertura",
                each={"score": "Pontuação com cada abertura", "share": "Parte das partidas com cada abertura"},
            ),
        },
        details="each first move by piece: share, result, corrected for many comparisons. Only first moves that were a "
        "choice count, and each is compared only with others of matches that could have begun with it: what dice decide is "
        "no opening",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=275,
        parts=OpeningParts(),
    )
)
def openings(evidence: Evidence) -> Metric:
    """First moves up to symmetry; ``dominant`` after Holm's correction over all openings that can be compared."""
    found = opening_list(evidence)
    if not found:
        return Metric.missing("no match has a move" if not any(map(first_move, evidence.whole)) else NO_CHOICE)
    compared = [opening for opening in found if opening.others is not None]
    adjusted = holm([opening.others.p_value for opening in compared if opening.others is not None])
    p_values = {opening.name: float(value) for opening, value in zip(compared, adjusted, strict=True)}
    rows = [_row(opening, p_values.get(opening.name)) for opening in found]
    left_out = sum(choice is None for choice in first_choices(evidence))
    return Metric.of(found[0].share, rows=rows, left_out=left_out)


def _row(opening: Opening, p_value: float | None) -> dict[str, Any]:
    difference = None if opening.others is None else opening.others.difference
    return {
        "name": opening.name,
        "shown": opening.shown,
        "moves": list(opening.moves),
        "matches": opening.count,
        "possible": opening.possible,
        "share": opening.share.value,
        "share_low": opening.share.low,
        "share_high": opening.share.high,
        "score": None if opening.score is None else opening.score.value,
        "score_low": None if opening.score is None else opening.score.low,
        "score_high": None if opening.score is None else opening.score.high,
        "effect": None if difference is None else difference.value,
        "p_value": p_value,
        "dominant": p_value is not None and p_value <= 0.05 and difference is not None and difference.value > 0,
    }
