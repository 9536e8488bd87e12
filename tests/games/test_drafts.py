"""Templates: commented games to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.agents.matches import play_match
from apts.games.catalogue import draft_text, draft_title, templates, write_draft

NAMES = tuple(templates())
MATCHES = 200


def test_there_is_one_for_every_kind() -> None:
    assert set(NAMES) == {"placement", "movement", "capture", "race", "mancala", "stacking", "score"}
    assert all(templates().values())


@pytest.mark.parametrize("name", NAMES)
def test_template_ends_and_everybody_wins_some(name: str) -> None:
    played = apts.load(draft_text(name, "Draft")).playouts(MATCHES, seed=1)
    assert played.unfinished == 0
    assert all(wins > MATCHES / 10 for wins in played.wins)


@pytest.mark.parametrize("seats", ["Three", "Four"])
def test_race_is_for_three_and_four_as_well(seats: str) -> None:
    played = apts.load(draft_text("race", "Draft"), players=seats).playouts(MATCHES, seed=1)
    assert played.unfinished == 0
    assert all(wins > MATCHES / 10 for wins in played.wins)


@pytest.mark.parametrize("agent", ["random", "uct:iterations=20", "alphabeta:depth=2"])
@pytest.mark.parametrize("name", NAMES)
def test_agents_play_a_template(name: str, agent: str) -> None:
    game = apts.load(draft_text(name, "Draft"))
    assert play_match(game, [apts.agent(agent)] * game.players, 1, limit=12).turns


@pytest.mark.parametrize("name", NAMES)
def test_template_teaches_by_comments(name: str) -> None:
    lines = draft_text(name, "Draft").splitlines()
    assert sum("//" in line for line in lines) >= 8
    assert any("What to change first" in line for line in lines)


@pytest.mark.parametrize(
    ("file", "title"),
    [
        ("my-game.lud", "My Game"),
        ("my_second game.lud", "My Second Game"),
        ("4x4.lud", "4x4"),
        ("McCoy.lud", "McCoy"),
        ('a"b <Board:size> #1 (x) ~.lud', "A B Board Size 1 X"),
        ("jogo-da-onça.lud", "Jogo Da Onça"),
        ("---.lud", "My Game"),
        (f"{'x' * 200}.lud", f"X{'x' * 59}"),
    ],
)
def test_title_comes_from_the_file(file: str, title: str) -> None:
    assert draft_title(Path(file)) == title
    assert apts.load(draft_text("placement", title)).name == title


def test_file_gets_the_suffix_and_is_not_written_over(tmp_path: Path) -> None:
    path = write_draft(str(tmp_path / "mine"))
    assert path == tmp_path / "mine.lud"
    assert apts.load(path).name == "Mine"
    path.write_text("changed", encoding="utf-8")
    with pytest.raises(apts.AptsError, match="exists already; --force"):
        write_draft(str(path), "race")
    assert path.read_text(encoding="utf-8") == "changed"
    write_draft(str(path), "race", force=True)
    assert apts.load(path).name == "Mine"


def test_points_in_a_name_are_kept(tmp_path: Path) -> None:
    assert write_draft(str(tmp_path / "version 1.2")).name == "version 1.2.lud"


def test_folder_of_a_new_game_is_made(tmp_path: Path) -> None:
    assert write_draft(str(tmp_path / "games" / "mine.lud")).is_file()


@pytest.mark.parametrize(
    ("file", "complaint"),
    [
        ("mine.py", "ends in .lud, not in .py"),
        ("", "names no file"),
        ("folder/", "names no file"),
        ("nul\0l.lud", "names no file"),
    ],
)
def test_file_that_cannot_be_is_refused(
    file: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(apts.AptsError, match=complaint):
        write_draft(file)


def test_unknown_template_lists_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(apts.AptsError, match=r"'mancla'; did you mean mancala\? \(there are: capture, mancala, mov"):
        write_draft(str(tmp_path / "mine"), "mancla")
    assert not list(tmp_path.iterdir())
