"""Rings of pieces and regions that can no longer be joined."""

from __future__ import annotations

from tests.engine.answers import truths

HEXAGON = "(board (hex 3))"
LOOP = {"ring": "(is Loop)", "prison": "(is Loop surround:Next)"}


def test_the_last_piece_closes_a_ring_around_an_empty_site() -> None:
    pieces = '(place "Disc1" {4 5 8 10 13})'
    assert truths(LOOP, 14, board=HEXAGON, start=pieces) == {"ring": True, "prison": False}


def test_an_open_ring_is_none() -> None:
    pieces = '(place "Disc1" {4 5 8 10})'
    assert truths(LOOP, 14, board=HEXAGON, start=pieces) == {"ring": False, "prison": False}


def test_a_ring_around_an_enemy() -> None:
    pieces = '(place "Disc1" {4 5 8 10 13}) (place "Disc2" 9)'
    assert truths(LOOP, 14, board=HEXAGON, start=pieces) == {"ring": True, "prison": True}


def test_a_ring_around_an_own_piece() -> None:
    pieces = '(place "Disc1" {4 5 8 9 10 13})'
    assert truths(LOOP, 14, board=HEXAGON, start=pieces) == {"ring": True, "prison": False}


def test_a_piece_beside_a_ring_that_was_there_before_closes_none() -> None:
    pieces = '(place "Disc1" {4 5 8 10 13 14})'
    assert truths(LOOP, 17, board=HEXAGON, start=pieces) == {"ring": False, "prison": False}


def test_the_edge_of_the_board_does_not_close_a_ring() -> None:
    pieces = '(place "Disc1" {3 4})'
    assert truths(LOOP, 1, board=HEXAGON, start=pieces) == {"ring": False, "prison": False}


def test_regions_are_blocked_when_the_other_player_has_cut_every_way() -> None:
    board = """(board (square 3)) (regions P1 {(sites Left) (sites Right)}) (regions P2 {(sites Top) (sites Bottom)})"""
    asked = {"first": "(is Blocked Orthogonal P1)", "second": "(is Blocked Orthogonal P2)"}
    wall = '(place "Disc2" {1 4})'
    assert truths(asked, 0, board=board, start=wall) == {"first": False, "second": False}
    assert truths(asked, 0, 7, board=board, start=wall) == {"first": True, "second": False}
