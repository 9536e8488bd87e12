"""Symmetries of the rules: all that are there, none that are not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from apts.engine.rules_game import RulesGame
from apts.games.library import load
from apts.learning.encodings.encode import NO_CELL
from apts.learning.encodings.encoding import encode, encoding_of
from apts.learning.encodings.symmetry import drawing_symmetries, mapped_codes, symmetries


def rules_game(name: str, **settings: Any) -> RulesGame:
    game = load(name, **settings)
    assert isinstance(game, RulesGame)
    return game


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("connect-four", 2),  # left and right
        ("tic-tac-toe", 8),
        ("othello", 4),  # the discs of the start allow half a turn and the two diagonals
        ("hex", 2),  # half a turn keeps the sides of both players
        ("yavalath", 12),
        ("breakthrough", 2),
        ("english-draughts", 1),
        pytest.param("nine-mens-morris", 8, marks=pytest.mark.long),
        ("kalah", 1),
    ],
)
def test_rules_have_exactly_these_symmetries(name: str, count: int) -> None:
    assert len(symmetries(rules_game(name))) == count


def test_the_identity_comes_first_and_all_are_permutations() -> None:
    found = symmetries(rules_game("tic-tac-toe"))
    assert found[0].tolist() == list(range(9))
    assert all(sorted(permutation.tolist()) == list(range(9)) for permutation in found)
    assert len({tuple(permutation.tolist()) for permutation in found}) == 8


def test_the_mirror_of_connect_four_exchanges_columns() -> None:
    _, mirror = symmetries(rules_game("connect-four"))
    assert mirror.reshape(6, 7).tolist() == [[row * 7 + 6 - column for column in range(7)] for row in range(6)]


LEFT_WINS = """
(game "Left" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites Left)) (result Mover Win)))))
"""
LATE_CORNER = """
(game "Late" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end (if (and (is Empty 4) (= 8 (count Pieces All))) (result P1 Win)))))
"""
ONE_CORNER_LAST = """
(game "Corner" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end (if (and (is Empty 0) (= 8 (count Pieces All))) (result P1 Win)))))
"""


def test_a_rule_that_knows_left_from_right_leaves_only_what_keeps_it() -> None:
    found = symmetries(RulesGame(LEFT_WINS))
    assert [permutation.tolist() for permutation in found] == [[*range(9)], [6, 7, 8, 3, 4, 5, 0, 1, 2]]


@pytest.mark.long
def test_a_rule_that_shows_only_at_the_end_of_some_matches_is_found_out() -> None:
    assert len(symmetries(RulesGame(LATE_CORNER))) == 8
    found = symmetries(RulesGame(ONE_CORNER_LAST))
    assert [permutation.tolist() for permutation in found] == [[*range(9)], [0, 3, 6, 1, 4, 7, 2, 5, 8]]


def test_the_image_of_a_position_is_the_position_of_the_mirrored_moves() -> None:
    game = rules_game("connect-four")
    _, mirror = symmetries(game)
    state, other = game.start(), game.start()
    for move, mirrored in zip("ddcba", "ddefg", strict=True):
        state, other = state.after(state.find_move(move)), other.after(other.find_move(mirrored))
    planes, numbers, codes = encode(game, state.position)
    image, image_numbers, image_codes = encode(game, other.position)
    assert np.array_equal(planes, image[:, mirror])
    assert np.array_equal(numbers, image_numbers)
    assert sorted(mapped_codes(codes, mirror).tolist()) == sorted(image_codes.tolist())


def test_mapped_codes_keep_kinds_padding_and_missing_cells() -> None:
    swapped = np.array([1, 0], np.int32)
    codes = np.array([5 << 32 | 0 << 16 | 1, 3 << 32 | NO_CELL << 16 | 0, NO_CELL << 16 | NO_CELL, -1])
    expected = [5 << 32 | 1 << 16 | 0, 3 << 32 | NO_CELL << 16 | 1, NO_CELL << 16 | NO_CELL, -1]
    assert mapped_codes(codes, swapped).tolist() == expected


def test_hands_stay_where_they_are() -> None:
    game = rules_game("gobblet-gobblers")
    layout = encoding_of(game).layout
    for permutation in drawing_symmetries(layout):
        apart = layout.site_cells[9:]
        assert permutation[apart].tolist() == apart.tolist()
