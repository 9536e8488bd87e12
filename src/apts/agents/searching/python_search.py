"""Tree search and alpha-beta over games written as Python classes: the same kinds of search as the compiled ones."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random
from time import monotonic

from apts.agents.agent import derived_seed
from apts.agents.analysis import TreeNode
from apts.agents.searching.tree_pictures import Reading, cut_tree
from apts.engine.play.game import Move, State
from apts.engine.play.playouts.slices import give_way
from apts.errors import AptsError
from apts.search.exact.retrograde import Watch
from apts.search.results import Record, Row, SearchResult, balanced_values, in_drawn_order, ranking
from apts.search.trees.monte_carlo import TreeSettings

# ----------------------------------------------------------------------------------------------------------------
# Alpha-beta over games written as Python classes: the same kinds of search as the compiled one, in Python.
#
# A class may offer ``estimate(position, seat)``, a number from -1 to 1; positions in which the match is not
# decided are worth that, and 0 where there is none. Where the class leaves something to chance, everybody plays
# for itself and the value of a move is the mean over several courses of chance, after each of which the next move
# is chosen knowing it.

MOST_DEPTH = 60
TOLD = 256
"""Positions after which a watch is told how many they are."""

MOST_NODES = 20_000
"""With chance and no limit of time a level is begun only if it should take fewer nodes than this."""


class OutOfTime(Exception):  # noqa: N818 - not an error: the result of the depth before counts
    """The time for a search is spent."""


class PythonSides:
    """Searches one position of a Python class for the seat to move."""

    def __init__(
        self,
        *,
        opponents: str = "paranoid",
        samples: int = 6,
        watch: Watch | None = None,
    ):
        """``watch`` is told now and then how many positions were looked at, and how many moves deep."""
        self.opponents, self.samples = opponents, samples
        self._watch, self._level = watch, 0
        self.nodes = 0
        self._deadline: float | None = None
        self._most: int | None = None
        self._seat = 1
        self._seed = 0
        self._lots = Random(0)
        self._cut_short = self._open_choice = False
        self._table: dict[tuple[State, int], tuple[float, str, Record | None]] = {}

    def run(
        self, state: State, depth: int | None, seconds: float | None, seed: int, nodes: int | None = None
    ) -> SearchResult:
        """Search deeper and deeper until a budget is spent or everything is known."""
        began = monotonic()
        self._seat, self._seed, self.nodes = state.mover, seed, 0
        self._lots = Random(derived_seed(seed, "equal"))
        rows = [Row((index,), 0, 0.0, None, ((index,),)) for index in range(len(state.moves()))]
        values: list[tuple[float, ...] | None] = [None] * len(rows)
        reached, spent = 0, [1]
        for level in range(1, min(depth or MOST_DEPTH, MOST_DEPTH) + 1):
            self._deadline = None if seconds is None or level == 1 else began + seconds
            self._most = None if level == 1 else nodes
            self._level = level
            self._table.clear()
            self._cut_short = self._open_choice = False
            if (
                seconds is None
                and nodes is None
                and state.game.has_chance
                and reached
                and spent[-1] ** 2 > MOST_NODES * spent[-2]
            ):
                break
            before = self.nodes
            try:
                rows, values = self._rows(state, level)
            except OutOfTime:
                break
            reached = level
            spent.append(self.nodes - before)
            if not self._cut_short and not state.game.has_chance:
                rows = [self._proven(row, state.game.players) for row in rows]
                break
        rows = in_drawn_order(rows, seed)
        rows.sort(key=lambda row: -row.value)
        best = rows[0]
        described = values[best.record[0]]
        if described is None and state.game.players > 2 and not state.game.may_share_results:
            described = balanced_values(self._seat, best.value, self._judged(state, best))
        seconds_spent = monotonic() - began
        return SearchResult(
            tuple(rows), best.value, best.proven, self.nodes, self.nodes, reached, seconds_spent, values=described
        )

    def _proven(self, row: Row, players: int) -> Row:
        """A row of which everything was looked at.

        Among more than two seats a win against all others together is a win however they play, and less than that may
        turn out better; if each plays for itself, all is known unless somebody was free to choose what others get.
        """
        settled = not self._open_choice
        certain = (players <= 2 and settled) or (settled if self.opponents == "maxn" else row.value == 1.0)
        return replace(row, proven=row.value) if certain else row

    @staticmethod
    def _judged(state: State, best: Row) -> tuple[float, ...]:
        """What the position after a move looks like for each seat."""
        after = state.after(state.moves()[best.record[0]])
        return estimates(after) if after.outcome is None else after.outcome.utilities

    def _rows(self, state: State, depth: int) -> tuple[list[Row], list[tuple[float, ...] | None]]:
        """The rows of the moves, and for each the values of all seats where they are known."""
        rows: list[Row] = []
        values: list[tuple[float, ...] | None] = []
        maxn = self.opponents == "maxn" and state.game.players > 2
        each = state.game.has_chance or maxn or state.game.may_share_results
        for index, move in enumerate(state.moves()):
            described = self._after(state, move, depth - 1) if each else None
            value = (
                described[self._seat - 1]
                if described
                else self._between(state.after(move), depth - 1, -math.inf, math.inf)
            )
            rows.append(Row((index,), self.samples if state.game.has_chance else 1, value, None, ((index,),)))
            values.append(described)
        return rows, values

    def _after(self, state: State, move: Move, depth: int) -> tuple[float, ...]:
        """The values of all seats after a move: means over several courses of chance, equal ones looked at once."""
        if not state.game.has_chance:
            return self._each(state.after(move), depth)
        found: dict[Hashable, tuple[State, int]] = {}
        for sample in range(self.samples):
            dice = derived_seed(self._seed, "dice", sample)
            after = state.with_luck(dice).after(move)
            known, count = found.get(after.content, (after, 0))
            found[after.content] = known, count + 1
        results = [(self._each(after, depth), count) for after, count in found.values()]
        return tuple(
            sum(values[seat] * count for values, count in results) / self.samples for seat in range(state.game.players)
        )

    def _between(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """Alpha-beta (Knuth and Moore, 1975) with everybody else against the searching seat."""
        standing = self._standing(state, depth)
        if standing is not None:
            return standing[self._seat - 1]
        key = (state, depth)
        known = self._table.get(key)
        if known is not None and (
            known[1] == "exact"
            or (known[1] == "low" and known[0] >= beta)
            or (known[1] == "high" and known[0] <= alpha)
        ):
            return known[0]
        own = state.mover == self._seat
        best = -math.inf if own else math.inf
        low, high = alpha, beta
        for move in state.moves():
            value = self._between(state.after(move), depth - 1, low, high)
            best = max(best, value) if own else min(best, value)
            low, high = (max(low, best), high) if own else (low, min(high, best))
            if low >= high:
                break
        bound = "high" if best <= alpha else "low" if best >= beta else "exact"
        self._table[key] = (best, bound, None)
        return best

    def _each(self, state: State, depth: int) -> tuple[float, ...]:
        """Max^n (Luckhardt and Irani, 1986): everybody plays for themselves."""
        standing = self._standing(state, depth)
        if standing is not None:
            return standing
        results = [self._after(state, move, depth - 1) for move in state.moves()]
        highest = max(result[state.mover - 1] for result in results)
        equal = [result for result in results if result[state.mover - 1] == highest]
        if any(result != equal[0] for result in equal):
            self._open_choice = True
        return self._lots.choice(equal)

    def _standing(self, state: State, depth: int) -> tuple[float, ...] | None:
        """The utilities of a position that is not looked into, or None."""
        self.nodes += 1
        give_way()
        if self._watch is not None and self.nodes % TOLD == 0:
            self._watch(self.nodes, self._level)
        if self._most is not None and self.nodes >= self._most:
            raise OutOfTime
        if self._deadline is not None and monotonic() > self._deadline:
            raise OutOfTime
        if state.outcome is not None:
            return state.outcome.utilities
        if depth > 0:
            return None
        self._cut_short = True
        return estimates(state)


def estimates(state: State) -> tuple[float, ...]:
    """What the game holds a position for, seat by seat; without an opinion all are 0."""
    return tuple(state.estimate(seat) or 0.0 for seat in range(1, state.game.players + 1))


# ----------------------------------------------------------------------------------------------------------------
# Monte Carlo tree search over games written as Python classes: the same search as the compiled one, in Python.
#
# Where the class leaves something to chance, every iteration rolls anew, so that the search does not see the dice
# of the match. Below a move there is then a node for every position that chance made of it, in which the next
# move is chosen.

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
        if settings.rave:
            raise AptsError("rave is for games from rules text; for a Python class it must be 0")
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
        """The moves of the root with their places in the list, those that were tried first in front, the others by lot."""
        order = {text: place for place, text in enumerate(self._root.children)}
        drawn = in_drawn_order(list(enumerate(moves)), self._seed)
        return sorted(drawn, key=lambda pair: order.get(pair[1].text, len(order)))

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
