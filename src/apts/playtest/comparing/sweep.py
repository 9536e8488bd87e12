"""One rule turned through several values: a run for each, side by side, and what surely changes along the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from os import PathLike
from typing import Any

from apts.archive import Archive, opened_archive
from apts.engine.play.game import Game
from apts.executors import executor_of
from apts.playtest.comparing.changes import LEVEL, changes
from apts.playtest.comparing.compare import StoppedComparison, alike
from apts.playtest.comparing.goal import message
from apts.playtest.evidence.evidence import Goals
from apts.playtest.evidence.sentences import Amount, Listed, Message
from apts.playtest.goals import GoalJudgement, judgements
from apts.playtest.goals.goal import figures
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.metrics import Metric, Shown, declarations, declared, shown_in
from apts.playtest.run import Run, played_run


@dataclass(frozen=True)
class SweepPoint:
    """A setting in words, such as ``length=4``, and the run that was played with it."""

    label: str
    run: Run


class Sweep:
    """Runs that differ in the value of a setting, in the order of its values."""

    def __init__(self, points: Sequence[SweepPoint]):
        self.points = tuple(points)

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The metrics that at least two of the runs know, without those that say nothing here."""
        known = {name: [point.run.metrics[name] for point in self.points] for name in shown_in(Shown.SWEEP)}
        return tuple(
            name
            for name, found in known.items()
            if sum(metric.value is not None for metric in found) > 1
            and not (declared(name).nothing_at_zero and all(not metric.value for metric in found))
        )

    def metric(self, name: str, point: SweepPoint) -> Metric:
        """A metric of one of the runs; of lengths and minutes the median, which a few long matches do not move."""
        found, part = point.run.metrics[name], declared(name).typical
        typical = figures(name, found, found.n).get(part) if part else None
        return found if typical is None else replace(found, value=typical.value, low=typical.low, high=typical.high)

    @cached_property
    def changed(self) -> frozenset[tuple[str, str]]:
        """Metric and label of every figure that surely differs from that of the first value, corrected for all looks."""
        first, *others = self.points
        found = set()
        for other in others:
            for change in changes(first.run, other.run):
                sure = change.adjusted is not None and change.adjusted * len(others) <= LEVEL
                about = declared(change.name)
                stands = change.part == about.typical or (bool(about.restates) and not change.part)
                if sure and stands and change.name in self.figures:
                    alike = (one.name for one in declarations() if one.typical and one.restates == change.name)
                    found |= {(name, other.label) for name in (change.name, *alike)}
        return frozenset(found)

    def judgements(self, point: SweepPoint) -> tuple[GoalJudgement, ...]:
        """The goals held against one of the runs; all verdicts of all runs together are wrong one time in twenty."""
        return judgements(point.run.goals, point.run, 1.0 - LEVEL / len(self.points))

    def sentences(self) -> tuple[str, ...]:
        """What changes along the values, and what does not surely change."""
        return tuple(map(str, self.messages()))

    def messages(self) -> tuple[Message, ...]:
        """The same for any language."""
        first = self.points[0]
        described, still = [], []
        for name in self.figures:
            where = [point for point in self.points[1:] if (name, point.label) in self.changed]
            if not where:
                still.append(name)
                continue
            last = where[-1]
            before, after = self.metric(name, first).value or 0.0, self.metric(name, last).value or 0.0
            described.append(
                message(
                    "sweep/rises" if after > before else "sweep/falls",
                    metric=name,
                    before=Amount(f"{before:.3g}"),
                    first=first.label,
                    after=Amount(f"{after:.3g}"),
                    last=last.label,
                )
            )
        if still:
            described.append(message("sweep/still", metric=Listed(still)))
        return (*described, *self._about_goals())

    def _about_goals(self) -> list[Message]:
        """Which values meet all goals, and which surely miss one."""
        words = {point.label: {one.verdict for one in self.judgements(point)} for point in self.points}
        if not any(words.values()):
            return []
        met = [label for label, found in words.items() if found == {"met"}]
        missed = [label for label, found in words.items() if "missed" in found]
        lines = [message("sweep/met", named=Listed(met)) if met else message("sweep/none-met")]
        return [*lines, message("sweep/missed", named=Listed(missed))] if missed else lines

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.points[0].run.manifest.game,
            "points": [
                {
                    "setting": point.label,
                    "run": point.run.name,
                    "matches": len(point.run.matches),
                    "agents": list(point.run.manifest.agents),
                    "metrics": {name: self.metric(name, point).as_data() for name in self.figures},
                    "goals": [one.as_data() for one in self.judgements(point)],
                    "changed": sorted(name for name, label in self.changed if label == point.label),
                }
                for point in self.points
            ],
            "sentences": list(self.sentences()),
            "interrupted": self.interrupted,
        }

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended one of the runs."""
        return any(point.run.interrupted for point in self.points)


def swept(
    games: Sequence[tuple[str, Game]],
    settings: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Callable[[str, int, int], None] | None = None,
    goals: Goals | None = None,
) -> Sweep:
    """Play each of the games, which come with their settings in words, with the same agents, matches and seed.

    All of them are held against the ``goals``.
    """
    play = replace(alike(settings, [game for _, game in games]), resume=True)
    points: list[SweepPoint] = []
    with executor_of(play.workers, play.cluster), opened_archive(archive) as own:
        for label, game in games:
            described = None if watch is None else partial(watch, f"{game.name} {label}")
            run = played_run(game, play, own, goals, described)
            if run.evidence.n:
                points.append(SweepPoint(label, run))
            if run.interrupted:
                break
    if len(points) < 2:
        raise StoppedComparison("stopped before two values were played; there is nothing to compare yet")
    return Sweep(points)
