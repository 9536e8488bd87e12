"""What a report is made from."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from apts.archive import MatchRecord, RunManifest
from apts.engine.play.game import Game
from apts.locales import ENGLISH
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.findings import Finding
from apts.playtest.goals import Goal
from apts.playtest.goals.goal_files import goal_name
from apts.playtest.goals.judging import GoalJudgement
from apts.playtest.metrics import Metric, declared, reads_in_percent, things
from apts.playtest.metrics.parts import AGAINST, DRAWS, SCORE, SEAT_PART
from apts.report.texts import ReportTexts


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


# ----------------------------------------------------------------------------------------------------------------
# Goals and what decides them, in the language of a page.

_FIGURE = re.compile(r"([\w-]+)(?:\[(.*)\])?", re.DOTALL)
_SEAT_FIGURE = re.compile(r"(?:.+ \()?(seat \d+)\)?( (?:score|wins|draws|losses))", re.DOTALL)
"""What decides a goal about every seat, with the name of the seat where it has one."""


def describe_goal(found: GoalJudgement, chosen: ReportTexts) -> str:
    """The goal and what decides it."""
    figure = "" if found.estimate is None else describe_decider(found, chosen)
    reason = chosen.known(f"missing.{found.reason}", found.reason)
    parts = [part for part in (figure, reason) if part]
    return "; ".join([goal_in_words(found.goal, chosen), *parts])


def goal_named(goal: Goal, chosen: ReportTexts) -> str:
    """What a goal is called: goals that ship in the language of the page, others as they were named or written."""
    return goal_name(goal.name, chosen.language) or goal_in_words(goal, chosen)


def goal_in_words(goal: Goal, chosen: ReportTexts) -> str:
    """What a goal wants, with the players that it is about as the page calls them."""
    return describe_wanted(goal, chosen, lambda spec: chosen.players([spec]))


def describe_wanted(goal: Goal, chosen: ReportTexts, called: Callable[[str], str] = str) -> str:
    """What a goal wants, in words: ``Turns a match: between 20 and 40 turns``; ``called`` says how agents are called."""
    low, high = _wanted_number(goal.low, goal, chosen), _wanted_number(goal.high, goal, chosen)
    unit = _unit(goal, chosen)
    if goal.trend is not None or goal.used:
        text = chosen(f"wanted.{goal.trend or 'used'}", what=describe_subject(goal, chosen))
    elif math.isfinite(goal.low) and math.isfinite(goal.high):
        text = chosen("wanted.between", what=describe_subject(goal, chosen), low=low, high=f"{high}{unit}")
    elif math.isfinite(goal.low):
        text = chosen("wanted.at-least", what=describe_subject(goal, chosen), low=f"{low}{unit}")
    else:
        text = chosen("wanted.at-most", what=describe_subject(goal, chosen), high=f"{high}{unit}")
    return text if goal.level is None else chosen("wanted.by", wanted=text, agents=called(goal.level))


def describe_subject(goal: Goal, chosen: ReportTexts) -> str:
    """What a goal is about, in words: a figure of a run, a part of it, or each part of it."""
    if goal.each:
        return _each_named(goal, chosen)
    return _named(goal.metric, goal.part, chosen)


def _each_named(goal: Goal, chosen: ReportTexts) -> str:
    """What the metric says of all its parts, in the language of the page or in English."""
    about = declared(goal.metric)
    each = about.text(chosen.language).each or about.text(ENGLISH).each
    return (each if isinstance(each, str) else each.get(goal.part, "")) or goal.subject


def figure_named(figure: str, chosen: ReportTexts) -> str:
    """A figure such as ``length`` or ``seat-score[seat 2 score]`` in words; of a thing alone what it is called."""
    seat = _SEAT_FIGURE.fullmatch(figure)
    if seat is not None:
        return _named(things()["seat"], f"{seat[1]}{seat[2]}", chosen)
    found = _FIGURE.fullmatch(figure)
    if found is None or not declared(found[1]).text(ENGLISH).title:
        return figure
    return _named(found[1], found[2] or "", chosen)


def _named(metric: str, part: str, chosen: ReportTexts) -> str:
    title, parts = chosen.metric(metric), declared(metric).parts
    if not part:
        return title
    if parts.of_seats and part.endswith(DRAWS):
        return chosen(f"heading.{DRAWS}")
    if parts.of_seats and (seat := SEAT_PART.fullmatch(part)) is not None:
        if seat[2] in (None, "score"):
            return chosen("first.seat", seat=int(seat[1]))
        return f"{chosen(f'heading.{seat[2]}')} ({chosen('word.seat-inside', seat=int(seat[1]))})"
    if parts.scored and part.endswith(SCORE):
        return f"{chosen(f'heading.{parts.score_heading}')} ({part.removesuffix(SCORE)})"
    if parts.of_agents and AGAINST in part:
        return f"{title} ({' × '.join(chosen.players([side]) for side in part.split(AGAINST))})"
    return f"{title} ({chosen.known(f'part.{part}', part)})"


def _wanted_number(value: float, goal: Goal, chosen: ReportTexts) -> str:
    if _in_percent(goal) and math.isfinite(value):
        return chosen.percent(value, _decimals(100.0 * value))
    return chosen.number(value, _decimals(value))


def _in_percent(goal: Goal) -> bool:
    """Whether people read the figure in per cent: parts of a metric of another unit may be shares."""
    return reads_in_percent(goal.metric) or (goal.scale.is_share and not declared(goal.metric).scale.is_share)


def _decimals(value: float) -> int:
    """As many as were written."""
    return len(f"{value:g}".partition(".")[2])


def _unit(goal: Goal, chosen: ReportTexts) -> str:
    unit = goal.scale.unit
    return "" if goal.scale.is_share or not unit else f" {chosen.known(f'unit.{unit}', unit)}"


def describe_decider(found: GoalJudgement, chosen: ReportTexts) -> str:
    """The figure that decides a goal, with its name where the goal is about several; else why there is none."""
    if found.estimate is None:
        return chosen.known(f"missing.{found.reason}", found.reason) or chosen("word.not-measured")
    named = "" if found.goal.subject.startswith(found.figure) else f"{figure_named(found.figure, chosen)}: "
    return named + format_figure(found, chosen)


def format_figure(found: GoalJudgement, chosen: ReportTexts) -> str:
    """A figure with its interval and the number of units behind it; shares in per cent."""
    estimate, goal = found.estimate, found.goal
    assert estimate is not None

    def number(value: float) -> str:
        if math.isinf(value):
            return "∞"
        if _in_percent(goal):
            return chosen.percent(value)
        return chosen.number(value, 3 if goal.scale.is_share else None)

    ends = chosen("word.interval", low=number(estimate.low), high=number(estimate.high))
    return f"{number(estimate.value)}{_unit(goal, chosen)} ({ends}, n = {chosen.count(estimate.n)})"
