"""Contests of two contestants: which matches belong together, and how each of them is played.

With two seats a unit is a pair: the same opening twice, seats exchanged. With more seats each contestant once sits alone at
each seat while the other one has all others, and all these matches have the same opening. A score is a share of the first
place: of three seats a contestant that sits alone has a fair share of a third, one that has the others two thirds, so that
over a unit equal contestants score a half and the better one up to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from apts.agents.agent import derived_seed
from apts.agents.matches import opening_turns
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome
from bench.strength.contestant import Choice, Contestant, MatchStart

SIDES = ("a", "b")


@dataclass(frozen=True)
class Contest:
    """Everything that a contest depends on; results of one are never mixed with those of another.

    ``seconds`` is the CPU time a move. It is None where both have budgets of their own, and where ``time_of`` (``a`` or
    ``b``) says whose time a move is the measure. ``versions`` says what the contestants are, ``label`` tells states of the
    code apart.
    """

    game: str
    a: str
    b: str
    seconds: float | None
    seed: int = 1
    opening: int = 2
    limit: int = 400
    versions: tuple[str, str] = ("", "")
    label: str = ""
    time_of: str = ""

    def to_data(self) -> dict[str, Any]:
        """What is written into results."""
        return asdict(self)


@dataclass
class Used:
    """The CPU time of one side: moves that it chose, their seconds, and moves that had to be replaced by others.

    ``early`` moves were chosen before their time was up, the value being proven; ``typical`` is the median of the others, or
    of all where there are no others.
    """

    moves: int = 0
    seconds: float = 0.0
    early: int = 0
    typical: float | None = None
    replaced: int = 0


@dataclass(frozen=True)
class PlayedMatch:
    """A match: who sat at each seat (``a`` or ``b``), which seats came first, the utilities of all, and what both used."""

    sides: str
    firsts: tuple[int, ...]
    utilities: tuple[float, ...]
    moves: int
    reason: str
    used: dict[str, Used]

    @property
    def score(self) -> float:
        """The first contestant's share of the first place, which in a match that nobody won is its share of the seats."""
        sharing = [self.sides[seat - 1] for seat in self.firsts] or list(self.sides)
        return sharing.count("a") / len(sharing)

    @property
    def alone(self) -> str | None:
        """Who sits alone against several, if one does."""
        return next((one for one in SIDES if self.sides.count(one) == 1 < len(self.sides) - 1), None)

    def to_data(self) -> dict[str, Any]:
        """What is written into results."""
        return {**asdict(self), "score": round(self.score, 6)}


def seatings(seats: int) -> list[str]:
    """Who sits where in the matches of a unit."""
    if seats == 2:
        return ["ab", "ba"]
    return [
        "".join(one if place == seat else other for place in range(seats))
        for one, other in (SIDES, SIDES[::-1])
        for seat in range(seats)
    ]


def play_unit(
    contest: Contest, game: Game, sides: dict[str, Contestant], number: int, seconds: float | None
) -> Iterator[PlayedMatch]:
    """The matches of a unit, which share an opening and the seed of chance, at so many CPU seconds a move."""
    unit = derived_seed(contest.seed, "unit", number)
    for place, seating in enumerate(seatings(game.players)):
        yield play_match(contest, game, sides, seating, unit, derived_seed(unit, "match", place), seconds)


def play_match(
    contest: Contest,
    game: Game,
    sides: dict[str, Contestant],
    seating: str,
    unit: int,
    seed: int,
    seconds: float | None,
) -> PlayedMatch:
    """One match. Moves without a choice are played without asking and do not count."""
    chance = derived_seed(unit, "start")
    state = game.start(chance)
    for name, side in sides.items():
        seats = [seat for seat, one in enumerate(seating, 1) if one == name]
        side.begin(MatchStart(state, chance, seats, derived_seed(seed, name), seconds))
    chosen = {name: list[Choice]() for name in sides}
    opening = [turn.decision.move for turn in opening_turns(state, contest.opening, unit)]
    turn, ended = 0, None
    while state.outcome is None and turn < contest.limit and ended is None:
        moves = state.moves()
        if turn < len(opening):
            move = opening[turn]
        elif len(moves) == 1:
            move = moves[0]
        else:
            name = seating[state.mover - 1]
            choice = sides[name].choose(state, turn)
            move = choice.move
            chosen[name].append(choice)
        after = state.after(move)
        for side in sides.values():
            ended = side.observe(state, move, after) or ended
        state, turn = after, turn + 1
    outcome = state.outcome or Outcome.drawn(game.players, ended or f"stopped after {contest.limit} moves")
    used = {name: _used(choices) for name, choices in chosen.items()}
    return PlayedMatch(seating, outcome.firsts, tuple(outcome.utilities), turn, outcome.reason, used)


def _used(choices: Sequence[Choice]) -> Used:
    times = [choice.seconds for choice in choices if not choice.early] or [choice.seconds for choice in choices]
    return Used(
        len(choices),
        sum(choice.seconds for choice in choices),
        sum(choice.early for choice in choices),
        median(times) if times else None,
        sum(choice.replaced for choice in choices),
    )


def unit_score(matches: Sequence[dict[str, Any]]) -> float:
    """The score of the first contestant in a unit, from what was written of its matches."""
    total: float = sum(match["score"] for match in matches)
    return total / len(matches)
