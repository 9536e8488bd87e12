"""The matches of a run as what metrics and findings read: records, and arrays made of them once."""

from __future__ import annotations

import json
import math
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress, pairwise
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from apts.archive import MatchRecord, RunManifest
from apts.engine.longest_match import longest_match
from apts.engine.play.game import Game
from apts.engine.play.outcome import SeatCalled, TeamCalled
from apts.errors import AptsError
from apts.input_checks import whole_number
from apts.playtest.evidence.sentences import Message, Value, make_message
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.statistics import completeness, unit_values

if TYPE_CHECKING:
    from apts.playtest.experiments.stress import SideResults
    from apts.playtest.goals.goal import Goal

Numbers = NDArray[np.float64]
_CLOSE = 1e-9

_SHARES = {
    "most_draws": 1.0,
    "most_timeouts": 1.0,
    "least_decisions": 1.0,
    "least_stakes": 1.0,
    "earliest_decision": 1.0,
    "most_snowball": 1.0,
    "least_skill": 1.0,
    "margin": 0.5,
}
"""The goals that are shares, with the most that each can be; an advantage is no more than a half."""


@dataclass(frozen=True)
class Goals:
    """What the designer wants: goals, turns a match, and the shares from which a finding is worth a sentence.

    ``wanted`` are goals in the language of :mod:`apts.playtest.goals`; :func:`apts.read_goals` reads them. ``bands`` are
    the lengths at which "outcome by length" is cut; without them matches are cut into three equal parts.
    """

    min_turns: int | None = None
    max_turns: int | None = None
    bands: tuple[int, ...] = ()
    most_draws: float = 0.5
    most_timeouts: float = 0.05
    least_decisions: float = 0.5
    least_stakes: float = 0.01
    earliest_decision: float = 0.5
    most_snowball: float = 0.7
    least_skill: float = 0.6
    margin: float = 0.0
    """A seat's advantage up to this much is none."""
    pace: float = 20.0
    """Seconds that a turn takes people at the table."""
    wanted: tuple[Goal, ...] = ()

    def __post_init__(self) -> None:
        for name, most in _SHARES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= most:
                raise AptsError(f"{name} is a number from 0 to {most:g}, not {value!r}")
        if isinstance(self.pace, bool) or not isinstance(self.pace, int | float):
            raise AptsError(f"pace is the seconds that a turn takes, a number, not {self.pace!r}")
        if not isinstance(self.bands, tuple | list):
            raise AptsError(f"bands are lengths at which matches are cut, such as (20, 30), not {self.bands!r}")
        if not isinstance(self.wanted, tuple | list) or not all(hasattr(goal, "fits") for goal in self.wanted):
            raise AptsError(
                f"wanted are goals as apts.read_goals('length at most 40').wanted gives them, not {self.wanted!r}; "
                "apts.playtest takes texts as goals"
            )
        whole = [
            ("min_turns", self.min_turns),
            ("max_turns", self.max_turns),
            *(("a band", band) for band in self.bands),
        ]
        for name, turns in whole:
            if turns is not None:
                whole_number(name, turns)
        low, high = self.min_turns or 0, self.max_turns
        if low < 0 or (high is not None and high < max(1, low)):
            raise AptsError(f"no match has at least {low} and at most {high} turns; min_turns is not above max_turns")
        if not 0.0 < self.pace < math.inf:
            raise AptsError(f"a turn takes more than 0 seconds, not {self.pace:g}")
        if any(band < 1 for band in self.bands):
            raise AptsError(f"bands are cut at lengths of at least 1, not at {min(self.bands)}")
        if any(before >= after for before, after in pairwise(self.bands)):
            given = ", ".join(str(band) for band in self.bands)
            raise AptsError(f"bands are cut at lengths that grow, such as 20, 30, not at {given}")


