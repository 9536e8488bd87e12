"""Two runs held against each other: whether the second is nearer to the goals, and what differs in the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from functools import cached_property, partial
from os import PathLike
from typing import Any

from apts.agents.agent import Agent
from apts.archive import Archive, RunManifest, opened_archive
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.notebook import figure, sentence, sentences, table
from apts.playtest.comparing.changes import LEVEL, Change, are_paired, changes, paired_difference
from apts.playtest.comparing.goal import (
    GoalVerdict,
    default_goals,
    enumerated,
    judge,
    message,
    range_message,
    subject_message,
)
from apts.playtest.evidence.sentences import Amount, Listed, Message, Spelled, Value
from apts.playtest.experiments.experiment_requests import MARGIN
from apts.playtest.goal_check import check_parts
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.goal_files import GoalsGiven, read_goals
from apts.playtest.goals.reading import check_together
from apts.playtest.matches.forecast import settled
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.run import Run, played_run, run_or_game
from apts.statistics import Estimate

# ----------------------------------------------------------------------------------------------------------------
# What differs between two runs besides their matches: the text of the rules line by line, and what was chosen
# beside it.

NONE = "(none)"
"""Said of a setting that one side does not have."""


@dataclass(frozen=True)
class SettingChange:
    """A setting with its value on each side; ``kind`` is ``option``, ``parameter``, ``file``, ``agents`` or ``seed``."""

    kind: str
    name: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{' '.join(filter(None, (self.kind, self.name)))}: {self.before} -> {self.after}"


def rules_difference(a: RunManifest, b: RunManifest) -> tuple[str, ...]:
    """The lines of the rules, the options and parameters in which two runs differ, then agents and seeds."""
    return (*text_lines(a, b), *map(str, chosen_changes(a, b)), *map(str, player_changes(a, b)))


def text_lines(a: RunManifest, b: RunManifest) -> tuple[str, ...]:
    """The lines of the rules that differ."""
    lines = unified_diff(a.rules.splitlines(), b.rules.splitlines(), "rules of A", "rules of B", "", "", 0, "")
    return tuple(line.rstrip("\n") for line in lines)


def chosen_changes(a: RunManifest, b: RunManifest) -> tuple[SettingChange, ...]:
    """The options and parameters that differ, and the files that a class is made of."""
    kinds = (
        ("option", a.options, b.options),
        ("parameter", _parameters(a), _parameters(b)),
        ("file", _files(a), _files(b)),
    )
    return tuple(
        SettingChange(kind, key, str(first.get(key, NONE)), str(second.get(key, NONE)))
        for kind, first, second in kinds
        for key in dict.fromkeys([*first, *second])
        if first.get(key) != second.get(key)
    )


def _parameters(manifest: RunManifest) -> Mapping[str, Any]:
    """The parameters, or the arguments of a class; older runs have the latter with the place of the class alone."""
    settings: Mapping[str, Any] = (manifest.settings.get("source") or {}).get("settings", {})
    return {**settings, **manifest.parameters}


def _files(manifest: RunManifest) -> Mapping[str, str]:
    """The files that a class is made of beside its own, with the beginnings of their digests."""
    inputs: Mapping[str, str] = (manifest.settings.get("source") or {}).get("inputs", {})
    return {path: digest[:12] for path, digest in inputs.items()}


def player_changes(a: RunManifest, b: RunManifest) -> tuple[SettingChange, ...]:
    """The agents and seeds that differ."""
    found = []
    if a.agents != b.agents:
        found.append(SettingChange("agents", "", ", ".join(a.agents), ", ".join(b.agents)))
    if a.seed != b.seed:
        found.append(SettingChange("seed", "", str(a.seed), str(b.seed)))
    return tuple(found)


class StoppedComparison(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """Ctrl-C came before both sides had matches."""


class RunComparison:
    """What changed from run ``a`` to run ``b``, judged against goals; differences up to ``margin`` do not matter.

    For figures between -1 and 1 the margin is a difference, for others (turns, moves) a share of their value in A.
    """

    def __init__(self, a: Run, b: Run, goals: Sequence[Goal] = (), margin: float = MARGIN):
        check_together(goals)
        self.a, self.b, self.margin = a, b, check_margin(margin)
        self.goals = tuple(goals) or default_goals(
            min(a.manifest.players, b.manifest.players),
            cooperative=a.evidence.cooperative or b.evidence.cooperative,
        )

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every metric that both runs know, then all that is inside them, false alarms controlled over all."""
        return changes(self.a, self.b)

    @property
    def paired(self) -> bool:
        """Whether matches of equal number share their luck, so that they are compared pair by pair."""
        return are_paired(self.a.evidence, self.b.evidence)

    @cached_property
    def verdicts(self) -> tuple[GoalVerdict, ...]:
        """For each goal whether B is nearer to it; wrong about any of them at most one time in twenty."""
        confidence = 1.0 - LEVEL / len(self.goals)
        matches = min(len(self.a.matches), len(self.b.matches))
        return tuple(
            judge(
                goal,
                [figure for _, figure in goal.figures(self.a)],
                [figure for _, figure in goal.figures(self.b)],
                self.margin,
                confidence,
                matches,
                self._paired(goal, confidence),
            )
            for goal in self.goals
        )

    def _paired(self, goal: Goal, confidence: float) -> Estimate | None:
        if goal.part or goal.each:
            return None
        found = paired_difference(goal.metric, self.a.evidence, self.b.evidence, confidence)
        return None if found is None else found.difference

    @property
    def difference_called(self) -> str:
        """What the differences of the goals are: of the figures, or for ranges of how far these lie outside."""
        kinds = {goal.is_range for goal in self.goals}
        if kinds == {False}:
            return "B - A"
        return "change of distance" if kinds == {True} else "change"

    @property
    def verdict(self) -> str:
        """One word for all goals: better, worse, mixed, equivalent or undecided."""
        if self.same_game:
            return "equivalent"
        words = {judged.verdict for judged in self.verdicts}
        if {"better", "worse"} <= words:
            return "mixed"
        for word in ("better", "worse"):
            if word in words:
                return word
        return "equivalent" if words == {"equivalent"} else "undecided"

    @property
    def more_matches(self) -> int | None:
        """How many more matches on each side would settle all goals; None where no number is in sight."""
        if self.same_game:
            return 0
        counts = [judged.more_matches for judged in self.verdicts if judged.verdict == "undecided"]
        known = [count for count in counts if count is not None]
        return max(known, default=0) if len(known) == len(counts) else None

    @cached_property
    def same_matches(self) -> bool:
        """Whether both runs went alike move by move, as they do when equal games are played with one seed.

        Matches that all failed show nothing, however alike they are.
        """
        if len(self.a.matches) != len(self.b.matches) or not self.a.evidence.n:
            return False
        pairs = zip(self.a.matches, self.b.matches, strict=True)
        return all(
            first.outcome == second.outcome and [t.move for t in first.turns] == [t.move for t in second.turns]
            for first, second in pairs
        )

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """What differs in rules, options, parameters, agents and seeds, as lines of text."""
        return rules_difference(self.a.manifest, self.b.manifest)

    @property
    def same_game(self) -> bool:
        """Whether both sides are one and the same run: nothing differs in the rules or in any match."""
        return not self.rules and self.same_matches

    def sentence(self) -> str:
        """The verdict in sentences."""
        text = str(self.message())
        return text[0].upper() + text[1:]

    def message(self) -> Message:
        """The same for any language; it may begin with a small letter."""
        if self.same_game:
            return message("compare/same-game")
        for side, run in (("A", self.a), ("B", self.b)):
            if run.broken_off is not None:
                return message("compare/broken-off", side=side, error=run.broken_off)
        named: dict[str, list[Value]] = {}
        for judged in self.verdicts:
            named.setdefault(judged.verdict, []).append(subject_message(judged.goal))
        parts: list[Value] = [
            message(f"compare/{word}", named=enumerated(named[word])) for word in ("better", "worse") if word in named
        ]
        alike = [judged for judged in self.verdicts if judged.verdict == "equivalent"]
        inside = [judged for judged in alike if judged.goal.is_range and self._both_inside(judged.goal)]
        others = [judged for judged in alike if judged not in inside]
        if inside:
            parts.append(message("compare/inside", named=enumerated([range_message(judged.goal) for judged in inside])))
        if others:
            margins = [
                message("compare/margin", subject=subject_message(one.goal), margin=Amount(f"{one.margin:.2g}"))
                for one in others
            ]
            parts.append(message("compare/alike", named=enumerated(margins)))
        if "undecided" in named:
            more, described = self.more_matches, enumerated(named["undecided"])
            parts.append(
                message("compare/open/no-number", named=described)
                if more is None
                else message("compare/open", named=described, more=more)
            )
        return self._whole(Listed(parts, "; "))

    def _whole(self, parts: Value) -> Message:
        """The parts with what has to be known beside them: that it is not, or not only, the rules that differ."""
        a, b = self.a.manifest, self.b.manifest
        if a.players != b.players:
            return message("compare/whole/seats", before=a.players, after=b.players, parts=parts)
        if self.same_matches:
            return message("compare/whole/same-matches", parts=parts)
        if a.agents == b.agents:
            return message("compare/whole", parts=parts)
        players = [Spelled(", ".join(dict.fromkeys(known.agents))) for known in (a, b)]
        kind = "players-too" if text_lines(a, b) or chosen_changes(a, b) else "players"
        return message(f"compare/whole/{kind}", before=players[0], after=players[1], parts=parts)

    def _both_inside(self, goal: Goal) -> bool:
        """Whether the figures of both lie within the range of a goal."""
        found = [figure for run in (self.a, self.b) for _, figure in goal.figures(run)]
        return all(goal.distance(figure.value) == 0.0 for figure in found)

    def __repr__(self) -> str:
        return f"<{self.b.manifest.game} compared with {self.a.manifest.game}: {self.verdict}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the verdict, the goals, and what differs in the rules."""
        rows = []
        for judged in self.verdicts:
            found = judged.difference
            shown = "not measured" if found is None else figure(found.value, found.low, found.high, "+.3g")
            rows.append((str(judged.goal), judged.verdict, shown))
        goals = "" if self.same_game else table(("goal", "verdict", f"{self.difference_called} (interval)"), rows)
        return sentence(self.sentence(), heading=True) + goals + (sentences(self.rules) if self.rules else "")

    def as_data(self) -> dict[str, Any]:
        """The comparison as plain values."""
        return {
            "a": {"run": self.a.name, "game": self.a.manifest.game, "matches": len(self.a.matches)},
            "b": {"run": self.b.name, "game": self.b.manifest.game, "matches": len(self.b.matches)},
            "verdict": self.verdict,
            "sentence": self.sentence(),
            "margin": self.margin,
            "more_matches": self.more_matches,
            "same_matches": self.same_matches,
            "paired": self.paired,
            "goals": [judged.as_data() for judged in self.verdicts],
            "rules": list(self.rules),
            "changes": [change.as_data() for change in self.changes],
        }


