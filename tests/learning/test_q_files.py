"""Files of Q-learning that are wrong are refused with a sentence."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

import apts
from apts.errors import AptsError
from apts.learning.q.learner import QTraining, begin, settings_for, tuple_values
from apts.learning.q.model_file import QFile, QSettings
from tests.agents.small_games import Race
from tests.learning.q_files import learnt


def test_file_says_what_it_is(tmp_path: Path) -> None:
    file = learnt(tmp_path / "race.q", apts.load(Race), "table", 100, "race.py", seed=3)
    about = file.about
    assert (about.game.name, about.source, about.method, about.episodes) == ("Race", "race.py", "table", 100)
    assert (about.settings.seed, about.settings.rate, about.settings.explore) == (3, 1.0, 0.5)
    assert file.positions() > 20


def test_missing_file_is_named() -> None:
    with pytest.raises(AptsError, match=r"there is no file nowhere\.q"):
        apts.agent("q:nowhere.q")
    with pytest.raises(AptsError, match="needs the file of a training"):
        apts.agent("q")


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.q"
    path.write_text("once upon a time there was no database, and nobody missed it" * 20)
    with pytest.raises(AptsError, match="is not a file of apts qlearn, or it is damaged"):
        apts.agent(f"q:{path}")


def test_database_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.q"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE about (name TEXT, value TEXT)")
    with pytest.raises(AptsError, match="does not say what was learnt"):
        QFile(path).about  # noqa: B018 - reading is the test
    path.unlink()
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE matches (moves TEXT)")
    with pytest.raises(AptsError, match="is not a file of apts qlearn"):
        QFile(path).about  # noqa: B018


def test_newer_and_incomplete_files_are_refused(tmp_path: Path) -> None:
    path = learnt(tmp_path / "race.q", apts.load(Race), "table", 10).path
    with sqlite3.connect(path) as database:
        database.execute("UPDATE about SET value = '99' WHERE name = 'format'")
    with pytest.raises(AptsError, match=r"newer version of APTS \(format 99\)"):
        apts.agent(f"q:{path}")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE about SET value = '1' WHERE name = 'format'")
        database.execute("DELETE FROM about WHERE name = 'episodes'")
    with pytest.raises(AptsError, match="not complete"):
        apts.agent(f"q:{path}")


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    game = apts.load("tic-tac-toe")
    path = learnt(tmp_path / "t.q", game, "tuples", 10).path
    with sqlite3.connect(path) as database:
        database.execute("UPDATE weights SET numbers = x'00112233' WHERE name = 'numbers'")
    with pytest.raises(AptsError, match="is damaged: its weights cannot be read"):
        apts.agent(f"q:{path}").choose(game.start())


@pytest.mark.parametrize("method", ["table", "tuples"])
def test_other_game_and_other_parameters_are_refused(tmp_path: Path, method: str) -> None:
    game = apts.load("tic-tac-toe")
    path = learnt(tmp_path / "t.q", game, method, 10).path
    player = apts.agent(f"q:{path}")
    player.choose(game.start())
    with pytest.raises(AptsError, match="was learnt on Tic-Tac-Toe and cannot play Connect Four"):
        player.choose(apts.load("connect-four").start())
    with pytest.raises(AptsError, match="was learnt on other rules or parameters of Tic-Tac-Toe"):
        player.choose(apts.load("tic-tac-toe", grid="4x4").start())
    with pytest.raises(AptsError, match="was learnt on Tic-Tac-Toe and cannot play Race"):
        player.choose(apts.load(Race).start())
    with pytest.raises(AptsError, match="cannot play Connect Four"):
        QTraining(apts.load("connect-four"), QFile(path))


def test_comments_in_the_rules_make_no_other_game(tmp_path: Path) -> None:
    game = apts.load("tic-tac-toe")
    path = learnt(tmp_path / "t.q", game, "table", 10).path
    assert QFile(path).fit(apts.load(f"// the same\n{game.rules}")).game.name == "Tic-Tac-Toe"


def test_existing_file_is_not_written_over(tmp_path: Path) -> None:
    game = apts.load(Race)
    path = learnt(tmp_path / "race.q", game, "table", 10).path
    with pytest.raises(AptsError, match="exists already; --resume continues it"):
        begin(path, game, "race", "table", settings_for("table"))


def test_folder_of_a_new_file_is_made_where_it_can_be(tmp_path: Path) -> None:
    game = apts.load(Race)
    assert begin(tmp_path / "new" / "race.q", game, "race", "table", settings_for("table")).path.is_file()
    (tmp_path / "text").write_text("")
    with pytest.raises(AptsError, match="text' is not a folder"):
        begin(tmp_path / "text" / "race.q", game, "race", "table", settings_for("table"))


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(AptsError, match="--explore is a number from 0 to 1, not 2"):
        settings_for("table", explore=2.0)
    with pytest.raises(AptsError, match="by table or tuples, not by 'magic'"):
        begin("x.q", apts.load(Race), "race", "magic", QSettings())


@pytest.mark.parametrize("wrong", ["CAST(x'7bff8e' AS TEXT)", "'{\"a\": '", "x'00'", "'[[[['"])
@pytest.mark.parametrize("name", ["mark", "format", "settings", "game"])
def test_facts_that_cannot_be_read_are_refused(tmp_path: Path, name: str, wrong: str) -> None:
    path = learnt(tmp_path / "race.q", apts.load(Race), "table", 10).path
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE about SET value = {wrong} WHERE name = '{name}'")
    with pytest.raises(AptsError, match=r"race\.q"):
        QFile(path).about  # noqa: B018


def test_format_that_is_no_number_is_refused(tmp_path: Path) -> None:
    path = learnt(tmp_path / "race.q", apts.load(Race), "table", 10).path
    for wrong in ("DELETE FROM about WHERE name = 'format'", "INSERT INTO about VALUES ('format', '\"new\"')"):
        with sqlite3.connect(path) as database:
            database.execute(wrong)
        with pytest.raises(AptsError, match="is damaged: its format is"):
            QFile(path).about  # noqa: B018


@pytest.fixture(scope="module")
def tuples_of_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of n-tuples that is learnt once."""
    return learnt(tmp_path_factory.mktemp("tuples") / "h.q", apts.load("tic-tac-toe"), "tuples", 10).path


