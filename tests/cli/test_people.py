"""People's matches on the command line: taken in from a file or pasted, listed, and told beside those of agents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apts.games.library import load
from tests.cli.command_line import apts
from tests.publish.people_samples import as_text, sent, sent_match


@pytest.fixture(scope="module")
def sent_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = load("tic-tac-toe")
    file = tmp_path_factory.mktemp("sent") / "tic-tac-toe-matches.json"
    file.write_text(json.dumps(sent(game, [sent_match(game, seed) for seed in range(3)])), encoding="utf-8")
    return file


def test_import_that_fails_leaves_no_archive_behind(tmp_path: Path) -> None:
    (tmp_path / "sent.json").write_text("{", encoding="utf-8")
    refused = apts("import", "sent.json", "--archive", "new.db", folder=tmp_path)
    assert refused.code != 0
    assert [file.name for file in tmp_path.iterdir()] == ["sent.json"]


def test_file_and_pasted_text_are_one(sent_file: Path, tmp_path: Path) -> None:
    first = apts("import", sent_file, folder=tmp_path)
    assert first.code == 0, first.complaint
    assert "3 new matches of people" in first.output
    text = as_text(json.loads(sent_file.read_text(encoding="utf-8")))
    assert "0 new matches of people; 3 were there before" in apts("import", "-", typed=text, folder=tmp_path).output
    assert "people" in apts("runs", folder=tmp_path).output


def test_play_test_and_last_report_are_those_of_agents(sent_file: Path, tmp_path: Path) -> None:
    played = apts(
        "playtest", "tic-tac-toe", "--agents", "random", "--matches", "6", "--name", "agents", folder=tmp_path
    )
    assert "People:" not in played.output
    assert apts("import", sent_file, "tic-tac-toe", "--json", folder=tmp_path).json["added"] == 3
    told = apts("playtest", "tic-tac-toe", "--agents", "random", "--matches", "6", "--resume", folder=tmp_path)
    assert "People: 3 matches on a published page" in told.output
    assert "people against level:club: score" in told.output
    assert apts("report", "last", folder=tmp_path).output.strip() == "report: agents.html"
    assert "What people did" in (tmp_path / "agents.html").read_text(encoding="utf-8")


def test_damage_is_told_and_good_matches_can_be_kept(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    damaged = sent(game, [sent_match(game, 1), sent_match(game, 2, moves=["b2", "b2"], times=[])])
    (tmp_path / "sent.json").write_text(json.dumps(damaged), encoding="utf-8")
    refused = apts("import", "sent.json", folder=tmp_path)
    assert refused.code == 1
    assert "match 2: move 2 does not follow the rules" in refused.complaint
    assert "Traceback" not in refused.complaint
    kept = apts("import", "sent.json", "--keep-good", folder=tmp_path)
    assert "left out: match 2" in kept.output
    assert "1 new match of people" in kept.output
    named = apts("import", "sent.json", "--name", "x", folder=tmp_path)
    assert (named.code, "--name is for runs" in named.complaint) == (1, True)


def test_file_without_matches_is_said_to_have_none(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    (tmp_path / "sent.json").write_text(json.dumps(sent(game, [])), encoding="utf-8")
    answer = apts("import", "sent.json", folder=tmp_path)
    assert (answer.code, answer.output) == (0, "Nothing was imported: there are no matches of Tic-Tac-Toe in it.\n")
    assert apts("import", "sent.json", "--json", folder=tmp_path).json["run"] is None
    damaged = sent(game, [sent_match(game, 2, moves=["b2", "b2"], times=[])])
    (tmp_path / "sent.json").write_text(json.dumps(damaged), encoding="utf-8")
    kept = apts("import", "sent.json", "--keep-good", folder=tmp_path)
    assert kept.code == 0
    assert "left out: match 1" in kept.output
    assert "there are no other matches of Tic-Tac-Toe in it." in kept.output
    assert [file.name for file in tmp_path.iterdir()] == ["sent.json"]


def test_run_without_matches_is_said_to_have_none(tmp_path: Path) -> None:
    assert apts("playtest", "tic-tac-toe", "--agents", "random", "--matches", "2", folder=tmp_path).code == 0
    assert apts("export", "last", "--out", "run.json", folder=tmp_path).code == 0
    document = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    (tmp_path / "run.json").write_text(json.dumps({**document, "matches": []}), encoding="utf-8")
    answer = apts("import", "run.json", "--archive", "other.db", folder=tmp_path)
    assert (answer.code, answer.output.endswith(": 0 new matches; there are none in the file\n")) == (0, True)