def compare(
    a: Run | GameSource,
    b: Run | GameSource,
    agents: str | Agent | Sequence[str | Agent] | None = DEFAULTS.agents,
    matches: int | None = DEFAULTS.matches,
    seed: int = DEFAULTS.seed,
    *,
    goals: GoalsGiven | Iterable[GoalsGiven] = (),
    margin: float = MARGIN,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = DEFAULTS.limit,
    evaluate: str | Agent | None = None,
    evaluator: str | Agent | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    command: str = "",
    watch: Callable[[str, int, int], None] | None = None,
) -> RunComparison:
    """Tell what changed from one game to another, and which is nearer to the goals.

    A side is a run, the name of one in the ``archive``, how such a name begins, ``"last"``, or a game as :func:`apts.load`
    takes it, which is then play-tested as :func:`apts.playtest` does. ``goals`` are such as ``"balance higher"`` and
    ``"length between 20 and 40"``, or whatever :func:`apts.read_goals` takes; differences up to ``margin`` do not matter.
    ``watch`` is told the game and how many of its matches are played.

    >>> from apts import compare, load
    >>> found = compare("tic-tac-toe", load("tic-tac-toe", dim=4), "random", goals="drawishness lower")
    >>> found.verdict
    'better'
    """
    settings = PlaytestRequest(
        agents,
        matches,
        seed,
        limit,
        evaluate=evaluate,
        evaluator=evaluator,
        workers=workers,
        cluster=cluster,
        command=command,
    )
    return compared(a, b, settings, goals, margin, archive, watch)


