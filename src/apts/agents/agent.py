"""What every agent is: :class:`Agent` decides anywhere, :class:`Player` is its presence at one match."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from apts.agents.analysis import Analysis
from apts.agents.seeds import derived_seed
from apts.engine.face import Move, State
from apts.errors import AptsError


@dataclass(frozen=True)
class Decision:
    """A move and what the player thought when it chose it, for the record of a match.

    ``values`` is the expected utility of each seat and ``entropy`` says in bits how undecided a search was; both are
    None for a player that does not know.
    """

    move: Move
    values: tuple[float, ...] | None = None
    entropy: float | None = None


class Agent(ABC):
    """A way to choose moves, good for every game, whether its rules are a text or a Python class.

    The contract. An agent is a value: it can be shared between threads, pickled, and used for many matches at once;
    whatever it remembers during a match lives in the :class:`Player` that it gives for one seat of that match. The same
    position and the same seed give the same decision, in any thread and in any order, unless the agent was given a time
    instead of a number of iterations or a depth. Only legal moves are chosen. A position in which the match is over is
    refused with :class:`AptsError`. States are not changed. The test class in :mod:`apts.agents.contract` says all this
    as tests that every agent must pass.

    ``spec`` is the spelling that makes the agent again: ``apts.agent(agent.spec)`` plays the same way.
    """

    spec: str = ""
    is_person = False
    """Whether a person has to be asked; such an agent cannot choose by itself."""

    @abstractmethod
    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the agent thinks of every legal move; with ``tree`` up to so many nodes of what it searched."""

    @abstractmethod
    def decide(self, state: State, seed: int = 1) -> Decision:
        """A move with what there is to say about it."""

    def choose(self, state: State, seed: int = 1) -> Move:
        """The move that the agent plays here."""
        return self.decide(state, seed).move

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player for one seat of one match; the seed is that of the match."""
        return Player(self, seat, seed)

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"<agent {self.spec}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Agent) and self.spec == other.spec

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


def running(state: State) -> State:
    """The same position; one in which the match is over is refused."""
    if state.outcome is not None:
        raise AptsError(f"there is no move to choose in {str(state)!r}: the match is over ({state.outcome})")
    return state
