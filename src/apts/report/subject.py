"""What a report is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from apts.archive import MatchRecord, RunManifest
from apts.engine.play.game import Game
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.findings import Finding
from apts.playtest.goals.judging import GoalJudgement
from apts.playtest.metrics import Metric


class ReportedRun(Protocol):
    """A run as a report reads it; :class:`apts.playtest.run.Run` is one.

    ``metrics`` has at least the built-in metrics; those that the matches say nothing about have the value None.
    ``game`` may be None, then the report has no boards.
    """

    @property
    def name(self) -> str:
        """What the archive calls the run."""

    @property
    def manifest(self) -> RunManifest:
        """What is needed to play it again."""

    @property
    def matches(self) -> Sequence[MatchRecord]:
        """All matches, by number."""

    @property
    def game(self) -> Game | None:
        """The game, where it is at hand."""

    @property
    def evidence(self) -> Evidence:
        """The matches as arrays."""

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """All metrics by name."""

    @property
    def findings(self) -> Sequence[Finding]:
        """What the matches show for sure, the worst first."""

    @property
    def judgements(self) -> Sequence[GoalJudgement]:
        """Every goal met, missed or open."""

    @property
    def probable(self) -> Sequence[Finding]:
        """What the matches speak for without settling it."""


def measured(run: ReportedRun, name: str) -> Metric | None:
    """A metric of the run, or None where it is unknown or was not measured."""
    if name not in run.metrics:
        return None
    found = run.metrics[name]
    return found if found.value is not None else None


def detail(run: ReportedRun, name: str, key: str) -> Any:
    """A table or curve of a metric; an empty list where there is none."""
    found = measured(run, name)
    return [] if found is None else found.details.get(key, [])