def compared(
    a: Run | GameSource,
    b: Run | GameSource,
    settings: PlaytestRequest,
    goals: GoalsGiven | Iterable[GoalsGiven] = (),
    margin: float = MARGIN,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Callable[[str, int, int], None] | None = None,
) -> RunComparison:
    """A comparison of what is there, and of what is played with these settings."""
    wanted = read_goals(goals)
    check_together(wanted.wanted)
    check_margin(margin)

    def resolve_side(side: Run | GameSource, own: Archive | None) -> Run | Game:
        if isinstance(side, Run):
            return side
        return run_or_game(side, own, partial(load, side)) if isinstance(side, str) else load(side)

    def run_of(side: Run | Game, own: Archive | None, play: PlaytestRequest) -> Run:
        if isinstance(side, Run):
            return side
        described = None if watch is None else partial(watch, side.name)
        return played_run(side, replace(play, resume=True), own, wanted, described)

    runs: list[Run] = []
    # A cluster that is begun here serves both sides.
    with executor_of(settings.workers, settings.cluster), opened_archive(archive) as own:
        sides = [resolve_side(side, own) for side in (a, b)]
        play = alike(settings, sides)
        for side in sides:
            if not isinstance(side, Run):
                check_parts(side, wanted, settings.limit)
        for side in sides:
            runs.append(run_of(side, own, play))
            if runs[-1].interrupted and runs[-1] is not side:
                break
    if len(runs) < 2 or any(run.interrupted and not run.evidence.n for run in runs):
        raise StoppedComparison("stopped before both sides were played; there is nothing to compare yet")
    return RunComparison(runs[0], runs[1], wanted.wanted, margin)


def check_margin(margin: Any) -> float:
    """The largest difference that does not matter; refuses what is no number of at least 0."""
    is_number = isinstance(margin, int | float) and not isinstance(margin, bool)
    if not is_number or not 0.0 <= margin < math.inf:
        raise AptsError(f"the margin is a number of at least 0, such as {MARGIN}, not {margin!r}")
    return float(margin)


def alike(settings: PlaytestRequest, sides: Sequence[Run | Game]) -> PlaytestRequest:
    """Settings for what is to be played: as a run that is there was, or what fits all games."""
    there = [side for side in sides if isinstance(side, Run)]
    if there and settings.agents is None:
        settings = replace(settings, agents=there[0].manifest.agents)
    if there and settings.matches is None:
        settings = replace(settings, matches=max(1, len(there[0].matches)))
    return settled(settings, [side for side in sides if not isinstance(side, Run)])
