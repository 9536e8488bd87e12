"""The commands and their answers."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

from apts.cli import arguments
from apts.cli.commands import COMMANDS, GOALS, MODEL, QLEARN, command_function
from apts.engine.lints import random_course
from apts.playtest.evidence.evidence import Goals
from apts.report.print_and_play import sheets
from apts.variants.search.improve_request import METHOD_NAMES
from apts.variants.search.improving import METHODS
from tests.cli.command_line import apts
from tests.engine import small_games


@pytest.fixture(scope="module")
def noughts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rules file."""
    file = tmp_path_factory.mktemp("rules") / "noughts.lud"
    file.write_text(small_games.NOUGHTS, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rules file with two mistakes."""
    text = small_games.NOUGHTS.replace("(is Line 3)", "(is Lin 3)").replace("(sites Empty)", "(sites Emptty)")
    file = tmp_path_factory.mktemp("rules") / "wrong.lud"
    file.write_text(text, encoding="utf-8")
    return file


def test_help_loads_nothing_heavy() -> None:
    program = "import sys, apts, apts.cli.commands; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "typer" in loaded
    assert loaded & {"llvmlite", "numba", "numpy", "onnxruntime", "scipy", "sqlalchemy", "torch"} == set()


HEAVY = {"jinja2", "onnxruntime", "optuna", "pydantic", "scipy", "sqlalchemy", "torch"}
ENGINE = {"llvmlite", "numpy", "apts.engine", "apts.agents"}
LATER = {"apts.learning", "apts.archive", "apts.playtest", "apts.variants", "apts.report", "apts.studio"}


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        (["--help"], HEAVY | {"llvmlite", "numpy", "rich"}),
        (["analyze", "--help"], (HEAVY | ENGINE | LATER) - {"apts.agents"}),
        (["playtest", "--help"], HEAVY | ENGINE),
        (["playtest", "--nonsense"], HEAVY | ENGINE),
        (["games"], HEAVY | ENGINE | LATER),
        (
            ["analyze", "tic-tac-toe", "--agent", "uct:iterations=10", "--seed", "3"],
            HEAVY | LATER | {"huey", "uvicorn"},
        ),
        (["playouts", "tic-tac-toe", "--matches", "10"], HEAVY | LATER | {"apts.agents"}),
        (["rules", "tic-tac-toe"], HEAVY | LATER | {"apts.agents"}),
        (["publish", "tic-tac-toe"], HEAVY | {"apts.archive", "apts.playtest.comparing", "apts.report.charts"}),
        (["show", "tic-tac-toe", "--json"], (HEAVY | LATER | {"apts.agents"}) - {"apts.variants"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_command_loads_only_what_it_needs(words: list[str], unneeded: set[str], tmp_path: Path) -> None:
    loaded = loaded_by(words, tmp_path)
    assert "apts.cli.commands" in loaded
    assert sorted(loaded & unneeded) == []


def loaded_by(words: list[str], folder: Path) -> set[str]:
    """The modules that a command has imported when it ends."""
    program = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from apts.cli import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words], check=False, capture_output=True, text=True, cwd=folder
    )
    return set(done.stderr.split("\n")[-2].split())


COMPILING = {
    "apts.engine.native.compile",
    "apts.engine.native.llvm_text",
    "apts.engine.native.checks.guards",
    "apts.engine.native.routines.program",
    "apts.engine.native.sources",
}
"""What makes machine code of kernels and routines."""

FOR_OTHERS = {
    "apts.board.picture",
    "apts.engine.class_game",
    "apts.language.mistakes.diagnosis",
    "importlib.metadata",
}
"""What draws pictures, plays games that are classes, explains mistakes, and looks for plug-ins that are installed."""


@pytest.mark.parametrize(
    "words",
    [
        ["analyze", "tic-tac-toe", "--agent", "uct:iterations=10"],
        ["play", "tic-tac-toe", "--agents", "random,random", "--seed", "1"],
        ["playouts", "tic-tac-toe", "--matches", "10"],
        ["show", "tic-tac-toe"],
    ],
    ids=lambda words: words[0],
)
def test_kept_machine_code_is_run_without_what_compiles_it(words: list[str], tmp_path: Path) -> None:
    assert "apts.engine.rules_game" in loaded_by(words, tmp_path)  # from now on it is kept
    assert sorted(loaded_by(words, tmp_path) & (COMPILING | FOR_OTHERS)) == []


ENTRIES = [
    entry
    for table in (COMMANDS, GOALS, MODEL, QLEARN)
    for part in table.values()
    for entry in part.values()
    if isinstance(entry, str)
]


def test_no_command_loads_its_work_for_its_help() -> None:
    """Files of commands are imported for help; what a command works with is imported when it runs."""
    program = (
        "import sys\nfrom importlib import import_module\n"
        "for file in sys.argv[1:]:\n    import_module(file)\nprint(*sys.modules)"
    )
    files = sorted({f"apts.cli.{entry.rpartition('.')[0]}" for entry in ENTRIES})
    done = subprocess.run([sys.executable, "-c", program, *files], check=True, capture_output=True, text=True)
    assert sorted(set(done.stdout.split()) & (HEAVY | (ENGINE - {"apts.engine", "apts.agents"}))) == []


def test_cluster_can_be_given_wherever_workers_play_matches() -> None:
    taken = {entry: set(signature(command_function(entry)).parameters) for entry in ENTRIES}
    taken = {entry: words for entry, words in taken.items() if "seed" in words and not entry.startswith("learning")}
    with_workers = {entry for entry, words in taken.items() if "workers" in words}
    assert "playtesting.playtest.playtest" in with_workers
    assert with_workers == {entry for entry, words in taken.items() if "cluster" in words}


def test_values_that_help_knows_are_those_in_force() -> None:
    assert Goals.pace == arguments.DEFAULT_PACE
    assert sheets.DEFAULT_PAPER == arguments.DEFAULT_PAPER
    assert (random_course.MATCHES, random_course.MOST_MATCHES) == (
        arguments.CHECKED_MATCHES,
        arguments.MOST_CHECKED_MATCHES,
    )
    assert tuple(METHODS) == METHOD_NAMES


def test_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "apts", "nonsense"], check=False, capture_output=True, text=True)
    assert (done.returncode, "No such command 'nonsense'" in done.stderr) == (2, True)


def test_games_lists_the_library() -> None:
    answer = apts("games")
    assert answer.code == 0
    assert "snowball-class" in answer.output
    rows = {row["name"]: row for row in apts("games", "--json").json}
    assert (rows["snowball-class"]["made_of"], rows["snowball"]["made_of"]) == ("class", "text")


def test_show_tells_rules_board_parameters_and_options(noughts: Path) -> None:
    answer = apts("show", noughts)
    assert answer.code == 0
    for part in ("Noughts, 2 players", '(game "Noughts"', "  3 . . .", "is Line.length", "option Board Size", "* 3x3"):
        assert part in answer.output


def test_show_says_that_values_beside_the_text_are_in_force(noughts: Path) -> None:
    answer = apts("show", noughts, "--set", "is Line.length=2")
    assert (
        "The text is as it was written; other values are in force: rules.end.if.is Line.length = 2 (line"
        in answer.output
    )
    assert "as it was written" not in apts("show", noughts).output
    turned = apts("show", "tic-tac-toe", "--set", "length=2").output
    assert " * 3x3: as this, with numbers changed" in turned
    assert " * Win: Who makes the line wins." in turned, "nothing of it was turned"


def test_show_as_json_has_the_settings_in_force(noughts: Path) -> None:
    game = apts("show", noughts, "--option", "Board Size/4x4", "--set", "is Line.length=4", "--json").json
    assert len(game["moves"]) == 16
    assert game["options"][0]["chosen"] == "4x4"
    values = {parameter["path"]: parameter["value"] for parameter in game["parameters"]}
    assert values["rules.end.if.is Line.length"] == 4


def test_show_and_parameters_agree_on_what_is_fixed(noughts: Path) -> None:
    shown = {known["path"]: known for known in apts("show", noughts, "--json").json["parameters"]}
    listed = [known for known in apts("parameters", noughts, "--all", "--json").json if known["kind"] != "option"]
    assert any(known["fixed"] for known in listed)
    for known in listed:
        assert shown[known["path"]]["fixed"] == known["fixed"]
        assert (shown[known["path"]]["low"] is None) == (known["fixed"] is not None or known["kind"] == "truth")
    assert "fixed: a game for more or fewer" in apts("show", noughts).output


def test_show_kernel_prints_the_generated_module(noughts: Path) -> None:
    answer = apts("show", noughts, "--kernel")
    assert answer.code == 0
    assert "def play(" in answer.output
    compile(answer.output, "kernel", "exec")
    refused = apts("show", "snowball-class", "--kernel")
    assert (refused.code, refused.output) == (1, "")
    assert "only games from rules text have a kernel" in refused.complaint


def test_check_says_ok(noughts: Path) -> None:
    answer = apts("check", noughts)
    assert (answer.code, answer.complaint) == (0, "")
    assert answer.output.splitlines()[0] == "ok: Noughts, 2 players, 9 first moves, 3 parameters, 1 option"
    assert "warning" not in answer.output
    assert apts("check", noughts, "--json").json["ok"] is True


def test_check_shows_every_mistake_with_a_caret(wrong: Path) -> None:
    answer = apts("check", wrong)
    assert (answer.code, answer.output) == (1, "")
    assert "Traceback" not in answer.complaint
    assert "wrong.lud:5:" in answer.complaint
    assert "wrong.lud:6:" in answer.complaint
    assert answer.complaint.count("^") == 2
    assert "did you mean: Line" in answer.complaint


def test_check_as_json_has_every_mistake_with_its_place(wrong: Path) -> None:
    answer = apts("check", wrong, "--json")
    assert answer.code == 1
    assert answer.json["ok"] is False
    found = [(problem["line"], problem["nearest"][0]) for problem in answer.json["problems"]]
    assert found == [(5, "Empty"), (6, "Line")]


def test_perft_counts_depth_by_depth(noughts: Path) -> None:
    lines = apts("perft", noughts, "--depth", "4").output.split("\n")
    assert [line.split() for line in lines[:4]] == [["1", "9"], ["2", "72"], ["3", "504"], ["4", "3,024"]]
    counted = apts("perft", noughts, "--depth", "2", "--turns", "--distinct", "--json").json
    assert (counted["unit"], counted["distinct"]) == ("turn", True)
    assert [row["count"] for row in counted["counts"]] == [9, 72]


def test_playouts_show_rates_with_intervals(noughts: Path) -> None:
    answer = apts("playouts", noughts, "--matches", "2000", "--seed", "1")
    assert answer.code == 0
    for part in ("2,000 random matches, seed 1", "player 1 wins", "draws", "moves a match", "per processor-second"):
        assert part in answer.output
    figures = apts("playouts", noughts, "--matches", "2000", "--seed", "1", "--json").json
    low, high = figures["win_intervals"][0]
    assert low < figures["wins"][0] / 2000 < high
    assert low < 0.5849 < high
    again = apts("playouts", noughts, "--matches", "2000", "--seed", "1", "--json").json
    assert {**figures, "per_second": 0} == {**again, "per_second": 0}


def test_playouts_of_a_class() -> None:
    figures = apts("playouts", "snowball-class", "--matches", "3", "--json").json
    assert figures["matches"] == 3
    assert figures["longest"] <= 45


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["show", "snowbal"], "there is no game called 'snowbal'; did you mean snowball"),
        (["show", "nowhere.lud"], "'nowhere.lud' cannot be read: there is no such file"),
        (["check", "nowhere"], "cannot be read"),
        (["perft", "snowball-class", "--set", "size"], "--set 'size' cannot be read: PATH=VALUE is expected"),
        (["perft", "snowball-class", "--set", "size=big"], "is a number, so it cannot be"),
        (["show", "snowball-class", "--option", "Size"], "--option 'Size' cannot be read: HEADING/LABEL is expected"),
    ],
)
def test_mistakes_are_told_in_a_sentence_and_end_with_1(words: list[str], message: str) -> None:
    answer = apts(*words)
    assert answer.code == 1
    assert answer.output == ""
    assert message in answer.complaint
    assert "Traceback" not in answer.complaint


@pytest.mark.parametrize("words", [["show"], ["perft", "x", "--depth", "many"], ["dance"], ["games", "--loud"]])
def test_wrong_usage_ends_with_2(words: list[str]) -> None:
    assert apts(*words).code == 2


DICE = """(game "Thrown" (players 2)
  (equipment { (board (rectangle 1 9)) (piece "Stone" Each) (dice d:4 num:1) })
  (rules (play (do (roll) next:(move Add (to (sites Empty) if:(< (to) (count Pips))))))
    (end (if (is Line 3) (result Mover Win)))))"""
DEALT = """(game "Dealt" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (start (place Random {"Stone1" "Stone2"} count:1))
    (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


@pytest.mark.parametrize(("text", "chance"), [(DICE, True), (DEALT, True), (small_games.NOUGHTS, False)])
def test_perft_says_that_one_course_of_chance_is_counted(text: str, chance: bool, tmp_path: Path) -> None:
    file = tmp_path / "game.lud"
    file.write_text(text, encoding="utf-8")
    assert ("counted is one course of it" in apts("perft", file, "--depth", "2").output) == chance
    assert apts("perft", file, "--depth", "2", "--json").json["chance"] == chance
