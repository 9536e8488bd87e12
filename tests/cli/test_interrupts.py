"""The interrupt key in the middle of long work: a quick end, what is known so far, no traceback."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import apts
from apts.cli.error_boundary import run_in_error_boundary
from apts.cli.keyboard_interrupts import interrupts_delivered
from apts.engine.play.playouts.random_matches import CompiledMatches
from tests.engine import small_games

PROGRAM = """
import atexit, os, signal, sys, threading, time
from {module} import {owner} as owner

inner, pressed = owner.{method}, []

def press():
    pressed.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

def watched(*words, **named):
    result = inner(*words, **named)  # the first time it may have to be compiled
    if not pressed:
        pressed.append(0.0)
        threading.Timer(0.4, press).start()
    return result

owner.{method} = watched
signal.signal(signal.SIGINT, signal.default_int_handler)
atexit.register(lambda: print(f"ended {{time.monotonic() - pressed[-1]:.2f}}", file=sys.stderr))
from apts.cli import main
main()
"""

KERNEL_CALL = ("apts.engine.native.loading", "EntryPoint", "__call__")
CLASS_MATCH = ("apts.engine.class_game", "ClassGame", "random_match")
TREE_SLICE = ("apts.search.trees.monte_carlo", "TreeSearch", "_slice")
SIDE_SLICE = ("apts.search.minimax.alphabeta", "SideSearch", "go_on")
PROOF_SLICE = ("apts.search.exact.proof_search", "ProofSearch", "_slice")
LOOP_SLICE = ("apts.agents.searching.compiled_match", "LoopedMatch", "_call")
HANDED_OUT = ("apts.executors.processes", "ProcessCrew", "hand_out")


def interrupted(
    place: tuple[str, str, str], *words: str | Path, folder: Path | None = None, seconds: float = 2.0
) -> subprocess.CompletedProcess[str]:
    """A command whose interrupt key is pressed 0.4 seconds after the place in it was first left."""
    module, owner, method = place
    program = PROGRAM.format(module=module, owner=owner, method=method)
    result = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
    )
    assert result.returncode == 130, result.stderr
    assert "Traceback" not in result.stderr
    assert float(result.stderr.split("ended ")[1]) < seconds  # far less where nothing else runs
    return result


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A game of which a single match takes seconds."""
    file = tmp_path / "slow.lud"
    file.write_text(
        """(game "Slow" (players 2)
            (equipment { (board (square 40)) (piece "Stone" Each (move Slide)) })
            (rules (start { (place "Stone1" (sites Top)) (place "Stone2" (sites Bottom)) })
                (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))""",
        encoding="utf-8",
    )
    return file


def test_playouts_tell_the_matches_that_were_played(tmp_path: Path) -> None:
    file = tmp_path / "noughts.lud"
    file.write_text(small_games.NOUGHTS, encoding="utf-8")
    words = ("playouts", file, "--matches", "100000000000", "--seed", "5", "--json")
    figures = json.loads(interrupted(KERNEL_CALL, *words).stdout)
    assert figures["interrupted"]
    assert 0 < figures["matches"] < 10**11
    again = apts.load(small_games.NOUGHTS).playouts(figures["matches"], seed=5)
    assert figures["wins"] == list(again.wins)


def test_playouts_of_a_class_tell_the_matches_that_were_played() -> None:
    result = interrupted(CLASS_MATCH, "playouts", "snowball-class", "--matches", "1000000")
    assert "stopped before all 1,000,000 were played" in result.stdout


def test_a_match_is_left_in_its_middle(slow: Path) -> None:
    game = apts.load(str(slow))
    matches = CompiledMatches(game.machine, 1, None)
    seen: list[int] = []
    matches.play(1, watch=lambda known: seen.append(known.count))
    assert seen.count(0) > 1  # left at least twice before it was over
    result = interrupted(KERNEL_CALL, "playouts", slow, "--matches", "1000000")
    assert "stopped before" in result.stdout + result.stderr


def test_perft_keeps_the_depths_that_were_counted(slow: Path) -> None:
    result = interrupted(KERNEL_CALL, "perft", slow, "--depth", "30", "--json")
    counted = json.loads(result.stdout)
    assert counted["interrupted"]
    assert [row["depth"] for row in counted["counts"]] == list(range(1, len(counted["counts"]) + 1))