class Evidence:
    """A run to be judged: its manifest, its matches by number, the game where it is at hand, and the goals.

    ``side`` is what was asked about the game beside the run: the ladder of skill, and what bounds do to a seat.
    A match that was stopped counts as equal for all seats; one that failed counts nowhere. A pass that was the only legal
    move is no turn (``MatchRecord.length``): ``matches`` are without such passes, ``whole`` has the same matches as they
    were played.
    """

    def __init__(
        self,
        manifest: RunManifest,
        matches: Sequence[MatchRecord],
        game: Game | None = None,
        goals: Goals | None = None,
        side: SideResults | None = None,
    ):
        self.manifest = manifest
        self.all_matches = tuple(matches)
        self._game_teams = () if game is None else game.teams
        self.whole = tuple(self._in_teams(match) for match in matches if match.status != "failed")
        self.matches = tuple(without_forced_passes(match) for match in self.whole)
        self.game = game
        self.goals = goals or Goals()
        self.side = side

    def only(self, match: MatchRecord) -> Evidence:
        """The same run with one match alone."""
        return Evidence(self.manifest, [match], self.game, self.goals, self.side)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.manifest.players

    def seat(self, seat: int) -> SeatCalled:
        """A seat as sentences have it, with its name where it has one."""
        return SeatCalled(seat, () if self.game is None else self.game.seat_names)

    @property
    def n(self) -> int:
        """The number of matches that count."""
        return len(self.matches)

    def _in_teams(self, match: MatchRecord) -> MatchRecord:
        """The match with the ranks that its teams have; older runs kept other ones, and no teams."""
        if not self._game_teams or match.outcome is None or match.outcome.teams:
            return match
        return replace(match, outcome=match.outcome.in_teams(self._game_teams))

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; empty where seats play each for itself."""
        kept = (match.outcome.teams for match in self.matches if match.outcome is not None and match.outcome.teams)
        return self._game_teams or next(kept, ())

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together: the seats of each team, from 0, in the order of their first seats; else each seat alone."""
        teams = self.teams or tuple(range(self.players))
        return tuple(tuple(seat for seat, own in enumerate(teams) if own == team) for team in dict.fromkeys(teams))

    def side_called(self, number: int) -> SeatCalled | TeamCalled:
        """A side of :attr:`sides`, from 0, as sentences have it."""
        seats = self.sides[number]
        if not self.teams:
            return self.seat(seats[0] + 1)
        return TeamCalled(self.teams[seats[0]], [seat + 1 for seat in seats])

    @cached_property
    def side_scores(self) -> Numbers:
        """A row a match, a column a side: the mean of the scores of its seats."""
        columns = [self.scores[:, list(seats)].mean(axis=1) for seats in self.sides]
        return np.column_stack(columns) if columns else np.zeros((self.n, 0))

    @cached_property
    def firsts(self) -> NDArray[np.bool_]:
        """A row a match, a column a seat: whether it has won, alone, with its team, or all together."""
        table = np.zeros((self.n, self.players), dtype=np.bool_)
        for row, match in enumerate(self.matches):
            outcome = match.outcome if match.status == "finished" else None
            if outcome is None:
                continue
            if outcome.winner is not None or outcome.all_won or outcome.winning_team is not None:
                table[row, [seat - 1 for seat in outcome.firsts]] = True
        return table

    @cached_property
    def side_firsts(self) -> NDArray[np.bool_]:
        """A row a match, a column a side: whether it has won, a team with all its members."""
        columns = [self.firsts[:, list(seats)].all(axis=1) for seats in self.sides]
        return np.column_stack(columns) if columns else np.zeros((self.n, 0), dtype=np.bool_)

    @cached_property
    def together(self) -> NDArray[np.int64]:
        """A row a match: 1 where all of several seats have won, -1 where all have lost, else 0."""
        ended = [match.outcome if match.status == "finished" else None for match in self.matches]
        return np.array([0 if one is None else int(one.all_won) - int(one.all_lost) for one in ended], dtype=np.int64)

    @cached_property
    def cooperative(self) -> bool:
        """Whether all of several seats win or lose together: nobody is ahead of anybody then."""
        if self.players > 1 and self.game is not None and self.game.cooperative:
            return True
        return bool(self.finished.any()) and bool((self.together[self.finished] != 0).all())

    @cached_property
    def utilities(self) -> Numbers:
        """A row a match, a column a seat; zeros where a match has no outcome."""
        nothing = (0.0,) * self.players
        rows = [nothing if match.status != "finished" else _utilities(match, nothing) for match in self.matches]
        return np.array(rows, dtype=np.float64).reshape(len(rows), self.players)

    @cached_property
    def scores(self) -> Numbers:
        """Utilities on a scale from 0 to 1; seats that share a place by other ranks than their mean have that mean.

        A team has the score of its place among the teams, and all have 1 where all win, 0 where all lose.
        """
        scores = (self.utilities + 1.0) / 2.0
        if self.players > 1:
            unshared = np.abs(self.utilities.sum(axis=1)) > _CLOSE
            unshared &= np.array(
                [match.outcome is None or not match.outcome.teams for match in self.matches], dtype=np.bool_
            )
            for row in np.flatnonzero(unshared & (np.ptp(scores, axis=1) > _CLOSE)):
                scores[row] = _shared(scores[row])
        return np.asarray(scores)

    @cached_property
    def lengths(self) -> Numbers:
        """Turns of each match."""
        return np.array([match.length for match in self.matches], dtype=np.float64)

    @cached_property
    def turn_limit(self) -> int:
        """The turns after which matches of this run were stopped."""
        noted = self.manifest.settings.get("turn_limit") or DEFAULTS.limit
        return max(int(noted), int(self.lengths.max(initial=1.0)))

    @cached_property
    def longest(self) -> int:
        """The most turns that a match of this run could have had: what bounds the mean of lengths.

        That is the turn limit, or less where the rules say so: a board that fills up, or a limit of moves.
        """
        known = None if self.game is None else longest_match(self.game)
        limit = self.turn_limit if known is None else min(known, self.turn_limit)
        return max(limit, int(self.lengths.max(initial=1.0)))

    @cached_property
    def finished(self) -> NDArray[np.bool_]:
        """Which matches a rule ended."""
        return np.array([match.status == "finished" for match in self.matches], dtype=np.bool_)

    @cached_property
    def winners(self) -> NDArray[np.int64]:
        """The seat that won each match; 0 for none."""
        return np.array([_winner(match) for match in self.matches], dtype=np.int64)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the matches."""
        return tuple(match.number for match in self.matches)

    @cached_property
    def units(self) -> tuple[int | None, ...]:
        """The group of each match; matches of one group are one observation."""
        return tuple(match.pair for match in self.matches)

    @cached_property
    def group_numbers(self) -> NDArray[np.int64]:
        """The number of the group of each match, from 0."""
        names = [("alone", row) if unit is None else ("group", unit) for row, unit in enumerate(self.units)]
        known = {name: number for number, name in enumerate(dict.fromkeys(names))}
        return np.array([known[name] for name in names], dtype=np.int64)

    def by_units(self, values: Numbers) -> Numbers:
        """One value a match as one value a group, all of them with the mean of the matches (``completeness``)."""
        return unit_values(values, self.units)

    @cached_property
    def completeness(self) -> float:
        """How many matches there are, as a share of those of whole groups; what intervals of ``by_units`` ask for."""
        return completeness(self.units)

    @cached_property
    def values(self) -> tuple[Numbers, ...]:
        """For each match the values of the turns that have them, a row a turn, a column a seat.

        None where a seat that had choices has no values: turns of others alone give another course of the match.
        """
        return tuple(
            np.array(
                [] if seats_without_values(match) else [turn.values for turn in match.turns if turn.values is not None],
                dtype=np.float64,
            ).reshape(-1, self.players)
            for match in self.matches
        )

    @property
    def strength(self) -> str:
        """The agents, each once, as they are spelled."""
        return ", ".join(dict.fromkeys(self.manifest.agents))


def seats_without_values(match: MatchRecord) -> set[int]:
    """The seats that had choices and have no values at any turn; an agent need not search a forced move."""
    chose = {turn.mover for turn in match.turns if turn.legal_moves > 1}
    return chose - {turn.mover for turn in match.turns if turn.values is not None}


def _shared(scores: Numbers) -> Numbers:
    """Scores by places alone: of those that are equal, each has the mean of the places that they take together."""
    below = (scores[:, None] > scores[None, :] + _CLOSE).sum(axis=1)
    equal = (np.abs(scores[:, None] - scores[None, :]) <= _CLOSE).sum(axis=1)
    return np.asarray((below + (equal - 1) / 2.0) / (len(scores) - 1))


def _utilities(match: MatchRecord, nothing: tuple[float, ...]) -> tuple[float, ...]:
    return nothing if match.outcome is None else match.outcome.utilities


def _winner(match: MatchRecord) -> int:
    return (match.winner or 0) if match.status == "finished" else 0


def without_last_passes(match: MatchRecord) -> MatchRecord:
    """The match as it is shown: without the passes at its end, where nobody could move any more."""
    shown = match.moves_shown
    return match if shown == len(match.turns) else replace(match, turns=match.turns[:shown])


TURN_COLUMNS = ("kinds", "pieces", "origins", "targets", "captures")
"""The notes of a match that have an entry for each move."""


def without_forced_passes(match: MatchRecord) -> MatchRecord:
    """The match as it is measured: its turns and the notes on them without the passes that nobody chose."""
    if not any(turn.forced_pass for turn in match.turns):
        return match
    kept = [not turn.forced_pass for turn in match.turns]
    facts = dict(match.facts)
    for column in TURN_COLUMNS:
        if column in facts:
            facts[column] = list(compress(facts[column], kept))
    return replace(match, turns=tuple(compress(match.turns, kept)), facts=facts)


# ----------------------------------------------------------------------------------------------------------------
# What is told of a metric or a finding that raises, or gives something that is none: which one, why and at which
# match.

MOST_TRIED = 200
"""Matches that are looked at one by one for the one that a metric fails at."""


class WrongAnswer(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A function of a plug-in that gives something it must not give; ``key`` is the sentence about it."""

    def __init__(self, key: str, **values: Value):
        self.key, self.values = key, values
        super().__init__(key)


