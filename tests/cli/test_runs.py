"""Runs as things: listed, told again, watched, taken elsewhere, renamed and deleted."""

from __future__ import annotations

import copy
import json
import re
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from apts.archive.opening import DEFAULT_PLACE
from apts.cli.arguments import DEFAULT_ARCHIVE
from apts.cli.settings import typed_command
from apts.report.going_on import archive_of
from tests.cli.command_line import Answer, apts

WATCH = re.compile(r"Watch one: (apts replay .*)")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Answer]:
    """An archive with one run, and what the play-test printed."""
    archive = tmp_path_factory.mktemp("archive") / "kept.db"
    words = ["--agents", "uct:iterations=60", "--matches", "60", "--archive", archive]
    answer = apts("playtest", "tic-tac-toe", *words)
    assert answer.code == 0, answer.complaint
    return archive, answer


@pytest.fixture
def archive(played: tuple[Path, Answer], tmp_path: Path) -> Path:
    """A copy of the archive that a test may change."""
    copy = tmp_path / "copy.db"
    copy.write_bytes(played[0].read_bytes())
    return copy


def test_runs_are_listed_with_game_agents_and_matches(archive: Path) -> None:
    answer = apts("runs", "--archive", archive)
    assert answer.code == 0
    for part in ("tic-tac-toe-", "Tic-Tac-Toe", "play-test", "uct:iterations=60", "60"):
        assert part in answer.output
    (row,) = apts("runs", "--archive", archive, "--json").json
    assert (row["game"], row["matches"], row["wanted"]) == ("Tic-Tac-Toe", 60, 60)


def test_names_in_the_list_are_whole_though_they_are_long(archive: Path) -> None:
    name = "tic-tac-toe-before-the-corner-rule-was-changed-and-everybody-was-asked"
    assert apts("rename", "last", name, "--archive", archive).code == 0
    lines = apts("runs", "--archive", archive).output.splitlines()
    assert all(len(line) <= 100 for line in lines)
    words = {word for line in lines for word in line.split()}
    assert {name, "Tic-Tac-Toe", "play-test", "uct:iterations=60"} <= words


def test_play_test_names_the_command_that_shows_a_match(played: tuple[Path, Answer]) -> None:
    found = WATCH.search(played[1].output)
    assert found, played[1].output
    shown = apts(*shlex.split(found[1])[1:])
    assert shown.code == 0
    assert "match " in shown.output
    assert "(expected: player 1 " in shown.output
    assert re.search(r"player \d wins|no winner", shown.output)


def test_replay_shows_every_position_and_the_values_of_its_turns(archive: Path) -> None:
    shown = apts("replay", "last", "3", "--archive", archive, "--json").json
    assert len(shown["positions"]) == len(shown["turns"]) + 1
    assert all(len(turn["values"]) == 2 for turn in shown["turns"])
    text = apts("replay", "tic", "3", "--archive", archive).output
    for number, turn in enumerate(shown["turns"], 1):
        assert f"{number}. player {turn['mover']} plays {turn['move']}" in text


@pytest.mark.long
def test_report_of_a_stored_run_is_that_of_the_play_test(archive: Path, tmp_path: Path) -> None:
    words = ["--agents", "uct:iterations=60", "--matches", "60", "--archive", archive]
    apts("playtest", "tic-tac-toe", *words, "--report", tmp_path / "first.html")
    answer = apts("report", "last", "--archive", archive, "--out", tmp_path / "again.html")
    assert (answer.code, answer.output) == (0, f"report: {tmp_path / 'again.html'}\n")
    page = (tmp_path / "again.html").read_text(encoding="utf-8")
    found = re.search(r"<code>(apts replay [^<]*)</code>", page)
    assert found, "the report does not say how a match is watched in the terminal"
    assert apts(*shlex.split(found[1])[1:]).code == 0
    refused = apts("report", "last", "--archive", archive, "--lang", "xx")
    assert refused.code == 1
    assert "xx" in refused.complaint


