"""Monte Carlo tree search over games from rules text: the compiled search, with moves instead of records."""

from __future__ import annotations

import math
import threading
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from apts.agents.agent import CountedDecision, Decision, Player
from apts.agents.analysis import TreeNode, known_values, shared_values, visit_entropy
from apts.agents.searching.reading import decision_of, move_of
from apts.agents.searching.tree_pictures import Reading, cut_tree
from apts.engine.play.game import Game, Move, State
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import LAST_FROM, LAST_TO, LENGTH, MOVES, ORIGIN, TARGET
from apts.engine.text.move_text import Candidate
from apts.errors import AptsError
from apts.search.results import Record, SearchResult, sampled_values
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings, utility_of
from apts.search.trees.tree import FIRST, HEAD, MASK, MEAN, PART, PROVEN, RANK_BITS, SPAN, VISITS

if TYPE_CHECKING:
    from apts.agents.kinds.uct_agent import UctAgent


class GrowingTree(Protocol):
    """A search tree for one match, whatever the game is made of."""

    def begin(self, state: State, seed: int, *, reuse: bool) -> None:
        """Put a position at the root; what is known of it is kept with ``reuse``, else the tree starts anew."""

    def grow(self, iterations: int | None, seconds: float | None) -> SearchResult:
        """Search until a budget is spent or the position is proven."""

    def seat_values(self) -> tuple[float, ...]:
        """The expected utility of each seat."""

    def values_after(self, record: Record) -> tuple[float, ...] | None:
        """The expected utility of each seat after a move of the root, where the search knows more than the mover's."""

    def cut(self, most: int) -> TreeNode:
        """The tree, cut to so many nodes."""


class CompiledTree:
    """The compiled search behind a :class:`GrowingTree`. Belongs to one thread."""

    def __init__(self, settings: TreeSettings):
        self.settings = settings
        self._search: TreeSearch | None = None
        self._state: RulesState | None = None
        self._value = 0.0
        self._values: tuple[float, ...] | None = None

    def begin(self, state: State, seed: int, *, reuse: bool) -> None:
        """Put a position at the root."""
        known = state.from_rules
        if known is None:
            raise AptsError(f"{state.game.name} is not a game from rules text")
        machine = known.game.machine
        search = self._search
        if search is None or search.machine is not machine:
            search = self._search = TreeSearch(machine, self.settings)
        self._state = known
        if reuse and search.root is not None:
            search.follow(known.position, seed)
        else:
            search.start(known.position, seed)

    @property
    def search(self) -> TreeSearch:
        """The search at work."""
        assert self._search is not None, "begin comes first"
        return self._search

    @property
    def state(self) -> RulesState:
        """The position at the root."""
        assert self._state is not None, "begin comes first"
        return self._state

    def grow(self, iterations: int | None, seconds: float | None) -> SearchResult:
        """Search until a budget is spent or the position is proven."""
        began = monotonic()
        self.search.run(iterations, seconds)
        result = self.search.result(monotonic() - began)
        self._value, self._values = result.value, result.values
        return result

    def seat_values(self) -> tuple[float, ...]:
        """The expected utility of each seat."""
        return self._values or shared_values(
            self.state.mover, self._value, self.search.players, alike=self.state.game.cooperative
        )

    def values_after(self, record: Record) -> tuple[float, ...] | None:
        """The expected utility of each seat after a move of the root, with three seats and more."""
        search = self.search
        child = search.child(0, record) if search.players > 2 else None
        return None if child is None else search.node_values(child)

    def cut(self, most: int) -> TreeNode:
        """The tree, cut to so many nodes; where chance is at work only its first moves, for it is open what comes next."""
        return cut_tree(self.state, 0, self._read, most)

    def _read(self, node: int, state: State) -> Reading[int]:
        tree = self.search.tree
        below = [] if node and self.search.chance else self.search.children(node)
        children = [(move_of(state, tree.record(child)), child) for child in below if tree.visits(child)]
        visits = tree.visits(node) if node else self.search.iterations
        value = max(-1.0, min(1.0, tree.mean(node))) if node else self._value
        return Reading(visits, value, lambda seat: self._proven(node, seat), children)

    def _proven(self, node: int, seat: int) -> float | None:
        doubled = self.search.tree.proven(node, seat)
        return None if doubled is None else utility_of(doubled, self.search.players)


