"""One match between agents: the loop that plays every match there is, and a match as a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import thread_time

from apts.agents.agent import Agent, CountedDecision, Decision, Turn
from apts.agents.checked_decisions import decided, is_own, player_of, playing_in
from apts.agents.seeds import derived_seed
from apts.engine.play.game import Game, Move, State
from apts.engine.play.outcome import Outcome
from apts.engine.play.playouts.slices import give_way
from apts.errors import AptsError

LONGEST = 10_000
"""A match that takes more moves than this is stopped and counts as drawn."""


def course(
    start: State, agents: Sequence[Agent], seed: int, limit: int = LONGEST, *, timed: bool = False
) -> Iterator[Turn]:
    """The turns of a match from a position on, an agent for each seat; the seed is that of the match.

    It runs in the calling thread, and the result does not depend on what other threads do. Agents that can be played
    together in compiled code are, unless the processor time of their turns is wanted. Work that is no longer wanted
    (:func:`~apts.engine.play.playouts.slices.interruptible`) is given up. A position is good until the next turn but one.
    An agent that is not one of ours and decides what cannot be is named in an error.
    """
    game, state = start.game, start
    playing = [playing_in(game, agent, seat) for seat, agent in enumerate(agents, 1)]
    whole = None if timed or not all(map(is_own, playing)) else playing[0].whole_match(game, playing, seed)
    if whole is not None:
        yield from whole.course(start, limit)
        return
    players = [player_of(agent, game, seat, seed) for seat, agent in enumerate(playing, 1)]
    for turn in range(limit):
        if state.outcome is not None:
            return
        give_way()
        began = thread_time()
        place = state.mover - 1
        decision = decided(playing[place], players[place], state, turn)
        seconds = thread_time() - began
        known = decision.after if isinstance(decision, CountedDecision) else None
        after = known if known is not None else state.after(decision.move)
        yield Turn(state, decision, after, seconds)
        state = after


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
