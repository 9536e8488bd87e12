"""The levels that a game is to be played at: names of levels, or spellings of agents, the weakest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent, kinds, separated
from apts.agents.levels import level_names
from apts.agents.matches import play_match
from apts.agents.spelling import kind_of, spelling_parts
from apts.archive import Archive, opened_archive
from apts.atomic_files import file_stem
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.learning.encodings.encoding import learnable
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import bundled_models, read_model, rules_hash
from apts.learning.training.training_run import train
from apts.notebook import sentence, sentences, table
from apts.playtest.comparing.changes import LEVEL
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.evidence.evidence import Goals
from apts.playtest.evidence.sentences import Amount, Listed, Message
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.goal_files import GoalsGiven, requested_goals
from apts.playtest.goals.judging import GoalJudgement, judged
from apts.playtest.matches.forecast import CLUB_PLAYER, budgets, fitting_matches, worth_in_iterations
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest, check_several, split_levels
from apts.playtest.run import Run, played_run
from apts.playtest.strengths.trends import (
    FindingAtLevels,
    Trend,
    findings_at_levels,
    format_estimate,
    message,
    players_of,
    share_amounts,
    trend_sentence,
    trends,
)
from apts.request_fields import one_request
from apts.similar_names import did_you_mean
from apts.statistics import Estimate, bounded_mean

ALL = "all"
"""Stands for all levels."""

DEFAULT_LEVELS = "casual,club,expert"
"""The levels where none are named."""


def level_specs(levels: str | Sequence[str], game: Game) -> tuple[str, ...]:
    """The spellings of the agents, one for each level, the weakest first.

    Names of levels, ``random`` and tree searches are put in order of their budgets. Where one agent has no budget to go
    by, such as a network, all stay in the order that they were named in.
    """
    if not isinstance(levels, str | Sequence) or not all(isinstance(word, str) for word in levels):
        raise AptsError(f"levels are names such as 'casual,club' or a list of them, not {levels!r}")
    words = separated(levels) if isinstance(levels, str) else [word.strip() for word in levels]
    named = [name for word in words for name in (level_names() if word.lower() == ALL else (word,))]
    specs = [level_spec(name) for name in named]
    for spec in specs:
        if specs.count(spec) > 1:
            raise AptsError(f"the level {level_label(spec)!r} is named twice; name each level once")
    if all(kind_of(spec) == "level" for spec in specs):
        return tuple(sorted(specs, key=lambda spec: level_names().index(spelling_parts(spec)[1])))
    if None in (known := budgets(specs, game)):
        return tuple(specs)
    return tuple(sorted(specs, key=lambda spec: known[specs.index(spec)] or 0))


def level_spec(name: str) -> str:
    """The spelling of the agent that a level is played by: ``club`` is ``level:club``."""
    word = name.strip()
    if word.lower() in level_names():
        return f"level:{word.lower()}"
    if kind_of(word) not in kinds():
        raise AptsError(
            f"there is no level {word!r}{did_you_mean(word, [*level_names(), ALL])} (levels: {', '.join(level_names())}, "
            f"{ALL} for all of them, or an agent such as uct:iterations=2000)"
        )
    made = agent(word)
    if made.is_person:
        raise AptsError(f"the level {word!r} cannot be play-tested: matches are played by agents alone")
    return made.spec


def level_label(spec: str) -> str:
    """What a level is called: ``level:club`` is ``club``, and a model is called by its file."""
    head, rest = spelling_parts(spec)
    if head == "level":
        return rest
    if head != "model":
        return spec
    file, *settings = rest.split(",")
    return ",".join([f"model {file.replace(chr(92), '/').rpartition('/')[2].removesuffix('.onnx')}", *settings])


# ----------------------------------------------------------------------------------------------------------------
# A network that is trained before a game is played at several strengths, to be its top level.

TRAINED = "trained"
"""What the level of the network is called."""

MANY_CYCLES = 1_000_000
"""More cycles than there is time for: the clock ends the training."""

PROOF = 20
"""Matches of the network against the level below it."""

OnProgress = Callable[[Message], None]
"""Called with a sentence about what is being trained."""


def trained_level(
    game: Game, minutes: float, seed: int, workers: int | None = None, on_progress: OnProgress | None = None
) -> str:
    """The spelling of a network that was trained on the game for so long.

    The training has a folder of its own below the present one; one that is there is gone on with, or taken as it is once it
    is done. It begins with a model of the same game that comes with APTS, where there is one.
    """
    if not minutes > 0:
        raise AptsError(f"a network is trained for more than 0 minutes, not {minutes:g}")
    rules = learnable(game)
    need_torch()
    folder = training_folder(rules, minutes, seed)
    start = parent_model(rules)
    if on_progress is not None:
        described = partial(message, minutes=Amount(f"{minutes:g}"), folder=str(folder))
        on_progress(
            described("trend/training") if start is None else described("trend/training-from", model=start.stem)
        )
    if (folder / "settings.json").exists():
        training = train(None, folder, resume=True, workers=workers)
    else:
        training = train(
            rules, folder, cycles=MANY_CYCLES, minutes=minutes, seed=seed, measure=0, start=start, workers=workers
        )
    if training.stopped:
        raise StoppedComparison("stopped while the network was trained; the same command continues the training")
    return f"model:{training.model}"


def training_folder(rules: RulesGame, minutes: float, seed: int) -> Path:
    """The folder of a training: the same for the same rules, time and seed."""
    return Path(f"training-{file_stem(rules.name)}-{rules_hash(rules)[:8]}-{minutes:g}min-seed{seed}")


def parent_model(rules: RulesGame) -> Path | None:
    """The model that comes with APTS for a game of this name, whatever was changed in its rules."""
    for path in bundled_models().values():
        if read_model(path).game_name == rules.name:
            return path
    return None


def proven(game: Game, network: str, below: str, play: PlaytestRequest, archive: Archive | None) -> Estimate | None:
    """What the network scores against the level below it; None where not two play."""
    if game.players != 2:
        return None
    settings = PlaytestRequest(
        [network, below], PROOF, play.seed, play.limit, luck=0, resume=True, workers=play.workers
    )
    run = played_run(game, settings, archive)
    if run.interrupted or run.evidence.n < 2:
        return None
    rows = zip(run.evidence.scores, run.evidence.matches, strict=True)
    scores = np.array([row[list(match.seats).index(0)] for row, match in rows])
    return bounded_mean(run.evidence.by_units(scores), completeness=run.evidence.completeness)


def move_seconds(game: Game, network: str, below: str, seed: int) -> tuple[float, float] | None:
    """The processor time of a move of the network and of the level below it here, in one match from each seat."""
    if game.players != 2:
        return None
    moves, seconds = [0, 0], [0.0, 0.0]
    for seats in ((network, below), (below, network)):
        for turn in play_match(game, [agent(spec) for spec in seats], seed).turns:
            side = int(seats[turn.seat - 1] == below)
            moves[side], seconds[side] = moves[side] + 1, seconds[side] + (turn.seconds or 0.0)
    return None if not all(moves) else (seconds[0] / moves[0], seconds[1] / moves[1])


# ----------------------------------------------------------------------------------------------------------------
# The same game at several strengths: the runs, what changes with strength, and which findings hold at which
# level.

MOST_INSIDE = 8
"""Sentences about figures inside the metrics, the surest first."""


@dataclass(frozen=True)
class LevelRun:
    """What a level is called, and the run that was played at it."""

    label: str
    run: Run

    @property
    def spec(self) -> str:
        """The spelling of the agent that played."""
        return self.run.manifest.agents[0]


class Strengths:
    """Runs of one game by players of different strength, the weakest first.

    ``proof`` is what a network that was trained for it scores against the level below it, where that was measured, and
    ``proof_seconds`` what a move takes the network and that level.
    """

    def __init__(
        self,
        levels: Sequence[LevelRun],
        proof: Estimate | None = None,
        proof_seconds: tuple[float, float] | None = None,
    ):
        self.levels, self.proof, self.proof_seconds = tuple(levels), proof, proof_seconds

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs, the weakest level first."""
        return tuple(level.run for level in self.levels)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the levels are called, the weakest first."""
        return tuple(level.label for level in self.levels)

    def at(self, level: str) -> Run:
        """The run at a level: ``expert``, ``level:expert``, or the spelling of an agent that was play-tested."""
        for known in self.levels:
            if level.strip() in (known.label, known.spec):
                return known.run
        spec = level_spec(level)
        for known in self.levels:
            if known.spec == spec:
                return known.run
        hint = did_you_mean(level, self.labels)
        raise AptsError(f"the level {level!r} was not played{hint} (levels: {', '.join(self.labels)})")

    @property
    def one_judge(self) -> bool:
        """Whether one agent gave values to the turns of all levels."""
        judges = {
            (run.manifest.settings.get("evaluated"), run.manifest.settings.get("evaluation")) for run in self.runs
        }
        return len(judges) == 1 and next(iter(judges))[0] == "all"

    @cached_property
    def trends(self) -> tuple[Trend, ...]:
        """Every figure over the levels, then those inside the metrics."""
        return trends(self.runs, self.one_judge)

    @property
    def figures(self) -> tuple[Trend, ...]:
        """The metrics over the levels, without the figures inside them."""
        return tuple(trend for trend in self.trends if not trend.part)

    def sentences(self) -> tuple[str, ...]:
        """What surely changes with strength, what may, and what does not."""
        return tuple(map(str, self.messages()))

    def messages(self) -> tuple[Message, ...]:
        """The same for any language."""
        names, seats = self.seat_names, self.runs[0].manifest.players
        sure = [trend for trend in self.trends if trend.is_sure and not trend.part]
        inside = sorted(
            (trend for trend in self.trends if trend.is_sure and trend.part), key=lambda t: t.adjusted or 0.0
        )
        likely = [trend for trend in self.trends if trend.is_likely and not trend.part]
        shown, game = (*sure, *inside[:MOST_INSIDE], *likely), self.runs[0].game
        lines = [trend_sentence(trend, self.labels, names, seats, game) for trend in shown]
        if len(inside) > MOST_INSIDE:
            lines.append(message("trend/inside", count=len(inside) - MOST_INSIDE))
        still = [
            trend.name
            for trend in self.figures
            if trend.p_value is not None and not trend.is_sure and not trend.is_likely
        ]
        if still:
            lines.append(message("trend/still", metric=Listed(still)))
        return (*lines, *self._untested(), *self._proven())

    def _proven(self) -> tuple[Message, ...]:
        """Whether the network on top is known to be the strongest."""
        if self.proof is None or len(self.levels) < 2:
            return ()
        text = message("trend/against", **share_amounts(self.proof), level=players_of(self.labels[-2]))
        if self.proof_seconds is not None:
            own, other = (Amount(f"{1e3 * spent:.3g}") for spent in self.proof_seconds)
            text = message("trend/cost", told=text, own=own, other=other)
        return (message("trend/proven" if self.proof.low > 0.5 else "trend/unproven", told=text, n=self.proof.n),)

    def _untested(self) -> tuple[Message, ...]:
        reasons: dict[str, list[str]] = {}
        for trend in self.figures:
            if trend.untested:
                reasons.setdefault(trend.untested, []).append(trend.name)
        return tuple(message("trend/untested", why=why, metric=Listed(names)) for why, names in reasons.items())

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called."""
        game = self.runs[0].game
        return () if game is None else tuple(game.seat_names)

    @cached_property
    def findings(self) -> tuple[FindingAtLevels, ...]:
        """All findings of the runs, each with the levels at which it holds; those of the strongest level first."""
        return findings_at_levels({level.label: level.run.weighed for level in self.levels})

    @cached_property
    def judgements(self) -> tuple[tuple[str, GoalJudgement], ...]:
        """Every goal at each level that it is about; all verdicts together are wrong at most one time in twenty."""
        parts = [(level, goal) for level in self.levels for goal in level.run.goals.wanted if goal.fits(level.run)]
        confidence = 1.0 - LEVEL / max(1, len(parts))
        return tuple((level.label, judged(goal, level.run, confidence)) for level, goal in parts)

    @property
    def unjudged(self) -> tuple[Goal, ...]:
        """The goals that are about agents of which no level was played."""
        wanted = self.runs[0].goals.wanted
        return tuple(goal for goal in wanted if not any(goal.fits(run) for run in self.runs))

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended one of the runs."""
        return any(run.interrupted for run in self.runs)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values, without times: the same seed gives the same."""
        timeless = copy(self)
        timeless.proof_seconds = None
        return {
            "game": self.runs[0].manifest.game,
            "levels": [{"level": level.label, "agent": level.spec, **level.run.as_data()} for level in self.levels],
            "trends": [_trend_data(trend, self.labels) for trend in self.trends],
            "findings": [found.as_data() for found in self.findings],
            "goals": [{"level": label, **found.as_data()} for label, found in self.judgements],
            "unjudged": [str(goal) for goal in self.unjudged],
            "sentences": list(timeless.sentences()),
            "interrupted": self.interrupted,
        }

    def __repr__(self) -> str:
        return f"<{self.runs[0].manifest.game} at {', '.join(self.labels)}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: what changes, and the figures side by side."""
        rows = [(trend.name, *map(format_estimate, trend.figures)) for trend in self.figures]
        return sentence(repr(self)[1:-1], heading=True) + sentences(self.sentences()) + table(("", *self.labels), rows)


