"""The manifest of a run: all that is needed to play it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent_without_files, file_of, known_kind, version_of
from apts.agents.matches import is_own
from apts.agents.searching.evaluations import evaluations_of
from apts.agents.searching.stand_in import StandIn
from apts.agents.spelling import spelling_parts
from apts.archive import MatchRecord, RunManifest
from apts.archive.records import manifest_digest
from apts.engine.opened_files import is_installed, trying
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.python_file import digest_of, further_files, loaded_class
from apts.input_checks import shown
from apts.playtest.matches.game_source import KNOWN_TURNS, class_parameters, rules_of, source_of
from apts.playtest.matches.match import Plan
from apts.playtest.matches.playtest_request import Until
from apts.statistics import Estimate, SequentialMean
from apts.version import apts_version

# ----------------------------------------------------------------------------------------------------------------
# When to stop a run before all its matches are played: as soon as the seats are known well enough.
#
# Looking at a result after every match and stopping when it pleases would find an advantage in every game, sooner
# or later. The intervals used here hold at all times together, so that one may look as often as one likes.

__all__ = ["SeatWatch", "StoppingState", "Until", "seat_scores"]

FAIR = 0.5
"""The mean score of a seat in a fair game, on the scale from the last place at 0 to the first at 1."""

LEVEL = 0.05
"""The chance that the interval of any seat ever misses, over the whole run."""

FEWEST = 20
"""Units before the first look: a run that ends sooner says too little about everything else."""

LOOKS = 30
"""After so many units one looks no longer at every one, but each time that they have grown by a part in so many."""


@dataclass(frozen=True)
class StoppingState:
    """What is known of the seats when one may look at any time: an interval for each, and whether to stop.

    All intervals hold together, whenever one looks, with a chance of 95 %.
    """

    seats: tuple[Estimate, ...]
    matches: int
    stopped: bool
    reason: str = ""

    def above(self, seat: int, threshold: float = FAIR) -> bool:
        """Whether a seat, counted from 1, is known to score more than a threshold."""
        return self.seats[seat - 1].low > threshold

    def as_data(self) -> dict[str, Any]:
        """The standing as plain values."""
        seats = [{"score": seat.value, "low": seat.low, "high": seat.high} for seat in self.seats]
        return {"seats": seats, "matches": self.matches, "stopped": self.stopped, "reason": self.reason}


class SeatWatch:
    """Watches the matches of a run, **in the order of their numbers**, until enough is known.

    Matches of a group count as one, when the group is complete; those that failed do not count.
    """

    def __init__(self, until: Until, players: int, group: int = 1):
        if players < 2:
            raise AptsError("a game for one has no balance between seats; it cannot be played until that is known")
        self.until, self.players, self.group = until, players, group
        # In a game for two the score of one seat is that of the other upside down.
        watched = 1 if players == 2 else players
        self._means = [SequentialMean(confidence=1.0 - LEVEL / watched) for _ in range(watched)]
        self._waiting: list[MatchRecord | None] = []
        self._units, self._next_look = 0, max(FEWEST, -(-until.fewest // group))
        self.standing = StoppingState(self._estimates(), 0, stopped=False)

    def add(self, record: MatchRecord) -> bool:
        """Take the next match; tells whether to stop after it."""
        return self._take(record)

    def leave_out(self, matches: int) -> None:
        """Pass over so many matches, which nobody can read any more: what is left of their groups counts."""
        for _ in range(min(matches, self.group + matches % self.group)):  # whole groups that are gone leave no trace
            self._take(None)

    def _take(self, record: MatchRecord | None) -> bool:
        self._waiting.append(record)
        matches = self.standing.matches + (record is not None)
        stopped, reason, seats = False, "", self.standing.seats
        if len(self._waiting) == self.group:
            if self._count() and self._units >= self._next_look:
                self._next_look = self._units + max(1, self._units // LOOKS)
                seats = self._estimates()
                stopped, reason = self._judged(seats)
            self._waiting = []
        self.standing = StoppingState(seats, matches, stopped, reason)
        return stopped

    def finish(self) -> None:
        """No more matches come: bring the intervals up to date."""
        self.standing = StoppingState(
            self._estimates(), self.standing.matches, self.standing.stopped, self.standing.reason
        )

    def _count(self) -> bool:
        scores = [seat_scores(record, self.players) for record in self._waiting if record and record.status != "failed"]
        if not scores:
            return False
        for seat, mean in enumerate(self._means):
            mean.add(sum(score[seat] for score in scores) / len(scores))
        self._units += 1
        return True

    def _estimates(self) -> tuple[Estimate, ...]:
        known = tuple(mean.estimate for mean in self._means)
        if self.players > 2:
            return known
        first = known[0]
        return first, Estimate(1.0 - first.value, 1.0 - first.high, 1.0 - first.low, first.n, first.confidence)

    def _judged(self, seats: Sequence[Estimate]) -> tuple[bool, str]:
        apart = [seat for seat, known in enumerate(seats, 1) if known.excludes(FAIR)]
        if self.until.settled and apart:
            side = "more" if seats[apart[0] - 1].low > FAIR else "less"
            return True, f"one seat surely scores {side} than a half"
        limit = self.until.precision
        if limit is not None and max(known.half_width for known in seats) <= limit:
            return True, f"the scores of the seats are known to within {100 * limit:g} %"
        return False, ""


def seat_scores(record: MatchRecord, players: int) -> tuple[float, ...]:
    """The scores of the seats in a match; one that was stopped counts as equal for all."""
    if record.status != "finished" or record.outcome is None:
        return (FAIR,) * players
    return tuple((utility + 1.0) / 2.0 for utility in record.outcome.utilities)


PLAYER = "player "
"""What the versions of agents are called by in a manifest, before the name of the kind."""

PLAYER_FILE = "file "
"""What the digests of their files are called by in a manifest, before the name of the file."""

_TRIED: WeakKeyDictionary[type, set[str]] = WeakKeyDictionary()
"""Agents of own classes that chose a move once, so that the files that they read for that are known."""

DIGITS = 16
"""How much of such a digest is kept: enough to tell any two files apart."""


def manifest_of(plan: Plan, matches: int, command: str = "", until: Until | None = None) -> RunManifest:
    """All that is needed to play the run again."""
    game = plan.game
    settings: dict[str, Any] = {"turn_limit": plan.limit, "evaluation": plan.evaluation}
    if plan.everyone:
        settings["evaluated"] = "all"
    source = source_of(game)
    if source is not None:
        settings["source"] = source
    if game.turns is not None:
        settings[KNOWN_TURNS] = game.turns
    if until is not None:
        settings["until"] = str(until)
    named = [*plan.specs, *([plan.evaluation] if plan.evaluation else [])]
    players = players_behind(plan)
    if players:
        settings[PLAYERS] = players
    evaluations = evaluations_of(game, [*named, *players.values()])
    if evaluations:
        settings["evaluations"] = evaluations
    return RunManifest(
        game=game.name,
        players=game.players,
        rules=rules_of(game),
        agents=plan.specs,
        seed=plan.seed,
        matches=matches,
        options=dict(game.chosen),
        parameters=_parameters(game),
        settings=settings,
        versions={"apts": apts_version(), "numpy": np.__version__, **player_versions(plan), **player_files(plan)},
        command=command,
    )


PLAYERS = "players"
"""What a manifest calls the agents that levels and ``best`` stood for, by their spellings."""


def players_behind(plan: Plan) -> dict[str, str]:
    """The agents of a plan that stand for others, such as levels, each with the spelling of who really plays."""
    found = {}
    for spec in dict.fromkeys([*plan.specs, *([plan.evaluation] if plan.evaluation else [])]):
        made = plan.given.get(spec) or agent_without_files(spec)
        if isinstance(made, StandIn) and is_own(made):
            found[spec] = made.playing(plan.game).spec
    return found


def real_players(manifest: RunManifest) -> list[str]:
    """The agents of a run as they really played; those of older runs that were levels as they were called."""
    known = manifest.settings.get(PLAYERS)
    told = known if isinstance(known, Mapping) else {}
    return [str(told.get(spec, spec)) for spec in manifest.agents]


def player_versions(plan: Plan) -> dict[str, str]:
    """The versions of the agents of a plan by kind; those that still play as they always did are left out."""
    specs = [*plan.specs, *([plan.evaluation] if plan.evaluation else [])]
    specs += players_behind(plan).values()
    found = {
        f"{PLAYER}{spelling_parts(spec)[0]}": plan.given[spec].version if spec in plan.given else version_of(spec)
        for spec in specs
    }
    return {name: str(version) for name, version in sorted(found.items()) if version > 1}


def player_files(plan: Plan) -> dict[str, str]:
    """The digests of the files that the agents of a plan are made of: models, learnt values, Python of one's own.

    What is installed, APTS with its own models among it, has its version instead.
    """
    found: dict[str, str] = {}
    for spec in dict.fromkeys([*plan.specs, *([plan.evaluation] if plan.evaluation else [])]):
        file = file_of(spec)
        if file is not None and Path(file).is_file():
            found[file] = digest_of(Path(file))
        found.update(_files_of_agent(plan, spec))
    return {f"{PLAYER_FILE}{name}": found[name][:DIGITS] for name in sorted(found)}


def _class_of(plan: Plan, spec: str) -> type:
    """The class of an agent; that of all agents for words about a player, as in the side of a stress test."""
    kind = known_kind(spelling_parts(spec)[0])
    if spec not in plan.given and kind is not None and isinstance(kind.make, type):
        return kind.make
    try:
        return type(plan.agent(spec))
    except AptsError:
        return Agent


def _files_of_agent(plan: Plan, spec: str) -> dict[str, str]:
    """The file of an agent's class and those that it is made of or reads, by their paths from its folder."""
    kind = _class_of(plan, spec)
    loaded = loaded_class(kind)
    if loaded.file is None or is_installed(loaded.file):
        return {}
    if spec not in _TRIED.setdefault(kind, set()):
        _TRIED[kind].add(spec)
        with suppress(Exception), trying():  # what goes wrong is told by the matches themselves
            plan.agent(spec).player(1).decide(plan.game.start(0))
    return {Path(loaded.file).name: loaded.digest, **further_files(kind)}