# ----------------------------------------------------------------------------------------------------------------
# Tree search at a seat with as little Python as possible around it.
#
# At a thousand iterations a move the compiled search takes well under a millisecond; listing all moves with their
# texts and reading all lines of play takes as long again. The players here decide exactly as those of the agent
# do (a test holds that), but read only what a record of a match needs.


def has_fast_path(game: Game) -> bool:
    """Whether lean players know games like this one: from rules text, for one or two, without chance."""
    return game.from_rules is not None and not game.has_chance and game.players <= 2


class _ThreadTrees(threading.local):
    """Trees of this thread, one for each seat and search; their tables take milliseconds to fill."""

    def __init__(self) -> None:
        self.known: dict[object, tuple[Game, CompiledTree]] = {}


_TREES = _ThreadTrees()


class FastPathPlayer(Player):
    """Tree search at one seat of a match of a game without chance for one or two.

    The agent keeps its tree from turn to turn, plays the move that it looked at most, and has one budget for all turns.
    """

    def __init__(self, agent: UctAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._uct = agent
        self._grown: CompiledTree | None = None
        self._chosen: tuple[int, Any] | None = None  # the node of the move chosen last, and the position after it

    def decide(self, state: State, turn: int = 0) -> Decision:
        """Search on from what is known of the position."""
        assert state.from_rules is not None
        state = state.from_rules
        seed = self.turn_seed(turn)
        if self._grown is None:
            self._grown = self._own_tree(state.game)
            self._grown.begin(state, seed, reuse=False)
        elif not self._follow(self._grown, state):
            self._grown.begin(state, seed, reuse=True)
        tree = self._grown
        tree.search.run(self._uct.iterations, self._uct.seconds)
        self._chosen = None
        found = self._read(tree, state)
        return found if found is not None else decision_of(state, tree.search.result(), seed)

    def _follow(self, tree: CompiledTree, state: RulesState) -> bool:
        """Move the root past the own last move and the only reply that fits; tells whether that was possible."""
        search, position = tree.search, state.position
        if self._chosen is None or int(position[MOVES]) - int(search.root[MOVES]) != 2:
            return False
        node, after = self._chosen
        nodes, size = search.tree, search.tree.record_size
        first, count = nodes.column(FIRST, node), nodes.column(SPAN, node) >> PART & MASK
        if not first:
            return False
        table: Any = np.asarray(nodes.arena[first * size : (first + count) * size]).reshape(count, size)
        fitting = np.flatnonzero((table[:, ORIGIN] == position[LAST_FROM]) & (table[:, TARGET] == position[LAST_TO]))
        if len(fitting) != 1:
            return False
        child = first + int(fitting[0])
        search.machine.play(after, nodes.record(child))
        length = int(position[LENGTH])
        if bytes(after[:length]) != bytes(position[:length]):
            return False
        nodes.reroot(child)
        search.root = search.machine.copy(position)
        search.iterations = nodes.visits(0)
        return True

    def _own_tree(self, game: RulesGame) -> CompiledTree:
        key = (self._uct.numbers, self.seat)
        known = _TREES.known.get(key)
        if known is None or known[0] is not game:
            known = _TREES.known[key] = (game, CompiledTree(self._uct.tree_settings(game)))
        return known[1]

    def _read(self, tree: CompiledTree, state: RulesState) -> Decision | None:
        """The decision, or None where moves come twice or were not all tried, which takes a closer look."""
        nodes, players = tree.search.tree, state.game.players
        first, span = nodes.column(FIRST, 0), nodes.column(SPAN, 0)
        count = span >> PART & MASK
        if not first or count != span >> 2 * PART:
            return None
        pairs = ends_of(nodes.arena, first, count, nodes.record_size)
        if pairs is None:
            return None
        block, size, seat = nodes.block, nodes.capacity, state.mover
        visits = block[HEAD + VISITS * size + first :][:count].tolist()
        values = nodes.real[HEAD + MEAN * size + first :][:count].tolist()
        scores: list[float] = list(visits)
        words = block[HEAD + PROVEN * size + first :][:count].tolist()
        proven = [packed != 0 for packed in words]
        for index, packed in enumerate(words):
            if packed:
                values[index] = _utility(packed, seat, players)
                if abs(values[index]) == 1.0:
                    scores[index] = values[index] * math.inf
        best = max(scores)
        # Of equal ones the first, which was tried first: the seed has drawn that order.
        chosen = max((i for i in range(count) if scores[i] == best), key=lambda i: (visits[i], values[i]))
        record = nodes.record(first + chosen)
        root = nodes.column(PROVEN, 0)
        total = sum(visits)
        mean = sum(value * visit for value, visit in zip(values, visits, strict=True)) / total if total else 0.0
        value = _utility(root, seat, players) if root else mean
        after = state.game.machine.copy(state.position)
        state.game.machine.play(after, record)
        self._chosen = (first + chosen, state.game.machine.copy(after))
        move = quick_move(state, record, pairs, after)
        values_of_seats = known_values(state.game, seat, value)
        thought = sampled_values(values, visits, proven)
        entropy, there = visit_entropy(visits), RulesState(state.game, after)
        return CountedDecision(move, values_of_seats, entropy, count, there, move_values=thought)


def _utility(packed: int, seat: int, players: int) -> float:
    return utility_of(packed >> RANK_BITS * (seat - 1) & ((1 << RANK_BITS) - 1), players)


def ends_of(records: Any, first: int, count: int, size: int) -> list[tuple[int, int]] | None:
    """Origin and target of so many records from the first on; None where two of them have both in common."""
    table: Any = np.asarray(records[first * size : (first + count) * size]).reshape(count, size)
    pairs = list(zip(table[:, ORIGIN].tolist(), table[:, TARGET].tolist(), strict=True))
    return pairs if len(set(pairs)) == count else None


def is_distinguishable(game: RulesGame, candidate: Candidate, *, alone: bool) -> bool:
    """Whether the text of a move is its plain one, other moves having another origin or another target.

    Texts are made of the names of origin and target, or of the target alone. So a move whose target no other move has
    (``alone``) shares its text with none, nor does one that is told by both on the board.
    """
    sites = game.compiled.equipment.sites
    if not 0 <= candidate.target < sites:
        return False
    both = 0 <= candidate.origin < sites and not candidate.placement
    return alone or (both and candidate.kind not in ("promote", "remove", "pass", "swap"))


class RandomFastPathPlayer(Player):
    """Moves by lot at one seat of a match of any game."""

    def decide(self, state: State, turn: int = 0) -> Decision:
        """The move that the agent draws, found with less work where the game is from rules text."""
        seed, known = self.turn_seed(turn), state.from_rules
        drawn = None if known is None else drawn_by_lot(known, seed)
        return self.agent.decide(state, seed) if drawn is None else drawn


def drawn_by_lot(state: RulesState, seed: int) -> CountedDecision | None:
    """A move drawn from all, each as likely, without a text for the others; None where that takes a closer look.

    It is the move that :class:`random.Random` with this seed chooses from the list of moves.
    """
    machine = state.game.machine
    count = machine.moves(machine.copy(state.position))
    pairs = ends_of(machine.records, 0, count, state.game.compiled.record_size)
    if pairs is None:
        return None
    in_order = sorted(range(count), key=lambda index: (pairs[index][1], pairs[index][0]))
    record = machine.record(Random(seed).choice(in_order))
    after = machine.copy(state.position)
    machine.play(after, record)
    move = quick_move(state, record, pairs, after)
    return CountedDecision(move, legal_moves=count, after=RulesState(state.game, after))


def quick_move(state: RulesState, record: tuple[int, ...], pairs: list[tuple[int, int]], after: Any) -> Move:
    """The legal move of a record that leads to ``after``; its text is made alone where no other move can have the same.

    ``pairs`` are origin and target of all legal moves, no two the same.
    """
    game, target = state.game, record[TARGET]
    candidate = game.move_text.candidate(record, state.position, after, state.colour)
    if is_distinguishable(game, candidate, alone=sum(other == target for _, other in pairs) == 1):
        return game.move_text.moves([candidate])[0]
    return move_of(state, record)
