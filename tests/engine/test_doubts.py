"""Players and pieces that the rules speak of and the game does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import apts
from apts.cli.commands import app
from apts.engine.doubts import doubts
from apts.games.library import library_files
from apts.games.snowball_class import Snowball

GAME = """(game "Doubtful" (players {players})
  (equipment { (board (square 3)) (hand Each) (piece "Stone" Each) })
  (rules
    (play {play})
    (end {end})))"""
ADD = "(move Add (to (sites Empty)))"
LINE = "(if (is Line 3) (result Mover Win))"


def rules(players: int = 2, play: str = ADD, end: str = LINE) -> str:
    return GAME.replace("{players}", str(players)).replace("{play}", play).replace("{end}", end)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (rules(end="(if (is Line 3) (result P5 Win))"), "(result ..) in line 5 speaks of P5; the game has 2 players"),
        (rules(1, end="(if (is Line 3) (result P2 Loss))"), "speaks of P2; the game has 1 player, so it means nobody."),
        (rules(6, end="(if (is Mover P7) (result Mover Win))"), "(is Mover ..) in line 5 speaks of P7"),
        (
            rules(3, play='(or (forEach Piece "Rock") (move Pass))'),
            "names 'Rock', and no piece is called so (there are: Stone)",
        ),
        (
            rules(end='(if (= (count Pieces Mover "Rock") 3) (result Mover Win))'),
            "(count Pieces ..) in line 5 names 'Rock'",
        ),
    ],
)
def test_check_doubts_players_and_pieces_that_are_not_there(text: str, part: str, tmp_path: Path) -> None:
    (doubt,) = doubts(apts.load(text))
    assert part in doubt
    file = tmp_path / "game.lud"
    file.write_text(text, encoding="utf-8")
    told = CliRunner().invoke(app, ["check", str(file)])
    assert told.exit_code == 0
    assert f"Note: {doubt}" in told.output
    assert part.split("'")[0] in CliRunner().invoke(app, ["check", str(file), "--json"]).output


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_what_is_there_is_not_doubted(players: int) -> None:
    end = f'(if (and (is Line 3) (= (count Pieces P{players} "Stone") 3)) (result P{players} Win))'
    assert doubts(apts.load(rules(players, end=end))) == ()


def test_games_of_the_library_are_not_doubted() -> None:
    found = {name: doubts(apts.load(name)) for name in library_files()}
    assert {name: told for name, told in found.items() if told} == {}
    assert doubts(apts.load(Snowball)) == ()


def test_coordinate_that_is_not_there_is_named_as_it_was_written() -> None:
    text = rules().replace("(play ", '(start (place "Stone1" coord:"Z9")) (play ')
    with pytest.raises(apts.AptsError, match="at 'Z9': the board has no such coordinate"):
        apts.load(text)
