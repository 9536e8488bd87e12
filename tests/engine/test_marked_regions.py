"""Which regions a drawing marks: those of players, that the rules use and that take less than half of the board."""

from __future__ import annotations

import apts
from apts.engine.rules_game import RulesGame
from apts.engine.text.drawing import marked_regions


def marked(name: str) -> list[tuple[int, str, int]]:
    """The owner, the name and the size of each region that is marked."""
    game = apts.load(name)
    assert isinstance(game, RulesGame)
    return [(mark.owner, mark.name, len(mark.sites)) for mark in marked_regions(game.compiled)]


def game_with(regions: str, goal: str) -> str:
    return f"""(game "Goals" (players 2) (equipment {{(board (square 4)) (piece "Disc" Each) {regions}}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) {goal}) (result Mover Win)))))"""


def test_goals_of_players_are_marked() -> None:
    assert marked("breakthrough") == [(1, "", 8), (2, "", 8)]
    assert marked("backgammon") == [(1, "", 6), (2, "", 6)]


def test_sides_to_join_have_their_bands_already() -> None:
    assert marked("hex") == []
    assert marked("connect-four") == []


def test_regions_of_one_name_are_one_and_keep_their_order() -> None:
    parts = '(regions "Shed" P2 (sites Left)) (regions "Home" P1 (sites {0 1})) (regions "Home" P1 (sites {5}))'
    assert marked(game_with(parts, "(sites Mover)")) == [(2, "Shed", 4), (1, "Home", 3)]


def test_half_of_the_board_what_nobody_owns_and_what_no_rule_asks_for_are_not_marked() -> None:
    parts = '(regions "Half" P1 (sites {0..7})) (regions "Inn" (sites {8})) (regions "Less" P2 (sites {9..15}))'
    assert marked(game_with(parts, '(union (sites Mover) (sites "Inn"))')) == [(2, "Less", 7)]
    assert marked(game_with(parts, "(sites Top)")) == []