def _trend_data(trend: Trend, labels: Sequence[str]) -> dict[str, Any]:
    figures = zip(labels, trend.figures, strict=True)
    return {
        "metric": trend.name,
        "part": trend.part,
        "levels": {
            label: None if one is None else {"value": one.value, "low": one.low, "high": one.high, "n": one.n}
            for label, one in figures
        },
        "p_value": trend.p_value,
        "adjusted": trend.adjusted,
        "sure": trend.is_sure,
        "likely": trend.is_likely,
        "not_tested": trend.untested or None,
    }


# ----------------------------------------------------------------------------------------------------------------
# A game played at each of several levels: a run of its own for each, with one seed and one judge of positions.

JUDGE = CLUB_PLAYER
"""Gives values to the turns of all levels, so that these can be compared."""

Watch = Callable[[str, int, int], None]
"""Told what is played, how many matches of it there are, and how many are wanted."""


def played_strengths(
    game: GameSource,
    settings: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None = None,
    goals: Goals | None = None,
    watch: Watch | None = None,
    on_progress: OnProgress | None = None,
) -> Strengths:
    """Play a game at each of the levels with the same seed and number of matches; what is there is not played again.

    Where the request says ``train`` a network is trained for so many minutes first, and is the top level;
    ``on_progress`` is called with a sentence about that.
    """
    loaded, train = load(game), settings.train
    goals = requested_goals(settings.goals) if goals is None else goals
    specs = level_specs(DEFAULT_LEVELS if settings.levels is None else settings.levels, loaded)
    if train is None:
        check_several([level_label(spec) for spec in specs])
    play = _fitting(settings, loaded, specs)
    labels = {spec: level_label(spec) for spec in specs}
    if train is not None:
        labels[trained_level(loaded, train, play.seed, play.workers, on_progress)] = TRAINED
    played: list[LevelRun] = []
    proof, spent = None, None
    with executor_of(play.workers, play.cluster), opened_archive(archive) as own:
        for spec, label in labels.items():
            name = None if settings.name is None else f"{settings.name} {label}"
            hears = None if watch is None else partial(watch, f"{loaded.name} {label}")
            run = played_run(
                loaded, replace(play, agents=[spec], levels=None, train=None, name=name), own, goals, hears
            )
            if run.evidence.n:
                played.append(LevelRun(label, run))
            if run.interrupted:
                break
            if label == TRAINED and specs:
                proof = proven(loaded, spec, specs[-1], play, own)
                spent = move_seconds(loaded, spec, specs[-1], play.seed)
    if len(played) < 2:
        raise StoppedComparison(
            "stopped before two levels were played; what was played is kept, and the same command plays on"
        )
    return Strengths(played, proof, spent)


