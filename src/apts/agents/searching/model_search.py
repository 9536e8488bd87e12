"""A model at work on one position: the search that it guides, read as rows of moves. Belongs to one thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.agents.analysis import TreeNode, shared_values
from apts.agents.searching.reading import move_of
from apts.agents.searching.tree_pictures import Reading, cut_tree
from apts.engine.native.jit import mix
from apts.engine.play.game import State
from apts.engine.play.machine import plain_record
from apts.engine.play.playouts.random_streams import signed_word, stream_seed
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import CHANCE
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_search import GuidedBatch
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.evaluators import OnnxEvaluator
from apts.learning.networks.model_file import ModelFile
from apts.search.results import Record, Row, SearchResult, balanced_values, seat_to_move
from apts.search.trees.monte_carlo import utility_of
from apts.search.trees.tree import RANK_BITS

MOST_KEPT = 8
"""Searches that a thread keeps ready."""

JUDGED = 17
"""The seed of the chance with which moves without visits are judged."""

AFTER_SLOTS = 64
"""Positions after a move that the network judges in one batch."""


@dataclass(frozen=True)
class Found:
    """What a search found: the result with the move to play first, the shares of the policy in the order of its rows,
    and the expected utility of each seat.
    """

    result: SearchResult
    shares: tuple[float, ...]
    values: tuple[float, ...]


class ModelSearch:
    """A model, a game that it fits, and memory for one search at a time."""

    def __init__(self, model: ModelFile, game: RulesGame, settings: GuidedSettings):
        model.check(game)
        self.game, self.settings, self.pair_width = game, settings, model.shape.pair_width
        self.evaluator: OnnxEvaluator = model.evaluator()
        self.batch = GuidedBatch(game, 1, settings, pair_width=self.pair_width)
        self._judging: GuidedBatch | None = None

    def search(self, state: RulesState, seed: int, *, judge: bool = False) -> Found:
        """Search a position; ``judge`` asks for a value of moves that the search did not visit too."""
        began = monotonic()
        batch = self.batch
        batch.search([state.position], self.evaluator, signed_word(seed))
        chosen, policy = batch.best_record(), batch.policy()
        children = batch.root_children()
        judged = self._judged(state, [self.record(child) for child in children]) if judge else {}
        value = self._value(policy)
        rows = [self._row(state, child, value, judged) for child in children]
        order = sorted(range(len(rows)), key=lambda i: (rows[i].record != chosen, -policy[i]))
        proven = self.proven(0, seat_to_move(state.position))
        found = SearchResult(
            tuple(rows[index] for index in order),
            value if proven is None else proven,
            proven,
            int(batch.trees[0, at.DONE]),
            int(batch.trees[0, at.USED]),
            max(len(row.line) for row in rows),
            monotonic() - began,
        )
        return Found(found, tuple(float(policy[index]) for index in order), self._seats(state, found.value))

    # --- reading the tree ----------------------------------------------------------------------------------------

    def record(self, node: int) -> Record:
        """The move that leads to a node."""
        compiled, arena = self.game.compiled, self.batch.arenas[0]
        return plain_record(compiled, map(int, arena[node * compiled.record_size : (node + 1) * compiled.record_size]))

    def visits(self, node: int) -> int:
        """How often the search went to a node."""
        return int(self.batch.column(at.VISITS)[node])

    def mean(self, node: int, unknown: float = 0.0) -> float:
        """The mean utility for the seat that chose a node."""
        visits = self.visits(node)
        return min(1.0, max(-1.0, float(self.batch.reals(at.TOTAL)[node]) / visits)) if visits else unknown

    def proven(self, node: int, seat: int) -> float | None:
        """The exact utility of a node for a seat, where it is known."""
        word = int(self.batch.column(at.PROVEN)[node])
        return utility_of(word >> RANK_BITS * (seat - 1) & ((1 << RANK_BITS) - 1), self.game.players) if word else None

    def children(self, node: int) -> range:
        """The nodes below a node; where chance plays a part only the root's are told."""
        if node and self.game.has_chance:
            return range(0)
        first = int(self.batch.column(at.FIRST)[node])
        return range(first, first + int(self.batch.column(at.COUNT)[node]))

    def line(self, node: int) -> tuple[Record, ...]:
        """How play would go on from a node, its own move first."""
        moves = [self.record(node)]
        while below := [child for child in self.children(node) if self.visits(child)]:
            node = max(below, key=lambda child: (self.visits(child), -child))
            moves.append(self.record(node))
        return tuple(moves)

    def cut(self, state: State, most: int, value: float) -> TreeNode:
        """The tree of the last search, cut to so many nodes."""

        def read(node: int, position: State) -> Reading[int]:
            seen = [child for child in self.children(node) if self.visits(child)]
            below = [(move_of(position, self.record(child)), child) for child in seen]
            own = self.mean(node) if node else value
            return Reading(self.visits(node), own, lambda seat: self.proven(node, seat), below)

        return cut_tree(state, 0, read, most)

    def _row(self, state: RulesState, child: int, value: float, judged: dict[Record, tuple[float, bool]]) -> Row:
        record, visits = self.record(child), self.visits(child)
        proven = self.proven(child, seat_to_move(state.position))
        own, over = judged.get(record, (value, False)) if not visits else (self.mean(child), False)
        proven = own if over else proven
        shown = own if proven is None else proven
        return Row(record, visits or int(record in judged), shown, proven, self.line(child))

    def _value(self, policy: NDArray[np.float64]) -> float:
        """The value of the root for its mover: the network's before any search, else that of the improved policy."""
        own = float(self.batch.reals(at.VALUE)[0])
        children = self.batch.root_children()
        if any(self.visits(child) for child in children):
            means = [self.mean(child, own) for child in children]
            own = float(np.dot(policy, means))
        return min(1.0, max(-1.0, own))

    # --- the network's own opinion -------------------------------------------------------------------------------

    def _judged(self, state: RulesState, records: Sequence[Record]) -> dict[Record, tuple[float, bool]]:
        """For moves without visits the network's value of the position after them, and whether the match ends there."""
        seat, found = state.mover, {}
        open_records, positions = [], []
        machine = self.game.machine
        for child, record in zip(self.batch.root_children(), records, strict=True):
            if self.visits(child):
                continue
            after = machine.copy(state.position)
            if self.game.has_chance:
                after[CHANCE] = signed_word(stream_seed(JUDGED, reduce(mix, record, 0)))  # not what is really coming
            machine.play(after, record)
            ended = RulesState(self.game, after).outcome
            if ended is not None:
                found[record] = (ended.utilities[seat - 1], not self.game.has_chance)
            else:
                open_records.append(record)
                positions.append(after)
        for record, values in zip(open_records, self._network_values(positions), strict=True):
            found[record] = (values[seat - 1], False)
        return found

    def _network_values(self, positions: Sequence[Any]) -> list[tuple[float, ...]]:
        """What the network alone expects for the seats in each position."""
        if self._judging is None:
            alone = GuidedSettings(simulations=0)
            self._judging = GuidedBatch(self.game, AFTER_SLOTS, alone, pair_width=self.pair_width)
        values, players = [], self.game.players
        for first in range(0, len(positions), AFTER_SLOTS):
            part = positions[first : first + AFTER_SLOTS]
            self._judging.search(part, self.evaluator)
            for slot, position in enumerate(part):
                state = RulesState(self.game, position)
                numbers = [min(1.0, max(-1.0, float(number))) for number in self._judging.values[slot]]
                if players == 2:
                    numbers = [(numbers[0] - numbers[1]) / 2, (numbers[1] - numbers[0]) / 2]
                colours = [(state.colour - 1 + index) % players + 1 for index in range(players)]
                seats = {state.seat_of(colour): number for colour, number in zip(colours, numbers, strict=True)}
                values.append(tuple(seats[seat] for seat in range(1, players + 1)))
        return values

    def _seats(self, state: RulesState, value: float) -> tuple[float, ...]:
        """The utilities of all seats: the mover's from the search, those of more than two from the network."""
        players = self.game.players
        if players <= 2 or self.game.cooperative:
            return shared_values(state.mover, value, players, alike=self.game.cooperative)
        return balanced_values(state.mover, value, self._network_values([state.position])[0])


class _ThreadSearches(threading.local):
    """The searches that a thread keeps ready, the latest last."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, GuidedSettings], tuple[RulesGame, ModelSearch]] = {}

    def of(self, model: ModelFile, game: RulesGame, settings: GuidedSettings) -> ModelSearch:
        """A search with a model for a game."""
        key = model.digest, settings
        known = self._known.pop(key, None)
        if known is None or known[0] is not game:
            known = game, ModelSearch(model, game, settings)
        self._known[key] = known
        while len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        return known[1]


SEARCHES = _ThreadSearches()
