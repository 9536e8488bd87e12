"""Kernels: numbers are data, structure is code, machine code is kept and plain Python agrees with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from apts.engine.compiler.compiling import compile_rules
from apts.engine.compiler.expression import reads_member
from apts.engine.native import kernel_files as loading
from apts.engine.native.jit import JIT
from apts.engine.play.machine import Machine
from apts.language.reading import build
from tests.engine.hostile_texts import ends, game

ROW = """
(game "Row" (players 2)
    (equipment {{ (board (square {size})) (piece "Stone" Each) }})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line {length}) (result Mover {outcome})))))
"""

needs_machine_code = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")


def row(size: int = 3, length: int = 3, outcome: str = "Win") -> str:
    return ROW.format(size=size, length=length, outcome=outcome)


@pytest.mark.parametrize("sizes", [(3, 4, 5), (6, 7, 19)])
def test_other_numbers_give_the_same_source(sizes: tuple[int, ...]) -> None:
    """But for boards of up to 32 sites, whose sets are one word."""
    assert len({compile_rules(build(row(size, length))).source for size in sizes for length in (3, 5)}) == 1


def test_another_structure_gives_another_source() -> None:
    assert compile_rules(build(row())).source != compile_rules(build(row(outcome="Loss"))).source


@needs_machine_code
def test_a_variant_that_changes_only_numbers_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    loading.load_kernel.cache_clear()
    before = loading.COMPILATIONS
    Machine(compile_rules(build(row(3, 3))))
    assert before + 1 == loading.COMPILATIONS
    for size, length in ((4, 4), (5, 3)):
        machine = Machine(compile_rules(build(row(size, length))))
        assert machine.moves(machine.start()) == size * size
    loading.load_kernel.cache_clear()
    Machine(compile_rules(build(row(5, 4))))
    assert before + 1 == loading.COMPILATIONS


COMPILING = """
import sys, time
from apts.engine.compiler.compiling import compile_rules
from apts.engine.compiler.expression import reads_member
from apts.engine.native import kernel_files
from apts.engine.play.machine import Machine
from apts.language.reading import build
from tests.engine.hostile_texts import ends, game
compiled = compile_rules(build(sys.argv[1]))
time.sleep(max(0.0, float(sys.argv[2]) - time.time()))
Machine(compiled)
print(kernel_files.COMPILATIONS)
"""


@needs_machine_code
def test_several_processes_that_want_a_kernel_compile_it_once(tmp_path: Path) -> None:
    began, environment = time.time() + 4.0, {**os.environ, "APTS_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", COMPILING, row(), str(began)]
    workers = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    assert sum(int(worker.communicate(timeout=120)[0]) for worker in workers) == 1
    assert not list(tmp_path.rglob("*.lock"))


@needs_machine_code
def test_a_damaged_kernel_on_disk_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    loading.load_kernel.cache_clear()
    Machine(compile_rules(build(row())))
    (stored,) = tmp_path.glob("kernels/*.kernel")
    stored.write_bytes(stored.read_bytes()[:-100])
    loading.load_kernel.cache_clear()
    before = loading.COMPILATIONS
    machine = Machine(compile_rules(build(row())))
    assert machine.moves(machine.start()) == 9
    assert before + 1 == loading.COMPILATIONS


@needs_machine_code
def test_a_cache_folder_that_cannot_be_written_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APTS_CACHE", "/proc/nowhere")
    loading.load_kernel.cache_clear()
    machine = Machine(compile_rules(build(row())))
    assert machine.moves(machine.start()) == 9
    loading.load_kernel.cache_clear()


_TRACE = """
import json, sys
import apts
found = {}
for name in ("tic-tac-toe", "connect-four", "breakthrough", "othello"):
    game = apts.load(name)
    state = game.start(seed=3)
    texts = []
    for turn in range(25):
        if state.outcome is not None:
            break
        moves = state.moves()
        texts.append([str(move) for move in moves])
        state = state.play(moves[(7 * turn + 3) % len(moves)])
    found[name] = [texts, str(state)]
print(json.dumps(found))
"""


def test_plain_python_plays_as_machine_code_does() -> None:
    runs = []
    for switch in ("0", "1"):
        result = subprocess.run(
            [sys.executable, "-c", _TRACE], env={**os.environ, "APTS_JIT": switch}, capture_output=True, text=True
        )
        assert result.returncode == 0, result.stderr
        runs.append(json.loads(result.stdout))
    assert runs[0] == runs[1]
    assert len(runs[0]["othello"][0]) == 25


@pytest.mark.parametrize(
    ("code", "is_member"),
    [
        ("D[index4]", True),
        ("D[index4 + 1]", True),
        ("(word2 << 5) + lowest_bit(bits3)", True),
        ("D[N20]", False),  # a number of the rules
        ("D[L7 + 1]", False),
        ("D[index4 + 2]", False),
        ("D[D[ray2] + 1]", False),
        ("S[LAST_TO]", False),
        ("W[@TOP@ + head1]", False),
        ("site3", False),
    ],
)
def test_sites_surely_exist_only_where_lists_and_sets_are_read(code: str, is_member: bool) -> None:
    assert reads_member(code) is is_member


@pytest.mark.parametrize("question", ["(= 5 (size Group at:7777))", "(is Flat 7777)", "(is Pattern {F R F} from:7777)"])
def test_number_of_the_rules_is_not_taken_for_a_site_that_exists(question: str) -> None:
    text = game(end=ends(question))
    assert "sure(D[N" not in compile_rules(build(text)).source
