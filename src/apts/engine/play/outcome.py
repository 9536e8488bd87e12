"""How a match ended: who won, in which order, what it is worth to each seat, and why it ended."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apts.errors import AptsError
from apts.input_checks import whole_number

_CLOSE = 1e-9
ALL_PASSED = "all players passed"
"""The reason of a match that ended because everybody passed in turn."""


def seat_called(seat: int, names: Sequence[str], word: str = "seat") -> str:
    """A seat as people are told of it: ``Raiders (seat 2)``; ``seat 2`` where it has no name."""
    called = SeatCalled(seat, names)
    return str(called) if called.name else f"{word} {seat}"


class SeatCalled(str):
    """A seat in a sentence, whose pattern has what a seat is called there: ``{seat:The seat} wins``.

    That becomes ``The seat 2 wins``, and ``Raiders (seat 2) wins`` where the seat has a name.
    """

    __slots__ = ("name", "seat")
    seat: int
    name: str

    def __new__(cls, seat: int, names: Sequence[str]) -> SeatCalled:
        """The seat with its name among those of all seats, which may be empty or missing."""
        name = names[seat - 1] if 0 < seat <= len(names) else ""
        called = super().__new__(cls, f"{name} (seat {seat})" if name else f"seat {seat}")
        called.seat, called.name = seat, name
        return called

    def __format__(self, phrase: str) -> str:
        """The seat with the words before its number where it has no name; their last one where it has."""
        words = phrase or "seat"
        return f"{self.name} ({words.split()[-1].lower()} {self.seat})" if self.name else f"{words} {self.seat}"

    def __reduce__(self) -> tuple[type[SeatCalled], tuple[int, tuple[str, ...]]]:
        return SeatCalled, (self.seat, ("",) * (self.seat - 1) + (self.name,))


class TeamCalled(str):
    """A team in a sentence whose pattern speaks of a seat: ``{seat:The seat} wins``, ``Team 1 (seats 1 and 3) wins``."""

    __slots__ = ("seats", "team")
    team: int
    seats: tuple[int, ...]

    def __new__(cls, team: int, seats: Sequence[int]) -> TeamCalled:
        """The team with the seats of its members."""
        called = super().__new__(cls, _team_words(team, seats, "seat"))
        called.team, called.seats = team, tuple(seats)
        return called

    def __format__(self, phrase: str) -> str:
        """The team in the language of the words for a seat, with a capital letter where these have one."""
        words = (phrase or "seat").split()
        described = _team_words(self.team, self.seats, words[-1].lower())
        return described[0].upper() + described[1:] if words[0][0].isupper() else described

    def __reduce__(self) -> tuple[type[TeamCalled], tuple[int, tuple[int, ...]]]:
        return TeamCalled, (self.team, self.seats)


def _team_words(team: int, seats: Sequence[int], word: str) -> str:
    from apts.locales.grammar import seat_words

    return seat_words(word).team_called(team, seats)


@dataclass(frozen=True, slots=True)
class Closing:
    """What ended a match whose first place had been decided before by another rule."""

    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished match.

    ``winner`` is the only seat with rank 1, or None. ``ranks`` and ``utilities`` have one number a seat, seat 1 first;
    ranks count from 1.0 and players who tie share the mean (a draw of two is 1.5 each). Where all of several win together
    everybody has rank 1, and where all lose everybody has the last one. ``teams`` has the team of each seat where seats
    play in teams; members have the same rank, 1 for the first team and the last one for the last, in even steps between.
    ``reason`` is a phrase that names the rule that ended the match; ``line`` is its line in the rules text, where there is
    one. Where others played on after somebody had won, these are of the rule by which the first place was won, and
    ``closing`` tells what ended the match.

    ``points`` has the points of each seat at the end, where the game counts any, and ``payoffs`` what the game pays each
    seat, where it pays: both are told beside the places and change none of them.
    """

    winner: int | None
    ranks: tuple[float, ...]
    utilities: tuple[float, ...]
    reason: str
    line: int | None = None
    closing: Closing | None = None
    teams: tuple[int, ...] = ()
    points: tuple[float, ...] | None = None
    payoffs: tuple[float, ...] | None = None

    @property
    def lines(self) -> set[int]:
        """The lines of the rules that decided: who is first, and that the match is over."""
        ends = (self.line, None if self.closing is None else self.closing.line)
        return {line for line in ends if line is not None}

    @property
    def firsts(self) -> tuple[int, ...]:
        """The seats on the first place; nobody in a draw of all, or where all have lost."""
        if self.draw or self.all_lost or max(self.ranks, default=0.0) < 1:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks, 1) if rank == min(self.ranks))

    @property
    def ended_by(self) -> str:
        """What ended the match, whoever had won before."""
        return self.reason if self.closing is None else self.closing.reason

    @property
    def draw(self) -> bool:
        """Whether all of several seats share the middle rank, so that nobody has won or lost."""
        return self._alike and not self.all_won and not self.all_lost

    @property
    def all_won(self) -> bool:
        """Whether all of several seats have won together."""
        return self._alike and self.ranks[0] == 1.0

    @property
    def all_lost(self) -> bool:
        """Whether all of several seats have lost together."""
        return self._alike and self.ranks[0] == len(self.ranks)

    def in_teams(self, teams: Sequence[int]) -> Outcome:
        """The same outcome of a game of teams, whose older records know nothing of them."""
        if not teams or self.teams or len(self.ranks) != len(teams):
            return self
        ranks = ranks_in_teams(self.ranks, teams)
        found = Outcome.of_the_rules(ranks, self.reason, self.line, self.closing, teams)
        return replace(found, points=self.points, payoffs=self.payoffs)

    def paying(self, *, points: Sequence[float] | None = None, payoffs: Sequence[float] | None = None) -> Outcome:
        """The same outcome with the points of each seat, or with what the game pays each, seat 1 first.

        ``Outcome.ranked([1, 2], "more coins").paying(points=(12, 7))``. What is not given stays as it is.
        """
        own = [self.points, self.payoffs]
        for place, (word, amounts) in enumerate((("points", points), ("payoffs", payoffs))):
            if amounts is not None:
                mistake = amounts_mistake(amounts, len(self.ranks))
                if mistake is not None:
                    raise AptsError(f"an outcome cannot have the {word} {amounts!r}: {mistake}")
                own[place] = tuple(float(amount) for amount in amounts)
        return replace(self, points=own[0], payoffs=own[1])

    @property
    def _alike(self) -> bool:
        return len(self.ranks) > 1 and len(set(self.ranks)) == 1

    @property
    def winning_team(self) -> int | None:
        """The team all whose members are first and nobody else is, where seats play in teams."""
        firsts = self.firsts if self.teams and not self.all_won else ()
        team = self.teams[firsts[0] - 1] if firsts else None
        whole = tuple(seat for seat, own in enumerate(self.teams, 1) if own == team)
        return team if firsts and firsts == whole else None

    def __str__(self) -> str:
        return self.describe(())

    def describe(self, names: Sequence[str]) -> str:
        """The outcome in words; ``names`` are those of the seats, empty where they have none."""
        end = "" if self.closing is None else f"; the others played on until: {self.closing.reason}"
        return f"{self._first(names)}: {self.reason}{end}"

    def _first(self, names: Sequence[str]) -> str:
        team = self.winning_team
        if team is not None:
            return f"{team_called(team, self.teams, names)} wins"
        if self.winner is not None:
            return f"{seat_called(self.winner, names, 'player')} wins"
        if self.all_won or self.all_lost:
            return f"{'both' if len(self.ranks) == 2 else 'all'} players {'win' if self.all_won else 'lose'}"
        if len(self.firsts) < 2:
            return "no winner"
        return f"{seats_called(self.firsts, names)} share the first place"

    @classmethod
    def ranked(
        cls, ranks: Sequence[float], reason: str, line: int | None = None, closing: Closing | None = None
    ) -> Outcome:
        """The outcome with these ranks; winner and utilities follow from them. Ranks that cannot be are refused.

        Seats that tie share the mean of the places that they take: ``[1.5, 1.5, 3]``.
        """
        mistake = rank_mistake(ranks)
        if mistake is not None:
            raise AptsError(f"an outcome cannot have the ranks {_listed(ranks)}: {mistake}")
        return cls.of_the_rules(ranks, reason, line, closing)

    @classmethod
    def all_win(cls, players: int, reason: str, line: int | None = None) -> Outcome:
        """All seats win together; alone this is a puzzle that was solved."""
        players = whole_number("the number of seats", players, 1)
        return cls.of_the_rules([1.0] * players, reason, line)

    @classmethod
    def all_lose(cls, players: int, reason: str, line: int | None = None) -> Outcome:
        """All seats lose together; alone this is a puzzle that was not solved."""
        players = whole_number("the number of seats", players, 1)
        return cls.of_the_rules([0.0 if players == 1 else float(players)] * players, reason, line)

    @classmethod
    def team_won(cls, team: int, teams: Sequence[int], reason: str, line: int | None = None) -> Outcome:
        """One team is first, the others share the remaining places; ``teams`` has the team of each seat."""
        known = sorted(set(check_teams(teams)))
        if team not in known:
            raise AptsError(f"team {team!r} cannot win: the teams of the seats are {_listed(teams)}")
        return cls.by_teams({own: 1.0 if own == team else 2.0 for own in known}, teams, reason, line)

    @classmethod
    def by_teams(
        cls, places: Mapping[int, float], teams: Sequence[int], reason: str, line: int | None = None
    ) -> Outcome:
        """The outcome with a place for each team, the lowest first; teams with equal places share them.

        ``teams`` has the team of each seat: ``Outcome.by_teams({1: 2, 2: 1}, (1, 2, 1, 2), "most points")`` is won by seats
        2 and 4.
        """
        seats = check_teams(teams)
        missing = sorted(set(seats) - set(places))
        if missing or not all(_is_finite(place) for place in places.values()):
            what = f"team {missing[0]} has none" if missing else f"not {_listed([*places.values()])}"
            raise AptsError(f"every team has a place, which is a number: {what}")
        return cls.of_the_rules(team_ranks([float(places[team]) for team in seats], seats), reason, line, teams=seats)

    @classmethod
    def of_the_rules(
        cls,
        ranks: Sequence[float],
        reason: str,
        line: int | None = None,
        closing: Closing | None = None,
        teams: Sequence[int] = (),
    ) -> Outcome:
        """The same for ranks that the rules of a game gave, whatever they are."""
        first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1.0]
        winner = first[0] if len(first) == 1 else None
        return cls(winner, tuple(float(rank) for rank in ranks), utilities(ranks), reason, line, closing, tuple(teams))

    @classmethod
    def won_by(cls, seat: int, players: int, reason: str, line: int | None = None) -> Outcome:
        """One seat is first, all others share the remaining ranks."""
        players = whole_number("the number of seats", players, 1)
        seat = whole_number("the seat that won", seat, 1, players)
        if players == 1:
            return cls.ranked([1.0], reason, line)
        others = (players + 2) / 2
        return cls.ranked([1.0 if other == seat else others for other in range(1, players + 1)], reason, line)

    @classmethod
    def drawn(cls, players: int, reason: str, line: int | None = None) -> Outcome:
        """All seats share the mean rank; a game for one is lost."""
        players = whole_number("the number of seats", players, 1)
        return cls.ranked([0.0] if players == 1 else [(players + 1) / 2] * players, reason, line)