ENDLESS = "uct:iterations=1000000000"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (TREE_SLICE, ("analyze", "connect-four", "--agent", ENDLESS)),
        (SIDE_SLICE, ("analyze", "connect-four", "--agent", "alphabeta:depth=50")),
        (PROOF_SLICE, ("solve", "connect-four")),
        (TREE_SLICE, ("arena", "connect-four", ENDLESS, "uct:iterations=900000000", "--matches", "4")),
        (SIDE_SLICE, ("arena", "connect-four", "alphabeta:depth=50", "alphabeta:depth=49", "--matches", "4")),
        (LOOP_SLICE, ("playtest", "connect-four", "--agents", ENDLESS, "--matches", "4")),
        (SIDE_SLICE, ("playtest", "connect-four", "--agents", "alphabeta:depth=50", "--matches", "4")),
        (LOOP_SLICE, ("table", "connect-four", "--agents", ENDLESS, "--matches", "4")),
        (LOOP_SLICE, ("compare", "connect-four", "tic-tac-toe", "--agents", ENDLESS, "--matches", "4")),
        (HANDED_OUT, ("playtest", "snowball-class", "--agents", ENDLESS, "--matches", "4", "--workers", "2")),
    ],
    ids=lambda value: (
        "" if value in (TREE_SLICE, SIDE_SLICE, PROOF_SLICE, LOOP_SLICE, HANDED_OUT) else " ".join(value[:3])
    ),
)
def test_searches_without_end_are_given_up(place: tuple[str, str, str], words: tuple[str, ...], tmp_path: Path) -> None:
    interrupted(place, *words, folder=tmp_path)


def test_proof_that_is_stopped_says_how_far_it_came() -> None:
    result = interrupted(PROOF_SLICE, "solve", "connect-four")
    assert re.search(
        r"Connect Four: stopped after \d+ seconds? and [\d,]+ positions; nothing is proven yet", result.stderr
    )
    told = json.loads(interrupted(PROOF_SLICE, "solve", "connect-four", "--json").stdout)
    assert (told["value"], told["interrupted"]) == (None, True)


@pytest.mark.long
def test_workers_of_a_cluster_are_given_up(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="ray is not installed; it is the extra 'cluster'")
    place = ("apts.executors.ray_cluster", "RayCrew", "hand_out")
    words = ("playtest", "connect-four", "--agents", ENDLESS, "--matches", "4", "--cluster", "local", "--workers", "2")
    result = interrupted(place, *words, folder=tmp_path, seconds=10.0)  # the cluster has to end, too
    assert "what was played is kept" in result.stdout


PRESSED_AT_IMPORT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
signal.signal(signal.SIGINT, signal.default_int_handler)
{start}
"""
SCRIPT = "from apts.cli import main; sys.exit(main())"
MODULE = "import runpy; sys.argv[0] = 'apts'; runpy.run_module('apts', run_name='__main__')"
ON_THE_WAY = ["apts.cli.error_boundary", "apts.cli.commands", "typer", "typer.main", "apts.cli.playing.analysis"]
ON_THE_WAY += ["rich.console", "apts.games.library", "numpy", "numpy.linalg", "apts.engine.ludemes", "llvmlite.binding"]


@pytest.mark.parametrize("start", [SCRIPT, MODULE], ids=["script", "module"])
@pytest.mark.parametrize("module", ON_THE_WAY)
def test_interrupt_while_a_command_is_imported_ends_it_without_a_traceback(module: str, start: str) -> None:
    program = PRESSED_AT_IMPORT.format(module=module, start=start)
    words = ["analyze", "tic-tac-toe", "--agent", "uct:iterations=100"]
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr in ("", "stopped\n")


@pytest.fixture
def listening() -> Iterator[None]:
    """Programs started in the background are born deaf to Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("listening")
def test_interrupt_that_python_would_only_write_down_is_heard_a_moment_later(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Tidied:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.001)

    one: Tidied | None = Tidied()
    with pytest.raises(KeyboardInterrupt), interrupts_delivered():  # noqa: PT012
        assert one is not None
        one = None
        time.sleep(5)
    assert capsys.readouterr().err == ""


def test_interrupt_while_a_class_is_made_is_no_error_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    assert run_in_error_boundary(work) == 130
    assert capsys.readouterr().err == ""