def test_exported_run_is_taken_in_elsewhere(archive: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "run.json", tmp_path / "other.db"
    assert apts("export", "last", "--archive", archive, "--out", file).code == 0
    answer = apts("import", file, "--archive", other)
    assert (answer.code, answer.output.partition(": ")[2]) == (0, "60 new matches\n")
    assert "0 new matches; 60 were there before" in apts("import", file, "--archive", other).output
    apts("export", "last", "--archive", other, "--out", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()
    table = tmp_path / "turns.csv"
    assert apts("export", "last", "--archive", archive, "--out", table, "--turns").code == 0
    assert len(table.read_text(encoding="utf-8").splitlines()) > 300
    refused = apts("export", "last", "--archive", archive, "--out", tmp_path / "run.xls")
    assert (refused.code, refused.complaint) == (
        1,
        f"--out {str(tmp_path / 'run.xls')!r} must end in .json, .csv, .parquet, which says how to write it\n",
    )


@pytest.mark.long
def test_renamed_run_is_found_by_the_same_play_test(archive: Path) -> None:
    assert apts("rename", "last", "first try", "--archive", archive).code == 0
    words = ["--agents", "uct:iterations=60", "--matches", "60", "--archive", archive]
    again = apts("playtest", "tic-tac-toe", *words, "--json").json
    assert again["run"] == "first try"
    assert len(apts("runs", "--archive", archive, "--json").json) == 1
    for wrong in ("", "last", "a\nb"):
        refused = apts("rename", "first try", wrong, "--archive", archive)
        assert refused.code == 1
        assert "cannot be" in refused.complaint


def test_name_that_leads_elsewhere_leads_no_file_there(archive: Path, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    assert apts("rename", "last", "../out/of", "--archive", archive).code == 0
    assert apts("export", "last", "--archive", archive, folder=inside).code == 0
    assert apts("report", "last", "--archive", archive, folder=inside).code == 0
    assert {path.name for path in inside.iterdir()} == {"out-of.json", "out-of.html"}
    assert not (tmp_path / "out").exists()


def test_name_of_another_run_is_refused(archive: Path) -> None:
    apts("playtest", "tic-tac-toe", "--agents", "random", "--matches", "3", "--archive", archive, "--name", "other")
    refused = apts(
        "rename", "other", apts("runs", "--archive", archive, "--json").json[0]["name"], "--archive", archive
    )
    assert refused.code == 1
    assert "has a run" in refused.complaint


def test_deleting_asks_and_takes_no_answer_for_a_no(archive: Path) -> None:
    refused = apts("delete", "last", "--archive", archive)
    assert (refused.code, refused.complaint) == (1, "nothing was deleted; --yes deletes without asking\n")
    done = apts("delete", "last", "--yes", "--archive", archive, "--json")
    assert done.json["matches"] == 60
    assert json.loads(apts("runs", "--archive", archive, "--json").output) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["replay", "last", "61"], "has no match 61; its 60 matches lie between 1 and 60"),
        (["replay", "tac"], "the archive has no run 'tac'"),
        (["report", "chess"], "the archive has no run 'chess'"),
    ],
)
def test_wrong_names_are_told(played: tuple[Path, Answer], words: list[str], sentence: str) -> None:
    refused = apts(*words, "--archive", played[0])
    assert refused.code == 1
    assert sentence in refused.complaint


def test_no_archive_says_how_one_is_made(tmp_path: Path) -> None:
    refused = apts("runs", "--archive", tmp_path / "none.db")
    assert refused.code == 1
    assert "apts playtest GAME makes one" in refused.complaint


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("apts playtest hex", DEFAULT_PLACE),
        ("apts playtest hex --archive 'my runs.db' --seed 2", "my runs.db"),
        ("apts playtest hex --archive=other.db", "other.db"),
        ("", None),
        ("apts playtest 'hex", None),
    ],
)
def test_archive_of_a_typed_command_is_known(command: str, place: str | None) -> None:
    assert archive_of(command) == place
    assert DEFAULT_ARCHIVE == DEFAULT_PLACE


def test_last_run_is_the_play_test_and_not_what_was_played_beside_it(tmp_path: Path) -> None:
    archive = tmp_path / "dice.db"
    assert apts("playtest", "mail-coaches", "--agents", "random", "--matches", "12", "--archive", archive).code == 0
    kinds = {row["name"]: row["matches"] for row in apts("runs", "--archive", archive, "--json").json}
    assert len(kinds) == 2
    answer = apts("report", "last", "--archive", archive, "--out", tmp_path / "report.html", "--json")
    first = next(iter(kinds))
    assert answer.json["run"] == first
    assert apts("rename", "last", "mine", "--archive", archive).code == 0
    assert {row["name"] for row in apts("runs", "--archive", archive, "--json").json} == {*kinds, "mine"} - {first}


