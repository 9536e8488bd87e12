"""``apts improve`` on the command line: what it prints and writes, and what it refuses in a sentence."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

import apts
from apts.cli import main
from apts.errors import AptsError
from apts.variants.search.methods import sampling
from apts.variants.search.search_state import read_kinds
from tests.cli.command_line import apts as command

GOAL = ("--goal", "length at most 6")
QUICK = ("--agents", "random", "--matches", "150", "--most", "12", "--fresh", "12", "--edits", "number")
RACES = Path(__file__).parents[1] / "points_race.py"


def race(tmp_path: Path, seats: int) -> Path:
    """A file with the race as a game for so many."""
    text = RACES.read_text(encoding="utf-8").partition("class SoloRace")[0]
    path = tmp_path / "race.py"
    path.write_text(text.replace("players = 2", f"players = {seats}"), encoding="utf-8")
    return path


def complaint(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that ends with 1 complains of, without another process, which takes long to start."""
    monkeypatch.setattr("sys.argv", ["apts", "improve", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    return capsys.readouterr().err


@pytest.mark.long
def test_search_prints_the_edit_and_writes_rules_and_page(tmp_path: Path) -> None:
    rules, page = tmp_path / "fixed.lud", tmp_path / "page.html"
    answer = command("improve", "tic-tac-toe", *GOAL, *QUICK, "--write", rules, "--report", page)
    assert answer.code == 0, answer.complaint
    assert "length of the line that wins: 3 becomes 2" in answer.output
    assert f"report: {page}" in answer.output
    told = re.search(
        r"the game as it is; best so far: no edit \(distance .* \d\.\d{3} after (\d+) matches of it\)", answer.complaint
    )
    assert told is not None
    assert "is that after the matches of the search named there" in answer.output
    assert "// - length of the line that wins: 3 becomes 2" in rules.read_text(encoding="utf-8")
    assert apts.load(rules).players == 2
    assert "from goals to fixes</h1>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "at least one goal"),
        (["--goal", "lenght at most 6"], "did you mean"),
        (["--goal", "length between 9 and 6"], "9"),
        (["--goal", "nowhere.toml"], "nowhere.toml"),
        ([*GOAL, "--method", "raze"], "did you mean race"),
        ([*GOAL, "--edits", "numbers"], "did you mean number"),
        ([*GOAL, "--minutes", "1", "--matches", "5"], "not both"),
        ([*GOAL, "--axes", "length"], "two different axes"),
        ([*GOAL, "--goal", "length at least 8"], "no game can keep both goals"),
        ([*GOAL, "--write", "."], "is a folder"),
        ([*GOAL, "--report", "."], "is a folder"),
        ([*GOAL, "--method", "climb"], "--goal does not apply to --method climb"),
        (["--method", "climb", "--report", "a.html"], "--report does not apply to --method climb"),
        (["--method", "climb", "--edits", "number"], "--edits does not apply to --method climb"),
        ([*GOAL, "--agents", "uctt"], "did you mean uct"),
        ([*GOAL, "--pin", "lenght"], "did you mean"),
    ],
)
def test_wrong_words_are_told_in_a_sentence_before_anything_is_played(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(monkeypatch, capsys, "tic-tac-toe", *words)
    assert said in told
    assert "Traceback" not in told
    assert "matches," not in told


def test_search_without_anything_to_change_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("tic-tac-toe", *GOAL, *QUICK, "--pin", "dim", "--pin", "length")
    assert "nothing of the game may be changed" in complaint(monkeypatch, capsys, *words)


def test_unknown_game_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "tic-tac-toe" in complaint(monkeypatch, capsys, "tic-tac-to", *GOAL)


@pytest.mark.parametrize("method", ["tpe", "nsga2"])
def test_missing_extra_is_told_with_what_to_install(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "find_spec", lambda name: None if name == "optuna" else find_spec(name))
    with pytest.raises(AptsError, match=r"apts\[improve\]"):
        apts.improve("tic-tac-toe", "length at most 6", "random", matches=150, method=method, edits="number", most=12)


@pytest.mark.long
@pytest.mark.parametrize("seats", [1, 6])
def test_classes_of_one_and_six_seats_take_part_through_their_arguments(tmp_path: Path, seats: int) -> None:
    page = tmp_path / "page.html"
    words = ("--goal", f"length at most {3 * seats}", *QUICK[:-2], "--bounds", "goal=5..15", "--report", page, "--json")
    answer = command("improve", race(tmp_path, seats), *words)
    assert answer.code in (0, 2), answer.complaint  # twelve fresh matches may leave it open
    assert answer.json["rules"] is None
    assert len(answer.json["tried"]) > 1
    assert page.is_file()


def test_rules_of_a_class_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (str(race(tmp_path, 2)), *GOAL, "--write", str(tmp_path / "race.lud"))
    assert "there is no rules text to write" in complaint(monkeypatch, capsys, *words)


def test_kinds_of_edits_are_read_by_name_and_in_groups() -> None:
    assert read_kinds("number, option") == ("number", "option")
    assert read_kinds("values,number")[0] == "number"
    assert set(read_kinds("all")) == {*read_kinds("values"), *read_kinds("clauses")}
    with pytest.raises(AptsError, match="there are: values, clauses, all"):
        read_kinds("everything")


def test_notebook_shows_the_edit_and_the_goals() -> None:
    found = apts.improve("tic-tac-toe", "length at most 6", "random", matches=150, edits="number", most=12, fresh=12)
    shown = found._repr_html_()
    assert "3 becomes 2" in shown
    assert "length at most 6" in shown
    assert repr(found).startswith("<search for a better Tic-Tac-Toe")


def test_rules_are_not_written_over_those_the_search_begins_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own, text = tmp_path / "own.lud", str(apts.load("tic-tac-toe").rules)
    own.write_text(text, encoding="utf-8")
    words = (str(own), *GOAL, "--write", str(own))
    assert "would replace the rules" in complaint(monkeypatch, capsys, *words)
    words = (str(own), *GOAL, "--write", str(tmp_path / "x"), "--report", str(tmp_path / "x"))
    assert "a file of its own" in complaint(monkeypatch, capsys, *words)
    assert own.read_text(encoding="utf-8") == text
