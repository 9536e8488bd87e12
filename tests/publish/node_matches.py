"""The same matches in node and in Python, as hashes of their positions."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.engine.play.game import Game
from apts.engine.play.playouts.random_streams import match_streams
from apts.engine.play.positions.hashing import hashed_spans, position_hash
from apts.engine.runtime.kernel_functions import JIT, address, words
from apts.engine.runtime.layout import MOVE_LIMIT, MOVES, OVER
from apts.publish.program import WasmModule, wasm_module
from apts.search.trees.monte_carlo import search_uct

NODE = shutil.which("node")
RUNTIME = Path(apts.__file__).parent / "publish" / "runtime"
SHARED = Path(__file__).parents[3] / "shared" / "conformance" / "lud"
SAMPLE = [
    "waache-waledat", "khrour", "mastermind", "sig-wa-duqqan-houmt-al-arbah", "ad-elta-stelpur", "mbenga-alignment-game",
    "gyan-chaupar", "atoll", "intotoi", "currierspiel", "shing-quon-tu", "gadis", "bison", "kolica-atarakua", "redstone",
]  # fmt: skip
"""Drawn at random: two to sixteen seats, with and without chance."""

SLOW_TURNS = {"backgammon": 4, "go": 20, "snowball": 20, "tablut": 20}
"""Games that search slowly, and how many turns of them are played."""

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
needs_compiler = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")


def compiled_games() -> list[str]:
    """The games of the library that are written in rules text; the one in Python is told by its name."""
    return [name for name in apts.library_names() if not name.endswith("-class")]


@lru_cache(maxsize=4)
def published(game: Game) -> WasmModule:
    """The game for WebAssembly."""
    return wasm_module(game)


def in_node(folder: Path, game: Game, script: str, wanted: dict[str, Any], module: WasmModule | None = None) -> str:
    """What a script of this folder prints when it is given the published game and what is wanted."""
    module = module or published(game)
    (folder / "game.wasm").write_bytes(module.code)
    (folder / "game.json").write_text(json.dumps(module.layout), encoding="utf-8")
    paths = [RUNTIME.as_posix(), str(folder / "game.wasm"), str(folder / "game.json")]
    return printed_by_node(Path(__file__).with_name(script), *paths, json.dumps(wanted))


def printed_by_node(script: Path, *arguments: str) -> str:
    """What a script prints."""
    assert NODE is not None
    run = subprocess.run([NODE, str(script), *arguments], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def matches_in_node(folder: Path, game: Game, **wanted: Any) -> list[Any]:
    """What became of each match, played in node."""
    return [json.loads(line) for line in in_node(folder, game, "matches.mjs", wanted).splitlines()]


def random_matches_in_python(game: Game, seed: int, count: int) -> list[list[str]]:
    """The hashes of each random match, played by machine code of this processor."""
    assert game.from_rules is not None
    machine, spans = game.from_rules.machine, hashed_spans(game.from_rules.compiled)
    stream, found = words(1), []
    for number in range(count):
        dealing, choosing = match_streams(seed, number)
        state = machine.start(dealing if game.has_chance else 0)
        stream[0] = choosing
        hashes = [str(position_hash(machine, spans, state))]
        while not state[OVER] and state[MOVES] < machine.data[MOVE_LIMIT]:
            with machine.working():
                index = machine.kernel.choose(*machine.addresses(state), address(stream))
                machine.kernel.play(*machine.addresses(state), index)
            hashes.append(str(position_hash(machine, spans, state)))
        found.append(hashes)
    return found


def searched_matches_in_python(game: Game, seed: int, count: int, iterations: int, turns: int) -> list[Any]:
    """For each position of matches the hash and what a tree search knew of its moves."""
    assert game.from_rules is not None
    machine, spans, found = game.from_rules.machine, hashed_spans(game.from_rules.compiled), []
    for number in range(count):
        state = machine.start(match_streams(seed, number)[0] if game.has_chance else 0)
        told: list[Any] = []
        while not state[OVER] and len(told) < turns:
            before = str(position_hash(machine, spans, state))
            result = search_uct(machine, state, iterations=iterations, seed=1000 * number + len(told))
            rows = [[row.visits, row.value, row.proven, len(row.line)] for row in result.rows]
            figures = [result.value, result.proven, result.iterations, result.nodes, result.depth]
            told.append([before, rows, *figures])
            machine.play(state, result.best)
        found.append(told)
    return found
