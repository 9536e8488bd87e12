"""Counts of pieces, sites, moves and players."""

from __future__ import annotations

import pytest

import apts
from tests.engine.answers import numbers, truths
from tests.engine.small_match import SmallMatch, small_game

PIECES = '(piece "Disc" Each) (piece "King" Each) (piece "Stone" Neutral) (piece "Ball" Shared) (hand Each)'
START = (
    '(place "Disc1" {0 1 2}) (place "King2" 4) (place "Stone0" 6) (place "Ball" 8) '
    '(place "Disc1" (handSite P1) count:3)'
)


def test_pieces_by_owner_name_and_region() -> None:
    found = numbers(
        {
            "all": "(count Pieces)",
            "mine": "(count Pieces Mover)",
            "his": "(count Pieces P2)",
            "others": "(count Pieces NonMover)",
            "enemies": "(count Pieces Enemy)",
            "neutral": "(count Pieces Neutral)",
            "shared": "(count Pieces Shared)",
            "kings": '(count Pieces "King")',
            "discs": '(count Pieces P1 "Disc")',
            "board": "(count Pieces P1 in:(sites Board))",
            "second": "(count Pieces of:(next))",
            "even": "(count Pieces All in:(sites Board) if:(is Even (site)))",
            "hand": "(count at:(handSite P1))",
            "row": "(count in:(sites Row 0))",
        },
        12,
        pieces=PIECES,
        start=START,
    )
    assert found == {
        "all": 10,
        "mine": 7,
        "his": 1,
        "others": 2,
        "enemies": 1,
        "neutral": 1,
        "shared": 1,
        "kings": 1,
        "discs": 7,
        "board": 4,
        "second": 1,
        "even": 6,
        "hand": 3,
        "row": 4,
    }


def test_nobody_has_pieces() -> None:
    found = truths(
        {
            "mine": "(no Pieces Mover)",
            "his": "(no Pieces P2)",
            "kings": '(no Pieces P1 "King")',
            "region": "(no Pieces P1 in:(sites Top))",
            "rest": "(no Pieces in:(sites Bottom))",
        },
        12,
        pieces=PIECES,
        start='(place "Disc1" 0)',
    )
    assert found == {"mine": False, "his": True, "kings": True, "region": True, "rest": False}


def test_counts_of_the_board_and_of_the_match() -> None:
    found = numbers(
        {
            "rows": "(count Rows)",
            "columns": "(count Columns)",
            "cells": "(count Cells)",
            "vertices": "(count Vertices)",
            "players": "(count Players)",
            "active": "(count Active)",
            "moves": "(count Moves)",
            "turns": "(count Turns)",
            "earlier": "(count MovesThisTurn)",
            "empty": "(count Sites in:(sites Empty))",
            "board": '(count Sites "Board")',
            "near": "(count Orthogonal at:0)",
            "around": "(count Adjacent at:6)",
            "counter": "(counter)",
        },
        0,
        1,
        5,
        board="(board (rectangle 3 4))",
    )
    assert found == {
        "rows": 3,
        "columns": 4,
        "cells": 12,
        "vertices": 20,
        "players": 2,
        "active": 2,
        "moves": 3,
        "turns": 3,
        "earlier": 0,
        "empty": 9,
        "board": 12,
        "near": 2,
        "around": 8,
        "counter": 1,
    }


def test_steps_between_sites() -> None:
    near = "(to if:(is Empty (to)))"
    found = numbers(
        {
            "king": "(count Steps 0 24)",
            "rook": "(count Steps Orthogonal 0 24)",
            "region": "(count Steps Orthogonal 12 (sites Top))",
            "around": f"(count Steps (step Orthogonal {near}) 0 2)",
            "shut": f"(count Steps (step Orthogonal {near}) 4 0)",
            "same": f"(count Steps (step Orthogonal {near}) 0 (sites {{0 2}}))",
            "nowhere": "(count Steps -1 4)",
        },
        1,
        3,
        9,
        start='(place "Disc2" 6)',
    )
    assert found == {
        "king": 4,
        "rook": 8,
        "region": 2,
        "around": 6,
        "shut": 1_000_000_000,
        "same": 0,
        "nowhere": 0,
    }


