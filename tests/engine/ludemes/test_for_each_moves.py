"""Loops over sites, players, values, levels, directions and groups."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game


def test_sites_are_gone_through_in_order_with_site_and_to_set() -> None:
    match = SmallMatch(small_game("(forEach Site (sites {3 1 2}) (if (= (site) (to)) (move Add (to (site)))))"))
    assert match.legal() == [(1, 1), (2, 2), (3, 3)]


def test_when_no_site_gives_a_move_the_others_are_used() -> None:
    loop = (
        "(forEach Site (sites {0 1}) (if (is Occupied (site)) (move Remove (site))) noMoveYet:(move Add (to (site))))"
    )
    match = SmallMatch(small_game(loop))
    assert match.legal() == [(1, 1)]
    match.play(1)
    assert match.legal() == [(1, 1)]
    match.play(1)
    assert match.occupied() == {}


def test_players_are_all_gone_through_and_the_consequence_is_dropped() -> None:
    then = "(then (forEach Player (addScore Player (player)) (then (addScore P1 100))))"
    match = SmallMatch(small_game(f"(move Add (to (sites Empty)) {then})", players=3))
    match.play(0)
    assert match.position.per_player("score") == [1, 2, 3]


def test_values_run_from_the_least_to_the_greatest() -> None:
    match = SmallMatch(small_game("(forEach Value min:2 max:4 (move Add (to (value))))"))
    assert match.legal() == [(2, 2), (3, 3), (4, 4)]


def test_values_of_a_list_keep_their_order() -> None:
    match = SmallMatch(small_game("(forEach Value {7 3} (move Add (to (value))))"))
    assert match.legal() == [(7, 7), (3, 3)]


def test_levels_are_gone_through_from_the_top() -> None:
    loop = "(forEach Level 0 (if (is Enemy (who at:0 level:(level))) (remove 0 level:(level))))"
    play = f"(move Select (from 1) (then {loop}))"
    start = '(start (place Stack items:{"Disc1" "Disc2" "Disc1" "Disc2"} 0))'
    match = SmallMatch(small_game(play, start=start))
    match.play(1)
    assert [piece[0] for piece in match.position.pieces(0)] == [1, 1]


def test_directions_follow_the_step_that_led_there() -> None:
    horse = (
        "(forEach Direction Orthogonal (to if:(is Empty (to)) (apply "
        "(forEach Direction (from (to)) (directions {FR FL} of:All) (if (is Empty (to)) (move (from) (to (to))))))))"
    )
    pieces = f'(piece "Horse" Each {horse}) (piece "Stone" Neutral)'
    start = '(start { (place "Horse1" 12) (place "Stone0" 17) })'
    match = SmallMatch(small_game("(forEach Piece)", pieces=pieces, start=start))
    assert sorted(match.legal()) == [(12, end) for end in (1, 3, 5, 9, 15, 19)]


def test_directions_stop_at_the_first_site_that_fails() -> None:
    moves = "(forEach Direction E (between (range 2 4)) (to if:(is Empty (to)) (apply (move (from) (to (to))))))"
    pieces = f'(piece "Horse" Each {moves}) (piece "Stone" Neutral)'
    start = '(start { (place "Horse1" 10) (place "Stone0" 14) })'
    match = SmallMatch(small_game("(forEach Piece)", pieces=pieces, start=start))
    assert match.legal() == [(10, 12), (10, 13)]


def test_groups_of_the_mover_are_counted_one_by_one() -> None:
    then = "(then (forEach Group Orthogonal (addScore Mover (* (count Sites in:(sites)) (count Sites in:(sites))))))"
    match = SmallMatch(small_game(f"(move Add (to (sites Empty)) {then})", players=1))
    match.play(0, 1, 24)
    assert match.position.per_player("score") == [1 + 4 + (4 + 1)]
