"""The set-up of a match."""

from __future__ import annotations

import pytest

from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.runtime.layout import LAST_TO
from tests.engine.region_values import region_values
from tests.engine.small_match import PLACING, SmallMatch, small_game

HANDS = '(piece "Disc" Each) (piece "Rock" Neutral) (hand Each size:2)'


def started(rules: str, *, pieces: str = '(piece "Disc" Each)', board: str = "(board (square 3))") -> SmallMatch:
    """A match with these start rules."""
    return SmallMatch(small_game(PLACING.format(then=""), board=board, pieces=pieces, start=f"(start {{ {rules} }})"))


def test_pieces_are_placed_by_number_coordinate_and_region() -> None:
    match = started('(place "Disc1" 0) (place "Disc2" coord:"B2") (place "Disc1" {"C3"}) (place "Disc2" (sites {2 5}))')
    assert match.occupied() == {0: 1, 2: 2, 4: 2, 5: 2, 8: 1}


def test_the_last_placement_counts_as_the_last_move() -> None:
    assert started('(place "Disc1" {7 3})').word(LAST_TO) == 3
    assert started('(place "Disc1" 7) (set Score Each 0)').word(LAST_TO) == -1
    assert started("").word(LAST_TO) == -1


def test_every_player_gets_a_piece_in_its_hand() -> None:
    match = started('(place "Disc" "Hand" count:3) (place "Disc" "Hand")', pieces=HANDS)
    assert match.occupied() == {9: 1, 10: 1, 11: 2, 12: 2}
    assert [match.position.count(site) for site in (9, 10, 11, 12)] == [3, 1, 3, 1]


def test_a_numbered_hand_gets_the_piece_of_its_own_number() -> None:
    match = started('(place "Rock0" "Hand2" count:2)', pieces=HANDS)
    assert match.occupied() == {11: 2}
    assert match.position.count(11) == 2


def test_an_occupied_site_keeps_its_piece_and_counts_on() -> None:
    match = started('(place "Disc1" 0 count:2) (place "Disc2" 0)')
    assert match.occupied() == {0: 1}
    assert match.position.count(0) == 3


def test_states_and_values_are_set() -> None:
    match = started('(place "Disc1" 0 state:2 value:5) (place "Disc2" {1 2} state:1)')
    assert match.position.pieces(0) == [(1, 2, 5, 0)]
    assert match.position.pieces(2) == [(2, 1, 0, 0)]


def test_stacks_are_piled_from_the_bottom() -> None:
    match = started(
        '(place Stack items:{"Disc1" "Disc2"} 0 count:2) (place Stack "Disc1" (sites {3 4}) counts:{1 3}) '
        '(place "Disc2" 3)'
    )
    assert [piece[0] for piece in match.position.pieces(0)] == [1, 1, 2, 2]
    assert [piece[0] for piece in match.position.pieces(3)] == [1, 2]
    assert [piece[0] for piece in match.position.pieces(4)] == [1, 1, 1]


def test_counts_use_the_last_kind_of_piece() -> None:
    match = started("(set Count 4 to:(sites Bottom)) (set Count 1 at:8)")
    assert match.occupied() == {0: 2, 1: 2, 2: 2, 8: 2}
    assert match.position.count(1) == 4


def test_a_player_number_is_taken_for_the_number_of_a_piece() -> None:
    match = started("(set P2 (sites {1 2})) (set Neutral 0)", pieces='(piece "Disc" Each) (piece "Rock" Neutral)')
    assert match.occupied() == {0: 3, 1: 2, 2: 2}


def test_scores_are_set_for_one_or_all() -> None:
    assert started("(set Score Each 3) (set Score P2 5)").position.per_player("score") == [3, 5]


def test_loops_see_what_was_placed_before() -> None:
    match = started(
        '(place "Disc1" 0) (forEach Site (sites Bottom) if:(is Empty (site)) (place "Disc2" (site))) '
        '(forEach Value min:3 max:4 (place "Disc1" (value))) (forEach Player (place "Disc2" (+ 6 (player))))'
    )
    assert match.occupied() == {0: 1, 1: 2, 2: 2, 3: 1, 4: 1, 7: 2, 8: 2}


def test_remembered_values_keep_their_order_and_may_be_unique() -> None:
    found = region_values(
        {"first": "(sites {4 2})"},
        start='(set RememberValue "first" 9) (set RememberValue "first" 9) (set RememberValue "first" 9 unique:True)',
    )
    assert found == {"first": [9, 9, 2, 4]}


def test_chance_fills_empty_sites_only_and_follows_the_seed() -> None:
    text = small_game(
        PLACING.format(then=""),
        board="(board (square 3))",
        start='(start {(place "Disc1" (sites Row 0)) (place Random {"Disc2"} count:3)})',
    )
    matches = [SmallMatch(text, seed) for seed in (1, 1, 2, 3, 4)]
    for match in matches:
        assert sorted(match.occupied().values()) == [1, 1, 1, 2, 2, 2]
        assert [match.what(site) for site in range(3)] == [1, 1, 1]
    assert matches[0].occupied() == matches[1].occupied()
    assert len({tuple(match.occupied()) for match in matches}) > 1


def test_a_shuffled_stack_holds_every_piece() -> None:
    match = started('(place Random {(count "Disc1" 2) (count "Disc2" 3)} 4)')
    assert sorted(piece[0] for piece in match.position.pieces(4)) == [1, 1, 2, 2, 2]


def test_an_unknown_piece_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnsupportedRule, match=r"'Dsc1'.*Disc1, Disc2"):
        started('(place "Dsc1" 0)')
