"""Pieces that are shifted or change sides."""

from __future__ import annotations

from tests.engine.small_match import PLACING, SmallMatch, small_game


def test_a_row_is_pushed_up_to_the_first_gap() -> None:
    match = SmallMatch(
        small_game("(move Select (from (sites {0})) (then (push (from (last To)) E)))", start=_row(0, 1, 3))
    )
    match.play(0)
    assert match.occupied() == {1: 1, 2: 2, 3: 1}


def test_without_a_gap_the_last_piece_falls_off_the_board() -> None:
    start = _row(0, 1, 2, 3, 4)
    match = SmallMatch(small_game("(move Select (from (sites {0})) (then (push (from (last To)) E)))", start=start))
    match.play(0)
    assert match.occupied() == {1: 1, 2: 2, 3: 1, 4: 2}


def test_pieces_are_attracted_from_all_sides() -> None:
    match = SmallMatch(
        small_game(PLACING.format(then="(then (attract (from (last To)) Orthogonal))"), start=_row(4, 10))
    )
    match.play(0)
    assert match.occupied() == {0: 1, 1: 1, 5: 2}


def test_taking_control_keeps_the_kind_of_piece() -> None:
    play = "(move Select (from (sites {0})) (then (take Control of:P2 by:Mover at:1)))"
    match = SmallMatch(small_game(play, start=_row(0, 1, 2, 3)))
    match.play(0)
    assert match.occupied() == {0: 1, 1: 1, 2: 1, 3: 2}


def _row(*sites: int) -> str:
    """Pieces of the two players in turn on these sites."""
    placed = [f'(place "Disc{1 + index % 2}" {site})' for index, site in enumerate(sites)]
    return f"(start {{ {' '.join(placed)} }})"
