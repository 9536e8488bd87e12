"""One match between agents: played turn by turn, or as a value with its outcome; and openings by lot."""

from __future__ import annotations

import math
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from apts.agents.agent import Agent, Decision, MatchSeat, Player, Players, Seating, Turn, derived_seed
from apts.agents.analysis import Analysis
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import MoveRequest, OpenMatch, Seated, played
from apts.engine.play.outcome import Outcome
from apts.engine.play.playouts.slices import Interrupted
from apts.errors import AptsError
from apts.search.results import MoveValues

# ----------------------------------------------------------------------------------------------------------------
# What an agent that is not one of ours decides, looked at before a match goes on with it.
#
# Our own agents are tested against their contract, and a look at every one of their turns would cost more than
# some of them think. Whoever else wrote an agent is told in a sentence what is wrong with it, and at which turn.

OWN = "apts.agents."
"""Where the agents live that are not looked at."""

_CLOSE = 1e-6  # sums of many results may end a little beyond 1
_WANTED = "a Decision with one of state.moves(), such as Decision(state.moves()[0])"


class BrokenAgent(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """An agent that does not keep what :class:`~apts.agents.agent.Agent` demands of it."""


def is_own(agent: Agent) -> bool:
    """Whether an agent is one of ours; a class that was derived from one of them is not."""
    return type(agent).__module__.startswith(OWN)


def playing_in(game: Game, agent: Agent, seat: int) -> Agent:
    """Who decides in a game for an agent at a seat."""
    if is_own(agent):
        return agent.playing(game)
    with _blamed(_describe_agent(agent, seat), " before the first turn"):
        found = agent.playing(game)
    if not isinstance(found, Agent):
        raise BrokenAgent(
            f"{_describe_agent(agent, seat)} stands for {_kind(found)} in {game.name}; an Agent is expected"
        )
    return found


class CheckedSeat:
    """Who moves at a seat of an agent that is not one of ours, every decision looked at."""

    def __init__(self, seating: Seating):
        (self._place,) = seating.places
        self._who = _describe_agent(self._place.agent, self._place.seat)
        with _blamed(self._who, " before the first turn"):
            self._seated = type(self._place.agent).seated(seating)
        if isinstance(self._seated, Players):
            for player in self._seated:
                _is_player(self._who, player)
        elif not callable(getattr(self._seated, "decide", None)):
            raise BrokenAgent(
                f"{self._who} gave {_kind(self._seated)} to be seated; what has a method decide is expected"
            )

    def decide(self, requests: Sequence[MoveRequest]) -> list[Decision]:
        """What is decided in each of the positions, if it can be."""
        turn = requests[0].turn
        with _blamed(self._who, _at(turn)):
            found = self._seated.decide(requests)
        if not isinstance(found, Sequence) or isinstance(found, str) or len(found) != len(requests):
            raise BrokenAgent(f"{self._who} gave {_kind(found)}{_at(turn)}; a Decision for each position is expected")
        return [_checked(self._who, one.state, answer, one.turn) for one, answer in zip(requests, found, strict=True)]


def player_at_table(agent: Agent, seat: int, seed: int) -> Player:
    """The player of an agent at a seat of a match that people may take back and go on with."""
    if is_own(agent):
        return agent.player(seat, seed)
    with _blamed(_describe_agent(agent, seat), " before the first turn"):
        return _is_player(_describe_agent(agent, seat), agent.player(seat, seed))


def _is_player(who: str, player: Any) -> Player:
    if not callable(getattr(player, "decide", None)):
        raise BrokenAgent(f"{who} gave {_kind(player)} as its player; a Player is expected")
    found: Player = player
    return found


def decided(agent: Agent, player: Player, state: State, turn: int) -> Decision:
    """What the player of an agent decides at a turn, counted from 0."""
    if is_own(agent):
        return player.decide(state, turn)
    with _blamed(_describe_agent(agent, state.mover), _at(turn)):
        decision = player.decide(state, turn)
    return _checked(_describe_agent(agent, state.mover), state, decision, turn)


def judge_of(agent: Agent, seat: int, seed: int) -> Player:
    """The player by which an evaluator judges the positions of a seat."""
    who = _evaluator(agent)
    with _judging(who, " before the first turn") if is_own(agent) else _blamed(who, " before the first turn"):
        return _is_player(who, agent.player(seat, seed))


def judged(agent: Agent, player: Player, state: State, turn: int) -> Decision:
    """What an evaluator, who sits nowhere, holds of the position of a turn; what goes wrong is no fault of a seat."""
    if is_own(agent):
        with _judging(_evaluator(agent), _at(turn)):
            return player.decide(state, turn)
    with _blamed(_evaluator(agent), _at(turn)):
        decision = player.decide(state, turn)
    return _checked(_evaluator(agent), state, decision, turn)


def analyzed(agent: Agent, state: State, seed: int, *, tree: int = 0) -> Analysis:
    """What an agent thinks of a position; with ``tree`` up to so many nodes of what it searched."""
    if is_own(agent):
        return agent.analyze(state, seed, tree=tree)
    with _blamed(f"agent {agent.spec}", f" when it was asked about {str(state)!r}"):
        found = agent.analyze(state, seed, tree=tree) if tree else agent.analyze(state, seed)
    legal = set(state.moves())
    if not isinstance(found, Analysis) or not found.moves or any(row.move not in legal for row in found.moves):
        raise BrokenAgent(
            f"agent {agent.spec} gave {_kind(found)} about {str(state)!r}; an Analysis of its legal moves is expected"
        )
    return found


@contextmanager
def _blamed(who: str, when: str) -> Iterator[None]:
    """Errors inside are told as those of an agent; a broken game stays to blame itself."""
    from apts.engine.class_checks import BrokenGame

    try:
        yield
    except (Interrupted, BrokenGame, BrokenAgent):
        raise
    except AptsError as problem:
        raise BrokenAgent(f"{who} failed{when}: {problem}") from problem
    # An agent that wants to end the program would otherwise end the run, and without a word.
    except (Exception, SystemExit) as problem:
        frames = traceback.extract_tb(problem.__traceback__)
        where = f" ({frames[-1].filename.rpartition('/')[2]}, line {frames[-1].lineno})" if frames else ""
        text = f": {problem}" if str(problem) else ""
        raise BrokenAgent(f"{who} raised {type(problem).__name__}{when}{text}{where}") from problem


@contextmanager
def _judging(who: str, when: str) -> Iterator[None]:
    """Errors that one of our own evaluators meets, in a model that does not fit or in the game, say where they came up."""
    from apts.engine.class_checks import BrokenGame

    try:
        yield
    except (Interrupted, BrokenGame, BrokenAgent):
        raise
    except AptsError as problem:
        raise AptsError(f"{problem} (met by {who}{when})") from problem
    except Exception as problem:
        raise AptsError(f"{type(problem).__name__}: {problem} (met by {who}{when})") from problem


def _checked(who: str, state: State, decision: Any, turn: int) -> Decision:
    """The decision with the position's own move, if that is legal and what was thought makes sense.

    What else the agent may have handed over, as the position that the move leads to, is left out.
    """
    gave = f"{who} gave"
    if not isinstance(decision, Decision):
        raise BrokenAgent(f"{gave} {_kind(decision)}{_at(turn)}; {_WANTED} is expected")
    if not isinstance(decision.move, Move):
        raise BrokenAgent(f"{gave} a decision whose move is {_kind(decision.move)}{_at(turn)}; {_WANTED} is expected")
    moves = state.moves()
    known = next((move for move in moves if move == decision.move), None)
    if known is None:
        raise BrokenAgent(
            f"{gave} {decision.move.text!r}{_at(turn)}, which is not a legal move there{_hint(state, decision.move)}"
        )
    values = _checked_values(decision.values, state.game.players, gave, turn)
    bits = math.log2(len(moves))
    for word, value, low, high, bounds in (
        ("entropy", decision.entropy, 0.0, bits, f"from 0 to {bits:.3g}, the bits of {len(moves)} moves,"),
        ("worth", decision.worth, -1.0, 1.0, "from -1 to 1"),
    ):
        if value is not None and not (_is_number(value) and low - _CLOSE <= value <= high + _CLOSE):
            raise BrokenAgent(f"{gave} the {word} {value!r}{_at(turn)}; None or a number {bounds} is expected")
    entropy = None if decision.entropy is None else max(0.0, decision.entropy)
    thought = decision.move_values
    if thought is not None and not isinstance(thought, MoveValues):
        raise BrokenAgent(f"{gave} the move values {thought!r}{_at(turn)}; None or a MoveValues is expected")
    return Decision(known, values, entropy, worth=decision.worth, move_values=thought)


def _checked_values(values: Any, players: int, gave: str, turn: int) -> tuple[float, ...] | None:
    if values is None:
        return None
    wanted = f"None or {players} numbers from -1 to 1, one for each seat, are expected"
    try:
        numbers: Sequence[Any] = tuple(values)
    except TypeError:
        raise BrokenAgent(f"{gave} the values {values!r}{_at(turn)}; {wanted}") from None
    if len(numbers) != players or any(not (_is_number(one) and abs(one) <= 1.0 + _CLOSE) for one in numbers):
        raise BrokenAgent(f"{gave} the values {values!r}{_at(turn)}; {wanted}")
    return tuple(float(one) for one in numbers)


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, bool) and math.isfinite(value)
    except TypeError:
        return False


