"""The description of a game: complete, plain data, and the same geometry as every other drawing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import apts
from apts.errors import AptsError
from apts.publish.description import board_style, describe

HOSTILE = """(game "<b>Bold</b>" (players 2) (equipment {(board (square 3)) (piece "<script>alert(1)</script>" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
    (metadata (info {}) (graphics {}))"""


@pytest.mark.parametrize("name", ["breakthrough", "alquerque", "hex"])
def test_sites_are_where_every_drawing_has_them(name: str) -> None:
    game = apts.load(name)
    described = describe(game)
    state = game.start().play(game.start().moves()[0])
    drawn = set(re.findall(r'<circle class="seat[^>]* cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', state.svg()))
    places = {(site["x"], site["y"], site["radius"]) for site in described["sites"]}
    assert drawn
    for written in drawn:
        x, y, radius = map(float, written)
        assert any(abs(x - a) < 0.06 and abs(y - b) < 0.06 and abs(radius - r) < 0.06 for a, b, r in places)


def test_layers_are_those_of_the_picture_of_a_position() -> None:
    game = apts.load("english-draughts")
    board, svg = describe(game)["board"], game.start().svg()
    plain = re.sub(r' (?:fill|stroke)="[^"]*"', "", svg)  # colours for programs that know no style sheets
    assert board["ground"] in plain
    assert board["writing"] in plain


def test_a_description_is_plain_data_that_json_gives_back() -> None:
    described = describe(apts.load("backgammon"))
    again = json.loads(json.dumps(described))
    assert again["dice"]["faces"] == [[1, 2, 3, 4, 5, 6]] * 2
    assert set(again["dice"]["drawings"]) >= {"", "1", "6", "6 used"}
    assert [hand["owner"] for hand in again["hands"]] == [1, 2]
    assert again["rules_hash"] == describe(apts.load("backgammon"))["rules_hash"]


def test_rules_in_force_decide_the_hash() -> None:
    changed = apts.load("tic-tac-toe", **{"is Line.length": 2})
    assert describe(changed)["rules_hash"] != describe(apts.load("tic-tac-toe"))["rules_hash"]


def test_nobody_is_told_where_a_rules_text_lies(tmp_path: Path) -> None:
    file = tmp_path / "mine.lud"
    file.write_text(apts.load("tic-tac-toe").rules, encoding="utf-8")
    text = json.dumps(describe(apts.load(str(file))))
    assert "mine.lud:" in text
    assert str(tmp_path) not in text


def test_names_in_drawings_are_escaped() -> None:
    described = describe(apts.load(HOSTILE))
    drawings = [drawing for kind in described["pieces"]["kinds"] for drawing in kind["drawings"].values()]
    for markup in (*drawings, described["board"]["ground"], described["board"]["writing"]):
        root = ElementTree.fromstring(f"<svg>{markup}</svg>")
        assert {element.tag for element in root.iter()} <= {"svg", "g", "path", "circle", "rect", "text", "title"}


def test_a_game_from_a_class_is_refused_in_a_sentence() -> None:
    with pytest.raises(AptsError, match="is written in Python, which browsers do not run"):
        describe(apts.load("snowball-class"))


def test_the_style_of_boards_knows_light_and_dark() -> None:
    assert "prefers-color-scheme:dark" in board_style()
