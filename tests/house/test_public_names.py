"""The public names of the package: listed, typed, described, with examples that run, and cheap until they are used."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import pytest

import apts
from apts.playtest.comparing.compare import StoppedComparison
from tests.agents import small_games

ROOT = Path(__file__).parents[2]
FUNCTIONS = (
    "agent", "arena", "check", "compare", "improve", "load", "open_archive", "open_run", "playtest", "playtest_levels",
    "read_goal", "read_goals", "sensitivity", "skill", "skill_table", "solve",
    "stress", "styles", "train",
)  # fmt: skip
SHOWN = {
    "Analysis", "Archive", "Arena", "Game", "Improvement", "Metrics", "Run", "RunComparison", "SkillTable", "State",
    "Strengths", "StyleTable",
}  # fmt: skip


def function(name: str) -> Any:
    """The function behind a name; ``playtest`` is a package that can be called."""
    found = getattr(apts, name)
    return found.playtest if isinstance(found, ModuleType) else found


def test_names_are_listed_and_no_others() -> None:
    assert {*FUNCTIONS, *SHOWN} <= set(apts.__all__)
    assert dir(apts) == sorted(apts.__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signature_says_what_a_function_takes_and_gives(name: str) -> None:
    shown, parameters = inspect.signature(getattr(apts, name)), inspect.signature(function(name)).parameters
    assert list(shown.parameters) == list(parameters)
    hints = get_type_hints(function(name)) if name != "train" else inspect.get_annotations(function(name))
    assert set(hints) == {*parameters, "return"}
    anything = [one.name for one in parameters.values() if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    # A game's own options and parameters are keywords of `load`; what there are, the game alone knows.
    assert anything == (["settings"] if name == "load" else [])


@pytest.mark.long
@pytest.mark.parametrize("name", FUNCTIONS)
def test_example_of_a_function_runs(name: str) -> None:
    if name == "train" and find_spec("torch") is None:
        pytest.skip("training needs PyTorch")
    examples = doctest.DocTestFinder(recurse=False).find(function(name), name, globs={})
    assert sum(len(found.examples) for found in examples) >= 2
    runner = doctest.DocTestRunner()
    for found in examples:
        runner.run(found)
    assert runner.summarize(verbose=False).failed == 0


def test_importing_the_package_imports_nothing_of_it() -> None:
    code = "import sys, apts; dir(apts); print(sorted(name for name in sys.modules if name.startswith('apts.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.long
def test_types_of_the_names_are_seen_from_outside(tmp_path: Path) -> None:
    file = tmp_path / "study.py"
    file.write_text(f"from apts import {', '.join(FUNCTIONS)}\n" + "".join(f"reveal_type({n})\n" for n in FUNCTIONS))
    command = [sys.executable, "-m", "mypy", "--strict", str(file)]  # beside the project, whose cache makes it short
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    told = [line for line in done.stdout.splitlines() if "Revealed type" in line]
    assert len(told) == len(FUNCTIONS), done.stdout
    assert not any('"Any"' in line for line in told)


# --- what they refuse, in a sentence ------------------------------------------------------------------------------


def test_arena_of_one_agent_is_refused() -> None:
    with pytest.raises(apts.AptsError, match="at least two different agents"):
        apts.arena("tic-tac-toe", ["random", "random"])
    with pytest.raises(apts.AptsError, match="from 1 to 10,000,000, not 0"):
        apts.arena("tic-tac-toe", ["random", "greedy"], matches=0)


@pytest.mark.parametrize("seats", [2, 3])
def test_arena_takes_classes_and_more_than_two_seats(seats: int) -> None:
    game = apts.load("snowball-class") if seats == 2 else apts.load(small_games.PILE)
    assert game.players == seats
    found = apts.arena(game, "random,greedy", matches=4, opening=0, all_matches=True, workers=1)
    assert found.matches_of(0) == 4
    assert not found.interrupted


def test_interrupted_arena_keeps_what_was_played() -> None:
    def stop(_known: apts.Arena) -> None:
        raise KeyboardInterrupt

    found = apts.arena("tic-tac-toe", ["random", "greedy"], matches=100, all_matches=True, workers=1, watch=stop)
    assert found.interrupted
    assert found.as_data()["interrupted"]
    assert 0 < found.matches_of(0) < 100


def test_comparison_takes_runs_games_and_names_of_runs(tmp_path: Path) -> None:
    place = tmp_path / "runs.db"
    run = apts.playtest("tic-tac-toe", "random", matches=10, archive=place, name="first", workers=1)
    told: list[tuple[str, int, int]] = []
    found = apts.compare(run, "tic-tac-toe", "random", 10, workers=1, watch=lambda *count: told.append(count))
    assert found.same_game
    assert told[-1] == ("Tic-Tac-Toe", 10, 10)
    assert apts.compare("first", run, archive=place).same_game
    assert apts.compare(run, run).same_game
    with pytest.raises(apts.AptsError, match="no game called 'frist'"):
        apts.compare("frist", run, archive=place)


def test_comparison_that_is_stopped_says_so() -> None:
    def stop(_game: str, done: int, _wanted: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(StoppedComparison, match="before both sides were played"):
        apts.compare("tic-tac-toe", "connect-four", "random", 10, workers=1, watch=stop)


def test_only_run_of_an_archive_needs_no_name(tmp_path: Path) -> None:
    place = str(tmp_path / "runs.db")
    with pytest.raises(apts.AptsError, match="no archive"):
        apts.open_run(place)
    apts.skill("tic-tac-toe", matches=2, base=1, steps=1, archive=place, workers=1)
    with pytest.raises(apts.AptsError, match="no run of a play-test"):
        apts.open_run(place)
    apts.playtest("tic-tac-toe", "random", matches=2, archive=place, name="one", workers=1)
    assert apts.open_run(place).name == "one"
    apts.playtest("tic-tac-toe", "random", matches=2, seed=2, archive=place, name="two", workers=1)
    with pytest.raises(apts.AptsError, match="2 runs; name one of them: one, two"):
        apts.open_run(place)


# --- training -----------------------------------------------------------------------------------------------------


def test_training_refuses_what_it_cannot_do(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    with pytest.raises(apts.AptsError, match="needs a game to learn"):
        apts.train(out=tmp_path)
    with pytest.raises(apts.AptsError, match="is a Python class"):
        apts.train("snowball-class", tmp_path)
    with pytest.raises(apts.AptsError, match="for cycles, not 0"):
        apts.train("tic-tac-toe", tmp_path, cycles=0)
    with pytest.raises(apts.AptsError, match="no training in"):
        apts.train(out=tmp_path, resume=True)
    with pytest.raises(apts.AptsError, match=r"no setting 'simulation'; did you mean simulations\?"):
        apts.LearnSettings().with_options({"simulation": 3})


def test_named_settings_go_before_the_others_and_cannot_change_on_the_way(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    small = apts.LearnSettings(positions=32, width=8, depth=1, groups=1, slots=4, threads=1, cycles=5)
    done = apts.train("tic-tac-toe", tmp_path, settings=small, cycles=1, simulations=2, measure=0)
    assert (done.order.settings.cycles, done.order.settings.search.simulations) == (1, 2)
    assert done.order.settings.positions == 32
    assert done.model.exists()
    with pytest.raises(apts.AptsError, match="has width 8, and resuming cannot change it to 16"):
        apts.train(out=tmp_path, width=16, resume=True)
    again = apts.train(out=tmp_path, resume=True)
    assert [row["policy"] for row in again.rows] == [row["policy"] for row in done.rows]
