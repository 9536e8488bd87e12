"""One match: played by agents into a record, and played again from that record."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apts.agents.agent import Agent, CountedDecision, Decision, Player, Turn, derived_seed
from apts.agents.agent_registry import agent
from apts.agents.matches import course, judge_of, judged
from apts.archive import MatchRecord, Status, TurnRecord
from apts.archive.records import turn_record
from apts.engine.play.game import Game, Move, State
from apts.engine.play.outcome import Outcome
from apts.engine.play.playouts.slices import Interrupted, interruptible
from apts.errors import AptsError
from apts.executors import Stopping
from apts.input_checks import check_seed, whole_number
from apts.playtest.matches.playtest_request import DEFAULTS

# ----------------------------------------------------------------------------------------------------------------
# Who sits where in which match, and from which seed: all of it follows from the number of the match.


@dataclass(frozen=True, slots=True)
class Appointment:
    """One match to be played: its number, its seed, the agent at each seat as an index, and its group.

    ``choosing`` is the seed of the agents where it is not that of the match.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    pair: int | None
    choosing: int | None = None

    @property
    def again(self) -> Appointment:
        """The same match with the same chance (the same n-th throw, whoever throws it), and agents that choose afresh."""
        return replace(self, choosing=derived_seed(self.seed, "again"))


def seated(specs: Sequence[str], players: int) -> tuple[str, ...]:
    """The agents for all seats: one for each, or one alone for all."""
    if len(specs) == 1:
        return tuple(specs) * players
    if len(specs) != players:
        count = f"{players} agents, one for each seat, or 1 for all" if players > 1 else "1 agent"
        raise AptsError(f"the game has {players} seats and {len(specs)} agents were given; it takes {count}")
    return tuple(specs)


def appointment(specs: Sequence[str], seed: int, number: int) -> Appointment:
    """Match ``number`` (from 1) of the run with this seed.

    Where the agents differ, as many matches in a row as there are seats belong together: in each of them everybody
    moves up one seat. Such a group has one index, which statistics resample by.
    """
    players = len(specs)
    own = derived_seed(seed, "match", number)
    if len(set(specs)) == 1:
        return Appointment(number, own, tuple(range(players)), None)
    group, turn = divmod(number - 1, players)
    return Appointment(number, own, tuple((seat + turn) % players for seat in range(players)), group)


LIMIT_REASON = "turn limit"
"""What the engine calls its own limit; a match that ends by it counts as stopped."""

NATS = math.log(2.0)
"""Agents count entropy in bits, the archive in nats."""


def recorded_match(
    game: Game,
    agents: Sequence[Agent],
    meeting: Appointment,
    *,
    limit: int = DEFAULTS.limit,
    evaluator: Agent | None = None,
    everyone: bool = False,
    stopping: Callable[[], bool] = lambda: False,
) -> MatchRecord:
    """Play a match into a record; ``agents`` are those of the run, the meeting says who sits where.

    The record depends on the arguments alone, unless an agent was given a time instead of a number of iterations. An
    error of the game or of an agent gives a record with the status "failed" that tells what happened. ``evaluator``
    gives values to the turns of agents that have none, or of ``everyone``.
    """
    seed = meeting.seed
    choosing = seed if meeting.choosing is None else meeting.choosing
    recording = Recording()
    status: Status = "finished"
    outcome: Outcome | None = None
    facts: dict[str, Any] = {}
    try:
        state = game.start(derived_seed(seed, "start"))
        recording.begin(state)
        sitting = [agents[index] for index in meeting.seats]
        with interruptible(stopping):
            judges = Judges(evaluator, game.players, choosing, everyone)
            for number, turn in enumerate(course(state, sitting, choosing, limit)):
                recording.add(turn, judges.decision(turn.decision, turn.before, number))
                state = turn.after
        outcome = state.outcome
        if outcome is None or outcome.reason == LIMIT_REASON:
            status = "stopped"
    except Interrupted:
        raise
    except AptsError as problem:
        status, facts = "failed", {"error": str(problem)}
    except Exception as problem:
        status, facts = "failed", {"error": f"{type(problem).__name__}: {problem}"}
    return recording.ended(game, meeting, status, outcome, facts)