def rank_mistake(ranks: Sequence[Any]) -> str | None:
    """What is wrong with ranks, one for each seat, as the end of a sentence; None where nothing is.

    Seats that tie share the mean of the places that they take. All of several have rank 1 where they win together, and the
    last one where they lose.
    """
    if not ranks:
        return "every seat has one"
    if not all(_is_finite(rank) for rank in ranks):
        return "finite numbers are expected"
    players, best = len(ranks), min(ranks)
    lowest, highest = (0.0, 1.0) if players == 1 else (1.0, float(players))
    if best < lowest - _CLOSE or max(ranks) > highest + _CLOSE:
        return "alone a seat has 1 or 0" if players == 1 else f"the first has 1, and nobody more than {players}"
    together = max(ranks) - best <= _CLOSE and (best <= 1 + _CLOSE or best >= players - _CLOSE)
    if players == 1 or together:
        return None
    shared = shared_ranks(ranks)
    if all(abs(rank - own) <= _CLOSE for rank, own in zip(ranks, shared, strict=True)):
        return None
    if best > min(shared) + _CLOSE:
        return (
            f"nobody is first; the first has 1, in a draw of all everybody has {(players + 1) / 2:g}, "
            f"and where all lose together everybody has {players}"
        )
    return (
        f"who ties shares the mean of the places, which gives {_listed([f'{rank:g}' for rank in shared])}; seats that win "
        "as a team are told by Outcome.team_won and Outcome.by_teams"
    )