def _hint(state: State, move: Move) -> str:
    """What to say of a move that only looks like a legal one."""
    if all(known.text != move.text for known in state.moves()):
        return ""
    return "; the one of that text among state.moves() is another move"


def _describe_agent(agent: Agent, seat: int) -> str:
    return f"agent {agent.spec} at seat {seat}"


def _evaluator(agent: Agent) -> str:
    return f"the evaluator {agent.spec}"


def _at(turn: int) -> str:
    return f" at turn {turn + 1}"


def _kind(value: object) -> str:
    return "None" if value is None else f"the {type(value).__name__} {value!r}"


# ----------------------------------------------------------------------------------------------------------------
# Who moves at the seats of a match: our own agents class by class, those of others each for itself and looked at.


@dataclass(frozen=True)
class SeatTable:
    """Those who move in a match, and for each seat the place in that list of who moves there."""

    seated: Sequence[Seated[Decision]]
    seats: Sequence[int]


def sit_down(game: Game, agents: Sequence[Agent], seed: int, limit: int, *, timed: bool) -> SeatTable:
    """Let agents, one for each seat, sit down to a match of at most so many turns; the seed is that of the match."""
    playing = [playing_in(game, agent, seat) for seat, agent in enumerate(agents, 1)]
    groups: dict[object, list[MatchSeat]] = {}
    for seat, agent in enumerate(playing, 1):
        groups.setdefault(type(agent) if is_own(agent) else seat, []).append(MatchSeat(agent, seat, seed))
    seats = {one.seat: number for number, places in enumerate(groups.values()) for one in places}
    seated = [_seated(Seating(game, tuple(places), limit, timed)) for places in groups.values()]
    return SeatTable(seated, [seats[seat] for seat in range(1, len(agents) + 1)])


def _seated(seating: Seating) -> Seated[Decision]:
    agent = seating.places[0].agent
    return type(agent).seated(seating) if is_own(agent) else CheckedSeat(seating)


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
