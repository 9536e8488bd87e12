"""Monte Carlo tree search over games from rules text: the compiled search, with moves instead of records."""

from __future__ import annotations

from time import monotonic
from typing import Protocol

from apts.agents.analysis import TreeNode, shared_values
from apts.agents.reading import move_of
from apts.agents.tree_cutting import Reading, cut_tree
from apts.engine.face import State
from apts.engine.game import RulesState
from apts.errors import AptsError
from apts.search.monte_carlo import TreeSearch, TreeSettings, utility_of
from apts.search.results import Record, SearchResult
from apts.search.tree import FIRST, SPAN

_MOST_LOOKED_AT = 6
"""Children of a node that are followed when the values of other seats are worked out."""


class GrowingTree(Protocol):
    """A search tree for one match, whatever the game is made of."""

    def begin(self, state: State, seed: int, *, reuse: bool) -> None:
        """Put a position at the root; what is known of it is kept with ``reuse``, else the tree starts anew."""

    def grow(self, iterations: int | None, seconds: float | None) -> SearchResult:
        """Search until a budget is spent or the position is proven."""

    def seat_values(self) -> tuple[float, ...]:
        """The expected utility of each seat."""

    def cut(self, most: int) -> TreeNode:
        """The tree, cut to so many nodes."""


class CompiledTree:
    """The compiled search behind a :class:`GrowingTree`. Belongs to one thread."""

    def __init__(self, settings: TreeSettings):
        self.settings = settings
        self._search: TreeSearch | None = None
        self._state: RulesState | None = None
        self._value = 0.0

    def begin(self, state: State, seed: int, *, reuse: bool) -> None:
        """Put a position at the root."""
        if not isinstance(state, RulesState):
            raise AptsError(f"{state.game.name} is not a game from rules text")
        machine = state.game.machine
        search = self._search
        if search is None or search.machine is not machine:
            search = self._search = TreeSearch(machine, self.settings)
        self._state = state
        if reuse and search.root is not None:
            search.follow(state.position, seed)
        else:
            search.start(state.position, seed)

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
        self._value = (result := self.search.result(monotonic() - began)).value
        return result

    def seat_values(self) -> tuple[float, ...]:
        """The expected utility of each seat.

        A node knows the utility of the seat that chose it alone, so those of the other seats come from the turns in
        which they choose, a few moves down; what is not known there follows from the sum of 0.
        """
        players, mover = self.search.players, self.state.mover
        if players <= 2:
            return shared_values(mover, self._value, players)
        known = {mover: self._value}
        for seat in range(1, players + 1):
            value = known.get(seat) if seat == mover else self._seat_value(self.state, 0, seat, players)
            if value is not None:
                known[seat] = value
        missing = players - len(known)
        rest = -sum(known.values()) / missing if missing else 0.0
        return tuple(max(-1.0, min(1.0, known.get(seat, rest))) for seat in range(1, players + 1))

    def _seat_value(self, state: State, node: int, seat: int, depth: int) -> float | None:
        """The mean utility of a seat below a node, from the nodes that this seat chose."""
        tree = self.search.tree
        children = sorted(self._children(node), key=lambda child: -tree.visits(child))[:_MOST_LOOKED_AT]
        if state.mover == seat and children:
            visits = sum(tree.visits(child) for child in children)
            return sum(tree.mean(child) * tree.visits(child) for child in children) / visits if visits else None
        if depth == 0:
            return None
        total, weight = 0.0, 0
        for child in children:
            after = state.after(move_of(state, tree.record(child)))
            if after.outcome is not None:
                value: float | None = after.outcome.utilities[seat - 1]
            else:
                value = self._seat_value(after, child, seat, depth - 1)
            if value is not None:
                total, weight = total + value * tree.visits(child), weight + tree.visits(child)
        return total / weight if weight else None

    def _children(self, node: int) -> list[int]:
        """The children of a node that were tried; with chance in the rules they are a chain."""
        tree = self.search.tree
        if not self.search.chance:
            return list(tree.children(node))
        chain, child = [], tree.column(FIRST, node)
        while child:
            chain.append(child)
            child = tree.column(SPAN, child)
        return chain

    def cut(self, most: int) -> TreeNode:
        """The tree, cut to so many nodes."""
        return cut_tree(self.state, 0, self._read, most)

    def _read(self, node: int, state: State) -> Reading[int]:
        tree = self.search.tree
        children = [
            (move_of(state, tree.record(child)), child)
            for child in self._children(node)
            if tree.visits(child) and self._legal(state, tree.record(child))
        ]
        visits = tree.visits(node) if node else self.search.iterations
        value = tree.mean(node) if node else self._value
        return Reading(visits, value, lambda seat: self._proven(node, seat), children)

    def _legal(self, state: State, record: Record) -> bool:
        """Whether a move can be shown here: after chance, a node stands for many positions with moves of their own."""
        return not self.search.chance or any(move.action == record for move in state.moves())

    def _proven(self, node: int, seat: int) -> float | None:
        doubled = self.search.tree.proven(node, seat)
        return None if doubled is None else utility_of(doubled, self.search.players)