class Recording:
    """A match while it is written down turn by turn."""

    def __init__(self) -> None:
        self._turns: list[TurnRecord] = []
        self._notes = Notes()

    def begin(self, state: State) -> None:
        """The position that the match starts from."""
        self._notes.position(state)

    def add(self, turn: Turn, decision: Decision | None = None) -> None:
        """A turn, with another decision than its own where somebody else has judged it."""
        chosen = turn.decision if decision is None else decision
        self._turns.append(_turn(turn.before, chosen))
        self._notes.move(turn.before, chosen.move, turn.after)

    def ended(
        self,
        game: Game,
        meeting: Appointment,
        status: Status,
        outcome: Outcome | None,
        facts: Mapping[str, Any],
    ) -> MatchRecord:
        """The record; ``facts`` are added to those that were noted."""
        known = {**self._notes.facts(), **({"chance": True} if game.has_chance else {}), **facts}
        return MatchRecord(
            meeting.number, meeting.seed, meeting.seats, tuple(self._turns), status, outcome, meeting.pair, known
        )


class Judges:
    """An evaluator in a match: it sits nowhere, and gives its values to turns that have none, or to those of everyone."""

    def __init__(self, evaluator: Agent | None, players: int, seed: int, everyone: bool) -> None:
        self._evaluator, self._everyone = evaluator, everyone
        self._seats: list[Player] = []
        if evaluator is not None:
            self._seats = [judge_of(evaluator, seat, seed) for seat in range(1, players + 1)]

    def decision(self, decision: Decision, state: State, turn: int) -> Decision:
        """The decision with the values of the evaluator, where it is to give them; how an agent chose stays its own."""
        if self._evaluator is None or (decision.values is not None and not self._everyone):
            return decision
        seen = judged(self._evaluator, self._seats[state.mover - 1], state, turn)
        entropy = seen.entropy if decision.entropy is None else decision.entropy
        return replace(decision, values=seen.values, entropy=entropy, move_values=seen.move_values)


def _turn(state: State, decision: Decision) -> TurnRecord:
    entropy = None if decision.entropy is None else decision.entropy * NATS
    values = None if decision.values is None else tuple([min(1.0, max(-1.0, value)) for value in decision.values])
    legal = decision.legal_moves if isinstance(decision, CountedDecision) else None
    count = len(state.moves()) if legal is None else legal
    return turn_record(state.mover, decision.move.text, count, values, entropy, decision.move_values)


ARRIVING = frozenset({"add", "move", "step", "slide", "hop", "leap"})
"""Kinds of moves by which a piece comes to their target."""


