"""``alphabeta`` and ``greedy``: looking ahead move by move, with a judgement of positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apts.agents.agent import Agent, Decision, Player, keeps, running
from apts.agents.agent_registry import register
from apts.agents.analysis import Analysis, tree_of_lines
from apts.agents.searching.evaluations import OWN, heuristic_for
from apts.agents.searching.python_search import PythonSides
from apts.agents.searching.reading import analysis_of, decision_of, drawn_at_loss, move_of, row_value
from apts.agents.spelling import AgentTexts, Setting
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.minimax.alphabeta import AlphaBetaSearch, AlphaBetaSettings
from apts.search.results import Record, Row, SearchResult, judged_values

GLANCE = 2
"""How far all moves are looked at, at most, for what they are worth; that is for the record of matches, not for moves."""

DEPTH = 4
"""How far an agent that was given no budget looks ahead."""

_HEURISTIC = Setting(
    "heuristic",
    str,
    "what positions are judged by: own (what comes with the game, else rules), rules, fitted, a preset or a file",
    OWN,
)
_SCALE = Setting("scale", float, "points of the heuristic that are a clear advantage", 100.0, 0.001, 1e9)
_SOFTENING = Setting("softening", float, "0 plays the best move, more plays others too", 0.0, 0, 1000)

SETTINGS = (
    Setting("depth", int, "moves to look ahead", DEPTH, 1, 60, budget=True),
    Setting("seconds", float, "time a move, instead of a depth or as a limit to it", None, 0.001, 86_400),
    Setting("nodes", int, "positions to look at, instead of a depth or as a limit to it", None, 1, 1_000_000_000),
    _HEURISTIC,
    Setting(
        "opponents", str, "with more than two players, all against one or each for itself", "paranoid",
        choices=("paranoid", "maxn"),
    ),
    _SCALE,
    Setting("table", int, "size of the table of positions, as a power of 2", 16, 4, 26),
    Setting("samples", int, "courses of chance after each move; all throws where there are no more", 6, 1, 10_000),
    Setting("quiet", bool, "go on with captures where the depth ends, in games where some moves capture", False),
    Setting("reduce", bool, "search moves that promise little less deep, until one of them turns out to be good", False),
    _SOFTENING,
    Setting("loss", float, "utility that is given away at a turn on average, to play weaker", 0.0, 0, 2),
)  # fmt: skip


@register(
    "alphabeta",
    "Alpha-beta search over a heuristic.",
    SETTINGS,
    example="alphabeta:depth=6",
    shared=True,
    texts={
        ENGLISH: AgentTexts(
            "looks ahead move by move",
            {"depth": "looks {number} moves ahead", "seconds": "looks ahead move by move, {number} s a move"},
        ),
        PORTUGUESE: AgentTexts(
            "calcula lance a lance",
            {"depth": "calcula {number} lances à frente", "seconds": "calcula lance a lance, {number} s por lance"},
        ),
    },
)
class AlphaBetaAgent(Agent):
    """Alpha-beta with a budget of depth, of seconds, or of whichever is spent first."""

    version = 6

    def __init__(
        self,
        depth: int | None = None,
        seconds: float | None = None,
        heuristic: str = OWN,
        opponents: str = "paranoid",
        scale: float = 100.0,
        table: int = 16,
        samples: int = 6,
        softening: float = 0.0,
        nodes: int | None = None,
        quiet: bool = False,
        reduce: bool = False,
        loss: float = 0.0,
    ):
        self.loss, self._quiet, self._reduce = loss, quiet, reduce
        self.depth = DEPTH if depth is None and seconds is None and nodes is None else depth
        self.seconds, self.nodes, self.softening = seconds, nodes, softening
        self._heuristic, self._opponents, self._scale = heuristic, opponents, scale
        self._table, self._samples = table, samples

    def with_nodes(self, nodes: int) -> AlphaBetaAgent:
        """The same search with another budget."""
        return type(self)(**{**self._arguments, "nodes": nodes})

    def new_search(self, game: Game) -> AlphaBetaSearch | PythonSides:
        """A search for a game, with an empty table of positions."""
        settings = self.sides_settings(game)
        if game.from_rules is None:
            return PythonSides(opponents=self._opponents, samples=self._samples)
        return AlphaBetaSearch(game.from_rules.machine, settings)

    def sides_settings(self, game: Game) -> AlphaBetaSettings:
        """The settings of the search for a game."""
        heuristic = heuristic_for(game, self._heuristic, OWN)
        return AlphaBetaSettings(
            heuristic, self._opponents, self._table, self._scale, self._samples, self._quiet, self._reduce
        )

    def result(
        self, search: AlphaBetaSearch | PythonSides, state: State, seed: int, *, every_move: bool
    ) -> SearchResult:
        """Search a position."""
        running(state)
        known = state.from_rules
        if isinstance(search, PythonSides):
            return search.run(state, self.depth, self.seconds, seed, self.nodes)
        if known is None:
            raise AptsError(f"this search was made for another game than {state.game.name}")
        return search.run(known.position, self.depth, self.seconds, nodes=self.nodes, every_move=every_move, seed=seed)

    def decide(self, state: State, seed: int = 1) -> Decision:
        """Search with an empty table and choose."""
        return self.decide_with(self.new_search(running(state).game), state, seed)

    def decide_with(self, search: AlphaBetaSearch | PythonSides, state: State, seed: int) -> Decision:
        """Search and choose."""
        softened = self.softening > 0 and self.loss <= 0
        result = self.result(search, state, seed, every_move=softened)
        if self.loss > 0:
            return self._weakened(search, state, result, seed)
        measure = "value" if softened else "visits"
        decision = decision_of(state, result, seed, measure=measure, softening=self.softening)
        return Decision(decision.move, decision.values, move_values=judged_values(result.rows))

    def _weakened(
        self, search: AlphaBetaSearch | PythonSides, state: State, result: SearchResult, seed: int
    ) -> Decision:
        """A move by lot that gives away as much as it should on average."""
        known = state.from_rules
        rows: Sequence[Row] = result.rows
        if isinstance(search, AlphaBetaSearch) and known is not None:
            rows = search.judged_rows(known.position, result, self.nodes)
        row = rows[0] if row_value(rows[0]) >= 1.0 else drawn_at_loss(rows, self.loss, seed)  # a win is taken
        values = decision_of(state, result, seed).values
        return Decision(move_of(state, row.record), values, worth=row_value(row), move_values=judged_values(rows))

    def glanced(self, glance: AlphaBetaSearch, state: State, decision: Decision, nodes: int) -> Decision:
        """The decision with the values of all moves a little way ahead: the search needs only the best one's.

        More than one move ahead is looked only for so many nodes, those of the search.
        """
        known = state.from_rules
        if decision.move_values is not None or known is None or glance.chance:
            return decision
        rows = glance.glance(known.position, min(GLANCE, self.depth or GLANCE), nodes)
        return replace(decision, move_values=judged_values(rows))

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """Search every move with an open window and tell everything."""
        search = self.new_search(running(state).game)
        result = self.result(search, state, seed, every_move=True)
        if self.softening <= 0 and self.seconds is None:
            result = leading(result, self.result(self.new_search(state.game), state, seed, every_move=False).best)
        return as_analysis(self.spec, state, result, tree)

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player that keeps its table of positions from turn to turn."""
        kept = keeps(self, AlphaBetaAgent, "decide")
        return AlphaBetaPlayer(self, seat, seed) if kept else Player(self, seat, seed)


