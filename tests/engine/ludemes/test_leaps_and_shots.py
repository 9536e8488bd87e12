"""Leaps along walks and shots along lines."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game

KNIGHT = "{ {F F R F} {F F L F} }"


def single(moves: str, start: str, *, play: str = "(forEach Piece)") -> SmallMatch:
    """One kind of piece with these moves."""
    pieces = f'(piece "Horse" Each N {moves}) (piece "Arrow" Neutral)'
    return SmallMatch(small_game(play, pieces=pieces, start=f"(start {{ {start} }})"))


def test_a_leap_ends_where_a_walk_ends_in_any_direction() -> None:
    match = single(f"(move Leap {KNIGHT} (to if:(is Empty (to))))", '(place "Horse1" 12)')
    assert match.legal() == [(12, end) for end in (1, 3, 5, 9, 15, 19, 21, 23)]


def test_each_end_counts_once_and_walks_off_the_board_do_not() -> None:
    match = single("(move Leap { {F} {L F} } (to if:True))", '(place "Horse1" 0)')
    assert match.legal() == [(0, 1), (0, 5)]


def test_without_rotations_a_walk_starts_in_the_first_direction() -> None:
    match = single("(move Leap { {F F R F} } rotations:False (to if:True))", '(place "Horse1" 12)')
    assert match.legal() == [(12, 23)]


def test_forward_leaps_end_in_front_of_the_piece() -> None:
    match = single(f"(move Leap {KNIGHT} forward:True (to if:True))", '(place "Horse1" 12)')
    assert match.legal() == [(12, 15), (12, 19), (12, 21), (12, 23)]


def test_what_stands_on_the_end_can_be_taken() -> None:
    match = single(
        f"(move Leap {KNIGHT} (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
        '(place "Horse1" 12) (place "Horse2" 23)',
    )
    match.move(12, 23)
    assert match.occupied() == {23: 1}


def test_a_shot_puts_a_piece_on_any_free_site_of_the_line() -> None:
    choice = "(move Select (from (sites Occupied by:Mover)) (then (moveAgain)))"
    play = f'(if (is Prev Mover) (move Shoot (piece "Arrow0")) {choice})'
    match = single(
        "(move Pass)", '(place "Horse1" 10) (place "Horse2" 13) (place "Horse2" 5) (place "Horse2" 6)', play=play
    )
    match.play(10)
    assert sorted(match.legal()) == [(site, site) for site in (11, 12, 15, 16, 20, 22)]
    match.play(12)
    assert match.what(12) == 3
    assert match.mover == 2