def _fitting(settings: PlaytestRequest, game: Game, specs: Sequence[str]) -> PlaytestRequest:
    """The settings with a judge for all levels, and matches that fit the strongest, where none were asked for."""
    judge = settings.evaluator
    if judge is None and settings.evaluate is None:
        judge = JUDGE
    matches = settings.matches
    if matches is None:
        known = [worth_in_iterations(spec, game) for spec in (*specs, JUDGE)]
        matches = fitting_matches(game, max(budget for budget in known if budget is not None))
    return replace(settings, matches=matches, evaluator=judge, resume=True)


def playtest_levels(
    game: GameSource,
    levels: str | Sequence[str] = DEFAULT_LEVELS,
    matches: int | None = DEFAULTS.matches,
    seed: int = DEFAULTS.seed,
    *,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = DEFAULTS.limit,
    evaluator: str | Agent | None = DEFAULTS.evaluator,
    luck: int = DEFAULTS.luck,
    goals: GoalsGiven | Iterable[GoalsGiven] | None = DEFAULTS.goals,
    workers: int | None = DEFAULTS.workers,
    cluster: str | None = DEFAULTS.cluster,
    watch: Watch | None = None,
    train: float | None = None,
    request: PlaytestRequest | None = None,
) -> Strengths:
    """Play-test a game at several strengths, and find out what changes with strength.

    ``levels`` are names of levels or spellings of agents, each for all seats, as a list or as one text with commas;
    ``"all"`` stands for all levels. Every level is a run of its own with the same seed and ``matches``; what an
    ``archive`` has of them is not played again. ``evaluator`` names the agent that judges the positions of all
    levels, so that their values can be compared: ``level:club`` where nothing is said. ``train`` trains a network
    for so many minutes first, which is then the top level (it needs the extra ``learn``). ``request`` says all of it as one
    value, instead of the keywords but the archive and the watch. The rest is as in :func:`apts.playtest`.

    >>> from apts import playtest_levels
    >>> levels = playtest_levels("tic-tac-toe", "random,uct:iterations=200", matches=60, evaluator="uct:iterations=20")
    >>> levels.labels, len(levels.at("random").matches)
    (('random', 'uct:iterations=200'), 60)
    >>> [trend.name for trend in levels.figures if trend.is_sure and trend.name == "drawishness"]
    ['drawishness']
    """
    wanted = PlaytestRequest(
        matches=matches,
        seed=seed,
        limit=limit,
        levels=split_levels(levels),
        train=train,
        evaluator=evaluator,
        luck=luck,
        goals=goals,
        workers=workers,
        cluster=cluster,
    )
    if request is not None and wanted == PlaytestRequest(levels=split_levels(DEFAULT_LEVELS)):
        wanted = DEFAULTS
    return played_strengths(game, one_request(request, wanted), archive, watch=watch)
