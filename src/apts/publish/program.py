"""Streams of random numbers, for whoever has no other way to work them out."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from apts.agents.kinds.model_agent import ModelAgent
from apts.agents.searching.model_search import ModelSearch
from apts.engine.compiler.compiling import Compiled
from apts.engine.native.jit import mix
from apts.engine.native.parsing import parsed
from apts.engine.native.routines.embedding import embedded
from apts.engine.native.routines.routine import Routine
from apts.engine.native.sources import entry_arguments
from apts.engine.native.targets import WASM
from apts.engine.native.wasm_linking import data_end, table_size
from apts.engine.play.game import Game
from apts.engine.play.machine import FIRST_MOVES, Machine
from apts.engine.play.positions.hashing import hashed_spans
from apts.engine.rules_game import RulesGame
from apts.engine.runtime import layout
from apts.engine.runtime.kernel_functions import JIT
from apts.errors import AptsError
from apts.learning.guided import guided_layout
from apts.learning.guided.guided_tree import advance, conclude
from apts.learning.networks.evaluators import CompiledNetwork, evaluate_network
from apts.learning.networks.model_file import read_weights
from apts.search import memory as search_memory
from apts.search.evaluation.evaluation import POINT
from apts.search.memory import routine, tangent_in_place
from apts.search.minimax import alphabeta, negamax, search_block
from apts.search.minimax.alphabeta import MOST_DEPTH, AlphaBetaSearch, SideSearch
from apts.search.trees import descent, tree
from apts.search.trees.descent import write_tables
from apts.search.trees.keeping import keep_in_place
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings


@routine(3)
def match_stream(seed: int, number: int, part: int) -> int:
    """Part 0 or 1 of what :func:`apts.engine.play.playouts.random_streams.match_streams` has for a random match."""
    return mix(mix(seed, number), part)


# ----------------------------------------------------------------------------------------------------------------
# Where things are in the memory of a program for WebAssembly.
#
# Constant data of the code comes first, then the stack, then the arrays that entries take, each at its place for
# good: the memory never grows. Pages that nobody has touched cost nothing, so a tree may have its full room from
# the beginning.

# ----------------------------------------------------------------------------------------------------------------
# Words of 64 bits as short text: most of them are small, and many are 0.


def packed(words: Iterable[int]) -> str:
    """Words in order, as base64 of numbers in signed LEB128; behind a 0 stands how many more of them follow it."""
    octets = bytearray()
    zeros = 0
    for word in words:
        if word == 0:
            zeros += 1
            continue
        _add_zeros(octets, zeros)
        zeros = 0
        _add(octets, int(word))
    _add_zeros(octets, zeros)
    return base64.b64encode(bytes(octets)).decode("ascii")


def _add_zeros(octets: bytearray, count: int) -> None:
    if count:
        _add(octets, 0)
        _add(octets, count - 1)


def _add(octets: bytearray, number: int) -> None:
    """Seven bits an octet, the lowest first; the last octet has the sign in its seventh bit."""
    while not -64 <= number < 64:
        octets.append(number & 127 | 128)
        number >>= 7
    octets.append(number & 127)


PAGE = 1 << 16
WORD = 8
STACK_BYTES = 1 << 20


@dataclass
class MemoryMap:
    """Arrays of words one behind the other, with their content where it is not 0."""

    first: int
    places: dict[str, dict[str, int]] = field(default_factory=dict)
    content: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stack = self._aligned(self.first + STACK_BYTES)
        self._end = self.stack

    @staticmethod
    def _aligned(place: int) -> int:
        return -(-place // 16) * 16

    def add(self, name: str, size: int, content: Any = None) -> None:
        """Give an array its place; an array that has one keeps it."""
        if name in self.places:
            return
        self.places[name] = {"at": self._end, "words": size}
        self._end = self._aligned(self._end + WORD * size)
        if content is not None and any(content):
            self.content[name] = packed(map(int, content))

    @property
    def pages(self) -> int:
        """The size of the memory in pages of 64 KiB."""
        return -(-self._end // PAGE)


# ----------------------------------------------------------------------------------------------------------------
# The memory of alpha-beta searches, of a size that phones have, and what scripts must know of them.

LIST_BYTES = 32 << 20
"""What the lists of moves of all plies, and the orders in which they are tried, may take together."""

MOST_TABLE_BITS = 18
"""The largest table of positions, as a power of 2: 8 MiB."""

SIDES_WORDS = {
    **{name: getattr(search_block, name) for name in (
        "PLY", "MODE", "NODES", "VALUE", "SEAT", "PLIES", "CAPACITY", "STATE_WORDS", "CAPPED", "WIDE_ROOT", "ROOT_VALUES",
        "HISTORY_AT", "KILLERS_AT", "FRAMES_AT", "ORDER_AT", "HEAD", "HISTORY_SIZE", "ALPHA", "BETA", "BEST_MOVE",
        "DEPTH", "SCOUTED", "SEED", "QUIET", "REDUCE", "FRAME", "ENTER", "WIN", "DECIDED", "INFINITE",
    )},
    **{name: getattr(search_block, name) for name in ("BUCKETS", "BUCKET", "POSITIONS_HEAD", "NO_MOVE")},
    "FACTORS_AT": search_memory.FACTORS_AT,
    **{name: getattr(alphabeta, name) for name in (
        "ASPIRATION", "QUIET_MOVES", "SHALLOW_DEPTH", "SHALLOW_NODES", "SHALLOW_SHARE", "SHALLOW_TABLE_BITS",
    )},
    "FIRST_MOVES": FIRST_MOVES,
    "POINT": POINT,
}  # fmt: skip
"""Places in the arrays of a search, and numbers that it works with."""

SIDES_ROUTINES: tuple[Routine, ...] = (negamax.negamax, negamax.fade, tangent_in_place)  # type: ignore[assignment]


def add_sides(memory: MemoryMap, searches: Sequence[tuple[AlphaBetaSearch, int | None]]) -> dict[str, Any]:
    """Give the arrays of searches to some depths their places; returns what scripts must know of them besides.

    The random factors of the plan for keys are left out: scripts work them out where the program runs.
    """
    first = searches[0][0].search
    compiled = first.machine.compiled
    plies = max(level_depth(depth) for _, depth in searches) + alphabeta.QUIET_MOVES + 4
    capacity = LIST_BYTES // (2 * WORD * plies)
    fixed = search_block.HEAD + search_block.HISTORY_SIZE + (2 + search_block.FRAME) * plies
    buckets = 1 << max(alphabeta.SHALLOW_TABLE_BITS, *(search.settings.table_bits for search, _ in searches))
    plan = first.plan.copy()
    plan[int(plan[search_memory.FACTORS_AT]) :] = 0
    terms = {terms_name(search.search): search.search.terms for search, _ in searches}
    for name, size in (
        ("sides", fixed + capacity * plies + capacity), ("sides_states", compiled.state_size * plies),
        ("sides_lists", capacity * plies), ("sides_table", search_block.POSITIONS_HEAD + search_block.BUCKET * buckets),
        ("sides_terms", max(map(len, terms.values()))), ("sides_scratch", len(first.scratch)), ("sides_real", 1),
    ):  # fmt: skip
        memory.add(name, size)
    memory.add("sides_plan", len(plan), plan)
    data = {name: packed(map(int, content)) for name, content in terms.items()}
    return {"plies": plies, "capacity": capacity, "terms": data, "places": SIDES_WORDS}


def level_depth(depth: int | None) -> int:
    """How far a search looks at most that was given a depth, or only a time."""
    return min(depth or MOST_DEPTH, MOST_DEPTH)


def terms_name(search: SideSearch) -> str:
    """A short name for what a search judges positions by: the same terms have the same name."""
    return hashlib.sha256(search.terms.tobytes()).hexdigest()[:8]


# ----------------------------------------------------------------------------------------------------------------
# The memory of a search that a network guides: its tree, what goes into the network and what comes out of it.

MOVES_A_NODE = 256
"""Moves of each position that is looked at, on average, which a tree has room for."""

MOST_BYTES = 32 << 20
"""What a tree may take."""

GUIDED_WORDS = {
    name: getattr(guided_layout, name)
    for name in (
        "USED", "CAPACITY", "STATUS", "LEAF", "DONE", "STREAM", "HEAD", "VISITS", "TOTAL", "FIRST", "COUNT", "PROVEN",
        "VALUE", "COLUMNS", "WAITING", "TREE_FULL", "ALL_DONE",
    )
}  # fmt: skip
"""Places in the tree of a guided search, and the answers of its routine."""


def add_model(memory: MemoryMap, game: RulesGame, agent: ModelAgent, most_moves: int) -> dict[str, Any]:
    """Give the arrays of a guided search their places; returns what scripts must know of it besides."""
    batch = ModelSearch(agent.model, game, agent.settings).batch
    network, size = network_of(agent), game.compiled.record_size
    columns = guided_layout.COLUMNS
    wanted = MOVES_A_NODE * (agent.settings.simulations + 2)
    capacity = min(wanted, MOST_BYTES // (WORD * (columns + size)))
    settings = batch.settings.copy()
    settings[guided_layout.BLOCK] = guided_layout.HEAD + columns * capacity
    settings[guided_layout.ARENA] = size * capacity
    octets: dict[str, Any] = {"planes": batch.planes, "numbers": batch.numbers, "sites": batch.sites}
    octets |= {"kinds": batch.kinds, "values": batch.values}
    for name, array in octets.items():
        memory.add(name, -(-array.nbytes // WORD))
    for name, content in (("tables", batch.encoding.tables), ("guided_settings", settings), ("plan", network.plan)):
        memory.add(name, len(content), content)
    for name, words in (
        ("guided_state", 2 * game.compiled.state_size), ("paths", guided_layout.PATH_SIZE),
        ("pool", guided_layout.POOL_HEAD), ("policy", most_moves), ("weights", len(network.weights)),
        ("figures", network.figures), ("arenas", size * capacity), ("trees", int(settings[guided_layout.BLOCK])),
    ):  # fmt: skip
        memory.add(name, words)
    return {"capacity": capacity, "places": GUIDED_WORDS}


def network_of(agent: ModelAgent) -> CompiledNetwork:
    """The network of a model as arrays."""
    return CompiledNetwork(agent.model.shape, read_weights(agent.model.content))


def packed_weights(agent: ModelAgent) -> str:
    """The weights in the order in which they are read, 32 bits each with the lowest octet first, in base64."""
    return base64.b64encode(network_of(agent).weights.astype(np.dtype("<f4")).tobytes()).decode("ascii")


# ----------------------------------------------------------------------------------------------------------------
# The memory of a tree search, of a size that phones have.

TREE_BYTES = 96 << 20
"""What the nodes of a tree, their moves and the table of positions may take together."""

MOST_NODES = 1 << 20

SEARCH_WORDS = {
    **{name: getattr(tree, name) for name in (
        "USED", "CAPACITY", "FULL", "FROZEN", "DEEPEST", "COLUMN_COUNT", "HEAD", "MEAN", "VISITS", "FIRST", "SPAN",
        "PROVEN", "PART", "RANK_BITS", "COLUMNS",
    )},
    **{name: getattr(descent, name) for name in (
        "SETTINGS_SIZE", "NOT_A_DECISION", "UTILITY", "PLAYOUT_LIMIT", "EXPAND_AFTER", "SOLVE", "EXPLORATION",
        "GUIDED", "SCALE", "ORDERED", "PRIOR",
    )},
    **{name: getattr(search_memory, name) for name in ("ENTRIES", "FILLED")},
}  # fmt: skip
"""Places in the arrays of a search that scripts read or write."""

_TABLES = slice(descent.GROWTH, descent.SETTINGS_SIZE)


def add_search(memory: MemoryMap, search: TreeSearch, others: Sequence[TreeSearch] = ()) -> int:
    """Give the arrays of a search their places; returns the number of nodes that there is room for, a power of two.

    There is room for what ``others`` judge positions by, and for what they know of moves, too.

    The tables inside the settings are left out: ``write_tables`` fills them in where the program runs.
    """
    arrays = search.arrays()
    nodes = search.tree
    columns = max(one.tree.columns for one in (search, *others))
    node_words = columns + nodes.record_size
    tables = [name for name in ("table", "figures") if name in arrays]
    node_words += 2 * search_memory.ENTRY * len(tables)
    capacity = MOST_NODES
    while WORD * node_words * capacity > TREE_BYTES or capacity > search.settings.most_nodes:
        capacity //= 2
    settings = arrays["settings"].copy()
    settings[_TABLES] = 0
    for name in ("path", "scratch", "spare", "log"):
        if name in arrays:
            memory.add(name, max(len(one.arrays()[name]) for one in (search, *others)))
    memory.add("settings", len(settings), settings)
    memory.add("terms", max(len(one.arrays()["terms"]) for one in (search, *others)), arrays["terms"])
    for name in ("plan", "bare_plan", "throws"):
        if name in arrays:
            memory.add(name, len(arrays[name]), arrays[name])
    memory.add("arena", nodes.record_size * capacity)
    memory.add("tree", tree.HEAD + columns * capacity)
    for name in tables:
        memory.add(name, search_memory.TABLE_HEAD + search_memory.ENTRY * 2 * capacity)
    return capacity


# ----------------------------------------------------------------------------------------------------------------
# A game as a program for WebAssembly, with the description that a script needs to run it.

# ----------------------------------------------------------------------------------------------------------------
# Which games can be published.


def published_rules(game: Game) -> RulesGame:
    """The game as its rules text has it; a game without one cannot be published, which is said."""
    rules = game.from_rules
    if rules is None:
        raise AptsError(
            f"{game.name} is written in Python, which browsers do not run; games in rules text can be published"
        )
    return rules


FORMAT = 1
"""Changes when scripts of another version cannot read the description."""

ENTRIES = ("start", "moves", "choose", "play", "play_on", "playouts", "position_key", "scores")
"""Entries of kernels that are of use outside; ``scores`` is in those that have any."""

MOST_MOVES = 1 << 14
"""Moves of a position that there is room for."""

LAYOUT_WORDS = (
    "ASKED", "CHANCE", "CHOICES", "DEALT", "DRAWS", "FAILED_BOUND", "FAILED_LINE", "FAILED_VALUE", "FAILURE",
    "FIRST_FRAME", "FIRST_MATCH", "LAST_FROM", "LAST_TO", "LENGTH", "MATCH_SEED", "MOVER", "MOVES", "MOVE_LIMIT",
    "ORIGIN", "OVER", "OVERFLOW", "PLAYED", "PLAYERS", "QUEUE_AT", "QUEUE_END", "QUEUE_TOP", "RANK_AT", "RECORD",
    "RECORDS_SIZE", "SEAT_TALLIES", "SEEKING", "STOPPED", "STOP_AT", "STOP_SEEN", "SWAPPED", "TARGET", "UNDER_WAY",
    "WANTED",
)  # fmt: skip
"""Places in the arrays of a kernel (see :mod:`apts.engine.runtime.layout`) that scripts read or write."""


@dataclass(frozen=True)
class WasmModule:
    """The program, and what a script must know of it, ready to be written as JSON.

    ``layout`` has the ``entries`` with the names of their arguments, the place of every array that is one in the
    ``memory``, the ``content`` of those that are not empty (see :mod:`apts.publish.program`), the size of the
    memory in ``pages``, the end of the ``stack``, the size of the ``table`` of functions, and under ``places``
    the meaning of words in the arrays.
    """

    code: bytes
    layout: dict[str, Any]


def wasm_module(
    game: Game,
    settings: TreeSettings | None = None,
    model: ModelAgent | None = None,
    sides: Sequence[tuple[AlphaBetaSearch, int | None]] = (),
    searches: Sequence[TreeSettings] = (),
) -> WasmModule:
    """Compile a game for WebAssembly: its rules, random matches, tree search with the given settings.

    Where they are asked for, the search of a model is in it too, and alpha-beta searches, each with its depth or None; tree
    search can have the settings of each of the ``searches`` then.

    >>> import apts
    >>> module = wasm_module(apts.load("tic-tac-toe"))
    >>> module.code[:4], sorted(module.layout["entries"])[:3]
    (b'\\x00asm', ['choose', 'match_stream', 'moves'])
    """
    rules = published_rules(game)
    if not JIT:
        raise AptsError("a game is published by the compiler, which APTS_JIT=0 switches off; publish without it")
    machine = rules.machine
    compiled = machine.compiled
    search = TreeSearch(machine, settings)
    search.start(machine.start(0))
    routines: list[Routine] = [match_stream, write_tables, search.routine, keep_in_place]  # type: ignore[list-item]
    if model is not None:
        routines += [advance, conclude, evaluate_network]  # type: ignore[list-item]
    if sides:
        routines += SIDES_ROUTINES
    code, counts = embedded(compiled.source, ENTRIES, routines, WASM)
    memory = MemoryMap(data_end(code))
    _add_kernel(memory, machine)
    capacity = add_search(memory, search, [TreeSearch(machine, one) for one in searches])
    guided = None if model is None else add_model(memory, rules, model, MOST_MOVES)
    ahead = add_sides(memory, sides) if sides else None
    arguments = _arguments(compiled, routines)
    facts = {
        "format": FORMAT,
        "name": game.name,
        "players": game.players,
        "chance": compiled.chance,
        "search": search.routine.__name__,
        "capacity": capacity,
        "guided": guided,
        "sides": ahead,
        "entries": {name: arguments[name] for name in counts},
        "pages": memory.pages,
        "stack": memory.stack,
        "table": table_size(code),
        "memory": memory.places,
        "content": memory.content,
        "places": {name: getattr(layout, name) for name in LAYOUT_WORDS},
        "search_places": SEARCH_WORDS,
    }
    return WasmModule(code, facts)


def _arguments(compiled: Compiled, routines: Sequence[Routine]) -> dict[str, list[str]]:
    """The names of the arguments of all that can be called."""
    found = entry_arguments(parsed(compiled.source))
    for one in routines:
        found[one.__name__] = one.names[: one.integers]
    return found


def _add_kernel(memory: MemoryMap, machine: Machine) -> None:
    """The arrays of the kernel's own entries."""
    compiled = machine.compiled
    spans = hashed_spans(compiled)
    limit = int(compiled.data[layout.MOVE_LIMIT])
    sizes = {
        "root": compiled.state_size,
        "state": compiled.state_size,
        "work": int(compiled.data[layout.WORK_WORDS]),
        "records": MOST_MOVES * compiled.record_size,
        "stream": 1,
        "stop": 1,
        "progress": layout.PROGRESS_SIZE,
        "tally": layout.SEAT_TALLIES + layout.SEAT_RUNS * compiled.equipment.players + limit + 1,
    }
    memory.add("data", len(compiled.data), compiled.data)
    memory.add("spans", len(spans), spans)
    for name, size in sizes.items():
        memory.add(name, size)
