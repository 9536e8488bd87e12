"""``uct``: Monte Carlo tree search, for every game."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from apts.agents.agent import Agent, Decision, MatchSeat, Player, Players, Seating, keeps, running
from apts.agents.agent_registry import register
from apts.agents.analysis import Analysis, visit_entropy
from apts.agents.searching.compiled_tree import CompiledTree, FastPathPlayer, GrowingTree, has_fast_path
from apts.agents.searching.evaluations import heuristic_for
from apts.agents.searching.reading import analysis_of, drawn_at_loss, move_of, row_value
from apts.agents.spelling import AgentTexts, Setting
from apts.engine.play.game import Game, State
from apts.engine.play.match_loop import Seated
from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.results import MEASURES, Row, SearchResult, drawn, ranking, values_of_rows
from apts.search.trees.eyes import eye_table
from apts.search.trees.monte_carlo import TreeSettings

ITERATIONS = 1000
"""The budget of an agent that was given none."""

EXPLORATION = 1.4
"""The weight of exploration where none was given; docs/agents.md tells what others were tried."""

UNEVEN_VISITS = 10
"""How many visits a move needs so that its value counts as much as the mean of all, where later moves are learnt from (RAVE)
and most moves are looked at once or twice.
"""

PLAYOUTS = ("uniform", "eyes", "groups")
"""At random; where groups are captured by enclosing them without filling eyes, or answering threats to groups besides."""

SETTINGS = (
    Setting("iterations", int, "playouts a move", ITERATIONS, 1, 1_000_000_000, budget=True),
    Setting("seconds", float, "time a move, instead of iterations or as a limit to them", None, 0.001, 86_400),
    Setting("c", float, "weight of exploration", EXPLORATION, 0, 100),
    Setting("playout", int, "moves after which a playout is cut", None, 0, 1_000_000),
    Setting(
        "heuristic", str, "what cut playouts and, with prior, moves are judged by: none (a draw) or a heuristic", "none"
    ),
    Setting("scale", float, "points of the heuristic that are a clear advantage", 100.0, 0.001, 1e9),
    Setting("expand", int, "visits after which a node gets children", 1, 1, 1_000_000),
    Setting("solve", bool, "prove wins and losses", True),
    Setting("grave", int, "visits of the reference node of GRAVE; 0 switches it off", 0, 0, 1_000_000_000),
    Setting("bias", float, "how soon own figures displace those of GRAVE", 1e-4, 0, 1),
    Setting(
        "prior", int, "visits that the heuristic's judgement of a move counts as; 0 judges no moves", 0, 0, 1_000_000
    ),
    Setting(
        "rave", int, "visits for which playouts with the move later count as much as its own; 0: off", 0, 0, 1_000_000
    ),
    Setting("playouts", str, "how moves of playouts are chosen", "uniform", choices=PLAYOUTS),
    Setting("choice", str, "what the move is chosen by", "visits", choices=tuple(MEASURES)),
    Setting("softening", float, "0 plays the best move, more plays others too", 0.0, 0, 1000),
    Setting("loss", float, "utility that is given away at a turn on average, to play weaker", 0.0, 0, 2),
    Setting("breadth", int, "iterations for each legal move, where that is more than iterations", 0, 0, 1_000_000),
    Setting("reuse", bool, "keep the tree from turn to turn of a match", True),
    Setting("nodes", int, "the most nodes of a tree", 1 << 22, 100, 1 << 28),
)


@register(
    "uct",
    "Monte Carlo tree search.",
    SETTINGS,
    example="uct:iterations=2000,c=1.4",
    shared=True,
    texts={
        ENGLISH: AgentTexts(
            "tree search",
            {"iterations": "tree search, {number} looks ahead", "seconds": "tree search, thinks {number} s a move"},
        ),
        PORTUGUESE: AgentTexts(
            "busca em árvore",
            {
                "iterations": "busca em árvore, {number} olhadas à frente",
                "seconds": "busca em árvore, pensa {number} s por lance",
            },
        ),
    },
)
class UctAgent(Agent):
    """Monte Carlo tree search with a budget of iterations, of seconds, or of whichever is spent first."""

    version = 5

    def __init__(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        c: float = EXPLORATION,
        playout: int | None = None,
        heuristic: str = "none",
        scale: float = 100.0,
        expand: int = 1,
        solve: bool = True,
        grave: int = 0,
        bias: float = 1e-4,
        prior: int = 0,
        rave: int = 0,
        playouts: str = "uniform",
        choice: str = "visits",
        softening: float = 0.0,
        loss: float = 0.0,
        breadth: int = 0,
        reuse: bool = True,
        nodes: int = 1 << 22,
    ):
        if prior and heuristic == "none":
            raise AptsError("prior judges moves by a heuristic; name one, for example heuristic=rules")
        if grave and (prior or rave or playouts != "uniform"):
            raise AptsError("grave goes without prior, rave and playouts other than uniform; leave it out")
        self.iterations = ITERATIONS if iterations is None and seconds is None else iterations
        self.seconds, self.choice, self.softening, self.reuse = seconds, choice, softening, reuse
        self.loss, self.breadth, self.grave, self.rave = loss, breadth, grave, rave
        self.numbers = (c, playout, heuristic, scale, expand, solve, grave, bias, prior, rave, playouts, nodes)

    def with_iterations(self, iterations: int) -> UctAgent:
        """The same search with another budget."""
        return type(self)(**{**self._arguments, "iterations": iterations})

    def tree_settings(self, game: Game) -> TreeSettings:
        """The settings of the search for a game."""
        c, playout, heuristic, scale, expand, solve, grave, bias, prior, rave, playouts, nodes = self.numbers
        eyes = eye_table_of(game, playouts)
        return TreeSettings(
            c,
            playout,
            heuristic_for(game, heuristic, "none"),
            scale,
            expand,
            solve,
            grave,
            bias,
            prior,
            rave,
            eyes,
            nodes,
        )

    def new_tree(self, game: Game) -> GrowingTree:
        """A search tree for a game."""
        settings = self.tree_settings(game)
        if game.from_rules is not None:
            return CompiledTree(settings)
        from apts.agents.searching.python_search import PythonTree

        return PythonTree(settings)

    def grown(self, state: State, seed: int) -> GrowingTree:
        """The tree of this thread with the position at its root, nothing known yet."""
        tree = _TREES.of(self, state.game)
        tree.begin(running(state), seed, reuse=False)
        return tree

    def decide(self, state: State, seed: int = 1) -> Decision:
        """Search with a new tree and choose."""
        return self.decide_with(self.grown(state, seed), state, seed)

    def searched(self, tree: GrowingTree, state: State) -> SearchResult:
        """Spend the budget on a tree that has the position at its root."""
        iterations = self.iterations
        if iterations is not None and self.breadth:
            iterations = max(iterations, self.breadth * len(state.moves()))
        return tree.grow(iterations, self.seconds)

    def decide_with(self, tree: GrowingTree, state: State, seed: int) -> Decision:
        """Search with a tree that has the position at its root, and choose."""
        return self.decided(self.searched(tree, state), state, seed, tree.seat_values())

    def decided(self, result: SearchResult, state: State, seed: int, values: tuple[float, ...] | None) -> Decision:
        """Choose by what a search found."""
        row = self.picked(result.rows, seed)
        entropy = visit_entropy([known.visits for known in result.rows])
        thought = values_of_rows(result.rows)
        return Decision(move_of(state, row.record), values, entropy, worth=row_value(row), move_values=thought)

    def picked(self, rows: Sequence[Row], seed: int) -> Row:
        """The row of the move to play; the rows come best first by visits."""
        if self.loss > 0:
            if rows[0].proven == 1.0:  # a win is taken
                return rows[0]
            return drawn_at_loss(rows, self.loss, seed, UNEVEN_VISITS if self.rave else 0)
        return rows[0] if self.picks_first else drawn(rows, self.softening, seed, self.choice)

    @property
    def picks_first(self) -> bool:
        """Whether the move that was looked at most is always the one to play."""
        return self.loss <= 0 and self.choice == "visits" and self.softening <= 0

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """Search with a new tree and tell everything."""
        growing = self.grown(state, seed)
        result = self.searched(growing, state)
        cut = growing.cut(tree) if tree else None
        best = ranking(result.rows, self.choice)[0].record
        values = growing.values_after(best) or growing.seat_values()
        return analysis_of(state, self.spec, result, measure=self.choice, values=values, tree=cut)

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player that keeps its tree from turn to turn."""
        return (
            UctPlayer(self, seat, seed) if self.reuse and keeps(self, UctAgent, "decide") else Player(self, seat, seed)
        )

    @classmethod
    def seated(cls, seating: Seating) -> Seated[Decision]:
        """The whole match in compiled code where the searches at all of its seats are such, else players that are as lean as
        can be; a class derived from this one has its own ways.
        """
        if cls is not UctAgent:
            return super().seated(seating)
        places = sorted(seating.places, key=lambda one: one.seat)
        searches = [one.agent for one in places if isinstance(one.agent, UctAgent) and one.agent.fits_loop]
        alone = len({one.match for one in places}) == 1 and has_fast_path(seating.game)
        if alone and not seating.timed and len(searches) == len(places) == seating.game.players:
            from apts.agents.searching.compiled_match import CompiledMatch

            return CompiledMatch(seating, searches)
        return Players(seating, lambda one: _fast_path_player(one) if alone else one.agent.player(one.seat, one.seed))

    @property
    def is_read_lean(self) -> bool:
        """Whether the search is read as lean players read it."""
        return self.reuse and self.picks_first and not self.grave and not self.breadth

    @property
    def fits_loop(self) -> bool:
        """Whether the compiled loop can play for this agent: it keeps its tree and counts iterations alone."""
        counts = self.iterations is not None and self.seconds is None
        return type(self) is UctAgent and counts and self.reuse and not self.grave


