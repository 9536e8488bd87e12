"""What every agent is: :class:`Agent` decides anywhere, :class:`Player` is its presence at one seat of one match.

Matches are played by one loop (:mod:`apts.engine.play.match_loop`), which asks who is :meth:`~Agent.seated` there.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from hashlib import blake2b
from inspect import getattr_static, isfunction
from typing import Any, Self, TypeAlias, TypeVar, cast

from apts.agents.analysis import Analysis, decided_analysis
from apts.agents.spelling import arguments_of, class_spelling
from apts.engine.play import match_loop
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import MoveRequest
from apts.errors import AptsError
from apts.input_checks import check_seed, whole_number
from apts.search.results import MoveValues

# ----------------------------------------------------------------------------------------------------------------
# Seeds that are addressed, not consumed: each purpose has its own, derived from the one that was given.

_BITS = 63


def derived_seed(seed: int, *purpose: int | str) -> int:
    """A seed for one purpose, such as ``("match", 17, "seat", 2)``; different purposes are independent."""
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) & ((1 << _BITS) - 1)


Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True)
class Decision:
    """A move and what the player thought when it chose it, for the record of a match.

    ``values`` is the expected utility of each seat, over all that was searched, and ``entropy`` says in bits how
    undecided a search was; both are None for a player that does not know. ``worth`` is what the player expects of this
    very move, where that is known apart; ``move_values`` are the values of all moves that were looked at.
    """

    move: Move
    values: tuple[float, ...] | None = None
    entropy: float | None = None
    worth: float | None = field(default=None, compare=False, kw_only=True)
    move_values: MoveValues | None = field(default=None, kw_only=True)

    @property
    def after(self) -> State | None:
        """The position that the move leads to, where it was found on the way."""
        return None


@dataclass(frozen=True)
class CountedDecision(Decision):
    """A decision that also knows among how many moves it was made, and perhaps the position it leads to."""

    legal_moves: int | None = None
    after: State | None = None


Turn: TypeAlias = match_loop.Turn[Decision]
"""One move of a match between agents."""


@dataclass(frozen=True)
class MatchSeat:
    """An agent at a seat of one of the matches that are played side by side; the seed is that of the match."""

    agent: Agent
    seat: int
    seed: int
    match: int = 0


@dataclass(frozen=True)
class Seating:
    """What agents of one class are told when matches begin: the game, where they sit, the most turns of a match.

    ``timed`` says that the processor time of every turn is wanted: then nothing is decided before it is asked for.
    """

    game: Game
    places: Sequence[MatchSeat]
    limit: int
    timed: bool = False


def _checked_arguments(method: Method) -> Method:
    """A method of an agent that is given positions, seeds and numbers of nodes, and nothing else."""

    @wraps(method)
    def ask(agent: Any, state: State, *others: Any, **named: Any) -> Any:
        if not isinstance(state, State):
            raise AptsError(f"an agent is asked about a position, such as apts.load(...).start(), not {state!r}")
        if "seed" in named:
            named["seed"] = check_seed(named["seed"])
        if "tree" in named:
            named["tree"] = whole_number("the number of nodes to be told of", named["tree"], 0)
        if others:  # the seed, and after it what a class may have added
            others = (check_seed(others[0]), *others[1:])
        return method(agent, state, *others, **named)

    return cast(Method, ask)


class Agent(ABC):  # noqa: B024 - classes derived from it may have abstract methods of their own
    """A way to choose moves, good for every game, whether its rules are a text or a Python class.

    One method is obligatory: :meth:`decide`, or :meth:`choose` where there is nothing to say but the move. All others
    follow from it and may be written where there is more to tell (:meth:`analyze`), to remember (:meth:`player`) or to gain
    (:meth:`seated`).

    The contract. An agent is a value: it can be shared between threads, pickled, and used for many matches at once;
    whatever it remembers during a match lives in the :class:`Player` that it gives for one seat of that match, which
    belongs to the thread that plays it. The same position and the same seed give the same decision, in any thread and in
    any order, unless the agent was given a time instead of a number of iterations or a depth. Only legal moves are chosen.
    A position in which the match is over is refused with :class:`AptsError`. States are not changed. The test class in
    :mod:`apts.agents.agent_registry` says all this as tests that every agent must pass.

    The batch face, :meth:`seated`, is there for speed alone: matches go, turn by turn, as the players of the agents play
    them. It is asked once for all places of one class. A class that is derived from one of the kinds here and decides in
    another way is asked for its own decisions; what makes the kind quick is left out then (see :func:`keeps`).

    ``spec`` is the spelling that makes the agent again: ``apts.agent(agent.spec)`` plays the same way. An agent whose
    class is not registered is spelled by its class and the arguments it was made with, ``Greedy(depth=2)``; it is told
    apart by them, and can be given as an object wherever a spelling can.
    """

    is_person = False
    """Whether a person has to be asked; such an agent cannot choose by itself."""
    version = 1
    """Raised whenever the agent comes to play otherwise with the same seed: runs keep it, and never mix two versions."""
    _arguments: Mapping[str, Any] = {}

    def __init_subclass__(cls, **named: Any) -> None:
        """Every agent is asked through the same door, at which wrong questions are refused."""
        super().__init_subclass__(**named)
        for name in ("decide", "choose", "analyze"):
            if isfunction(vars(cls).get(name)):
                setattr(cls, name, _checked_arguments(vars(cls)[name]))

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """The object, which remembers what it is made with."""
        if not cls.can_decide():
            raise AptsError(f"there can be no agent of the class {cls.__name__}: it lacks decide, or choose")
        made = super().__new__(cls)
        object.__setattr__(made, "_arguments", arguments_of(cls, arguments, named))  # frozen classes allow no other way
        return made

    @classmethod
    def can_decide(cls) -> bool:
        """Whether the class has the one method that it must have."""
        return cls.decide is not Agent.decide or cls.choose is not Agent.choose

    @property
    def spec(self) -> str:
        """The spelling: as it was written, else by class and arguments."""
        written: str | None = self.__dict__.get("_spec")
        return written if written is not None else self._own_spelling(self._arguments)

    @spec.setter
    def spec(self, text: str) -> None:
        object.__setattr__(self, "_spec", text)

    @classmethod
    def _own_spelling(cls, arguments: Mapping[str, Any]) -> str:
        """How an agent is spelled that was not made by its spelling; kinds that are registered know better."""
        return class_spelling(cls, arguments)

    @_checked_arguments
    def decide(self, state: State, seed: int = 1) -> Decision:
        """A move with what there is to say about it."""
        return Decision(self.choose(running(state), seed))

    def choose(self, state: State, seed: int = 1) -> Move:
        """The move that the agent plays here."""
        return _is_decision(self, self.decide(state, seed)).move

    @_checked_arguments
    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the agent thinks of every legal move; with ``tree`` up to so many nodes of what it searched.

        An agent that has no more to tell shows what it would play and holds every other move for as good.
        """
        decision = _is_decision(self, self.decide(running(state), seed))
        return decided_analysis(state, self.spec, decision.move, decision.values, decision.worth, tree)

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player for one seat of one match; the seed is that of the match. Agents that remember give one of their own."""
        return Player(self, seat, seed)

    @classmethod
    def seated(cls, seating: Seating) -> match_loop.Seated[Decision]:
        """The batch face: who moves at all places of this class, positions in, decisions out.

        Without a quicker way these are the players of the agents.
        """
        return Players(seating)

    def playing(self, game: Game) -> Agent:
        """Who decides in a game: this agent, or the one that it stands for there."""
        del game
        return self

    def match_player(self, game: Game, seat: int, seed: int = 1) -> Player:
        """The older name of :meth:`player`, for a match of a game; a class that has it is played by the players it gives."""
        del game
        return self.player(seat, seed)

    def whole_match(self, game: Game, agents: Sequence[Agent], seed: int) -> Any:
        """Nothing: what plays whole matches in compiled code stands behind :meth:`seated` now. Kept for older callers."""
        del game, agents, seed
        return None

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"<agent {self.spec}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Agent) or self.spec != other.spec:
            return False
        # A spelling that was written says everything; one that was worked out may leave out what cannot be written.
        return self is other or "_spec" in self.__dict__ or "_spec" in other.__dict__ or _alike(self, other)

    def __hash__(self) -> int:
        return hash(self.spec)


class Player:
    """An agent at one seat of one match. It may remember; it belongs to the thread that plays the match.

    The same seed and the same course of the match give the same decisions, in whatever thread.
    """

    def __init__(self, agent: Agent, seat: int, seed: int = 1):
        self.agent, self.seat, self.seed = agent, seat, derived_seed(seed, "seat", seat)

    def decide(self, state: State, turn: int = 0) -> Decision:
        """The decision in a position; ``turn`` is the number of moves that were played before."""
        return self.agent.decide(state, self.turn_seed(turn))

    def turn_seed(self, turn: int) -> int:
        """The seed for one turn."""
        return derived_seed(self.seed, "turn", turn)


class Players:
    """Who moves at the places of a seating: a player for each, asked position by position."""

    def __init__(self, seating: Seating, sit: Callable[[MatchSeat], Player] | None = None):
        game = seating.game
        self._players = {
            (one.match, one.seat): one.agent.match_player(game, one.seat, one.seed) if sit is None else sit(one)
            for one in seating.places
        }

    def __iter__(self) -> Iterator[Player]:
        return iter(self._players.values())

    def decide(self, requests: Sequence[MoveRequest]) -> list[Decision]:
        """The decision of the player whose turn it is in each of the positions."""
        return [self._players[one.match, one.seat].decide(one.state, one.turn) for one in requests]


def keeps(agent: Agent, kind: type[Agent], *methods: str) -> bool:
    """Whether an agent decides as a kind does: no class derived from the kind has written these methods anew.

    What a kind does to be quicker, or to remember, holds for its own way to decide alone.
    """
    return all(getattr_static(type(agent), name) is getattr_static(kind, name) for name in methods)


def spelled(agent: Agent, text: str) -> Agent:
    """The agent, which from now on has this spelling."""
    object.__setattr__(agent, "spec", text)
    return agent


def _alike(first: Agent, second: Agent) -> bool:
    """Whether two agents of one spelling are of one class and hold the same."""
    try:
        return type(first) is type(second) and bool(vars(first) == vars(second))
    except Exception:  # what an agent holds need not be comparable, an array for example
        return False


def _is_decision(agent: Agent, decision: object) -> Decision:
    if not isinstance(decision, Decision):
        raise AptsError(f"agent {agent.spec} decided {decision!r}; a Decision with one of state.moves() is expected")
    return decision


def running(state: State) -> State:
    """The same position; one in which the match is over is refused."""
    if state.outcome is not None:
        raise AptsError(f"there is no move to choose in {str(state)!r}: the match is over ({state.outcome})")
    return state
