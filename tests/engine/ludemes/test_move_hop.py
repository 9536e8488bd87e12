"""Hops: the hurdle, the landing, and what happens to both."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game

EMPTY = "(to if:(is Empty (to)))"


def hopper(hop: str, *others: str, at: int = 35) -> SmallMatch:
    """A piece on the left edge of a board of seven by seven; others are placed as ``name site``."""
    placed = " ".join(f'(place "{name}" {site})' for name, site in (other.split() for other in others))
    pieces = f'(piece "Frog" Each {hop}) (piece "Stone" Neutral)'
    start = f'(start {{ (place "Frog1" {at}) {placed} }})'
    return SmallMatch(small_game("(forEach Piece)", board="(board (square 7))", pieces=pieces, start=start))


def test_a_hop_takes_the_hurdle_and_lands_behind_it() -> None:
    match = hopper(
        f"(move Hop E (between if:(is Enemy (who at:(between))) (apply (remove (between)))) {EMPTY})", "Frog2 36"
    )
    assert match.legal() == [(35, 37)]
    match.move(35, 37)
    assert match.occupied() == {37: 1}


def test_the_hurdle_must_be_next_to_the_piece() -> None:
    assert hopper(f"(move Hop E (between if:(is Occupied (between))) {EMPTY})", "Frog2 37").legal() == [(-1, -1)]


def test_nothing_behind_the_hurdle_is_no_hop() -> None:
    assert hopper(f"(move Hop W (between if:(is Occupied (between))) {EMPTY})", "Frog2 35", at=36).legal() == [(-1, -1)]


def test_a_block_between_without_a_condition_gives_no_hops() -> None:
    assert hopper(f"(move Hop E (between (exact 1)) {EMPTY})", "Frog2 36").legal() == [(-1, -1)]


def test_without_a_block_between_any_site_is_a_hurdle() -> None:
    assert hopper(f"(move Hop E {EMPTY})").legal() == [(35, 37)]


def test_before_and_after_allow_a_run_up_and_landings_further_on() -> None:
    match = hopper(f"(move Hop E (between before:1 after:2 if:(is Occupied (between))) {EMPTY})", "Frog2 37")
    assert match.legal() == [(35, 38), (35, 39), (35, 40)]


def test_a_landing_that_is_taken_ends_the_ray() -> None:
    match = hopper(f"(move Hop E (between after:3 if:(is Occupied (between))) {EMPTY})", "Frog2 36", "Frog2 38")
    assert match.legal() == [(35, 37)]


def test_a_long_hurdle_is_taken_as_a_whole() -> None:
    hop = f"(move Hop E (between (range 1 3) if:(is Enemy (who at:(between))) (apply (remove (between)))) {EMPTY})"
    match = hopper(hop, "Frog2 36", "Frog2 37")
    assert match.legal() == [(35, 38)]
    match.move(35, 38)
    assert match.occupied() == {38: 1}


def test_an_exact_length_refuses_a_shorter_hurdle() -> None:
    hop = f"(move Hop E (between (exact 2) if:(is Occupied (between))) {EMPTY})"
    assert hopper(hop, "Frog2 36").legal() == [(-1, -1)]
    assert hopper(hop, "Frog2 36", "Frog2 37").legal() == [(35, 38)]


def test_a_range_from_none_allows_steps_too() -> None:
    match = hopper(f"(move Hop E (between (range 0 1) if:(is Occupied (between))) {EMPTY})")
    assert match.legal() == [(35, 36)]


def test_a_conditional_effect_leaves_only_the_landings_that_are_captured() -> None:
    landing = "(to if:(is Empty (to)) (apply if:(is Enemy (who at:(to))) (remove (to))))"
    hop = f"(move Hop E (between if:(is Occupied (between))) {landing})"
    assert hopper(hop, "Stone0 36").legal() == [(-1, -1)]
    match = hopper(hop, "Stone0 36", "Frog2 37")
    assert match.legal() == [(35, 37)]
    match.move(35, 37)
    assert match.occupied() == {36: 3, 37: 1}
