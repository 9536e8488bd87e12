"""What goals ask for beside the matches of a play-test: the tables and ladders that a check of goals plays by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import combinations
from os import PathLike
from typing import Any

from apts.archive import Archive
from apts.engine.play.game import Game
from apts.playtest.experiments.experiment_requests import SkillTableRequest, StylesRequest
from apts.playtest.experiments.meetings import MeetingTable
from apts.playtest.experiments.skill import Ladder, skill
from apts.playtest.experiments.skill_table import SkillTable, strengths_met
from apts.playtest.experiments.stress import SideResults
from apts.playtest.experiments.style_table import StyleTable, styles_met
from apts.playtest.goals.goal import Goal
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.metrics.parts import AGAINST

Watch = Callable[[str, int, int], None]


@dataclass(frozen=True)
class PlayedForGoals:
    """What was played for goals; None where none asked for it."""

    styles: StyleTable | None = None
    skill_table: SkillTable | None = None
    ladder: Ladder | None = None

    def beside(self, side: SideResults) -> SideResults:
        """What an archive knows of a game, and in its place what was played now."""
        played = {one.name: getattr(self, one.name) for one in fields(self)}
        return SideResults(**{**vars(side), **{name: value for name, value in played.items() if value is not None}})

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped it."""
        return any(getattr(self, one.name) is not None and getattr(self, one.name).interrupted for one in fields(self))


def played_for_goals(
    game: Game,
    goals: Sequence[Goal],
    settings: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
) -> PlayedForGoals:
    """Play what goals are about that no match of a play-test tells, with the seed of the check; an archive is gone on with.

    Each has the number of matches that fits the game, however long the play-test itself is.
    """
    if game.players < 2 or game.cooperative:  # nobody is held against another there, and such goals stay open
        return PlayedForGoals()
    metrics = {goal.metric for goal in goals}
    given: dict[str, Any] = {
        name: getattr(settings, name) for name in ("seed", "limit", "workers", "cluster", "command")
    }
    found: dict[str, Any] = {}
    if "styles" in metrics:
        found["styles"] = styles_met(game, StylesRequest(**given, resume=archive is not None), archive, watch)
    pairs = _pairs(goals)
    if pairs:
        tables = [
            strengths_met(game, SkillTableRequest(**given, strengths=pair, resume=archive is not None), archive, watch)
            for pair in pairs
        ]
        found["skill_table"] = _joined(tables)
    if "skill-depth" in metrics:
        found["ladder"] = skill(game, archive=archive, resume=archive is not None, **given)
    return PlayedForGoals(**found)


def _pairs(goals: Sequence[Goal]) -> list[tuple[str, str]]:
    """The pairs of strengths that goals name, each once; of a goal that names none every two of the usual ones."""
    asked = [goal for goal in goals if goal.metric == "skill-table"]
    named = [tuple(goal.part.split(AGAINST)) for goal in asked if AGAINST in goal.part]
    pairs = {frozenset(pair): (pair[0], pair[1]) for pair in named if len(set(pair)) == 2}
    if asked and not pairs:
        return list(combinations(SkillTableRequest().strengths, 2))
    return list(pairs.values())


def _joined(tables: Sequence[SkillTable]) -> SkillTable:
    """Several tables of one game as one."""
    met = tuple(known for one in tables for known in one.table.meetings)
    names = tuple(dict.fromkeys(name for one in tables for name in one.table.names))
    return SkillTable(tables[0].game, tables[0].seed, MeetingTable(names, met), any(one.interrupted for one in tables))