def _fast_path_player(place: MatchSeat) -> Player:
    """A lean player in a match that this thread plays alone: players of one seat and search share a tree."""
    agent = place.agent
    if isinstance(agent, UctAgent) and agent.is_read_lean:
        return FastPathPlayer(agent, place.seat, place.seed)
    return agent.player(place.seat, place.seed)


class UctPlayer(Player):
    """Tree search at one seat of a match."""

    def __init__(self, agent: UctAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._uct = agent
        self._tree: GrowingTree | None = None

    def decide(self, state: State, turn: int = 0) -> Decision:
        """Search on from what is known of the position."""
        seed = self.turn_seed(turn)
        if self._tree is None:
            self._tree = self._uct.new_tree(state.game)
        self._tree.begin(running(state), seed, reuse=True)
        return self._uct.decide_with(self._tree, state, seed)


def eye_table_of(game: Game, playouts: str) -> tuple[int, ...]:
    """What playouts need to know of the eyes of a game; nothing where its rules know none."""
    known = game.from_rules
    if known is None or playouts == "uniform":
        return ()
    return eye_table(known.compiled, known.typed_rules, replies=playouts == "groups")


class _ThreadTrees(threading.local):
    """Trees for decisions outside of matches: for each thread the latest of each kind of search."""

    def __init__(self) -> None:
        self._trees: dict[object, tuple[Game, GrowingTree]] = {}

    def of(self, agent: UctAgent, game: Game) -> GrowingTree:
        """The tree of an agent for a game."""
        known = self._trees.get(agent.numbers)
        if known is None or known[0] is not game:
            known = self._trees[agent.numbers] = (game, agent.new_tree(game))
        return known[1]


_TREES = _ThreadTrees()
