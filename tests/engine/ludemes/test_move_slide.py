"""Slides: where they may end, what stops them, what happens on the way."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game

NOBODY = '(piece "Stone" Neutral)'


def slider(slide: str, *others: str, at: int = 12) -> SmallMatch:
    """A piece in the middle of a board of five by five; others are placed as ``name site``."""
    placed = " ".join(f'(place "{name}" {site})' for name, site in (other.split() for other in others))
    pieces = f'(piece "Rook" Each {slide}) {NOBODY}'
    start = f'(start {{ (place "Rook1" {at}) {placed} }})'
    return SmallMatch(small_game("(forEach Piece)", pieces=pieces, start=start))


def ends(match: SmallMatch) -> list[int]:
    """Where the legal moves end."""
    return sorted(target for _, target in match.legal())


def test_a_slide_goes_over_empty_sites_up_to_the_next_piece() -> None:
    assert ends(slider("(move Slide Orthogonal)", "Stone0 14")) == [2, 7, 10, 11, 13, 17, 22]


def test_without_directions_a_slide_follows_all_adjacent_ones() -> None:
    assert ends(slider("(move Slide)")) == [0, 2, 4, 6, 7, 8, 10, 11, 13, 14, 16, 17, 18, 20, 22, 24]


def test_a_site_that_meets_the_condition_of_to_ends_the_ray() -> None:
    match = slider("(move Slide E (to if:(is Enemy (who at:(to))) (apply (remove (to)))))", "Rook2 13", "Rook2 14")
    assert ends(match) == [13]
    match.move(12, 13)
    assert match.occupied() == {13: 1, 14: 2}


def test_only_the_sites_before_the_last_are_tested_when_the_last_one_stops() -> None:
    match = slider(
        "(move Slide Orthogonal (between (exact 2) if:(is Empty (between))) (to if:True))", "Stone0 14", "Stone0 17"
    )
    assert ends(match) == [2, 10, 14]


def test_a_stop_before_the_least_distance_must_be_passable() -> None:
    match = slider("(move Slide E (between (min 2)) (to if:(is Occupied (to))))", "Stone0 13")
    assert match.legal() == [(-1, -1)]


def test_the_range_limits_the_distance() -> None:
    assert ends(slider("(move Slide Orthogonal (between (max 1)))")) == [7, 11, 13, 17]


def test_a_move_whose_effect_has_a_condition_that_fails_is_dropped() -> None:
    assert ends(slider("(move Slide E (to (apply if:(!= (to) 13))))")) == [14]


def test_the_effect_between_happens_on_every_site_passed() -> None:
    match = slider("(move Slide E (between if:True (apply (remove (between)))))", "Stone0 13")
    assert ends(match) == [13, 14]
    match.move(12, 14)
    assert match.occupied() == {14: 1}


def test_a_trail_is_left_from_the_origin_to_the_site_before_the_target() -> None:
    match = slider('(move Slide E (between trail:(id "Stone0")))')
    match.move(12, 14)
    assert match.occupied() == {12: 3, 13: 3, 14: 1}


def test_a_slide_along_a_track_follows_it() -> None:
    board = '(board (square 5) (track "Way" {0 1 2 7 12}))'
    pieces = '(piece "Rook" Each (move Slide "Way")) (piece "Stone" Neutral)'
    start = '(start { (place "Rook1" 1) (place "Stone0" 12) })'
    match = SmallMatch(small_game("(forEach Piece)", board=board, pieces=pieces, start=start))
    assert (1, 2) in match.legal()
    assert (1, 7) in match.legal()