def test_changed_moves_and_results_are_not_taken_in(archive: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "run.json", tmp_path / "other.db"
    assert apts("export", "last", "--archive", archive, "--out", file).code == 0
    whole = json.loads(file.read_text(encoding="utf-8"))

    def refused(change: Callable[[dict[str, Any]], None]) -> str:
        document = copy.deepcopy(whole)
        change(document["matches"][2])
        file.write_text(json.dumps(document), encoding="utf-8")
        answer = apts("import", file, "--archive", other)
        assert answer.code == 1
        assert "Nothing was imported" in answer.complaint
        return answer.complaint

    def doubled(match: dict[str, Any]) -> None:
        match["moves"][2] = match["moves"][0]

    def turned(match: dict[str, Any]) -> None:
        match["outcome"]["ranks"].reverse()
        match["outcome"]["utilities"].reverse()
        match["outcome"]["winner"] = 3 - match["outcome"]["winner"]

    assert whole["matches"][2]["outcome"]["winner"] is not None
    assert "match 3 cannot be played again at turn 3" in refused(doubled)
    told = " ".join(refused(turned).split())
    assert re.search(
        r"match 3 is said to have ended after turn \d+ with the winner (\d), by its moves (?!\1)\d; the ranks", told
    )

    def ranked(match: dict[str, Any]) -> None:
        match["outcome"]["ranks"].reverse()

    assert re.search(
        r"with the ranks (\d, \d), by its moves (?!\1)\d, \d\. Nothing was", " ".join(refused(ranked).split())
    )
    assert not other.exists()
    assert apts("import", file, "--archive", other, "--unchecked").code == 0


def test_matches_of_a_class_are_taken_in_with_a_note(tmp_path: Path) -> None:
    words = ("playtest", "snowball-class", "--agents", "random", "--matches", "2", "--name", "snow")
    assert apts(*words, folder=tmp_path).code == 0
    assert apts("export", "snow", "--out", "run.json", folder=tmp_path).code == 0
    answer = apts("import", "run.json", "--archive", "other.db", folder=tmp_path)
    assert (answer.code, answer.output) == (0, "snow: 2 new matches\n")
    assert "is a Python class, so that its matches are taken in unchecked" in " ".join(answer.complaint.split())


def test_one_damaged_match_keeps_nobody_from_its_neighbours(archive: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(archive)) as connection:
        connection.execute("UPDATE apts_matches SET record = x'00112233' WHERE number = 7")
        connection.commit()
    place = ("--archive", archive)
    refused = apts("replay", "last", "7", *place)
    assert refused.code == 1
    assert "Match 7 of run" in refused.complaint
    assert "apts delete RUN --match 7" in refused.complaint
    assert apts("replay", "last", "8", "--json", *place).json["match"] == 8
    for words in (("report", "last", "--out", tmp_path / "a.html"), ("export", "last", "--out", tmp_path / "a.json")):
        answer = apts(*words, *place)
        assert answer.code == 0, answer.complaint
        assert "left out. Match 7 of run" in answer.complaint
    numbers = [match["number"] for match in json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))["matches"]]
    assert numbers == [number for number in range(1, 61) if number != 7]
    deleted = apts("delete", "last", "--match", "7", "--yes", *place)
    assert deleted.code == 0, deleted.complaint
    resumed = apts("playtest", "tic-tac-toe", "--agents", "uct:iterations=60", "--matches", "60", "--resume", *place)
    assert resumed.code == 0, resumed.complaint
    assert apts("replay", "last", "7", "--json", *place).json["match"] == 7


def test_a_match_that_is_not_there_is_not_deleted(archive: Path) -> None:
    answer = apts("delete", "last", "--match", "61", "--yes", "--archive", archive)
    assert (answer.code, "has no match 61" in answer.complaint) == (1, True)


def test_one_damaged_manifest_keeps_nobody_from_the_list_and_from_other_runs(archive: Path, tmp_path: Path) -> None:
    place = ("--archive", archive)
    first = apts("runs", *place, "--json").json[0]["name"]
    assert apts("playtest", "tic-tac-toe", "--agents", "random", "--matches", "30", *place).code == 0
    with closing(sqlite3.connect(archive)) as connection:
        connection.execute("UPDATE apts_runs SET manifest = '{' WHERE name = ?", (first,))
        connection.commit()
    assert [row["purpose"] for row in apts("runs", *place, "--json").json] == ["damaged", "play-test"]
    assert "damaged" in apts("runs", *place).output
    assert apts("report", "last", "--out", tmp_path / "a.html", *place).code == 0
    assert "The manifest of run" in apts("report", first, "--out", tmp_path / "b.html", *place).complaint


