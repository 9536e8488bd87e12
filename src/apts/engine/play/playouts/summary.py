"""What many random matches of a game came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from apts.engine.play.outcome import Outcome, utilities


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random matches of a game in counts, so that they take the same memory however many they are.

    ``wins`` says how often each seat was the only first, ``shared`` how often it was first together with some of the
    others, ``draws`` how often all seats shared the middle rank (a game for one has no draws); ``won_together`` and
    ``lost_together`` how often all of several seats won or lost. ``unfinished`` matches were stopped at a limit, the one
    asked for or the one of the rules, before anybody had won; they count neither as won nor as drawn. ``rank_sums`` adds
    up the ranks of each seat over the other matches, and ``lengths`` has the number of matches for each number of moves.
    A pass that was the only legal move is in no length; there were ``passes`` of them in all matches together. ``teams``
    has the team of each seat where there are teams, and ``with_team`` how often all of its team were first and nobody
    else was. ``seconds`` is the processor time of playing.
    """

    players: int
    wins: tuple[int, ...]
    shared: tuple[int, ...]
    draws: int
    unfinished: int
    rank_sums: tuple[float, ...]
    lengths: Mapping[int, int]
    seconds: float = field(default=0.0, compare=False)
    won_together: int = 0
    lost_together: int = 0
    passes: int = 0
    teams: tuple[int, ...] = ()
    with_team: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """The number of matches."""
        return sum(self.lengths.values())

    @property
    def finished(self) -> int:
        """The number of matches that have a result."""
        return self.count - self.unfinished

    @property
    def ties(self) -> int:
        """The number of matches with several firsts, but not all seats."""
        alike = self.draws + self.won_together + self.lost_together
        return self.finished - sum(self.wins) - alike if self.players > 1 else 0

    @property
    def cooperative(self) -> bool:
        """Whether all seats won or lost together in every match that has a result."""
        return self.players > 1 and 0 < self.finished == self.won_together + self.lost_together

    @property
    def team_wins(self) -> Mapping[int, int]:
        """For each team how often all its members were first and nobody else was; empty where there are no teams."""
        return dict(sorted(zip(self.teams, self.with_team, strict=True)))

    @property
    def team_shares(self) -> Mapping[int, int]:
        """For each team how often its first member was first beside players of other teams, or without all of its own."""
        first = [alone + shared for alone, shared in zip(self.wins, self.shared, strict=True)]
        apart = [both - whole for both, whole in zip(first, self.with_team, strict=bool(self.teams))]
        return {team: apart[self.teams.index(team)] for team in sorted(set(self.teams))}

    @property
    def in_teams(self) -> bool:
        """Whether the members of each team were first together or not at all."""
        of_seats = set(zip(self.teams, self.wins, self.shared, strict=bool(self.teams)))
        alone = any(wins and self.teams.count(team) > 1 for team, wins, _ in of_seats)
        return bool(self.teams) and not alone and len(of_seats) == len(set(self.teams))

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The share of all matches that each seat won."""
        return tuple(wins / max(1, self.count) for wins in self.wins)

    @property
    def mean_utilities(self) -> tuple[float, ...]:
        """The mean utility of each seat over the finished matches; utilities are linear in ranks."""
        finished = self.finished
        return utilities([ranks / finished for ranks in self.rank_sums]) if finished else (0.0,) * self.players

    @property
    def mean_length(self) -> float:
        """The mean number of moves; passes that were the only legal move are none."""
        return sum(length * matches for length, matches in self.lengths.items()) / max(1, self.count)

    @property
    def shortest(self) -> int:
        """The fewest moves of a match."""
        return min(self.lengths, default=0)

    @property
    def longest(self) -> int:
        """The most moves of a match."""
        return max(self.lengths, default=0)

    def length_at(self, share: float) -> int:
        """The number of moves that a share of the matches does not exceed: 0.5 is the median."""
        wanted, seen = share * self.count, 0
        for length in sorted(self.lengths):
            seen += self.lengths[length]
            if seen >= wanted:
                return length
        return self.longest

    @property
    def per_second(self) -> float:
        """Matches for each second of processor time."""
        return self.count / self.seconds if self.seconds > 0 else float("inf")


class Tally:
    """Counts finished matches one by one, for games without a kernel."""

    def __init__(self, players: int, teams: tuple[int, ...] = ()):
        self.players, self.teams = players, teams
        self._wins, self._shared, self._ranks = [0] * players, [0] * players, [0.0] * players
        self._with_team = [0] * (players if teams else 0)
        self._draws = self._unfinished = self._won = self._lost = self._passes = 0
        self._lengths: Counter[int] = Counter()

    def add(self, length: int, outcome: Outcome | None, passes: int = 0) -> None:
        """Count a match of so many moves, lone passes left out; one without an outcome was stopped at the limit."""
        self._lengths[length] += 1
        self._passes += passes
        if outcome is None:
            self._unfinished += 1
            return
        best = min(outcome.ranks)
        firsts = [seat for seat, rank in enumerate(outcome.ranks) if rank == best]
        if outcome.winner is not None:
            self._wins[outcome.winner - 1] += 1
        elif outcome.draw:
            self._draws += 1
        elif outcome.all_won:
            self._won += 1
        elif outcome.all_lost:
            self._lost += 1
        elif self.players > 1:
            for seat in firsts:
                self._shared[seat] += 1
        if outcome.in_teams(self.teams).winning_team is not None:
            for seat in firsts:
                self._with_team[seat] += 1
        for seat, rank in enumerate(outcome.ranks):
            self._ranks[seat] += rank

    def summary(self, seconds: float) -> Playouts:
        """All matches so far."""
        return Playouts(
            self.players,
            tuple(self._wins),
            tuple(self._shared),
            self._draws,
            self._unfinished,
            tuple(self._ranks),
            dict(self._lengths),
            seconds,
            self._won,
            self._lost,
            self._passes,
            self.teams,
            tuple(self._with_team),
        )
