"""``apts check`` and ``apts watch``: mistakes, warnings, and what they end with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from typer.testing import CliRunner

from apts.cli.commands import app
from apts.cli.design.writing import blocks
from apts.cli.start_up import INTERNAL_ERROR
from apts.games.rules_file import PATIENCE, versions
from tests.wording.golden import Wording

Thing = TypeVar("Thing")
GAME = """(game "Row" (players 2)
  (equipment { (board (square 3)) (piece "Disc" Each) (regions "Home" P1 (sites Bottom)) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
DOUBTFUL = GAME.replace("(is Line 3)", '(and (is Line 3) (not (is In (last To) (sites "Hoem"))))')
CLASS = """
from apts import Outcome, PythonGame

class Endless(PythonGame):
    name = "Endless"
    players = 2
    def start(self): return 0
    def mover(self, position): return position % 2 + 1
    def moves(self, position): return ["on"]
    def play(self, position, move): return (position + 1) % 2
    def outcome(self, position): return None
    def write(self, position): return str(position)
    def read(self, text): return int(text)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "row.lud"
    path.write_text(GAME, encoding="utf-8")
    return path


def told(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["check", *words])
    return result.exit_code, result.output


def test_file_in_order_has_no_warning_and_says_what_was_looked_at(file: Path) -> None:
    status, output = told(str(file), "--strict")
    assert status == 0
    assert output.splitlines() == [
        "ok: Row, 2 players, 9 first moves, 3 parameters, 0 options",
        "looked at 200 random matches",
    ]


def test_warning_has_place_line_caret_and_nearest_name(file: Path, wording: Wording) -> None:
    file.write_text(DOUBTFUL, encoding="utf-8")
    status, output = told(str(file))
    assert status == 0
    _, first, line, caret, near, *_, last = output.splitlines()
    wording(first)
    assert line[caret.index("^") :].startswith('"Hoem"')
    assert near == "  did you mean: Home?"
    assert last == "1 warning"


def test_strict_ends_with_1_when_there_is_a_warning(file: Path) -> None:
    file.write_text(DOUBTFUL, encoding="utf-8")
    assert told(str(file), "--strict")[0] == 1
    assert told(str(file))[0] == 0


def test_json_has_warnings_and_matches(file: Path) -> None:
    file.write_text(DOUBTFUL, encoding="utf-8")
    status, output = told(str(file), "--json", "--matches", "30", "--strict")
    found = json.loads(output)
    assert (status, found["ok"], found["matches"]) == (1, True, {"wanted": 30, "played": 30, "failure": None})
    (warning,) = found["warnings"]
    assert (warning["kind"], warning["line"], warning["column"]) == ("unknown-name", 3, 102)
    assert warning["nearest"] == ["Home"]


def test_everything_that_keeps_rules_from_being_played_is_told_at_once(file: Path) -> None:
    start = '(rules (start {(place "Disk1" 0) (place "Disc2" coord:"z9") (place "Disc1" {"a1" "k7"})}) '
    text = GAME.replace("(rules ", start).replace('"Home" P1', '"Home" P3')
    file.write_text(text, encoding="utf-8")
    status, output = told(str(file), "--json")
    found = json.loads(output)
    assert (status, found["ok"]) == (1, False)
    messages = [problem["message"] for problem in found["problems"]]
    parts = ["there is no player 3", '"Disk1"', '"z9"', 'warning: no coordinate is called "k7"']
    assert [part for part, message in zip(parts, messages, strict=True) if part in message] == parts


def test_rule_that_the_engine_does_not_know_is_shown_with_a_caret(file: Path) -> None:
    file.write_text(GAME.replace("(players 2)", "(players 2) (mode Simultaneous)"), encoding="utf-8")
    result = CliRunner().invoke(app, ["check", str(file)])
    assert result.exit_code == 1
    assert str(result.exception).splitlines()[-1].strip() == "^"


def test_setting_is_checked_and_options_are_named(file: Path) -> None:
    assert "25 first moves" in told(str(file), "--set", "square.dim=5")[1]
    option = '(option "Size" <Size> args:{<d>} { (item "small" <3> "") (item "large" <5> "")* })'
    file.write_text(GAME.replace("(square 3)", "(square <Size:d>)") + option, encoding="utf-8")
    assert "checked with Size/large" in told(str(file))[1]
    assert "checked with Size/small" in told(str(file), "--option", "Size/small")[1]


def test_class_without_an_end_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "endless.py"
    path.write_text(CLASS, encoding="utf-8")
    status, output = told(str(path), "--strict")
    assert status == 1
    assert "warning: no random match of 8 came to an end" in output
    assert "looked at 8 random matches, fewer than 200: they are long" in output


def test_arguments_of_a_class_are_its_parameters(tmp_path: Path) -> None:
    """Check, show and parameters tell the same of a game that is a class."""
    path = tmp_path / "endless.py"
    path.write_text(
        CLASS.replace(
            "    players = 2\n",
            "    players = 2\n    def __init__(self, pebbles: int = 5, narrow: bool = False):\n"
            "        self.pebbles, self.narrow = pebbles, narrow\n",
        ),
        encoding="utf-8",
    )
    assert "2 parameters" in told(str(path))[1]
    assert json.loads(told(str(path), "--json")[1])["parameters"] == 2
    shown = json.loads(CliRunner().invoke(app, ["show", str(path), "--set", "pebbles=7", "--json"]).output)
    listed = json.loads(CliRunner().invoke(app, ["parameters", str(path), "--set", "pebbles=7", "--json"]).output)
    assert [(one["path"], one["value"]) for one in shown["parameters"]] == [("pebbles", 7), ("narrow", False)]
    assert [(one["path"], one["value"]) for one in listed] == [("pebbles", 7), ("narrow", False)]
    assert "pebbles" in CliRunner().invoke(app, ["show", str(path)]).output.split()


def test_one_seat_chance_and_three_seats_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "some.lud"
    alone = GAME.replace("(players 2)", "(players 1)")
    three = GAME.replace("(players 2)", "(players 3)").replace("(square 3)", "(square 5)")
    dice = (
        GAME.replace("(piece ", "(dice d:6 num:1) (piece ")
        .replace("(play (move Add", '(play (do (roll) next:(move Add (piece "Disc" Mover)')
        .replace("(sites Empty))))", "(sites Empty)))))")
        .replace("(end ", "(end { (if (>= (count Pieces) 9) (result Mover Draw)) ")
        .replace("Win)))))", "Win)) })))")
    )
    for text in (alone, three, dice):
        path.write_text(text, encoding="utf-8")
        status, output = told(str(path), "--strict")
        assert status == 0, output


# --- watch -----------------------------------------------------------------------------------------------------------


def steps(*changes: Callable[[], object]) -> Callable[[], None]:
    """A wait that makes one change after the other and then stops as Ctrl-C does."""
    left = list(changes)

    def wait() -> None:
        if not left:
            raise KeyboardInterrupt
        left.pop(0)()

    return wait


def until_stopped(things: Iterator[Thing]) -> list[Thing]:
    """All that comes before Ctrl-C."""
    found = []
    try:
        for thing in things:
            found.append(thing)
    except KeyboardInterrupt:
        return found
    raise AssertionError("it ended by itself")


def seen(path: Path, *changes: Callable[[], object]) -> list[bool]:
    return until_stopped(versions(path, steps(*changes)))


def replaced(path: Path, text: str) -> Callable[[], object]:
    """What editors do: a new file takes the place of the old one."""

    def change() -> None:
        other = path.with_suffix(".new")
        other.write_text(text, encoding="utf-8")
        other.replace(path)

    return change


def nothing() -> None:
    """No change."""


def test_file_is_seen_at_once_and_after_each_change_of_its_content(file: Path) -> None:
    same = file.read_text(encoding="utf-8")
    assert seen(file, nothing, file.touch, replaced(file, same), replaced(file, "new"), nothing) == [True, True]


def test_file_that_vanishes_for_a_moment_is_not_gone(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert seen(file, file.unlink, nothing, lambda: file.write_text(text), nothing) == [True]
    gone = [file.unlink, *[nothing] * PATIENCE]
    assert seen(file, *gone, lambda: file.write_text(text), nothing) == [True, False, True]


def test_watch_shows_the_check_and_the_board_after_each_change(file: Path) -> None:
    wait = steps(replaced(file, GAME.replace("square", "sqare")), replaced(file, DOUBTFUL), file.unlink)
    right, wrong, doubtful = until_stopped(blocks(file, {}, wait, matches=10, seed=0))
    assert right.startswith("ok: Row")
    assert "a b c" in right
    assert "did you mean: square" in wrong
    assert "did you mean: Home?" in doubtful


def test_ctrl_c_ends_watch_with_0(file: Path) -> None:
    command = [sys.executable, "-c", "from apts.cli.commands import run; run()", "watch", str(file), "--matches", "5"]
    # Programs started in the background are born deaf to the interrupt key; this one must hear it in any case.
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    lines = []
    while "a b c" not in (line := process.stdout.readline()):
        lines.append(line)
        assert process.poll() is None, lines
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert lines[0].startswith("ok: Row")


def test_fault_of_apts_is_no_mistake_of_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_equipment(*_: object) -> None:
        raise KeyError("facing")

    monkeypatch.setattr("apts.engine.compiler.compiling.read_equipment", read_equipment)
    status, output = told(str(file), "--json")
    found = json.loads(output)
    assert status == INTERNAL_ERROR
    assert not found["ok"]
    assert found["problems"] == []
    assert found["message"].startswith("row.lud:1:1: these rules: APTS met an error of its own (KeyError: 'facing')")
    assert "not supported" not in found["message"]
