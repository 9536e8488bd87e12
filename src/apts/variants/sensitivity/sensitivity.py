"""Which rule moves what: the game and its turned rules played with the same seeds, and what surely changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from os import PathLike
from tempfile import TemporaryDirectory
from typing import Any

from apts.archive import Archive, opened_archive
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource
from apts.input_checks import check_minutes
from apts.notebook import sentence, sentences
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.evidence.sentences import Message
from apts.playtest.matches.forecast import fitting
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.metrics import Shown, shown_in
from apts.playtest.run import Run, played_run
from apts.similar_names import did_you_mean
from apts.variants.sensitivity.effects import (
    Effect,
    TurnedValue,
    effects,
    message,
    rule_sentence,
    same_sentence,
    split_names,
    turned_values,
)
from apts.variants.tunables import NO_LIMITS, Limits
from apts.variants.variant import Variant, as_variant

FIRST_ROUND = 20
"""Matches of each value in the first round of a search that ends by the clock; every round has twice as many."""

Watch = Callable[[str, int, int], None]
"""Told what is played, how many matches of it there are, and how many are wanted."""


@dataclass(frozen=True)
class PlayedValue:
    """A turned rule, the run that was played with it, and its effect on every figure."""

    turned: TurnedValue
    run: Run
    effects: tuple[Effect, ...]


class Sensitivity:
    """A game and what each of its rules moves. ``refused`` are values that were not played, each with the reason."""

    def __init__(
        self,
        base: Run,
        played: Sequence[tuple[TurnedValue, Run]],
        refused: Sequence[TurnedValue],
        interrupted: bool = False,
    ):
        self.base, self.refused, self.interrupted = base, tuple(refused), interrupted
        self._played = tuple(played)

    @cached_property
    def values(self) -> tuple[PlayedValue, ...]:
        """Every turned value that was played."""
        found = effects(self.base, [run for _, run in self._played])
        return tuple(PlayedValue(turned, run, own) for (turned, run), own in zip(self._played, found, strict=True))

    @property
    def figures(self) -> tuple[str, ...]:
        """The metrics that were held against each other."""
        return tuple(effect.metric for effect in self.values[0].effects) if self.values else ()

    @property
    def rules(self) -> tuple[str, ...]:
        """What the turned rules are called, those that move most first."""
        known = dict.fromkeys(value.turned.called for value in self.values)
        return tuple(sorted(known, key=lambda rule: -self._largest(rule)))

    def _largest(self, rule: str) -> float:
        return max(
            (abs(effect.size) for value in self.of(rule) for effect in value.effects if effect.is_sure), default=0.0
        )

    def of(self, rule: str) -> tuple[PlayedValue, ...]:
        """The values of one rule, none where it was not played; a wrong name lists the valid ones."""
        known = dict.fromkeys([value.turned.called for value in self.values] + [one.called for one in self.refused])
        if rule not in known:
            hint = did_you_mean(str(rule), known)
            raise AptsError(f"no rule is called {rule!r}{hint} (there are: {', '.join(known)})")
        return tuple(value for value in self.values if value.turned.called == rule)

    def is_moved(self, metric: str, rule: str) -> bool:
        """Whether a rule surely moves a figure; a wrong name of either lists the valid ones."""
        known = dict.fromkeys([*shown_in(Shown.EFFECTS), *self.figures])
        if metric not in known:
            hint = did_you_mean(str(metric), known)
            raise AptsError(f"there is no figure {metric!r}{hint} (there are: {', '.join(known)})")
        return any(effect.is_sure and effect.metric == metric for value in self.of(rule) for effect in value.effects)

    def sentences(self) -> tuple[str, ...]:
        """What each rule moves and does not move, then what was not played and why."""
        return tuple(map(str, self.messages()))

    def messages(self) -> tuple[Message, ...]:
        """The same for any language."""
        titles = {one.called: one.title for one in (*(value.turned for value in self.values), *self.refused)}
        seats = self.base.manifest.players
        lines = [rule_sentence(titles[rule], self._effects(rule), seats) for rule in self.rules]
        same: dict[str, list[str]] = {}
        for value in self.refused:
            if value.is_same:
                same.setdefault(value.called, []).append(value.label)
        lines += [same_sentence(titles[rule], labels) for rule, labels in same.items()]
        lines += [
            message("effect/refused", rule=value.title, label=value.label, refusal=value.refusal.message)
            for value in self.refused
            if value.refusal is not None and not value.is_same
        ]
        return tuple(lines)

    def _effects(self, rule: str) -> dict[str, dict[str, Effect]]:
        """For each figure the effect of each value of a rule."""
        found: dict[str, dict[str, Effect]] = {}
        for value in self.of(rule):
            for effect in value.effects:
                found.setdefault(effect.metric, {})[value.turned.label] = effect
        return found

    def _repr_html_(self) -> str:
        """What a notebook shows: what each rule moves."""
        known = self.base.manifest
        return sentence(f"{known.game}: what its rules move", heading=True) + sentences(self.sentences())

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.base.manifest.game,
            "run": self.base.name,
            "agents": list(self.base.manifest.agents),
            "seed": self.base.manifest.seed,
            "matches": len(self.base.matches),
            "values": [
                {
                    "rule": value.turned.called,
                    "path": value.turned.rule.path,
                    "value": value.turned.edit.after,
                    "was": value.turned.edit.before,
                    "run": value.run.name,
                    "matches": len(value.run.matches),
                    "effects": [
                        {**effect.change.as_data(), "adjusted": effect.adjusted, "changed": effect.is_sure}
                        for effect in value.effects
                    ],
                }
                for value in self.values
            ],
            "refused": [
                {"rule": one.called, "path": one.rule.path, "value": one.edit.after, "why": str(one.refusal)}
                for one in self.refused
            ],
            "sentences": list(self.sentences()),
            "interrupted": self.interrupted,
        }

    def __repr__(self) -> str:
        return f"<sensitivity of {self.base.manifest.game}: {len(self.values)} turned values>"


def sensitivity(
    game: GameSource,
    agents: str | None = None,
    matches: int | None = None,
    seed: int = DEFAULTS.seed,
    *,
    minutes: float | None = None,
    only: str | Sequence[str] = (),
    limits: Limits = NO_LIMITS,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = DEFAULTS.limit,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Sensitivity:
    """Turn each rule of a game a step down and up and find out which rule moves which figure.

    The game and every turned value are played with the same ``seed``, agents and number of ``matches``; what is left
    out follows from the game. With ``minutes`` all are played in rounds until the time is spent. ``only`` names the
    rules to turn, one or several, by path, by the end of a path or in words; ``limits`` pins and bounds them. Matches are
    played by so many ``workers``, or on a ``cluster``, with the same result.

    >>> from apts import sensitivity
    >>> found = sensitivity("tic-tac-toe", "random", 40, only=["is Line.length"])
    >>> found.rules, found.is_moved("length", found.rules[0])
    (('length of the line that wins',), True)
    """
    settings = PlaytestRequest(agents, matches, seed, limit, luck=0, workers=workers, cluster=cluster)
    return turned_and_played(as_variant(game), settings, minutes, only, limits, archive, watch)


def turned_and_played(
    variant: Variant,
    settings: PlaytestRequest,
    minutes: float | None = None,
    only: str | Iterable[str] = (),
    limits: Limits = NO_LIMITS,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
) -> Sensitivity:
    """The same for a variant, with the settings of a play-test. Ctrl-C keeps what was played."""
    if minutes is not None:
        check_minutes(minutes)
    found = turned_values(variant, limits, split_names(only), settings.limit)
    able = [one for one in found if one.game is not None]
    refused = [one for one in found if one.game is None]
    game = variant.game()
    if settings.agents is None or settings.matches is None:
        chosen = fitting([game], quick=settings.quick, runs=len(able) + 1)
        settings = replace(
            settings,
            agents=chosen.agents if settings.agents is None else settings.agents,
            matches=chosen.matches if settings.matches is None else settings.matches,
        )
    games = {"": game} | {f"{one.called} {one.label}": one.game for one in able if one.game is not None}
    with TemporaryDirectory() as folder:
        place = archive if archive is not None or minutes is None else f"{folder}/rounds.db"
        runs, stopped = _rounds(games, settings, minutes, place, watch)
    if "" in runs and len(runs) < 2 and able and not stopped:
        raise AptsError("every match with a changed rule broke off with an error; apts playtest --set shows which")
    if "" not in runs or (len(runs) < 2 and able):
        raise StoppedComparison("stopped before the game and one changed rule were played; there is no result yet")
    played = [(one, runs[name]) for one in able if (name := f"{one.called} {one.label}") in runs]
    return Sensitivity(runs[""], played, refused, stopped)


def _rounds(
    games: Mapping[str, Any],
    settings: PlaytestRequest,
    minutes: float | None,
    archive: Archive | str | PathLike[str] | None,
    watch: Watch | None,
) -> tuple[dict[str, Run], bool]:
    """The runs of all games; by the clock in rounds of more and more matches, the last whole round counts."""
    if minutes is None:
        return _one_round(games, settings, archive, watch)
    began, count = time.monotonic(), FIRST_ROUND
    runs: dict[str, Run] = {}
    while True:
        at = time.monotonic()
        found, stopped = _one_round(games, replace(settings, matches=count), archive, watch)
        if stopped:
            return (runs or found), True
        runs = found
        now = time.monotonic()
        if now - began + 2.0 * (now - at) > 60.0 * minutes:
            return runs, False
        count *= 2


def _one_round(
    games: Mapping[str, Any],
    settings: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None,
    watch: Watch | None,
) -> tuple[dict[str, Run], bool]:
    runs: dict[str, Run] = {}
    with executor_of(settings.workers, settings.cluster), opened_archive(archive) as own:
        for name, game in games.items():
            described = None if watch is None else partial(watch, name or game.name)
            run = played_run(game, replace(settings, resume=True), own, watch=described)
            if run.broken_off is not None and not name:
                raise AptsError(f"every match of {game.name} broke off with an error, the first so: {run.broken_off}")
            if run.evidence.n and (not run.interrupted or not runs):
                runs[name] = run
            if run.interrupted:
                return runs, True
    return runs, False
