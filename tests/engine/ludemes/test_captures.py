"""Captures by flanking, enclosing, surrounding and coming between."""

from __future__ import annotations

from tests.engine.small_match import PLACING, SmallMatch, small_game


def flanking(between: str = "(between)", then: str = "", to: str = "(to)") -> SmallMatch:
    """A game in which placements capture rows that they flank."""
    return SmallMatch(small_game(PLACING.format(then=f"(then (custodial (from (last To)) {between} {to} {then}))")))


def test_a_row_between_two_friends_is_captured() -> None:
    match = flanking()
    match.play(0, 1, 20, 2, 3)
    assert match.occupied() == {0: 1, 3: 1, 20: 1}


def test_a_row_that_is_not_closed_stays() -> None:
    match = flanking()
    match.play(20, 1, 24, 2, 3)
    assert match.what(1) == 2
    assert match.what(2) == 2


def test_with_at_most_one_between_a_longer_row_stays() -> None:
    match = flanking("(between (max 1))")
    match.play(0, 1, 20, 2, 3, 24)
    assert match.what(1) == match.what(2) == 2
    match.play(10, 15)
    assert match.what(10) == 1


def test_with_at_most_one_between_single_pieces_are_captured_in_every_direction() -> None:
    match = flanking("(between (max 1))")
    match.play(10, 11, 22, 17, 12)
    assert match.occupied() == {10: 1, 12: 1, 22: 1}


def test_a_condition_that_holds_beyond_the_edge_captures_against_the_edge() -> None:
    match = flanking(to="(to if:(= (to) -1))")
    match.play(24, 4, 3)
    assert match.what(4) == 0


def test_what_follows_a_capture_follows_each_piece() -> None:
    match = flanking(then="(then (addScore Mover 1))")
    match.play(0, 1, 20, 2, 3)
    assert match.position.per_player("score") == [2, 0]


def test_a_group_without_an_empty_neighbour_is_captured() -> None:
    then = "(then (enclose (from (last To)) Orthogonal))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(5, 0, 6, 1, 24, 23)
    assert match.what(0) == match.what(1) == 2
    match.play(2)
    assert match.occupied() == {2: 1, 5: 1, 6: 1, 23: 2, 24: 1}


def test_an_exception_allows_for_one_empty_site_inside() -> None:
    then = "(then (enclose (from (last To)) Orthogonal numException:1))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(5, 0, 6, 1, 3, 24)
    match.play(22)
    assert match.what(0) == match.what(1) == 2
    match.play(23, 7)
    assert match.what(0) == match.what(1) == 0


def test_surrounded_pieces_are_captured_and_the_edge_is_no_gap() -> None:
    then = "(then (surround (from (last To)) Orthogonal))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(1, 0, 24, 6, 5)
    assert match.occupied() == {1: 1, 5: 1, 6: 2, 24: 1}


def test_surrounding_with_an_exception_needs_one_friend_less() -> None:
    then = "(then (surround (from (last To)) Orthogonal except:1))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(24, 0, 5)
    assert match.what(0) == 0


def test_intervening_captures_on_both_sides_only() -> None:
    then = "(then (intervene (from (last To)) Orthogonal))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(24, 11, 23, 13, 22, 17, 12)
    assert match.occupied() == {12: 1, 17: 2, 22: 1, 23: 1, 24: 1}


def test_a_directional_capture_takes_the_row_ahead_up_to_the_first_gap() -> None:
    then = "(then (directional (from (last To)) E))"
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(24, 1, 23, 2, 22, 4, 0)
    assert match.occupied() == {0: 1, 4: 2, 22: 1, 23: 1, 24: 1}


def test_a_piece_flips_between_its_two_states() -> None:
    play = '(move Add (piece "Coin0" state:1) (to (sites Empty)) (then (and (flip (last To)) (flip 0))))'
    match = SmallMatch(small_game(play, pieces='(piece "Coin" Neutral (flips 1 2))'))
    match.play(0)
    assert match.position.field("state", 0) == 1
    match.play(7)
    assert (match.position.field("state", 7), match.position.field("state", 0)) == (2, 2)
