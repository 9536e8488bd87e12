"""Monte Carlo tree search over games written as Python classes: the same search as the compiled one, in Python.

Where the class leaves something to chance, every iteration rolls anew, so that the search does not see the dice of the
match. Below a move there is then a node for every position that chance made of it, in which the next move is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from random import Random
from time import monotonic

from apts.agents.analysis import TreeNode
from apts.agents.searching.tree_cutting import Reading, cut_tree
from apts.agents.seeds import derived_seed
from apts.engine.play.game import Move, State
from apts.engine.play.playouts.slices import give_way
from apts.errors import AptsError
from apts.search.choice import ranking
from apts.search.results import Record, Row, SearchResult
from apts.search.trees.monte_carlo import TreeSettings

_LINE_VISITS = 2
_LONGEST_PLAYOUT = 100_000
_REUSE_DEPTH = 4


class Node:
    """A node: visits, mean utility of every seat, children by the texts of moves, proven utilities.

    ``outcomes`` are the positions that chance made of a move.
    """

    __slots__ = ("children", "means", "outcomes", "proven", "state", "visits")

    def __init__(self, players: int) -> None:
        self.children: dict[str, Node] = {}
        self.outcomes: dict[Hashable, Node] = {}
        self.visits = 0
        self.means = [0.0] * players
        self.proven: tuple[float, ...] | None = None
        self.state: State | None = None


class PythonTree:
    """A search tree for one match of a Python class; see :class:`apts.agents.searching.compiled_tree.GrowingTree`."""

    def __init__(self, settings: TreeSettings):
        if settings.grave:
            raise AptsError("grave is for games from rules text; for a Python class it must be 0")
        if settings.heuristic is not None:
            raise AptsError("heuristics are derived from rules text; a Python class is searched without one")
        self.settings = settings
        self._root = Node(0)
        self._state: State | None = None
        self._dice = Random(0)
        self._seed = 0
        self.iterations = self.nodes = self.depth = 0
        self._chance = False

    @property
    def state(self) -> State:
        """The position at the root."""
        assert self._state is not None, "begin comes first"
        return self._state

    def begin(self, state: State, seed: int, *, reuse: bool) -> None:
        """Put a position at the root."""
        kept = self._find(self._root, state, _REUSE_DEPTH) if reuse and self._state is not None else None
        self._root = kept or Node(state.game.players)
        # Who draws a move from the rows does so with the seed itself; what is tried first must not hang together with that.
        self._state, self._dice, self._seed = state, Random(derived_seed(seed, "tree")), seed
        self.iterations, self.nodes, self.depth = self._root.visits, 1, 0
        self._chance = state.game.has_chance

    def _find(self, node: Node, state: State, depth: int) -> Node | None:
        """The node of a position in the tree as it is; with chance nothing can be kept."""
        if state.game.has_chance:
            return None
        if node.state is not None and node.state == state:
            return node
        if depth == 0:
            return None
        found = (self._find(child, state, depth - 1) for child in node.children.values() if child.state is not None)
        return next((child for child in found if child is not None), None)

    # --- growing -------------------------------------------------------------------------------------------------

    def grow(self, iterations: int | None, seconds: float | None) -> SearchResult:
        """Search until a budget is spent or the position is proven."""
        began = monotonic()
        most = iterations if iterations is not None else 1 << 62
        for done in range(most):
            give_way()
            if self._root.proven is not None or (seconds is not None and done and monotonic() - began > seconds):
                break
            self._iterate(done)
        return self.result(monotonic() - began)

    def _iterate(self, number: int) -> None:
        state = self.state
        if self._chance:
            seed = derived_seed(self._seed, "dice", number)
            state = self.state.with_luck(seed)
        node, path, depth = self._root, [(self._root, 0)], 0
        while node.proven is None and state.outcome is None and self._may_expand(node):
            node.state = state
            mover, (move, child) = state.mover, self._step(node, state)
            state = child.state if child.state is not None and not self._chance else state.after(move)
            path.append((child, mover))
            depth += 1
            node = child
            if self._chance:
                if child.visits < self.settings.expand_after or state.outcome is not None:
                    break
                node = self._outcome_node(child, state)
                path.append((node, mover))
                if not node.visits:
                    break
        self.depth = max(self.depth, depth)
        utilities = node.proven or (state.outcome.utilities if state.outcome is not None else self._play_out(state))
        for visited, _ in path:
            visited.visits += 1
            visited.means = [
                mean + (utility - mean) / visited.visits for mean, utility in zip(visited.means, utilities, strict=True)
            ]
        self.iterations += 1
        if self.settings.solve and not self._chance and (node.proven is not None or state.outcome is not None):
            node.proven, node.state = utilities, state
            self._prove(path)

    def _outcome_node(self, move: Node, state: State) -> Node:
        """The node of a position that chance made of a move."""
        known = move.outcomes.get(state.content)
        if known is None:
            self.nodes += 1
            known = move.outcomes[state.content] = Node(state.game.players)
        return known

    def _may_expand(self, node: Node) -> bool:
        return node is self._root or bool(node.children) or node.visits >= self.settings.expand_after

    def _step(self, node: Node, state: State) -> tuple[Move, Node]:
        """A move that was not tried here, or the one with the highest upper bound."""
        moves = state.moves()
        untried = [move for move in moves if move.text not in node.children]
        if untried and self.nodes < self.settings.most_nodes:
            move = self._dice.choice(untried)
            self.nodes += 1
            child = node.children[move.text] = Node(state.game.players)
            return move, child
        legal = {move.text: move for move in moves}
        known = [(legal[text], child) for text, child in node.children.items() if text in legal]
        if not known:
            move = self._dice.choice(moves)
            return move, node.children.setdefault(move.text, Node(state.game.players))
        # Of equal ones the one that was tried first: that order was drawn, the order of the list was not.
        spread = self.settings.c * math.sqrt(math.log(max(node.visits, 2)))
        return max(known, key=lambda pair: self._bound(pair[1], state.mover, spread))

    @staticmethod
    def _bound(node: Node, seat: int, spread: float) -> float:
        """The upper bound of what a child is worth; a proven one has nothing left to explore."""
        if node.proven is not None:
            utility = node.proven[seat - 1]
            return utility if -1.0 < utility < 1.0 else utility * math.inf
        return node.means[seat - 1] + spread / math.sqrt(node.visits) if node.visits else math.inf

    def _play_out(self, state: State) -> tuple[float, ...]:
        """The utilities at the end of a random match; one that is cut short counts as a draw."""
        limit = self.settings.playout_limit if self.settings.playout_limit is not None else _LONGEST_PLAYOUT
        outcome = state.random_end(self._dice, limit)
        return (0.0,) * state.game.players if outcome is None else outcome.utilities

    def _prove(self, path: list[tuple[Node, int]]) -> None:
        """Carry proven results towards the root, by the rules of :func:`apts.search.trees.descent.prove`.

        One winning move is enough for two players and at the root; otherwise all moves must be known.
        """
        for (parent, _), (child, seat) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            if child.proven is None or parent.state is None:
                return
            alone = parent is self._root or len(child.proven) <= 2
            if child.proven[seat - 1] < 1.0 or not alone:
                results = [known.proven for known in parent.children.values()]
                if len(results) < len(parent.state.moves()) or any(result is None for result in results):
                    return
                best = max(result[seat - 1] for result in results if result is not None)
                choices = {result for result in results if result is not None and result[seat - 1] == best}
                if len(choices) > 1 and not alone:  # what the others get is then the mover's whim
                    return
                parent.proven = min(choices)
            else:
                parent.proven = child.proven

    # --- reading -------------------------------------------------------------------------------------------------

    def result(self, seconds: float = 0.0) -> SearchResult:
        """What the search knows now."""
        mover, state = self.state.mover, self.state
        rows = []
        for index, move in self._in_order_tried(state.moves()):
            child = self._root.children.get(move.text)
            if child is None:
                rows.append(Row((index,), 0, 0.0, None, ((index,),)))
                continue
            proven = None if child.proven is None else child.proven[mover - 1]
            value = child.means[mover - 1] if proven is None else proven
            rows.append(Row((index,), child.visits, value, proven, ((index,), *self._line(state.after(move), child))))
        ordered = ranking(rows)
        visits = sum(row.visits for row in rows)
        value = sum(row.value * row.visits for row in rows) / visits if visits else 0.0
        proven = None if self._root.proven is None else self._root.proven[mover - 1]
        shown = value if proven is None else proven
        values = self._values(state.moves()[ordered[0].record[0]], shown)
        return SearchResult(
            tuple(ordered), shown, proven, self.iterations, self.nodes, self.depth, seconds, values=values
        )

    def _in_order_tried(self, moves: Sequence[Move]) -> list[tuple[int, Move]]:
        """The moves of the root with their places in the list, those that were tried first in front."""
        order = {text: place for place, text in enumerate(self._root.children)}
        return sorted(enumerate(moves), key=lambda pair: order.get(pair[1].text, len(order)))

    def _values(self, best: Move, shown: float) -> tuple[float, ...]:
        """What all seats may expect: means over the moves, proven ones exactly; the best one's, if that is proven."""
        players, mover = self.state.game.players, self.state.mover
        children = [child for child in self._root.children.values() if child.visits]
        chosen = self._root.children.get(best.text)
        if chosen is not None and chosen.proven is not None and chosen.proven[mover - 1] == shown:
            children = [chosen]
        if not children:
            return (0.0,) * players
        visits = sum(child.visits for child in children)
        return tuple(
            shown if seat == mover - 1
            else sum((child.proven or child.means)[seat] * child.visits for child in children) / visits
            for seat in range(players)
        )  # fmt: skip

    def _line(self, state: State, node: Node) -> tuple[Record, ...]:
        line: list[Record] = []
        while state.outcome is None and node.children:
            moves = state.moves()
            seen = [(index, node.children[move.text]) for index, move in enumerate(moves) if move.text in node.children]
            seen = [(index, child) for index, child in seen if child.visits >= _LINE_VISITS]
            if not seen:
                break
            index, node = max(seen, key=lambda pair: pair[1].visits)
            line.append((index,))
            state = state.after(moves[index])
        return tuple(line)

    def seat_values(self) -> tuple[float, ...]:
        """The expected utility of each seat."""
        values = self.result().values
        assert values is not None
        return values

    def values_after(self, record: Record) -> tuple[float, ...] | None:
        """The expected utility of each seat after a move of the root."""
        child = self._root.children.get(self.state.moves()[record[0]].text)
        return None if child is None or not child.visits else tuple(child.proven or child.means)

    def cut(self, most: int) -> TreeNode:
        """The tree, cut to so many nodes."""
        value = self.result().value
        choosers: dict[int, int] = {}

        def read(node: Node, state: State) -> Reading[Node]:
            moves = [] if state.outcome is not None else state.moves()
            children = [(move, node.children[move.text]) for move in moves if move.text in node.children]
            shown = [value] * state.game.players if node is self._root else node.means
            proven = node.proven
            chooser = choosers.get(id(node), 1)
            choosers.update((id(child), state.mover) for _, child in children)
            return Reading(
                node.visits, shown[chooser - 1], lambda seat: None if proven is None else proven[seat - 1], children
            )

        return cut_tree(self.state, self._root, read, most)