def fault(what: str, name: str, error: Exception, evidence: Evidence, ask: Callable[[Evidence], object]) -> Message:
    """A sentence such as: the metric 'fun' raises ZeroDivisionError: division by zero (fun.py, line 9) at match 3."""
    if isinstance(error, WrongAnswer):
        return make_message(error.key, what=what, name=repr(name), **error.values)
    frames = traceback.extract_tb(error.__traceback__)
    file, line = (Path(frames[-1].filename).name, frames[-1].lineno or 0) if frames else ("?", 0)
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    match = _match_in(error.__traceback__, {known.number for known in evidence.matches})
    match = match if match is not None else _match_alone(error, evidence, ask)
    where: dict[str, Value] = {"n": evidence.n} if match is None else {"match": match}
    key = "fault/all" if match is None else "fault/match"
    return make_message(key, what=what, name=repr(name), error=text, file=file, line=line, **where)


def _match_in(trace: TracebackType | None, known: set[int]) -> int | None:
    """The match that the innermost function with one in hand was looking at."""
    found = None
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            if isinstance(value, MatchRecord) and value.number in known:
                found = value.number
        trace = trace.tb_next
    return found


def _match_alone(error: Exception, evidence: Evidence, ask: Callable[[Evidence], object]) -> int | None:
    """The first match that makes the same error by itself."""
    for match in evidence.whole[:MOST_TRIED]:
        try:
            ask(evidence.only(match))
        except Exception as again:
            if type(again) is type(error) and str(again) == str(error):
                return match.number
    return None


def check_number(word: str, value: Any) -> None:
    """Refuse what is no finite number; an interval may be endless, as that of a single match without bounds is."""
    ends = word in ("low", "high")
    try:
        fine = value is None or (not isinstance(value, bool) and (math.isfinite(value) or (ends and math.isinf(value))))
    except TypeError:
        fine = False
    if not fine:
        raise WrongAnswer("fault/number", given=repr(value), word=word)


def check_plain(details: Any) -> None:
    """Refuse details that JSON cannot hold."""
    try:
        json.dumps(dict(details), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise WrongAnswer("fault/details", error=str(error)) from None
