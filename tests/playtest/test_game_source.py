"""Runs are opened again with the very game that was played, or refused with a sentence."""

from __future__ import annotations

import pickle
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import apts
from apts.archive import open_archive
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.playtest.comparing.compare import chosen_changes
from apts.playtest.experiments.side_runs import same_game
from apts.playtest.run import Run, open_run, playtest, stored_run
from tests.playtest import rigged

RACE = '''
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame


class Race(PythonGame):
    """Add 1 or 2 in turn; whoever reaches the goal wins."""

    name = "Race"

    def __init__(self, goal: int = 5):
        self.goal = goal

    def start(self):
        return (0, 1)

    def mover(self, position):
        return position[1]

    def moves(self, position):
        return ["one", "two"]

    def play(self, position, move):
        return (position[0] + (1 if move == "one" else 2), 3 - position[1])

    def outcome(self, position):
        return Outcome.won_by(3 - position[1], 2, "goal") if position[0] >= self.goal else None

    def write(self, position):
        return f"{position[0]} {position[1]}"

    def read(self, text):
        first, second = text.split()
        return (int(first), int(second))
'''


def test_arguments_that_a_class_keeps_under_no_name_are_restored(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(RACE.replace("goal: int = 5", "points: int = 5").replace("= goal", "= points"), encoding="utf-8")
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(file, points=2), ["random"], 3, archive=archive)
        again = open_run(archive, run.name)
    assert again.game is not None
    assert again.game.definition.goal == 2  # type: ignore[union-attr]


def test_arguments_that_json_does_not_have_are_restored(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    text = RACE.replace("goal: int = 5", "goals=(5, 7), bonus=0").replace("= goal", "= max(goals)")
    file.write_text(text, encoding="utf-8")
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(file, goals=(2, 3), bonus=None), ["random"], 3, archive=archive, workers=1)
        again = open_run(archive, run.name)
    assert again.game is not None
    assert again.game.arguments == {"goals": (2, 3), "bonus": None}
    assert dict(again.manifest.parameters) == {"goals": "(2, 3)", "bonus": "None"}


def test_argument_that_the_class_keeps_under_its_name_as_something_else_is_restored_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(RACE.replace("self.goal = goal", "self.goal = 2 * goal"), encoding="utf-8")
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(file), ["random"], 3, archive=archive, workers=1)
        again = open_run(archive, run.name)
    assert again.game is not None
    assert again.game.definition.goal == 10  # type: ignore[union-attr]
    assert run.manifest.parameters == {"goal": 5}


def test_class_that_was_given_an_object_is_opened_without_its_game(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    text = RACE.replace("goal: int = 5", "chooser=max").replace("= goal", "= chooser(2, 3)")
    file.write_text(text, encoding="utf-8")
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(file, chooser=min), ["random"], 2, archive=archive, workers=1)
        assert open_run(archive, run.name).game is None
    assert run.manifest.parameters == {"chooser": "<built-in function min>"}


def test_class_that_nothing_can_find_makes_another_run_with_other_arguments(tmp_path: Path) -> None:
    class Long(rigged.CoinGame):
        """Known to this function alone."""

        def __init__(self, weight: int = 1) -> None:
            super().__init__()
            self.weight = weight

    with open_archive(tmp_path / "apts.db") as archive:
        runs = [
            playtest(apts.load(Long, **given), ["random"], 2, archive=archive, workers=1)
            for given in ({}, {"weight": 3})
        ]
        assert len({run.name for run in runs}) == 2
    assert [run.manifest.parameters["weight"] for run in runs] == [1, 3]
    assert not same_game(runs[0].manifest, runs[1].manifest)
    assert str(chosen_changes(runs[0].manifest, runs[1].manifest)[0]) == "parameter weight: 1 -> 3"


def test_parameters_that_were_set_are_restored(tmp_path: Path) -> None:
    game = apts.load("connect-four", length=3)
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(game, ["random"], 3, archive=archive)
        again = open_run(archive, run.name)
    assert isinstance(again.game, RulesGame)
    assert {known.path: known.value for known in again.game.parameters} == dict(run.manifest.parameters)
    for number in (1, 2, 3):
        assert again.replay(number)[-1].outcome == run.match(number).outcome


def test_options_that_were_chosen_are_restored(tmp_path: Path) -> None:
    game = apts.load("hex", board="9x9")
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(game, ["random"], 1, archive=archive)
        again = open_run(archive, run.name)
    assert again.replay(1)[-1].outcome == run.match(1).outcome


