"""Agents that are told what they may not use, or what they must use: the players of restricted play and of stress."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from apts.agents.agent import Agent, Decision, Player
from apts.agents.analysis import Analysis
from apts.agents.seeds import derived_seed
from apts.archive import MatchRecord
from apts.engine.play.game import Move, State
from apts.executors import Stopping
from apts.playtest.experiments.sequential_halving import best_of
from apts.playtest.matches.match import recorded_match
from apts.playtest.matches.plan import Plan
from apts.playtest.matches.schedule import appointment

Sort = Literal["move kind", "piece", "opening"]
Mode = Literal["without", "always"]


@dataclass(frozen=True)
class Thing:
    """What is forbidden or forced: a kind of move, a piece, or an opening with the moves that a symmetry makes of it."""

    sort: Sort
    name: str
    openings: frozenset[str] = frozenset()

    def used_by(self, state: State, move: Move, turn: int) -> bool:
        """Whether a legal move uses the thing; openings are first moves of a match."""
        if self.sort == "opening":
            return turn == 0 and move.text in self.openings
        return move.kind == self.name if self.sort == "move kind" else state.piece_moved(move) == self.name

    def __str__(self) -> str:
        return f"{self.sort} {self.name}"


@dataclass(frozen=True)
class Constraint:
    """A thing that a seat may not use, or has to use, wherever the rules leave it the choice."""

    thing: Thing
    mode: Mode

    def allowed(self, state: State, turn: int) -> list[Move] | None:
        """The moves that are left; None where the bound leaves no choice or takes nothing away."""
        if self.thing.sort == "opening" and turn:
            return None
        moves = state.moves()
        using = [self.thing.used_by(state, move, turn) for move in moves]
        if not any(using) or all(using):
            return None
        wanted = self.mode == "always"
        return [move for move, uses in zip(moves, using, strict=True) if uses == wanted]

    def __str__(self) -> str:
        return f"{self.mode} {self.thing}"


@dataclass
class Tally:
    """How often a bound mattered in a match: turns it applied to, and turns at which it changed the move."""

    applied: int = 0
    changed: int = 0


class BoundAgent(Agent):
    """An agent that keeps to a bound, or with ``free`` the opponent that it is fairly compared with.

    At turns that the bound concerns the bound agent takes the best of the moves that it may play, and the free one the
    best of all, found in the same way with the same budget: were the free one to choose as usual, the way of searching
    would be part of the difference. At other turns both choose as usual. Neither keeps its tree from turn to turn, and
    the bound agent does not foresee that it will be bound later.
    """

    def __init__(self, inner: Agent, bound: Constraint, tally: Tally | None = None, *, free: bool = False):
        self.inner, self.bound, self.free = inner, bound, free
        self.tally = tally if tally is not None else Tally()
        self.spec = inner.spec if free else f"{inner.spec} {bound}"

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the agent inside thinks, of moves that are forbidden too."""
        return self.inner.analyze(state, seed, tree=tree)

    def decide(self, state: State, seed: int = 1) -> Decision:
        """The choice where nothing is known of the turn: it is taken not to be the first."""
        return self.decide_at(state, seed, 1)

    def decide_at(self, state: State, seed: int, turn: int) -> Decision:
        """The choice at a turn of a match."""
        decision = self.inner.decide(state, seed)
        allowed = self.bound.allowed(state, turn)
        if allowed is None:
            return decision
        if self.free:
            return _instead(decision, best_of(self.inner, state, seed, state.moves()))
        self.tally.applied += 1
        self.tally.changed += decision.move not in allowed
        return _instead(decision, best_of(self.inner, state, seed, allowed))

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player that knows which turn it is."""
        return BoundPlayer(self, seat, seed)


def _instead(decision: Decision, move: Move) -> Decision:
    """Another move with the same thoughts; what the first one led to is not where this one leads."""
    return Decision(move, decision.values, decision.entropy, move_values=decision.move_values)


class BoundPlayer(Player):
    """A bound agent at one seat of a match."""

    def __init__(self, agent: BoundAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._bound_agent = agent

    def decide(self, state: State, turn: int = 0) -> Decision:
        """Choose among what is left."""
        return self._bound_agent.decide_at(state, self.turn_seed(turn), turn)


@dataclass(frozen=True)
class BoundPlan(Plan):
    """Matches of one bound agent against equal ones that are free, everybody in every seat."""

    bound: Constraint = field(kw_only=True)

    @classmethod
    def of(cls, plan: Plan, bound: Constraint) -> BoundPlan:
        """The same agent in all seats, one of them bound."""
        free = plan.specs[0]
        specs = (f"{free} {bound}",) + (free,) * (len(plan.specs) - 1)
        seed = derived_seed(plan.seed, "bound", str(bound))
        return cls(plan.game, specs, seed, plan.limit, given=plan.given, bound=bound)

    def prepared(self) -> Callable[[int, Stopping], MatchRecord]:
        """A function that plays the match with a given number and notes how often the bound mattered."""
        inner = self.agent(self.specs[-1])
        free = BoundAgent(inner, self.bound, free=True)

        def play(number: int, stopping: Stopping) -> MatchRecord:
            tally = Tally()
            agents = [BoundAgent(inner, self.bound, tally), *([free] * (len(self.specs) - 1))]
            meeting = appointment(self.specs, self.seed, number)
            record = recorded_match(self.game, agents, meeting, limit=self.limit, stopping=stopping)
            facts = {**record.facts, "bound_applied": tally.applied, "bound_changed": tally.changed}
            return replace(record, facts=facts)

        return play