def test_a_round_of_passes_is_seen_and_does_not_draw_by_itself() -> None:
    play = "(or (move Add (to (sites Empty))) (move Pass))"
    text = small_game(play).replace("(if (= 0 1) (result Mover Win))", "(if (all Passed) (result P2 Win))")
    match = SmallMatch(text)
    match.move(-1, -1)
    match.play(0)
    match.move(-1, -1)
    assert not match.over
    match.move(-1, -1)
    assert match.over
    assert match.position.ranks() == [2.0, 1.0]


def test_the_last_move_was_a_pass() -> None:
    play = "(if (was Pass) (move Add (to (sites {7}))) (or (move Add (to (sites {8}))) (move Pass)))"
    match = SmallMatch(small_game(play))
    assert match.legal() == [(8, 8), (-1, -1)]
    match.move(-1, -1)
    assert match.legal() == [(7, 7)]


def test_rows_of_a_pyramid_are_those_of_its_lowest_layer() -> None:
    text = (
        '(game "Pyramid" (players 2) (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) }) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (and (= 4 (count Rows)) (= 4 (count Columns))) "
        "(result Mover Win)))))"
    )
    state = apts.load(text).start()
    assert state.play(state.moves()[0]).outcome is not None


def test_the_origin_of_the_steps_that_are_counted_makes_no_difference() -> None:
    step = "(step {origin} Orthogonal (to if:(is Empty (to))))"
    questions = {
        "plain": f"(count Steps {step.format(origin='')} 0 24)",
        "named": f"(count Steps {step.format(origin='(from (from))')} 0 24)",
    }
    assert numbers(questions, 12) == {"plain": 8, "named": 8}


WALLS = '(place "Disc2" {3 8 12 16 20})'
REACHED = "(!= Infinity (count Steps (step Orthogonal (to if:(is Empty (to)))) (from) (to)))"


def _reached(empty: set[int], start: int) -> set[int]:
    """The empty sites of a board of 5 x 5 to which a piece can walk over empty ones."""
    found, border = set[int](), [start]
    while border:
        site = border.pop()
        row, column = divmod(site, 5)
        steps = ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1))
        near = {5 * r + c for r, c in steps if 0 <= r < 5 and 0 <= c < 5} & empty - found
        found |= near
        border.extend(near)
    return found - {start}


@pytest.mark.parametrize(
    "play",
    [
        f"(forEach Piece (move (from) (to (sites Empty) if:{REACHED})))",
        f'(forEach Piece (do (set Var "here" (from)) next:(move (from (var "here")) (to (sites Empty) if:{REACHED}))))',
        f"(move (from (sites Occupied by:Mover)) (to (sites Empty) if:{REACHED}))",
    ],
    ids=["each piece", "each piece after a change", "a region"],
)
def test_ways_to_all_targets_of_a_move_are_those_of_its_own_origin_and_position(play: str) -> None:
    match = SmallMatch(small_game(play, start=f'(start {{ {WALLS} (place "Disc1" {{0 4 24}}) }})'))
    for _ in range(6):
        occupied = match.occupied()
        empty = set(range(25)) - set(occupied)
        mine = [site for site, piece in occupied.items() if piece == match.mover]
        wanted = sorted((start, site) for start in mine for site in _reached(empty, start))
        assert sorted(match.legal()) == wanted
        match.move(*wanted[len(wanted) // 2])


def test_the_piece_of_a_player_in_a_loop_is_the_number_of_the_player() -> None:
    play = '(move Add (to (sites Empty)) (then (forEach Player (remember Value "found" (id "Rook" Player)))))'
    match = SmallMatch(small_game(play, pieces='(piece "Disc" Each) (piece "Rook" Each)'))
    match.play(0)
    assert [match.position.field("remembered found", index) for index in range(3)] == [2, 1, 2]
    assert numbers({"team": '(id "Disc" Team1)', "all": '(id "Disc" All)', "mine": '(id "Disc" Mover)'}, 0) == {
        "team": -1,
        "all": -1,
        "mine": 1,
    }


def test_ways_to_thousands_of_targets_take_one_search_for_each_piece() -> None:
    play = f"(forEach Piece (move (from) (to (sites Empty) if:{REACHED})))"
    match = SmallMatch(small_game(play, board="(board (square 60))", start='(start (place "Disc1" {0 1830}))'))
    assert len(match.legal()) == 2 * (60 * 60 - 2)  # a search for each target would be more work than a turn may take