MOST_POINTS = 1e15
"""Points and payoffs lie between this number and the same below 0, where numbers with decimals are still exact."""


def amounts_mistake(amounts: Any, players: int) -> str | None:
    """What is wrong with points or payoffs, one for each seat, as the end of a sentence; None where nothing is."""
    if isinstance(amounts, str) or not isinstance(amounts, Sequence) or len(amounts) != players:
        return (
            f"a number for each of {players} seats is expected" if players > 1 else "a number for the seat is expected"
        )
    if not all(_is_finite(amount) and abs(amount) <= MOST_POINTS for amount in amounts):
        return f"numbers from {-MOST_POINTS:g} to {MOST_POINTS:g} are expected"
    return None


def shared_ranks(ranks: Sequence[float]) -> tuple[float, ...]:
    """Ranks in the same order from 1 on, those that are equal sharing the mean of the places that they take."""
    below = [sum(other < rank - _CLOSE for other in ranks) for rank in ranks]
    equal = [sum(abs(other - rank) <= _CLOSE for other in ranks) for rank in ranks]
    return tuple(fewer + (same + 1) / 2 for fewer, same in zip(below, equal, strict=True))


def team_ranks(places: Sequence[float], teams: Sequence[int]) -> tuple[float, ...]:
    """The ranks of seats in teams: the places of the teams, ties shared, spread evenly from 1 to the number of seats.

    ``places`` has for each seat that of its team, the lowest first. So a team is worth as much as a seat in its place,
    however many members it has.
    """
    own = dict(zip(teams, places, strict=True))
    if len(own) == 1:
        return (1.0,) * len(teams)
    among = dict(zip(own, shared_ranks([*own.values()]), strict=True))
    step = (len(teams) - 1) / (len(own) - 1)
    return tuple(1.0 + (among[team] - 1.0) * step for team in teams)