@pytest.fixture
def tuples(tuples_of_all: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(copyfile(tuples_of_all, tmp_path / "h.q"))


def with_fact(path: Path, name: str, value: Any) -> None:
    with sqlite3.connect(path) as database:
        database.execute("UPDATE about SET value = ? WHERE name = ?", (json.dumps(value), name))


HOSTILE_TUPLES: dict[str, dict[str, Any]] = {
    "a cell far away": {"tuples": [[[10**9, 1, 2]]]},
    "a cell before the first": {"tuples": [[[-1, 1, 2]]]},
    "a cell behind the last": {"tuples": [[[9, 1, 2]]]},
    "a cell beyond all words": {"tuples": [[[2**70, 1]]]},
    "images of different lengths": {"tuples": [[[0, 1], [0, 1, 2, 3]]]},
    "a tuple of no cells": {"tuples": [[[]]]},
    "no images": {"tuples": [[]]},
    "more weights than fit": {"tuples": [[[0, 1, 2, 3, 4, 5, 6, 7, 8]]]},
    "tuples without end": {"tuples": [[[0, 1, 2, 3, 4, 5, 6, 7]]] * 50_000},
    "texts": {"tuples": "abc"},
    "numbers that are texts": {"tuples": [["01"]]},
    "truth values": {"tuples": [[[True, False]]]},
    "another board of the second player": {"exchanged": [10**9] * 9},
    "one site of the second player": {"exchanged": [0]},
    "too many sites of the second player": {"exchanged": list(range(500))},
}


@pytest.mark.parametrize("hostile", HOSTILE_TUPLES)
def test_tuples_that_compiled_code_would_follow_out_of_its_memory_are_refused(hostile: str, tuples: Path) -> None:
    game, file = apts.load("tic-tac-toe"), QFile(tuples)
    assert tuple_values(game, file, file.about).size > 0
    with_fact(tuples, "shape", {**(file.about.shape or {}), **HOSTILE_TUPLES[hostile]})
    with pytest.raises(AptsError, match=r"h\.q is damaged: the tuples of the values"):
        tuple_values(game, file, file.about)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("episodes", -1),
        ("episodes", "many"),
        ("episodes", []),
        ("seconds", None),
        ("source", 7),
        ("shape", []),
        ("shape", None),
        ("game", {"name": 1, "rules_hash": "0", "rules": None}),
        ("game", {"name": "\ud800", "rules_hash": "0", "rules": None}),
        ("game", {"name": "Race", "rules_hash": 1.5, "rules": None}),
        ("settings", {"seed": 1.5}),
        ("settings", {"rate": "2"}),
        ("settings", {"walks": 1.5}),
        ("settings", {"walks": 10**400}),
    ],
)
def test_facts_of_wrong_kinds_are_damage(name: str, value: Any, tuples: Path) -> None:
    with_fact(tuples, name, value)
    with pytest.raises(AptsError, match=r"h\.q"):
        QFile(tuples).about  # noqa: B018


@pytest.mark.parametrize(
    ("column", "value"), [("value", "'x'"), ("value", "9e999"), ("visits", "-1"), ("move", "x'00'")]
)
def test_values_of_moves_that_are_none_are_damage(column: str, value: str, tmp_path: Path) -> None:
    file = learnt(tmp_path / "race.q", apts.load(Race), "table", 10)
    with sqlite3.connect(file.path) as database:
        database.execute(f"UPDATE OR IGNORE moves SET {column} = {value}")
    with pytest.raises(AptsError, match=r"race\.q is damaged: it holds values of moves that do not exist"):
        list(file.rows())


def test_weights_that_are_no_numbers_are_damage(tuples: Path) -> None:
    with sqlite3.connect(tuples) as database:
        database.execute("UPDATE weights SET numbers = ? WHERE name = 'numbers'", (zlib.compress(b"\xff" * 12),))
        database.execute("UPDATE weights SET numbers = ? WHERE name = 'places'", (zlib.compress(b"\0" * 4),))
    with pytest.raises(AptsError, match="its weights cannot be read"):
        QFile(tuples).numbers(100)
