"""Guided searches side by side: the memory of all slots, and the loop between trees and network."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import ceil, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.kernel_facts import KernelFacts
from apts.engine.play.machine import MOST_MOVE_WORDS, Machine, plain_record
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_check import check_position
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.kernel_functions import JIT, address
from apts.engine.runtime.layout import OVERFLOW, RECORDS_SIZE
from apts.errors import AptsError
from apts.learning.encodings.encode import NO_CELL
from apts.learning.encodings.encoding import Encoding, encoding_of
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_settings import FORMULAS, GuidedSettings, SelfPlaySettings
from apts.learning.guided.pool import MOVES_OF_SAMPLE, Pool, Samples
from apts.learning.networks.evaluators import Evaluator
from apts.search.trees.tree import MOST_PROVEN_SEATS

# ----------------------------------------------------------------------------------------------------------------
# Self-play that comes from a file: compiled code trusts it, so what cannot have been written by self-play is
# refused.

Memory = Mapping[str, NDArray[Any]]


def check_trees(memory: Memory, settings: NDArray[np.int64], most_moves: int) -> None:
    """The heads, nodes and paths of all slots lead to places that exist, and from a node to later ones alone."""
    trees, paths = memory["trees"], memory["paths"]
    slots, columns = len(trees), max(trees.shape[1] - at.HEAD, 0) // at.COLUMNS
    nodes = trees[:, at.HEAD :].reshape(slots, at.COLUMNS, columns)
    used, leaf, depth = trees[:, at.USED], trees[:, at.LEAF], trees[:, at.DEPTH]
    sound = (trees[:, at.CAPACITY] == columns) & _lies(used, 1, columns) & _lies(leaf, -1, used - 1)
    sound &= _lies(depth, 0, at.MOST_DEPTH) & _lies(trees[:, at.STATUS], at.FRESH, at.BEGINNING)
    sound &= _lies(trees[:, at.WIDTH], 0, settings[at.CONSIDERED])
    sound &= _lies(trees[:, at.BUDGET], 0, settings[at.SCHEDULE_ROW] - 1) & (trees[:, at.DONE] >= 0)
    number, ends = np.arange(columns)[None, :], used[:, None]
    first, count, sample, after, seat = (nodes[:, at_] for at_ in (at.FIRST, at.COUNT, at.SAMPLE, at.NEXT, at.SEAT))
    expanded = first != 0
    good = _lies(count, 0, np.where(expanded, most_moves, 0)) & (
        ~expanded | ((first > number) & (first <= ends - count))
    )
    good &= (sample == 0) | ((sample > number) & (sample < ends))
    good &= (after == 0) | _lies(after, 1, number - 1)
    good &= _lies(seat, np.where(expanded, 1, 0), settings[at.SEATS]) & _are_codes(nodes[:, at.CODE], settings)
    sound &= (good | (number >= ends)).all(axis=1)
    sound &= (count[:, 0] > 0) | (trees[:, at.STATUS] != at.SEARCHING)
    steps = np.arange(at.MOST_DEPTH)[None, :] >= depth[:, None]
    for begin, low, high in (
        (at.PATH_NODES, 0, ends - 1),
        (at.PATH_EDGES, 0, ends - 1),
        (at.PATH_SEATS, 1, settings[at.SEATS]),
    ):
        sound &= (_lies(paths[:, begin : begin + at.MOST_DEPTH], low, high) | steps).all(axis=1)
    sound &= _lies(paths[:, at.PATH_SIZE - 2], 0, settings[at.SEATS]) & _lies(paths[:, at.PATH_SIZE - 1], 0, 1)
    if not sound.all():
        raise AptsError("the self-play in the file is damaged: a search tree has places that do not exist")


def check_pool(memory: Memory, own: Memory, settings: NDArray[np.int64]) -> None:
    """All arrays of the pool have the room that belongs together, and no more is in use than there is."""
    names = ("planes", "globals", "ledger", "matches")
    capacity = len(memory["pool.planes"])
    lengths = [len(memory[f"pool.{name}"]) for name in names]
    moves = [len(memory[f"pool.{name}"]) for name in ("codes", "shares")]
    widths = all(memory[f"pool.{name}"].shape[1:] == own[f"pool.{name}"].shape[1:] for name in names)
    same = memory["pool.counters"].shape == own["pool.counters"].shape
    if not same or not widths or lengths != [capacity] * 4 or moves != [MOVES_OF_SAMPLE * capacity] * 2 or not capacity:
        raise AptsError("the self-play in the file does not fit this game: its pool has another form")
    counters = memory["pool.counters"]
    limits = {at.SAMPLES_USED: capacity, at.MOVES_USED: moves[0], at.MATCHES_USED: capacity}
    sound = bool((counters >= 0).all()) and all(counters[place] <= most for place, most in limits.items())
    if sound:
        rows = memory["pool.ledger"][: counters[at.SAMPLES_USED]]
        begins, counts, used = rows[:, at.ROW_MOVES_AT], rows[:, at.ROW_MOVES], counters[at.MOVES_USED]
        sound &= bool((_lies(counts, 0, used) & _lies(begins, 0, used - counts)).all())
        sound &= bool(_lies(rows[:, at.ROW_SEATS :], 1, settings[at.SEATS]).all())
        sound &= bool(_are_codes(memory["pool.codes"][:used], settings).all())
    if not sound:
        raise AptsError("the self-play in the file is damaged: its pool holds samples that do not exist")


def are_samples(samples: Samples, encoding: Encoding) -> bool:
    """Whether arrays can be samples of a game: as many of everything, and moves that the network knows."""
    count, starts, codes = len(samples.match), samples.starts, samples.codes
    kinds = {name: np.asarray(array).dtype for name, array in samples.arrays().items()}
    if any(kinds[name] != np.int64 for name in ("starts", "codes", "match", "ply")) or kinds["planes"] != np.uint8:
        return False
    if any(kinds[name] != np.float32 for name in ("globals", "shares", "results", "values")):
        return False
    forms = {
        "planes": (count, encoding.planes, encoding.layout.cells), "globals": (count, encoding.globals),
        "starts": (count + 1,), "codes": codes.shape[:1], "shares": codes.shape[:1], "teaches": (count,),
        "results": (count, encoding.seats), "values": (count,), "match": (count,), "ply": (count,),
    }  # fmt: skip
    if any(array.shape != forms[name] for name, array in samples.arrays().items()):
        return False
    ordered = starts[0] == 0 and starts[-1] == len(codes) and bool((np.diff(starts) >= 0).all())
    return ordered and bool(_known_codes(codes, encoding.kinds, encoding.layout.cells).all())


def _are_codes(codes: NDArray[np.int64], settings: NDArray[np.int64]) -> NDArray[np.bool_]:
    return _known_codes(codes, int(settings[at.KINDS]), int(settings[at.CELLS]))


def _known_codes(codes: NDArray[np.int64], kinds: int, cells: int) -> NDArray[np.bool_]:
    """Which words are moves as the network knows them: a kind, and cells that it has."""
    origin, target = (codes >> 16) & NO_CELL, codes & NO_CELL
    known = _lies(codes >> 32, 0, kinds - 1)
    for cell in (origin, target):
        known &= (cell < cells) | (cell == NO_CELL)
    return known


def _lies(numbers: NDArray[np.int64], low: Any, high: Any) -> NDArray[np.bool_]:
    return np.asarray((numbers >= low) & (numbers <= high))


RANDOM_MATCHES = 100
_KEPT = ("roots", "trees", "arenas", "paths", "sites", "kinds", "values")
_KEPT_POOL = ("counters", "planes", "globals", "codes", "shares", "ledger", "matches")


@lru_cache(maxsize=64)
def halving_schedule(considered: int, simulations: int) -> tuple[int, ...]:
    """For each simulation the visits that the root move whose turn it is has already (sequential halving)."""
    if considered <= 1:
        return tuple(range(simulations))
    rounds = ceil(log2(considered))
    order: list[int] = []
    visits = [0] * considered
    left = considered
    while len(order) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            order.extend(visits[:left])
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return tuple(order[:simulations])


def place(array: Any) -> Any:
    """An array as compiled routines take it."""
    return address(array) if JIT else memoryview(array.reshape(-1))


class GuidedBatch:
    """``slots`` searches of one game side by side, for one thread.

    In self-play (begun by :meth:`begin`) every slot plays match after match; otherwise (:meth:`search`) every slot holds
    a position to be searched.
    """

    def __init__(
        self,
        game: RulesGame,
        slots: int,
        settings: GuidedSettings | None = None,
        *,
        selfplay: SelfPlaySettings | None = None,
        pair_width: int = 8,
        seed: int = 0,
        capacity: int = 0,
    ):
        if game.players > MOST_PROVEN_SEATS:
            raise AptsError(f"guided search is for at most {MOST_PROVEN_SEATS} players; {game.name} has {game.players}")
        self.game, self.slots, self.given = game, slots, settings or GuidedSettings()
        self.encoding: Encoding = encoding_of(game)
        self.machine: Machine = game.machine.twin()
        self.selfplay = selfplay
        encoding, compiled = self.encoding, game.compiled
        self.cells = encoding.layout.cells
        self.pair_width = pair_width if encoding.pairs else 0
        self.outputs = encoding.kinds + (encoding.kinds + 2 * pair_width if encoding.pairs else 0)
        self.planes = np.zeros((slots, encoding.planes, self.cells), np.uint8)
        self.numbers = np.zeros((slots, encoding.globals), np.float32)
        self.sites = np.zeros((slots, self.outputs, self.cells), np.float32)
        self.kinds = np.zeros((slots, encoding.kinds), np.float32)
        self.values = np.zeros((slots, encoding.seats), np.float32)
        self.roots = np.zeros((slots, compiled.state_size), np.int64)
        self.paths = np.zeros((slots, at.PATH_SIZE), np.int64)
        self._scratch = np.zeros(2 * compiled.state_size, np.int64)
        self.pool = Pool(encoding, slots if selfplay else 0)
        self.settings = self._write_settings(seed)
        self._allocate(capacity or 16 * (self.given.simulations + 2))
        self._policy = np.zeros(4096, np.float64)
        self.trees[:, at.LEAF] = -1

    def _write_settings(self, seed: int) -> NDArray[np.int64]:
        given, play, encoding = self.given, self.selfplay or SelfPlaySettings(), self.encoding
        seats, compiled = encoding.seats, self.game.compiled
        row = max(given.simulations, play.small) + 1
        widest = max(1, min(given.considered, max(1, given.simulations)))
        settings = np.zeros(at.SCHEDULE_AT + (widest + 1) * row, np.int64)
        real = settings.view(np.float64)
        provable = not self.game.has_chance and given.simulations > 0
        for index, number in (
            (at.SLOTS, self.slots), (at.FORMULA, FORMULAS[given.formula]), (at.PLAYING, int(self.selfplay is not None)),
            (at.CHANCE_RULES, _chance_rules(compiled.facts)), (at.SEATS, seats), (at.SIMULATIONS, given.simulations),
            (at.SMALL, play.small), (at.CONSIDERED, widest), (at.LOOK_AHEAD, given.look_ahead if provable else 0),
            (at.MATCH_LIMIT, play.match_limit), (at.OPENING, self._longest_opening(play)), (at.SAMPLING, given.sampling),
            (at.PLANES, encoding.planes * self.cells), (at.GLOBALS, encoding.globals), (at.LEDGER, self.pool.row),
            (at.SEED_WORD, seed), (at.SITE_OUTPUTS, self.outputs * self.cells), (at.CELLS, self.cells),
            (at.KINDS, encoding.kinds), (at.PAIR_WIDTH, self.pair_width), (at.NOISY, int(self.selfplay is not None)),
            (at.STATE, compiled.state_size), (at.SCHEDULE_ROW, row),
        ):  # fmt: skip
            settings[index] = number
        for index, amount in (
            (at.VALUE_SCALE, given.value_scale), (at.VISIT_SCALE, given.visit_scale),
            (at.EXPLORATION, given.exploration), (at.NOISE_SHARE, given.noise_share),
            (at.NOISE_SHAPE, given.noise_shape or 0.3), (at.OPENING_SHARE, play.openings),
            (at.SMALL_SHARE, play.small_share), (at.RESIGNING, play.resign),
        ):  # fmt: skip
            real[index] = amount
        for doubled in range(2 * seats + 1):
            real[at.UTILITY + doubled] = utilities([doubled / 2] + [0.0] * (seats - 1))[0]
        for width in range(1, widest + 1):
            begin = at.SCHEDULE_AT + width * row
            settings[begin : begin + row] = halving_schedule(width, row)
        return settings

    def _longest_opening(self, play: SelfPlaySettings) -> int:
        if self.selfplay is None or play.opening_moves >= 0 or not play.openings:
            return max(0, play.opening_moves)
        return int(self.game.playouts(RANDOM_MATCHES, seed=1, limit=play.match_limit).mean_length)

    # --- memory --------------------------------------------------------------------------------------------------

    def _allocate(self, capacity: int) -> None:
        self.capacity = capacity
        self.trees = np.zeros((self.slots, at.HEAD + at.COLUMNS * capacity), np.int64)
        self.arenas = np.zeros((self.slots, capacity * self.game.compiled.record_size), np.int64)
        self.trees[:, at.CAPACITY] = capacity
        self.settings[at.BLOCK], self.settings[at.ARENA] = self.trees.shape[1], self.arenas.shape[1]

    def _grow(self) -> None:
        old, old_arenas, before = self.trees, self.arenas, self.capacity
        self._allocate(2 * before)
        self.trees[:, : at.HEAD] = old[:, : at.HEAD]
        self.trees[:, at.CAPACITY] = self.capacity
        for number in range(at.COLUMNS):
            target, source = at.HEAD + number * self.capacity, at.HEAD + number * before
            self.trees[:, target : target + before] = old[:, source : source + before]
        self.arenas[:, : old_arenas.shape[1]] = old_arenas

    def _enlarge_records(self) -> None:
        self.machine.enlarge_records()
        room = int(self.machine.work[RECORDS_SIZE]) // self.game.compiled.record_size
        self._policy = np.zeros(max(room, len(self._policy)), np.float64)

    # --- work ----------------------------------------------------------------------------------------------------

    def _places(self) -> list[Any]:
        machine, pool = self.machine, self.pool
        arrays = [machine.data, machine.work, machine.records, self._scratch, self.roots, self.trees, self.arenas]
        arrays += [self.paths, self.planes, self.numbers, self.sites, self.kinds, self.values, self.encoding.tables]
        arrays += [self.settings, pool.counters, pool.planes, pool.globals, pool.codes, pool.shares, pool.ledger]
        arrays += [pool.matches, self._policy]
        return [place(array) for array in arrays]

    def advance(self) -> bool:
        """Go on until every slot waits for the network or is finished; tells whether any waits."""
        from apts.learning.guided.guided_play import PoolMemory
        from apts.learning.guided.guided_tree import GuidedMemory, advance

        kernel, slot, answer = self.machine.kernel, 0, at.TREE_FULL
        while answer not in (at.WAITING, at.ALL_DONE):
            self.pool.write_capacity(self.settings)
            entries = (kernel.start, kernel.moves, kernel.choose, kernel.play)
            with self.machine.working():
                places = self._places()
                memory, pool, policy = GuidedMemory(*places[:15]), PoolMemory(*places[15:22]), places[22]
                code = int(advance(memory, pool, policy, slot, *entries))
            answer, slot = code & 0xFFFFFFFF, code >> 32
            if answer == at.TREE_FULL:
                self._grow()
            elif answer == at.NO_RECORDS:
                self._enlarge_records()
                self.machine.work[OVERFLOW] = 0
            elif answer == at.POOL_FULL:
                self.pool.grow()
        return bool((self.trees[:, at.LEAF] >= 0).any())

    def begin(self) -> None:
        """Begin the first match of every slot."""
        from apts.learning.guided.guided_play import RootMemory
        from apts.learning.guided.guided_tree import begin_matches

        machine, kernel = self.machine, self.machine.kernel
        arrays = [machine.data, self.roots, machine.work, machine.records, self.trees, self.settings]
        while True:
            machine.work[OVERFLOW] = 0
            arrays[3] = machine.records
            roots = RootMemory(*[place(array) for array in arrays])
            with machine.working():
                begin_matches(roots, self.capacity, 0, self.slots, kernel.start, kernel.choose, kernel.play)
            if not machine.work[OVERFLOW]:
                return
            self._enlarge_records()

    def memory(self) -> dict[str, NDArray[Any]]:
        """Everything that the next call of :meth:`advance` depends on."""
        kept = {name: getattr(self, name) for name in _KEPT}
        kept["room"] = np.array([len(self.machine.records)])
        return kept | {f"pool.{name}": getattr(self.pool, name) for name in _KEPT_POOL}

    def restore(self, memory: Mapping[str, NDArray[Any]]) -> None:
        """Go on from :meth:`memory`, if it can be such."""
        self._check(memory)
        while len(self.machine.records) < int(memory["room"][0]):
            self._enlarge_records()
        self._allocate((memory["trees"].shape[1] - at.HEAD) // at.COLUMNS)
        for name in _KEPT:
            setattr(self, name, memory[name].copy())
        for name in _KEPT_POOL:
            setattr(self.pool, name, memory[f"pool.{name}"].copy())

    def _check(self, memory: Mapping[str, NDArray[Any]]) -> None:
        """Compiled code trusts this memory, so what does not fit is refused."""
        own = self.memory()
        for name, array in own.items():
            given = memory.get(name)
            grown = name in ("trees", "arenas") or name.startswith("pool.")
            same = given is not None and given.dtype == array.dtype and given.ndim == array.ndim
            if given is None or not same or not (grown or given.shape == array.shape):
                raise AptsError(f"the self-play in the file does not fit this game: {name} has another form")
        for root in memory["roots"]:
            if root.any():
                check_position(self.game.compiled, root)
        trees, record = memory["trees"], self.game.compiled.record_size
        columns = max(trees.shape[1] - at.HEAD, 0) // at.COLUMNS
        arenas = (self.slots, columns * record)
        if trees.shape != (self.slots, at.HEAD + at.COLUMNS * columns) or memory["arenas"].shape != arenas:
            raise AptsError("the self-play in the file does not fit this game: trees has another form")
        room = int(memory["room"][0])
        if not 0 < room <= MOST_MOVE_WORDS:
            raise AptsError("the self-play in the file is damaged: there is no such list of moves")
        check_trees(memory, self.settings, max(room // record, len(self._policy)))
        check_pool(memory, own, self.settings)

    def evaluate(self, evaluator: Evaluator) -> None:
        """Ask the network about all slots."""
        evaluator.evaluate(self.planes, self.numbers, self.sites, self.kinds, self.values)

    def search(self, positions: Any, evaluator: Evaluator, seed: int = 0) -> None:
        """Search the given positions, one a slot; the trees hold the result."""
        for slot, position in enumerate(positions):
            self.roots[slot] = position
        self.trees[:, : at.HEAD] = 0
        self.trees[:, at.USED], self.trees[:, at.CAPACITY], self.trees[:, at.LEAF] = 1, self.capacity, -1
        self.trees[:, at.STREAM] = seed + np.arange(self.slots)
        self.trees[len(positions) :, at.STATUS] = at.FINISHED
        for number in range(at.COLUMNS):
            self.trees[:, at.HEAD + number * self.capacity] = 0
        while self.advance():
            self.evaluate(evaluator)

    # --- reading -------------------------------------------------------------------------------------------------

    def column(self, number: int, slot: int = 0) -> NDArray[np.int64]:
        """A column of the tree of a slot."""
        begin = at.HEAD + number * self.capacity
        return self.trees[slot, begin : begin + self.capacity]

    def reals(self, number: int, slot: int = 0) -> NDArray[np.float64]:
        """A column of real numbers."""
        return self.column(number, slot).view(np.float64)

    def root_children(self, slot: int = 0) -> range:
        """The children of the root of a slot."""
        first = int(self.column(at.FIRST, slot)[0])
        return range(first, first + int(self.column(at.COUNT, slot)[0]))

    def best_record(self, slot: int = 0) -> tuple[int, ...]:
        """The move that a finished search would play."""
        from apts.learning.guided.guided_tree import conclude

        child = int(conclude(place(self.trees[slot]), place(self.settings), place(self._policy)))
        size = self.game.compiled.record_size
        return plain_record(self.game.compiled, map(int, self.arenas[slot, child * size : (child + 1) * size]))

    def policy(self, slot: int = 0) -> NDArray[np.float64]:
        """After :meth:`best_record`: the share of each root move in the improved policy."""
        return self._policy[: len(self.root_children(slot))].copy()


def _chance_rules(facts: KernelFacts) -> int:
    """What chance decides in the rules of a kernel."""
    return at.THROWS_FIRST if facts.chance_in_moves else int(facts.chance_later)
