"""Styles of play against each other at equal strength: whether one beats all others, or they beat each other in a circle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from os import PathLike
from typing import Any

from apts.agents.styles.offered import offered_styles
from apts.agents.styles.style import LACKING, PLAIN, style_names
from apts.archive import Archive, RunManifest, opened_archive
from apts.engine.class_contract import check_briefly
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.locales import ENGLISH
from apts.notebook import sentence, sentences, share, table
from apts.playtest.experiments.experiment_requests import StylesRequest
from apts.playtest.experiments.meetings import ALPHA, Meeting, MeetingPlan, MeetingTable, meeting_of, runs_of_meeting
from apts.playtest.experiments.side_runs import (
    FEWEST_GROUPS,
    LEAST,
    Keeping,
    check_rivals,
    complete,
    kept_questions,
    rounded_to_groups,
)
from apts.playtest.matches.forecast import fitting
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.request_fields import one_request
from apts.statistics import Estimate, MixtureEstimate, circle, mixture_of

KIND = "styles"

MARGIN = 0.05
"""By how much a style has to beat every other one to be said to beat them all."""

DOMINATED, PLAIN_BEST, CIRCLE, OPEN = "dominated", "plain", "circle", "open"
"""What a table may say: a style beats all others, plain search does, styles beat each other in a circle, nothing is sure."""


@dataclass(frozen=True)
class StyleTable:
    """Who beats whom, the mixture of styles that nothing beats, and the styles that the game lacks, each with why."""

    game: str
    iterations: int
    seed: int
    table: MeetingTable
    left_out: Mapping[str, str] = field(default_factory=dict, hash=False)
    interrupted: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The styles that were to meet, the one that is none first."""
        return self.table.names

    @property
    def is_whole(self) -> bool:
        """Whether every style met every other."""
        return self.table.is_whole

    @cached_property
    def mixture(self) -> MixtureEstimate | None:
        """The mixture that no style beats; None while some have not met."""
        if not self.is_whole:
            return None
        place = {name: number for number, name in enumerate(self.names)}
        scores = {(place[known.first], place[known.second]): known.values for known in self.table.meetings}
        return mixture_of(scores, len(self.names), self.seed)

    @property
    def shares(self) -> dict[str, Estimate]:
        """The share of each style in the mixture."""
        return {} if self.mixture is None else dict(zip(self.names, self.mixture.shares, strict=True))

    @property
    def against_mixture(self) -> dict[str, Estimate]:
        """What each style scores against the mixture; a half or less, but for luck."""
        return {} if self.mixture is None else dict(zip(self.names, self.mixture.against, strict=True))

    @property
    def overall(self) -> dict[str, Estimate]:
        """What each style scores against all the others on average."""
        found = {name: self.table.overall(name) for name in self.names}
        return {name: known for name, known in found.items() if known is not None}

    @cached_property
    def beaten(self) -> dict[str, frozenset[str]]:
        """Whom each style surely beats."""
        return self.table.surely()

    def exploiters(self, name: str) -> tuple[str, ...]:
        """The styles that surely beat one."""
        return tuple(other for other in self.names if name in self.beaten[other])

    @cached_property
    def nearest(self) -> tuple[str, Meeting, float] | None:
        """The style that comes nearest to beating all others, the meeting in which it does worst, and a p-value.

        That it beats all others is wrong unless it beats each, so the largest p-value of its meetings is that of all of them
        together (R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982); it is
        multiplied by the number of styles, any of which might have been the one. None while some have not met.
        """
        if not self.is_whole:
            return None
        met = {name: self._meetings(name) for name in self.names}
        name = max(self.names, key=lambda one: min(known.score.value for known in met[one]))
        ahead = [known.p_value / 2.0 if known.score.value > 0.5 else 1.0 for known in met[name]]
        worst = min(met[name], key=lambda known: known.score.value)
        return name, worst, min(1.0, len(self.names) * max(ahead))

    @property
    def best(self) -> str | None:
        """The style that surely beats all others, each by the margin at least; None where there is none."""
        if self.nearest is None:
            return None
        name, worst, p_value = self.nearest
        return name if p_value <= ALPHA and worst.score.value - 0.5 >= MARGIN - LEAST else None

    def _meetings(self, name: str) -> list[Meeting]:
        """What a style scored against each other one."""
        met = [self.table.meeting(name, other) for other in self.names if other != name]
        return [known for known in met if known is not None]

    @cached_property
    def circle(self) -> tuple[str, ...]:
        """Styles of which each surely beats the next, and the last the first; empty where there are none."""
        return tuple(self.names[place] for place in circle(self._edges))

    @property
    def _edges(self) -> dict[int, frozenset[int]]:
        place = {name: number for number, name in enumerate(self.names)}
        return {place[name]: frozenset(place[other] for other in others) for name, others in self.beaten.items()}

    @property
    def verdict(self) -> str:
        """One of the words above."""
        if self.best is not None:
            return PLAIN_BEST if self.best == PLAIN else DOMINATED
        return CIRCLE if self.circle else OPEN

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the table says, the mixture, and what the game lacks."""
        if not self.is_whole:
            return ("Not every style met every other one; there is nothing to tell yet.", *self._lacking)
        mixed = (self._mixture_sentence,) if any(self.beaten.values()) else ()  # else a few matches decide it
        return (self._first_sentence, *mixed, *self._lacking)

    @property
    def _first_sentence(self) -> str:
        if self.best is not None and self.nearest is not None:
            least = self.nearest[1]
            score = f"{least.score.value:.0%} against {least.second}, {least.score.low:.0%} to {least.score.high:.0%}"
            if self.best == PLAIN:
                return f"No style pays: plain search beats every one of them (least: {score})."
            return f"One style beats all others: {self.best} (least: {score})."
        if self.circle:
            way = " beats ".join((*self.circle, self.circle[0]))
            return f"Styles beat each other in a circle: {way}. The game is varied."
        pairs = sum(map(len, self.beaten.values()))
        if len(self.names) == 2 and not pairs:
            return f"Neither {self.names[0]} nor {self.names[1]} is surely better than the other."
        if pairs:
            return (
                f"No style surely beats all others; {pairs} of {len(self.table.meetings)} meetings have a sure winner."
            )
        return f"No style is surely better than another one in any of {len(self.table.meetings)} meetings."

    @property
    def _mixture_sentence(self) -> str:
        shares = sorted(self.shares.items(), key=lambda entry: -entry[1].value)
        parts = [
            f"{name} {one.value:.0%} ({one.low:.0%} to {one.high:.0%})" for name, one in shares if one.value >= 0.005
        ]
        return f"The mixture that no style beats: {', '.join(parts)}."

    @property
    def _lacking(self) -> tuple[str, ...]:
        reasons = {why: [name for name in self.left_out if self.left_out[name] == why] for why in LACKING}
        return tuple(
            f"Left out: {', '.join(names)}; {LACKING[why][ENGLISH]}." for why, names in reasons.items() if names
        )

    def _repr_html_(self) -> str:
        """What a notebook shows: what the table says, and every style."""
        head = sentence(f"{self.game}: styles at {self.iterations} iterations, seed {self.seed}", heading=True)
        rows = [
            (name, share(one.value, one.low, one.high), ", ".join(sorted(self.beaten[name])) or "-")
            for name, one in self.overall.items()
        ]
        shown = table(("style", "score against all others (95 % interval)", "surely beats"), rows) if rows else ""
        return head + sentences(self.sentences) + shown

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.game,
            "iterations": self.iterations,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "verdict": self.verdict if self.is_whole else None,
            "best": self.best,
            "circle": list(self.circle),
            "sentences": list(self.sentences),
            "number": None if self.mixture is None else _plain(self.mixture.number),
            "styles": [self._style_data(name) for name in self.names],
            "meetings": [known.as_data() for known in self.table.meetings],
            "left_out": dict(self.left_out),
        }

    def _style_data(self, name: str) -> dict[str, Any]:
        known = {"score": self.overall, "share": self.shares, "against_mixture": self.against_mixture}
        figures = {word: _plain(found[name]) if name in found else None for word, found in known.items()}
        beaten = sorted(self.beaten[name])
        return {"style": name, **figures, "surely_beats": beaten, "surely_beaten_by": list(self.exploiters(name))}


def _plain(found: Estimate) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}


# ----------------------------------------------------------------------------------------------------------------
# Playing the table, and reading one that an archive has.


def styles(
    game: GameSource,
    iterations: int | None = None,
    matches: int | None = None,
    seed: int = DEFAULTS.seed,
    *,
    only: Sequence[str] = (),
    limit: int = DEFAULTS.limit,
    workers: int | None = None,
    cluster: str | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    resume: bool = False,
    command: str = "",
    watch: Callable[[str, int, int], None] | None = None,
    request: StylesRequest | None = None,
) -> StyleTable:
    """Let styles of play meet, everybody everybody, at equal strength: players that search alike and like other things.

    Every pair has ``matches`` matches, rounded up to whole groups in which both sit everywhere once, by searches of as many
    ``iterations`` a move; both fit the length of the game where they are left out. ``only`` leaves some of the styles. A
    style that a game has nothing for is left out. Matches go into the ``archive``, from which ``resume`` goes on. Results
    depend on the seed alone, not on the number of ``workers`` or on the ``cluster``. ``watch`` is told the game, how many
    matches there are and how many are wanted in all. Ctrl-C keeps the pairs that were finished. ``request`` is all of this
    but the archive and the watch as one value.

    >>> from apts import styles
    >>> found = styles("tic-tac-toe", 20, 8, only=("blocks", "rushes"))
    >>> found.names
    ('plain', 'blocks', 'rushes')
    """
    wanted = StylesRequest(
        iterations=iterations,
        matches=matches,
        seed=seed,
        only=only,
        resume=resume,
        limit=limit,
        workers=workers,
        cluster=cluster,
        command=command,
    )
    return styles_met(game, one_request(request, wanted), archive, watch)


def styles_met(
    game: GameSource,
    request: StylesRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Callable[[str, int, int], None] | None = None,
) -> StyleTable:
    """The table of styles that a request asks for."""
    loaded = load(game)
    rounded_to_groups(1, loaded.players)  # a game for one is refused
    check_rivals(loaded)
    check_briefly(loaded)
    offered = offered_styles(loaded)
    names = _chosen(loaded, offered.names, offered.left_out, request.only)
    left_out = {name: why for name, why in offered.left_out.items() if not request.only or name in request.only}
    pairs = list(combinations(names, 2))
    default = fitting([loaded], runs=len(pairs) * runs_of_meeting(loaded))
    iterations = default.iterations if request.iterations is None else request.iterations
    count = rounded_to_groups(default.matches if request.matches is None else request.matches, loaded.players)
    question = {"kind": KIND, "iterations": iterations, "styles": list(names), "left_out": dict(left_out)}
    met: list[Meeting] = []
    interrupted = False
    try:
        with executor_of(request.workers, request.cluster) as executor, opened_archive(archive) as own:
            keeping = Keeping(executor, own, request.resume, request.command, strict=request.resume)
            plan = MeetingPlan(loaded, count, request.seed, request.limit, keeping)
            for number, pair in enumerate(pairs):
                if watch is not None:
                    a_pair = count * runs_of_meeting(loaded)
                    watch(loaded.name, number * a_pair, len(pairs) * a_pair)
                met.append(plan.met(pair, _specs(pair, iterations), question))
    except KeyboardInterrupt:
        interrupted = True
    return StyleTable(loaded.name, iterations, request.seed, MeetingTable(names, tuple(met)), left_out, interrupted)


def _specs(pair: tuple[str, str], iterations: int) -> tuple[str, str]:
    first, second = (f"style:{name},iterations={iterations}" for name in pair)
    return first, second


def _chosen(game: Game, names: tuple[str, ...], left_out: Mapping[str, str], only: Sequence[str]) -> tuple[str, ...]:
    """The styles that are to meet; plain search is always among them, for no style is good that it beats."""
    found = tuple(name for name in names if not only or name in only or name == PLAIN)
    if len(found) < 2:
        why = "; ".join(f"{name}: {LACKING[one][ENGLISH]}" for name, one in left_out.items() if name in only)
        raise AptsError(f"{game.name} has none of the styles that were asked for ({why or 'name one beside plain'})")
    return found


def kept_styles(archive: Archive, manifest: RunManifest) -> StyleTable | None:
    """The table of styles that the archive has of a game: the one with the most meetings, the latest of equals."""
    series: dict[tuple[int, int, tuple[str, ...]], dict[tuple[str, str], Any]] = {}
    left_out: dict[tuple[int, int, tuple[str, ...]], dict[str, str]] = {}
    for question, known, records in kept_questions(archive, manifest, KIND):
        try:
            names = tuple(map(str, question["styles"]))
            key = (int(question["iterations"]), int(question["seed"]), names)
            pair = (str(question["first"]), str(question["second"]))
            lacks = {str(name): str(why) for name, why in question["left_out"].items()}
        except (AttributeError, KeyError, TypeError, ValueError):  # no question that this version asks
            continue
        if (
            set(lacks.values()) <= set(LACKING)
            and set(names) | set(lacks) | set(pair) <= set(style_names())
            and set(pair) <= set(names)
            and len(complete(records, known.players)) >= FEWEST_GROUPS * known.players
        ):
            series.setdefault(key, {})[pair] = records
            left_out[key] = lacks
    tables = [
        StyleTable(manifest.game, key[0], key[1], _read(key[2], runs, manifest.players), left_out[key])
        for key, runs in series.items()
    ]
    return max(reversed(tables), key=lambda one: len(one.table.meetings), default=None)


def _read(names: tuple[str, ...], runs: Mapping[tuple[str, str], Any], players: int) -> MeetingTable:
    met = []
    for pair in combinations(names, 2):
        ways = (pair,) if players == 2 else (pair, pair[::-1])
        if all(way in runs for way in ways):
            met.append(meeting_of(pair, [runs[way] for way in ways], players))
    return MeetingTable(names, tuple(met))
