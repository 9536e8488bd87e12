"""``adaptive``: follows the strength of its opponents during the match, so that games stay close."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apts.agents.agent import Agent, Decision, Player, keeps, running
from apts.agents.agent_registry import agent, register
from apts.agents.analysis import Analysis, visit_entropy
from apts.agents.engines.ladder import plain_ladder
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.levels import level_names
from apts.agents.searching.compiled_tree import GrowingTree
from apts.agents.searching.reading import drawn_at_loss, move_of, row_value
from apts.agents.spelling import AgentTexts, Setting
from apts.engine.play.game import Game, State
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.results import Row, values_of_rows

ECHO = 8.0
"""What a turn may cost is the square of the opponents' usual mistake times this: small ones are not answered, for the
values that they are read from waver, and large ones are answered in full."""

EAGERNESS = 4.0
"""How many times more is given away when the lead is a whole point."""

PATIENCE = 3.0
"""Turns without a mistake that opponents are credited with before they have moved."""


@dataclass(frozen=True)
class AdaptiveMemory:
    """What an adaptive player remembers of a match: the worth of its last move, where it began, the others' mistakes."""

    expected: float | None = None
    start: float | None = None
    mistakes: float = 0.0
    turns: int = 0


@register(
    "adaptive",
    "Follows the strength of its opponents.",
    (
        Setting("level", str, "the strongest it can be, a level of plain tree search", "expert", choices=level_names()),
        Setting("lead", float, "the advantage it aims at, from -1 to 1", 0.0, -1, 1),
    ),
    example="adaptive",
    shared=True,
    texts={
        ENGLISH: AgentTexts("adapts to who plays", at_table="Adaptive"),
        PORTUGUESE: AgentTexts("adapta-se a quem joga", at_table="Adaptável"),
    },
)
class AdaptiveAgent(Agent):
    """Plays as well as it can while it is behind, and lets its opponent back into the match when it is ahead."""

    version = 5

    def __init__(self, level: str = "expert", lead: float = 0.0):
        self.level, self.lead = level, lead

    def strongest(self, game: Game) -> UctAgent:
        """The search that it judges moves by: plain tree search, which knows what every move is worth."""
        behind = agent(plain_ladder(game).step(self.level).agent)
        assert isinstance(behind, UctAgent)
        return behind

    def decide(self, state: State, seed: int = 1) -> Decision:
        """The decision of a player who sees the match for the first time."""
        return AdaptivePlayer(self, running(state).mover, seed).decide(state)

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the strongest that it can be thinks of the moves."""
        return replace(self.strongest(state.game).analyze(state, seed, tree=tree), agent=self.spec)

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player who remembers how well its opponents have played."""
        kept = keeps(self, AdaptiveAgent, "decide")
        return AdaptivePlayer(self, seat, seed) if kept else Player(self, seat, seed)


class AdaptivePlayer(Player):
    """An adaptive agent at one seat of a match.

    What a position should be worth after its own move and what it is worth at its next turn differ by the mistakes of
    the others. It answers them with mistakes of its own: while it is ahead of where it started, it draws a move by lot
    in such a way that it loses on average what :data:`ECHO` makes of its opponents' usual mistake. Behind, it plays as
    well as it can. ``memory`` is all that a decision depends on besides the tree, so that a match can be left and gone
    on with by another player.
    """

    def __init__(self, agent: AdaptiveAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._adaptive = agent
        self._tree: GrowingTree | None = None
        self.memory = AdaptiveMemory()

    def decide(self, state: State, turn: int = 0) -> Decision:
        """Search at full strength, then choose a move that keeps the match close."""
        seed = self.turn_seed(turn)
        search = self._adaptive.strongest(state.game)
        if self._tree is None:
            self._tree = search.new_tree(state.game)
        self._tree.begin(running(state), seed, reuse=True)
        result = search.searched(self._tree, state)
        row = drawn_at_loss(result.rows, self._loss(result.rows[0]), seed)
        self.memory = replace(self.memory, expected=row_value(row))
        entropy = visit_entropy([known.visits for known in result.rows])
        values, thought = self._tree.seat_values(), values_of_rows(result.rows)
        return Decision(move_of(state, row.record), values, entropy, worth=row_value(row), move_values=thought)

    def _loss(self, best: Row) -> float:
        """What this turn should cost, on average."""
        value, known = row_value(best), self.memory
        if known.expected is not None:
            known = replace(known, mistakes=known.mistakes + value - known.expected, turns=known.turns + 1)
        start = max(-0.25, min(0.25, value)) if known.start is None else known.start
        self.memory = replace(known, start=start)
        ahead = value - start - self._adaptive.lead
        default = max(0.0, known.mistakes) / (known.turns + PATIENCE)
        return ECHO * default**2 * (1.0 + EAGERNESS * ahead) if ahead > 0 else 0.0