class Notes:
    """What a match is to be remembered by beyond its moves: kinds, pieces and sites of the moves, sites in use."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._pieces: list[str | None] = []
        self._states: list[State] = []

    def position(self, state: State) -> None:
        """Note a position; which sites are occupied in it is looked at when the facts are asked for."""
        self._states.append(state)

    def move(self, before: State, move: Move, after: State) -> None:
        """Note a move and what it led to."""
        self._moves.append(move)
        self._pieces.append(before.piece_moved(move, after))
        self.position(after)

    def facts(self) -> dict[str, Any]:
        """The notes as columns, one entry a move."""
        return self._facts([move.captures for move in self._moves])

    def facts_once(self) -> dict[str, Any]:
        """The notes as older versions made them: every move that left the others fewer pieces was a capture."""
        counts = self._states[0].game.pieces_in(self._states) if self._states else []
        took = [move.captures for move in self._moves]
        for number, (before, now, then) in enumerate(zip(self._states, counts, counts[1:], strict=False)):
            own = before.mover - 1
            took[number] = took[number] or sum(now) - now[own] > sum(then) - then[own]
        return self._facts(took)

    def _facts(self, captures: Sequence[bool]) -> dict[str, Any]:
        used = self._states[0].game.occupied_in(self._states) if self._states else set()
        if used:
            # A piece that the same move takes off again stood there too, though no position shows it.
            used.update(move.target for move in self._moves if move.target is not None and move.kind in ARRIVING)
        return {
            "kinds": [move.kind for move in self._moves],
            "pieces": self._pieces,
            "origins": [move.origin for move in self._moves],
            "targets": [move.target for move in self._moves],
            "captures": [int(took) for took in captures],
            "occupied": sorted(used),
            **self._pieces_left(captures),
        }

    def _pieces_left(self, captures: Sequence[bool]) -> dict[str, Any]:
        """The pieces on the board at the start and at the end, and what left it; nothing where a game does not tell.

        ``captured`` has for each seat the enemy pieces that its captures took, ``gone`` is how many pieces are known to
        have left the board, whatever took them.
        """
        counts = self._states[0].game.pieces_in(self._states) if self._states else []
        if not counts:
            return {}
        captured = [0] * (len(counts[0]) - 1)
        gone = 0
        for before, now, then, took in zip(self._states, counts, counts[1:], captures, strict=False):
            own, taken = before.mover - 1, 0
            if took:
                lost = [max(0, old - new) for seat, (old, new) in enumerate(zip(now, then, strict=True)) if seat != own]
                taken = max(1, sum(lost))
            captured[own] += taken
            gone += max(taken, sum(now) - sum(then))
        return {"set_out": list(counts[0]), "left": list(counts[-1]), "captured": captured, "gone": gone}


def replay(game: Game, record: MatchRecord) -> Iterator[State]:
    """The positions of a recorded match, the start first and the one after the last move at the end."""
    state = game.start(record.start_seed)
    yield state
    for number, turn in enumerate(record.turns, 1):
        try:
            state = state.play(turn.move)
        except AptsError as problem:
            raise AptsError(f"match {record.number} cannot be played again at turn {number}: {problem}") from problem
        yield state


# ----------------------------------------------------------------------------------------------------------------
# The plan of a run: all that decides its matches, as a value that can be sent to whoever plays them.


@dataclass(frozen=True)
class Plan:
    """What decides every match of a run: the game, the agents of all seats, the seed, the limit, the evaluator.

    Agents are named by their spellings; ``given`` has those that were handed over as objects. The evaluator gives values
    to the turns of agents that have none, or of ``everyone``. ``again`` plays matches a second time: with the chance that
    they had, by agents that choose afresh. The tasks of a plan are the numbers of matches.
    """

    game: Game
    specs: tuple[str, ...]
    seed: int
    limit: int
    evaluation: str | None = None
    everyone: bool = False
    given: Mapping[str, Agent] = field(default_factory=dict)
    again: bool = False

    def __post_init__(self) -> None:
        check_seed(self.seed)
        whole_number("the most turns of a match", self.limit, 1)

    @property
    def in_threads(self) -> bool:
        """Whether matches are played in compiled code, which releases the interpreter's lock."""
        return self.game.is_compiled

    def describe_task(self, task: int) -> str:
        """A match is called by its number."""
        return f"match {task}"

    def agent(self, spec: str) -> Agent:
        """The agent of a spelling."""
        return self.given[spec] if spec in self.given else agent(spec)

    def prepared(self) -> Callable[[int, Stopping], MatchRecord]:
        """A function that plays the match with a given number."""
        made: dict[str, Agent] = {spec: self.agent(spec) for spec in self.specs}
        agents = [made[spec] for spec in self.specs]
        evaluator = self.agent(self.evaluation) if self.evaluation else None

        def play(number: int, stopping: Stopping) -> MatchRecord:
            meeting = appointment(self.specs, self.seed, number)
            return recorded_match(
                self.game,
                agents,
                meeting.again if self.again else meeting,
                limit=self.limit,
                evaluator=evaluator,
                everyone=self.everyone,
                stopping=stopping,
            )

        return play
