"""Moving from anywhere to anywhere, removing, selecting, promoting, passing."""

from __future__ import annotations

import pytest

from tests.engine.small_match import SmallMatch, small_game

TWO = '(piece "Disc" Each) (piece "Queen" Each)'


def match_with(play: str, start: str) -> SmallMatch:
    """A match on five by five with pieces placed."""
    return SmallMatch(small_game(play, start=f"(start {{ {start} }})", pieces=TWO))


def test_every_occupied_origin_goes_to_every_target() -> None:
    match = match_with("(move (from (sites {0 1 2})) (to (sites {5 6})))", '(place "Disc1" (sites {0 2}))')
    assert match.legal() == [(0, 5), (0, 6), (2, 5), (2, 6)]


def test_conditions_see_origin_and_target() -> None:
    play = "(move (from (sites Occupied by:Mover) if:(!= (from) 0)) (to (sites Empty) if:(= (to) (+ (from) 5))))"
    assert match_with(play, '(place "Disc1" (sites {0 2}))').legal() == [(2, 7)]


def test_a_piece_on_the_target_is_replaced_and_the_effect_comes_first() -> None:
    play = "(move (from 0) (to (sites {6}) (apply (addScore Mover (count Pieces Next)))))"
    match = match_with(play, '(place "Disc1" 0) (place "Disc2" 6)')
    match.move(0, 6)
    assert match.occupied() == {6: 1}
    assert match.position.per_player("score") == [1, 0]


def test_a_copy_leaves_the_original() -> None:
    match = match_with("(move (from 0) (to 6) copy:True)", '(place "Disc1" 0)')
    match.move(0, 6)
    assert match.occupied() == {0: 1, 6: 1}


def test_a_count_of_pieces_goes_over_at_once() -> None:
    match = match_with("(move (from 0) (to 6) count:2)", '(place "Disc1" 0 count:3)')
    match.move(0, 6)
    assert (match.position.count(0), match.position.count(6)) == (1, 2)


def test_the_count_of_an_effect_is_that_of_its_own_origin() -> None:
    effect = "(fromTo (from (last To)) (to 24) count:(count at:(last To)))"
    play = f"(move Select (from (sites Occupied by:All)) (then {effect}))"
    match = match_with(play, '(place "Disc1" 3 count:4)')
    match.move(3, 3)
    assert (match.position.count(3), match.position.count(24)) == (0, 4)


def test_only_sites_that_are_not_empty_can_be_cleared() -> None:
    match = match_with("(move Remove (sites {0 1 2}))", '(place "Disc2" (sites {0 2}))')
    assert match.legal() == [(0, 0), (2, 2)]
    match.play(0)
    assert match.occupied() == {2: 2}


def test_what_follows_a_removal_follows_each_piece() -> None:
    play = "(move Select (from 24) (then (remove (sites {0 1 2}) (then (addScore Mover 1)))))"
    match = match_with(play, '(place "Disc2" (sites {0 2}))')
    match.play(24)
    assert match.position.per_player("score") == [2, 0]


def test_removal_at_the_end_of_the_turn_waits_while_the_mover_goes_on() -> None:
    first = "(move Select (from 24) (then (and (remove 0 at:EndOfTurn) (moveAgain))))"
    play = f"(if (is Prev Mover) (move Select (from 23)) {first})"
    match = match_with(play, '(place "Disc2" 0)')
    match.play(24)
    assert match.what(0) == 2
    assert match.position.members("clear") == [0]
    match.play(23)
    assert match.what(0) == 0
    assert match.position.members("clear") == []


def test_selecting_tests_the_first_site_as_target_too_and_moves_nothing() -> None:
    match = match_with("(move Select (from (sites Board) if:(= (to) 3)))", '(place "Disc1" 0)')
    assert match.legal() == [(3, 3)]
    match.play(3)
    assert match.occupied() == {0: 1}


def test_two_sites_can_be_selected() -> None:
    match = match_with(
        "(move Select (from (sites {0 1})) (to (sites {5 6}) if:(= (to) (+ 5 (from)))))", '(place "Disc1" 0)'
    )
    assert match.legal() == [(0, 5), (1, 6)]


def test_promotion_offers_every_piece_named() -> None:
    match = match_with('(move Promote 0 (piece {"Disc" "Queen"}) Mover)', '(place "Disc1" 0)')
    assert match.legal() == [(0, 0), (0, 0)]
    match.machine.play(match.state, match.machine.record(1))
    assert match.what(0) == 3


def test_passing_has_no_sites() -> None:
    match = match_with("(or (move Pass) (move Remove (sites Occupied by:Mover)))", '(place "Disc1" 0)')
    assert sorted(match.legal()) == [(-1, -1), (0, 0)]
    match.move(-1, -1)
    assert match.mover == 2


def test_pieces_of_two_sites_change_places() -> None:
    match = match_with("(move Swap Pieces 0 24)", '(place "Disc1" 0) (place "Queen2" 24)')
    match.move(0, 24)
    assert match.occupied() == {0: 4, 24: 1}


def test_promotion_into_no_piece_is_no_move() -> None:
    assert match_with("(move Promote 0 (piece (- 1 1)))", '(place "Disc1" 0)').legal() == [(-1, -1)]
    assert match_with("(move Promote 0 (piece (+ 1 2)))", '(place "Disc1" 0)').legal() == [(0, 0)]


@pytest.mark.parametrize(
    "site", ["(+ 25 (count Moves))", "(* 99999999 (+ 1 (count Moves)))", "(- 0 (+ 7 (count Moves)))"]
)
@pytest.mark.parametrize(
    "effect", ["(fromTo (from {site}) (to 24))", "(fromTo (from {site}) (to 24) count:0)", "(remove {site})"]
)
def test_nothing_is_taken_from_a_number_that_is_no_site(effect: str, site: str) -> None:
    match = SmallMatch(small_game(f"(move Add (to (sites Empty)) (then {effect.format(site=site)}))"))
    match.play(3, 7)
    assert match.occupied() == {3: 1, 7: 2}
