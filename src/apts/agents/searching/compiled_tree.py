"""Monte Carlo tree search over games from rules text: the compiled search, with moves instead of records."""

from __future__ import annotations

from time import monotonic
from typing import Protocol

from apts.agents.analysis import TreeNode, shared_values
from apts.agents.searching.reading import move_of
from apts.agents.searching.tree_cutting import Reading, cut_tree
from apts.engine.play.game import State
from apts.engine.rules_state import RulesState
from apts.errors import AptsError
from apts.search.results import Record, SearchResult
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings, utility_of


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