def test_game_in_a_python_file_is_found_again(tmp_path: Path) -> None:
    file = tmp_path / "race.py"
    file.write_text(RACE, encoding="utf-8")
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(file, goal=9), ["random"], 3, archive=archive, workers=1)
        again = open_run(archive, run.name)
        assert [str(state) for state in again.replay(2)] == [str(state) for state in run.replay(2)]
        file.write_text(RACE.replace("3 - position[1], 2", "position[1], 2"), encoding="utf-8")
        changed = open_run(archive, run.name)
        assert changed.game is None
        assert changed.matches == run.matches
        assert changed.metrics["length"].value == run.metrics["length"].value
        with pytest.raises(AptsError, match=r"has changed since the run was played \(race.py\)"):
            changed.replay(2)
        file.unlink()
        with pytest.raises(AptsError, match="not there any more"):
            open_run(archive, run.name).replay(1)
        assert len(open_run(archive, run.name, game=apts.load("tic-tac-toe")).matches) == 3


def test_class_of_an_installed_module_is_found_again(tmp_path: Path) -> None:
    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(rigged.CoinGame), ["random"], 2, archive=archive, workers=1)
        assert run.manifest.settings["source"]["module"] == "tests.playtest.rigged"
        again = open_run(archive, run.name)
    assert again.replay(1)[-1].outcome == run.match(1).outcome


def test_class_of_the_library_is_found_again_by_everybody_and_is_not_given_what_costs_too_much(tmp_path: Path) -> None:
    with open_archive(tmp_path / "apts.db") as archive:
        played = playtest("snowball-class", ["random"], 2, archive=archive, workers=1)
        source = played.manifest.settings["source"]

        def opened(**changed: object) -> Run:
            asked = {**played.manifest.settings, "source": {**source, **changed}}
            name = archive.start(replace(played.manifest, settings=asked))
            archive.add(name, played.matches)
            return stored_run(archive, name, own_list=False)

        assert opened().game is not None
        assert opened(settings={"size": 8}).game is not None
        assert opened(module="apts.games.snowball_class").game is not None  # as runs of older versions call it
        assert opened(module="apts.games.shipped.snowball").game is None
        for hostile in ({"size": 10**7}, {"size": -1}, {"size": {"literal": "(9,)"}}, {"nothing": 1}, {"size": 0.5}):
            found = opened(settings=hostile)
            assert found.game is None, hostile
            assert found.metrics["length"] == played.metrics["length"]


def test_run_of_a_class_that_needs_what_is_gone_is_opened_from_its_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "needing.py"
    file.write_text(f"import os\nif 'GONE' in os.environ:\n    import not_installed\n{RACE}", encoding="utf-8")
    with open_archive(tmp_path / "apts.db") as archive:
        played = playtest(apts.load(file), ["random"], 2, archive=archive, workers=1)
        monkeypatch.setenv("GONE", "1")
        for name in [name for name in sys.modules if "apts_game_needing" in name]:
            del sys.modules[name]
        found = open_run(archive, played.name)
        assert "cannot be made" in str(found.without_game)
        assert "not_installed" in str(found.without_game)
        assert found.metrics["length"] == played.metrics["length"]


def test_class_that_nothing_can_find_is_opened_without_its_game(tmp_path: Path) -> None:
    class Local(rigged.CoinGame):
        """Known to this function alone."""

    with open_archive(tmp_path / "apts.db") as archive:
        run = playtest(apts.load(Local), ["random"], 2, archive=archive, workers=1)
        again = open_run(archive, run.name)
    assert again.game is None
    assert again.matches == run.matches


def test_command_can_be_typed_again(tmp_path: Path) -> None:
    words = ["hex", "--option", "Board/5x5", "--agents", "random", "--matches", "2", "--name", "it's a run"]
    program = [sys.executable, "-c", "from apts.cli import main; main()", "playtest", *words]
    result = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    with open_archive(tmp_path / "apts.db", create=False) as archive:
        kept = archive.manifest("it's a run").command
    assert shlex.split(kept) == ["apts", "playtest", *words]


def test_limit_that_players_know_ends_their_thoughts_and_comes_back_with_the_run(tmp_path: Path) -> None:
    game = apts.load("alquerque")
    short = game.ending_after(12)
    assert (short.playouts(50, seed=1).mean_length, short.turns, game.turns) == (12, 12, None)
    with open_archive(tmp_path / "runs.db") as archive:
        run = open_run(archive, playtest(short, "uct:iterations=20", matches=2, seed=1, archive=archive).name)
        assert [(match.status, match.length) for match in run.matches] == [("stopped", 12)] * 2
        assert run.game is not None
        assert run.game.turns == 12
    assert pickle.loads(pickle.dumps(short)).turns == 12
    with pytest.raises(AptsError, match="the most turns of a match is a whole number of at least 1, not 0"):
        game.ending_after(0)
    with pytest.raises(AptsError, match="Snowball is a class"):
        apts.load("snowball-class").ending_after(9)


def test_class_of_a_program_from_standard_input_is_played(tmp_path: Path) -> None:
    program = RACE + "\nimport apts\nprint(apts.playtest(Race, 'random', 2, workers=1, archive='runs.db'))\n"
    told = subprocess.run([sys.executable, "-"], input=program, cwd=tmp_path, capture_output=True, text=True)
    assert told.stdout == "<run of Race: 2 matches>\n", told.stderr
    assert open_run(tmp_path / "runs.db").game is None