def ranks_in_teams(ranks: Sequence[float], teams: Sequence[int]) -> tuple[float, ...]:
    """Ranks as teams have them, where the members of each team have one; otherwise the same ranks.

    Older records have other numbers for the same places.
    """
    one = all(len({rank for rank, own in zip(ranks, teams, strict=False) if own == team}) == 1 for team in teams)
    if not teams or len(ranks) != len(teams) or not one or len(set(ranks)) == 1:
        return tuple(ranks)
    return team_ranks(ranks, teams)


def check_teams(teams: Sequence[Any]) -> tuple[int, ...]:
    """The teams of all seats, if they are whole numbers from 1 on."""
    if isinstance(teams, str) or not isinstance(teams, Sequence) or not teams:
        raise AptsError(f"teams are the team of each seat, such as (1, 2, 1, 2), not {teams!r}")
    return tuple(whole_number(f"the team of seat {seat}", team, 1) for seat, team in enumerate(teams, 1))


def team_called(team: int, teams: Sequence[int], names: Sequence[str] = ()) -> str:
    """A team as people are told of it: ``team 1 (players 1 and 3)``."""
    return f"team {team} ({seats_called([seat for seat, own in enumerate(teams, 1) if own == team], names)})"


def seats_called(seats: Sequence[int], names: Sequence[str] = ()) -> str:
    """Several seats as people are told of them: ``players 1, 2 and 4``, or their names."""
    if any(names):
        called, word = [seat_called(seat, names) for seat in seats], ""
    else:
        called, word = [str(seat) for seat in seats], "players " if len(seats) > 1 else "player "
    listed = f"{', '.join(called[:-1])} and {called[-1]}" if len(called) > 1 else "".join(called)
    return f"{word}{listed}"


def _is_finite(rank: Any) -> bool:
    try:
        return not isinstance(rank, bool) and math.isfinite(rank)
    except TypeError:
        return False


def _listed(ranks: Sequence[Any]) -> str:
    return ", ".join(str(rank) for rank in ranks) or "()"


def utilities(ranks: Sequence[float]) -> tuple[float, ...]:
    """What ranks are worth: from 1 for the first down to -1 for the last; alone, rank 1 is worth 1 and rank 0 is -1."""
    players = len(ranks)
    if players == 1:
        return (2.0 * ranks[0] - 1.0,)
    return tuple(1.0 - 2.0 * (rank - 1.0) / (players - 1) for rank in ranks)
