"""The lines that play a run again really do."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.playtest.run import playtest
from apts.report.going_on import LONGEST_COMMAND, archive_of
from apts.report.pages.first_page import changed_parameters, python_lines
from tests.playtest.handmade import match
from tests.report.runs import handmade_run


def test_the_lines_play_the_same_matches_and_write_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = apts.load("connect-four", Grid="5x4", **{"rules.end.if.is Line.length": 3})
    run = playtest(game, ["random"], matches=3, seed=7, workers=1, limit=50)
    assert changed_parameters(run) == {"rules.end.if.is Line.length": 3}
    monkeypatch.chdir(tmp_path)
    Path("rules.lud").write_text(run.manifest.rules, encoding="utf-8")
    scope: dict[str, object] = {}
    exec(python_lines(run), {}, scope)
    again = scope["run"]
    assert getattr(again, "matches") == run.matches  # noqa: B009 - the lines are not known to the type checker
    assert Path("report.html").stat().st_size > 10_000


def test_a_game_written_in_python_is_loaded_from_its_file() -> None:
    lines = python_lines(handmade_run([match(1, 1)], rules="class Nim(PythonGame): ...", agents=("random", "uct")))
    assert "apts.load('rules.py')" in lines
    assert "agents=['random', 'uct']" in lines
    asking = "class Nim(PythonGame):\n    def start(self):\n        return made(game)"
    assert "apts.load('rules.py')" in python_lines(handmade_run([match(1, 1)], rules=asking, agents=("random", "uct")))


def test_a_game_written_in_python_is_loaded_with_the_arguments_it_was_played_with() -> None:
    source = {"class": "Nim", "settings": {"heaps": {"literal": "(3, 4)"}, "last_wins": True}}
    played = handmade_run([match(1, 1)], rules="class Nim(PythonGame): ...", settings={"source": source})
    assert "apts.load('rules.py', **{'heaps': (3, 4), 'last_wins': True})" in python_lines(played)
    unfound = handmade_run([match(1, 1)], rules="class Nim(PythonGame): ...", parameters={"heap": 7})
    assert "apts.load('rules.py', **{'heap': 7})" in python_lines(unfound)


def test_command_that_nobody_typed_is_not_taken_apart() -> None:
    typed = "apts playtest hex --archive mine.db "
    assert archive_of(typed + "x" * 1000) == "mine.db"
    assert archive_of(typed + "x" * 100 * LONGEST_COMMAND) is None  # took the better part of an hour