class AlphaBetaPlayer(Player):
    """Alpha-beta at one seat of a match."""

    def __init__(self, agent: AlphaBetaAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._alphabeta = agent
        self._search: AlphaBetaSearch | PythonSides | None = None
        self._glance: AlphaBetaSearch | PythonSides | None = None

    def decide(self, state: State, turn: int = 0) -> Decision:
        """Search with the table of the turns before."""
        if self._search is None:
            self._search, self._glance = (self._alphabeta.new_search(state.game) for _ in range(2))
        decision = self._alphabeta.decide_with(self._search, state, self.turn_seed(turn))
        if isinstance(self._glance, AlphaBetaSearch):
            assert isinstance(self._search, AlphaBetaSearch)
            return self._alphabeta.glanced(self._glance, state, decision, self._search.search.nodes)
        return decision


@register(
    "greedy",
    "Takes the move after which the position looks best.",
    (_HEURISTIC, _SCALE, _SOFTENING),
    example="greedy",
    shared=True,
    texts={
        ENGLISH: AgentTexts("takes what looks best at once"),
        PORTUGUESE: AgentTexts("joga o que parece melhor na hora"),
    },
)
class GreedyAgent(Agent):
    """Looks one move ahead; of moves that look equally good one is drawn by lot."""

    version = 6

    def __init__(self, heuristic: str = OWN, scale: float = 100.0, softening: float = 0.0):
        self._ahead = AlphaBetaAgent(depth=1, heuristic=heuristic, scale=scale, table=4)
        self.softening = softening

    def _result(self, state: State, seed: int) -> SearchResult:
        search = self._ahead.new_search(running(state).game)
        return self._ahead.result(search, state, seed, every_move=True)

    def decide(self, state: State, seed: int = 1) -> Decision:
        """Look one move ahead and choose."""
        result = self._result(state, seed)
        measure = "value" if self.softening > 0 else "visits"
        decision = decision_of(state, result, seed, measure=measure, softening=self.softening)
        return Decision(decision.move, decision.values, move_values=judged_values(result.rows))

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What every position after a move looks like."""
        return as_analysis(self.spec, state, self._result(state, seed), tree)


def with_in_front(rows: Sequence[Row], first: Row) -> tuple[Row, ...]:
    """The rows with one of them in front."""
    return (first, *(row for row in rows if row is not first))


def leading(result: SearchResult, best: Record) -> SearchResult:
    """The result with one of the best moves in front: of equals, the one that a narrower search prefers."""
    first = next((row for row in result.rows if row.record == best), result.rows[0])
    if first.value < result.rows[0].value:
        return result
    return replace(result, rows=with_in_front(result.rows, first))


def as_analysis(spec: str, state: State, result: SearchResult, tree: int) -> Analysis:
    """An analysis whose values are judgements, not means of playouts."""
    analysis = analysis_of(state, spec, result, sampled=False)
    if not tree:
        return analysis
    return replace(analysis, tree=tree_of_lines(state, analysis, tree))