def changed_players(old: RunManifest, new: RunManifest) -> str | None:
    """What is other about the agents of two runs that are alike in all else; None where something else differs, too."""
    if manifest_digest(_without_players(old)) != manifest_digest(_without_players(new)) or old.versions == new.versions:
        return None
    names = sorted(name for name in {*old.versions, *new.versions} if old.versions.get(name) != new.versions.get(name))
    return " and ".join(_change(name, old.versions.get(name, "1"), new.versions.get(name, "1")) for name in names)


def _change(name: str, before: str, now: str) -> str:
    if name.startswith(PLAYER_FILE):
        return f"agents made of {shown(name.removeprefix(PLAYER_FILE))}, which is not what it was then"
    return f"{name.removeprefix(PLAYER)} in version {before}, which now plays in version {now}"


def _without_players(manifest: RunManifest) -> RunManifest:
    of_players = (PLAYER, PLAYER_FILE)
    kept = {name: version for name, version in manifest.versions.items() if not name.startswith(of_players)}
    return replace(manifest, versions=kept)


def _parameters(game: Game) -> dict[str, Any]:
    """The numbers and truth values of the rules text, or the arguments of the class."""
    if game.definition is not None:
        return class_parameters(game)
    return {parameter.path: parameter.value for parameter in game.parameters}
