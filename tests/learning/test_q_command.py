"""``apts qlearn`` as a person meets it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from apts.cli.commands import app
from apts.errors import AptsError
from apts.learning.q import learner
from tests.cli.command_line import Answer
from tests.learning.q_files import STRIP


def apts(*words: str | Path) -> Answer:
    """Run a command in this process; a mistake of the person is the complaint."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(result.exception, AptsError):
        return Answer(1, result.stdout, str(result.exception))
    return Answer(result.exit_code, result.stdout, result.stderr)


@pytest.mark.long
def test_training_is_gone_on_with_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "ttt.q"
    answer = apts("qlearn", "train", "tic-tac-toe", "--model", file, "--method", "table", "--episodes", "300")
    assert answer.code == 0, answer.complaint
    assert "Tic-Tac-Toe: a table after 300 episodes, seed 1" in answer.output
    assert "exists already" in apts("qlearn", "train", "tic-tac-toe", "--model", file, "--method", "table").complaint
    more = apts("qlearn", "train", "tic-tac-toe", "--model", file, "--resume", "--episodes", "500", "--json")
    assert more.json["episodes"] == 500
    shown = apts("qlearn", "show", file)
    assert "after 500 episodes" in shown.output
    assert "rate 1, explore 0.5" in shown.output
    assert apts("qlearn", "show", file, "--json").json["values"] == more.json["values"]


def test_proof_of_little_training_fails_and_names_a_mistake(tmp_path: Path) -> None:
    rules, file = tmp_path / "strip.lud", tmp_path / "strip.q"
    rules.write_text(STRIP)
    assert apts("qlearn", "train", rules, "--model", file, "--episodes", "1").code == 0
    answer = apts("qlearn", "prove", file)
    assert answer.code == 1
    assert "Strip: not proven" in answer.output
    assert apts("qlearn", "train", rules, "--model", file, "--resume", "--episodes", "2000").code == 0
    answer = apts("qlearn", "prove", file)
    assert answer.code == 0, answer.output
    assert "Strip: proven" in answer.output


@pytest.mark.long
def test_study_shows_before_and_after() -> None:
    answer = apts(
        "qlearn", "study", "connect-four", "--episodes", "3000", "--matches", "20",
        "--opponents", "random,alphabeta:depth=1", "--json",
    )  # fmt: skip
    assert answer.code == 0, answer.complaint
    rows = {row["opponent"]: row for row in answer.json["rows"]}
    assert set(rows) == {"random", "alphabeta:depth=1"}
    assert rows["random"]["after"]["score"] > 0.8
    assert rows["random"]["after"]["score"] > rows["random"]["before"]["score"]
    for row in rows.values():
        assert row["after"]["wins"] + row["after"]["draws"] + row["after"]["losses"] == 20


def test_wrong_words_are_answered_with_a_sentence(tmp_path: Path) -> None:
    assert "there is no file" in apts("qlearn", "show", tmp_path / "none.q").complaint
    assert "Missing argument 'FILE'" in apts("qlearn", "show").complaint
    assert "unexpected extra argument" in apts("qlearn", "train", "othello", "hex").complaint
    assert "No such command 'othello'" in apts("qlearn", "othello").complaint
    magic = apts("qlearn", "train", "othello", "--method", "magic", "--model", tmp_path / "m.q")
    assert "by table or tuples" in magic.complaint


def test_game_too_large_for_a_table_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learner, "MOST_POSITIONS", 200)
    file = tmp_path / "four.q"
    answer = apts("qlearn", "train", "connect-four", "--method", "table", "--model", file)
    assert "Connect Four is too large for a table: it has more than 200 positions" in answer.complaint
    assert not file.exists()
