"""A game as a program for WebAssembly, with the description that a script needs to run it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.agents.kinds.model_agent import ModelAgent
from apts.engine.compiler.compiling import Compiled
from apts.engine.native.parsing import parsed
from apts.engine.native.routines.embedding import embedded
from apts.engine.native.routines.routine import Routine
from apts.engine.native.sources import entry_arguments
from apts.engine.native.targets import WASM
from apts.engine.native.wasm_linking import data_end, table_size
from apts.engine.play.game import Game
from apts.engine.play.machine import Machine
from apts.engine.play.positions.hashing import hashed_spans
from apts.engine.rules_game import RulesGame
from apts.engine.runtime import layout
from apts.engine.runtime.kernel_functions import JIT
from apts.errors import AptsError
from apts.learning.guided.guided_tree import advance, conclude
from apts.learning.networks.compiled_network import evaluate_network
from apts.publish.program.memory_map import SEARCH_WORDS, SIDES_ROUTINES, MemoryMap, add_model, add_search, add_sides
from apts.publish.program.streams import match_stream
from apts.search.minimax.alphabeta import AlphaBetaSearch
from apts.search.trees.descent import write_tables
from apts.search.trees.keeping import keep_in_place
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings

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
    ``memory``, the ``content`` of those that are not empty (see :mod:`apts.publish.program.memory_map`), the size of the
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
) -> WasmModule:
    """Compile a game for WebAssembly: its rules, random matches, tree search with the given settings.

    Where they are asked for, the search of a model is in it too, and alpha-beta searches, each with its depth or None.

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
    capacity = add_search(memory, search)
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
    for routine in routines:
        found[routine.__name__] = routine.names[: routine.integers]
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
