"""One match between agents: played turn by turn, or as a value with its outcome; and openings by lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from apts.agents.agent import Agent, Decision, Turn
from apts.agents.seating import sit_down
from apts.agents.seeds import derived_seed
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import OpenMatch, played
from apts.engine.play.outcome import Outcome
from apts.errors import AptsError

LONGEST = 10_000
"""A match that takes more moves than this is stopped and counts as drawn."""


def course(
    start: State, agents: Sequence[Agent], seed: int, limit: int = LONGEST, *, timed: bool = False
) -> Iterator[Turn]:
    """The turns of a match from a position on, an agent for each seat; the seed is that of the match.

    It runs in the calling thread, and the result does not depend on what other threads do. ``timed`` asks for the processor
    time of every turn. Work that is no longer wanted (:func:`~apts.engine.play.playouts.slices.interruptible`) is given up.
    A position is good until the next turn but one. An agent that is not one of ours and decides what cannot be is named in
    an error.
    """
    table = sit_down(start.game, agents, seed, limit, timed=timed)
    for _, turn in played([OpenMatch(start, table.seats)], table.seated, limit, timed=timed):
        yield turn


@dataclass(frozen=True)
class Match:
    """A finished match: the position it started from, its turns and its outcome."""

    start: State
    turns: tuple[Turn, ...]
    outcome: Outcome

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the start on."""
        return tuple(turn.decision.move for turn in self.turns)


def play_match(
    game: Game, agents: Sequence[Agent], seed: int = 1, *, start: State | None = None, limit: int = LONGEST
) -> Match:
    """Play one match, an agent for each seat, with the processor time of every turn. The seed decides what chance does."""
    if len(agents) != game.players:
        raise AptsError(f"{game.name} has {game.players} seats, and {len(agents)} agents were given")
    first = start if start is not None else game.start(derived_seed(seed, "start"))
    turns = tuple(course(first, agents, seed, limit, timed=True))
    end = turns[-1].after if turns else first
    outcome = end.outcome or Outcome.drawn(game.players, f"stopped after {limit} moves")
    return Match(first, turns, outcome)


def opening(game: Game, moves: int, seed: int, start: State | None = None) -> State:
    """A position after so many random moves; one in which the match is over is not taken, rather an earlier one."""
    first = start if start is not None else game.start(derived_seed(seed, "start"))
    turns = opening_turns(first, moves, seed)
    return turns[-1].after if turns else first


def opening_turns(start: State, moves: int, seed: int) -> tuple[Turn, ...]:
    """So many random turns from a position on; fewer where the match would be over."""
    state, turns = start, list[Turn]()
    dice = Random(derived_seed(seed, "opening"))
    for _ in range(moves):
        move = dice.choice(state.moves())
        after = state.after(move)
        if after.outcome is not None:
            break
        turns.append(Turn(state, Decision(move), after))
        state = after
    return tuple(turns)