def test_table_and_comparison_know_a_run_by_its_beginning_and_as_the_last(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / DEFAULT_ARCHIVE).write_bytes(archive.read_bytes())
    assert apts("rename", "last", "baseline", folder=folder).code == 0
    for word in ("last", "base", "baseline"):
        assert apts("table", word, "--json", folder=folder).json["matches"] == 60
        assert apts("table", word, "--archive", folder / DEFAULT_ARCHIVE).code == 0
    both = apts("compare", "last", "basel", "--json", folder=folder)
    assert both.code == 0, both.complaint
    assert [both.json[side]["run"] for side in "ab"] == ["baseline"] * 2
    for words in (("table", "tacs"), ("compare", "tacs", "last")):
        refused = apts(*words, folder=folder)
        assert refused.code == 1
        told = " ".join(refused.complaint.split())
        assert "there is no game called 'tacs'" in told
        assert "no such run: the archive has no run 'tacs'; apts runs lists those there are" in told


READING = (
    ("table", "nonsense"),
    ("table", "last"),
    ("compare", "nonsense", "tic-tac-toe"),
    ("compare", "tic-tac-toe", "last"),
    ("report", "last"),
    ("runs",),
    ("export", "last"),
    ("replay", "last", "1"),
    ("rename", "last", "other"),
    ("delete", "last", "--yes"),
    ("import", "nothing.json"),
)
REFUSED = ("--agents", "nonsense")
PLAYING = (
    ("table", "tic-tac-toe", *REFUSED),
    ("compare", "tic-tac-toe", "tic-tac-toe", *REFUSED),
    ("sensitivity", "tic-tac-toe", *REFUSED),
    ("goals", "check", "tic-tac-toe", "--goal", "fair-seats", *REFUSED),
    ("improve", "tic-tac-toe", "--goal", "fair-seats", *REFUSED),
)


@pytest.mark.parametrize("words", [*READING, *PLAYING], ids=" ".join)
def test_command_that_plays_nothing_makes_no_archive(words: tuple[str, ...], tmp_path: Path) -> None:
    answer = apts(*words, "--archive", "new/kept.db", folder=tmp_path)
    assert answer.code == 1, answer.complaint
    assert list(tmp_path.iterdir()) == []


def test_missing_folders_are_made_for_whatever_is_written(archive: Path, tmp_path: Path) -> None:
    few = ("--agents", "random", "--matches", "2")
    for words in (
        ("playtest", "tic-tac-toe", *few, "--archive", "a/b/new.db", "--report", "a/c/report.html"),
        ("export", "last", "--archive", archive, "--out", "a/d/run.json"),
        ("import", "a/d/run.json", "--archive", "a/e/taken.db"),
        ("analyze", "tic-tac-toe", "--agent", "uct:iterations=20", "--tree", "a/f/tree.svg"),
        ("new", "a/g/mine.lud"),
        ("qlearn", "train", "tic-tac-toe", "--episodes", "10", "--model", "a/h/values.q"),
    ):
        answer = apts(*words, folder=tmp_path)
        assert answer.code == 0, answer.complaint
        assert Path(tmp_path / words[-1]).is_file() or (tmp_path / words[1]).is_file()
    assert (tmp_path / "a" / "b" / "new.db").is_file()


def test_file_in_the_place_of_a_folder_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("")
    for words in (
        ("playtest", "tic-tac-toe", "--matches", "1000000", "--archive", "text/kept.db"),
        ("analyze", "tic-tac-toe", "--agent", "uct:iterations=100000000", "--tree", "text/tree.svg"),
    ):
        answer = apts(*words, folder=tmp_path)
        assert answer.code == 1
        assert "text' is not a folder" in answer.complaint


@pytest.mark.parametrize(
    "words",
    [
        ["playtest", "tic-tac-toe", "--archive", "postgresql://ann:s3cret@nowhere.invalid:port/lab"],
        ["runs", "--archive=postgresql://ann:s3cret"],
        ["playtest", "postgresql://ann:s3cret@host/lab"],
        ["report", "postgresql://ann:s3cret@host/lab"],
        ["runs", "postgresql://ann:s3cret@host/lab"],
    ],
)
def test_password_of_an_archive_is_never_said(words: list[str], tmp_path: Path) -> None:
    answer = apts(*words, folder=tmp_path)
    assert answer.code != 0
    assert "s3cret" not in answer.output + answer.complaint, answer.complaint


def test_typed_command_is_kept_without_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["playtest", "hex", "--archive=postgresql://ann:a s3c@ret@host/lab", "--name", "a@b"]
    monkeypatch.setattr("sys.argv", ["apts", *typed])
    assert typed_command() == "apts playtest hex '--archive=postgresql://ann:***@host/lab' --name a@b"
