"""The runs of all strengths together: each figure at every strength, the line through them, and what strength does to it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.matches.forecast import budget
from apts.playtest.metrics import Metric, Shown, declarations, declared, shown_in
from apts.playtest.metrics.seats import FAIR
from apts.statistics import (
    Estimate,
    StrengthLine,
    Word,
    bounded_mean,
    line_of_estimates,
    line_of_means,
    line_of_shares,
    strength_word,
)

if TYPE_CHECKING:
    from apts.playtest.playtest_run import Run

NEAR = 0.05
"""Scores of a seat that are at most so far from a half at every strength are fair, where no other margin is wanted."""

CONFIDENCE = 0.95

CONFIDENCE_OF_TWO = 0.975
"""Of a line through two strengths alone, whose intervals nothing widens: half of the error goes to the slope."""

LEAST = 2
"""Matches that a strength needs to be one of the panel."""


@dataclass(frozen=True)
class FigureAcross:
    """A figure at every strength, the weakest first.

    ``part`` names a figure inside the metric, ``at`` has it as each strength's own matches do, None where it was not
    measured. ``line`` is that through all matches, None where ``untested`` says why there is none. ``neutral`` is the value
    at which the figure says nothing, such as a half for the score of a seat.
    """

    name: str
    part: str
    at: tuple[Estimate | None, ...]
    line: StrengthLine | None = None
    word: Word = Word.OPEN
    neutral: float | None = None
    untested: str = ""

    @property
    def changes(self) -> bool:
        """Whether there is more to say than that nothing is settled."""
        return self.word is not Word.OPEN

    def as_data(self) -> dict[str, Any]:
        """The figure as plain values."""
        return {
            "metric": self.name,
            "part": self.part,
            "strengths": [_estimate_data(one) for one in self.at],
            "line": None if self.line is None else [_estimate_data(one) for one in self.line.at],
            "slope": None if self.line is None else _estimate_data(self.line.slope),
            "two_steps_further": None if self.line is None else _estimate_data(self.line.beyond),
            "word": str(self.word),
            "not_tested": self.untested or None,
        }


def _estimate_data(found: Estimate | None) -> dict[str, Any] | None:
    if found is None:
        return None
    low, high = (end if math.isfinite(end) else None for end in (found.low, found.high))
    return {"value": found.value, "low": low, "high": high, "n": found.n}


class Panel:
    """Runs of one game by players of several strengths, the weakest first; ``main`` is the place of the main run."""

    def __init__(self, runs: Sequence[Run], main: int):
        self.runs, self.main = tuple(runs), main

    @classmethod
    def of(cls, main: Run, beside: Sequence[Run]) -> Panel | None:
        """The panel of a run and those of other strengths; None where fewer than two of them have matches."""
        known = {id(run): budget(run.manifest.agents[0], run.game) for run in (main, *beside)}
        runs = [run for run in (main, *beside) if run.evidence.n >= LEAST and known[id(run)]]
        runs.sort(key=lambda run: known[id(run)] or 0)
        if main not in runs or len({known[id(run)] for run in runs}) < max(2, len(runs)):
            return None
        return cls(runs, runs.index(main))

    @cached_property
    def budgets(self) -> tuple[int, ...]:
        """The iterations a move of each strength."""
        return tuple(budget(run.manifest.agents[0], run.game) or 1 for run in self.runs)

    @property
    def places(self) -> tuple[float, ...]:
        """Where each strength stands: steps of fourfold search from the main run."""
        return tuple(math.log(one / self.budgets[self.main], 4.0) for one in self.budgets)

    @property
    def confidence(self) -> float:
        """The confidence of the intervals of lines that words follow from."""
        return CONFIDENCE if len(self.runs) > 2 else CONFIDENCE_OF_TWO

    @property
    def strongest(self) -> Run:
        """The run of the strongest players."""
        return self.runs[-1]

    @property
    def one_judge(self) -> bool:
        """Whether one agent gave values to the turns of all strengths."""
        judges = {
            (run.manifest.settings.get("evaluated"), run.manifest.settings.get("evaluation")) for run in self.runs
        }
        return len(judges) == 1 and next(iter(judges))[0] == "all"

    @cached_property
    def figures(self) -> tuple[FigureAcross, ...]:
        """The scores of the seats, then all other figures that at least two strengths measured.

        Of a game that is the same at all strengths one word about the scores is wrong at most one time in twenty, and one
        about all other figures too (by Bonferroni).
        """
        sides = [self.side(number) for number in self.sides]
        others = [*self._others()]
        lines = [one.line is not None for one in others]
        confidence = 1.0 - (1.0 - self.confidence) / max(1, sum(lines))
        return (*sides, *(self._with_word(one, confidence) for one in others))

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The seats or teams, from 0, whose scores are asked about: of two the first, as the second has what it leaves."""
        evidence = self.runs[self.main].evidence
        if evidence.players == 1 or any(run.evidence.cooperative for run in self.runs):
            return ()
        count = len(evidence.sides)
        return (0,) if count == 2 else tuple(range(count))

    def side(self, number: int) -> FigureAcross:
        """The score of a seat or a team, from 0."""
        evidences = [run.evidence for run in self.runs]
        values = [one.by_units(one.side_scores[:, number]) for one in evidences]
        complete = [one.completeness for one in evidences]
        at = tuple(bounded_mean(own, completeness=part) for own, part in zip(values, complete, strict=True))
        confidence = 1.0 - (1.0 - self.confidence) / len(self.sides) if number in self.sides else self.confidence
        neutral = None if any(one.together.any() for one in evidences) else FAIR
        margin = evidences[self.main].goals.margin or NEAR
        line = line_of_shares(values, self.places, CONFIDENCE, complete)
        surer = line_of_shares(values, self.places, confidence, complete)
        word = strength_word(surer, neutral, None if neutral is None else (FAIR - margin, FAIR + margin))
        seat = evidences[self.main].sides[number][0] + 1
        name = next(one.name for one in declarations() if one.parts.of_seats)
        return FigureAcross(name, f"seat {seat}", at, line, word, neutral)

    def _others(self) -> Iterator[FigureAcross]:
        for name in shown_in(Shown.STRENGTHS):
            if declared(name).parts.of_seats and self.sides:
                continue
            found = [run.metrics[name] for run in self.runs]
            known = [metric for metric in found if metric.value is not None]
            if len(known) < 2 or (declared(name).nothing_at_zero and not any(metric.value for metric in known)):
                continue
            at = tuple(_typical(name, metric, run.evidence) for metric, run in zip(found, self.runs, strict=True))
            yield self._with_line(name, at)

    def _with_line(self, name: str, at: tuple[Estimate | None, ...]) -> FigureAcross:
        if declared(name).judged and not self.one_judge:
            return FigureAcross(name, "", at, untested="judged")
        if not declared(name).tested or None in at:
            return FigureAcross(name, "", at, untested="unmeasured")
        line = self._line(name, at, CONFIDENCE)
        return FigureAcross(name, "", at, line, untested="" if line is not None else "unmeasured")

    def _with_word(self, found: FigureAcross, confidence: float) -> FigureAcross:
        if found.line is None:
            return found
        line = self._line(found.name, found.at, confidence)
        return found if line is None else replace(found, word=strength_word(line))

    def _line(self, name: str, at: Sequence[Estimate | None], confidence: float) -> StrengthLine | None:
        """The line of a metric: through values of matches where it is a mean of them, else through its estimates."""
        values = [_values(name, run.evidence) for run in self.runs]
        whole = [own for own in values if own is not None and len(own[0]) >= LEAST]
        if len(whole) == len(values):
            complete = [run.evidence.completeness for run in self.runs]
            make = line_of_shares if all(share for _, share in whole) else line_of_means
            return make([own for own, _ in whole], self.places, confidence, complete)
        known = [one for one in at if one is not None]
        line = self.line_of(known, confidence) if len(known) == len(at) else None
        scale = declared(name).scale
        return None if line is None else line.within(scale.low, scale.high)

    def line_of(self, estimates: Sequence[Estimate], confidence: float | None = None) -> StrengthLine | None:
        """A line through a figure of all strengths; None where an interval has no end."""
        if not all(math.isfinite(one.high - one.low) for one in estimates):
            return None
        return line_of_estimates(estimates, self.places, confidence or self.confidence)

    def as_data(self) -> dict[str, Any]:
        """The panel as plain values."""
        return {
            "strengths": [
                {
                    "agents": list(dict.fromkeys(run.manifest.agents)),
                    "budget": one,
                    "matches": len(run.matches),
                    "run": run.name,
                    "main": number == self.main,
                }
                for number, (run, one) in enumerate(zip(self.runs, self.budgets, strict=True))
            ],
            "figures": [one.as_data() for one in self.figures],
        }


def _typical(name: str, metric: Metric, evidence: Evidence) -> Estimate | None:
    """The figure of a metric; of lengths the median, as a mean is known only to within what rare long matches may add."""
    part = declared(name).typical
    if not part or metric.value is None:
        return metric.estimate
    return dict(declared(name).parts.figures(metric, evidence.n)).get(part, metric.estimate)


def _values(name: str, evidence: Evidence) -> tuple[Numbers, bool] | None:
    """One value a unit, and whether it is a share; None where the metric is no mean of such."""
    of_match = declared(name).of_match
    if of_match is None or of_match.far:
        return None
    values = of_match.values(evidence)
    if values is None:
        return None
    is_share = of_match.bounds(evidence) == (0.0, 1.0) and not of_match.offset
    if of_match.counted is not None:
        if any(unit is not None for unit in evidence.units):
            return None
        values = values[of_match.counted(evidence)]
        return (values, is_share)
    if not all(map(math.isfinite, values)):
        return None
    return evidence.by_units(values + of_match.offset), is_share
