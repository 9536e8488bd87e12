"""Rules that play on several kinds of the board's elements at once."""

from __future__ import annotations

import apts
from apts.engine.play.playouts.record import RecordSession
from tests.engine.region_values import region_values
from tests.engine.small_match import SmallMatch, small_game

CELLS, EDGES = 4, 12
"""Of a square of two by two."""

BOARD = "(board (square 2))"


def test_edges_follow_the_cells_and_regions_name_their_own_kind() -> None:
    found = region_values(
        {
            "cells": "(sites Board)",
            "edges": "(sites Board Edge)",
            "around": "(sites Incident Edge of:Cell at:0)",
            "beside": "(sites Incident Cell of:Edge at:3)",
            "corner": '(sites Vertex "A1")',
            "outer": "(sites Outer Edge)",
        },
        board=BOARD,
        start='(place "Disc1" 0) (place "Disc2" Edge 3)',
    )
    first = CELLS
    vertices = first + EDGES
    assert found["cells"] == [0, 1, 2, 3]
    assert found["edges"] == list(range(first, first + EDGES))
    assert found["around"] == [first + edge for edge in (0, 2, 3, 5)]
    assert found["beside"] == [0, 1]
    assert found["corner"] == [vertices]
    assert len(found["outer"]) == 8


def test_empty_sites_and_pieces_are_those_of_the_kind_that_is_asked_for() -> None:
    found = region_values(
        {
            "cells": "(sites Empty)",
            "edges": "(sites Empty Edge)",
            "mine": "(sites Occupied by:P1)",
            "drawn": "(sites Occupied by:P1 on:Edge)",
        },
        board=BOARD,
        start='(place "Disc1" 0) (place "Disc1" Edge (sites {3 4}))',
    )
    assert found["cells"] == [1, 2, 3]
    assert found["edges"] == [CELLS + edge for edge in range(EDGES) if edge not in (3, 4)]
    assert found["mine"] == [0]
    assert found["drawn"] == [CELLS + 3, CELLS + 4]


def test_a_box_is_claimed_when_its_last_edge_is_drawn() -> None:
    closed = "(all Sites (sites Incident Edge of:Cell at:(site)) if:(is Occupied Edge (site)))"
    claim = f"(forEach Site (sites Incident Cell of:Edge at:(last To)) (if {closed} (add (to Cell (site)))))"
    match = SmallMatch(small_game(f"(move Add (to Edge (sites Empty Edge)) (then {claim}))", board=BOARD))
    for edge in (0, 2, 3):
        match.play(CELLS + edge)
        assert all(site >= CELLS for site in match.occupied())
    match.play(CELLS + 5)
    assert match.occupied()[0] == 2


def test_the_kind_of_the_last_move_can_be_asked_for() -> None:
    play = "(or (move Add (to (sites Empty)) {0}) (move Add (to Edge (sites Empty Edge)) {0}))"
    then = '(then (set Var "Drawn" (if (is LastTo Edge) 1 0)))'
    match = SmallMatch(small_game(play.replace("{0}", then), board=BOARD))
    match.play(0)
    assert match.position.field("variable Drawn", 0) == 0
    match.play(CELLS)
    assert match.position.field("variable Drawn", 0) == 1


def test_steps_on_cells_of_a_board_of_vertices_follow_the_cells() -> None:
    move = "(move Step (from Cell) Orthogonal (to Cell if:(is Empty Cell (to))))"
    game = small_game(
        "(forEach Piece)",
        board="(board (square 3) use:Vertex)",
        pieces=f'(piece "Disc" Each {move})',
        start='(start (place "Disc1" Cell 0))',
    )
    match = SmallMatch(game)
    match.move(9, 10)
    assert match.occupied() == {10: 1}


def test_recorded_terms_number_every_kind_by_itself() -> None:
    match = SmallMatch(
        small_game(
            "(move (from (handSite Mover)) (to Edge (sites Empty Edge)))",
            board=BOARD,
            pieces='(hand Each) (piece "Disc" Each)',
            start='(start (place "Disc" "Hand" count:3))',
        )
    )
    session = RecordSession(match.machine)
    assert session.containers == [("Board", 0, 0, 4), ("Hand1", 1, 4, 1), ("Hand2", 2, 5, 1)]
    assert session.legal()[:2] == [(4, 0), (4, 1)]
    session.play(0)
    assert ["e0", 1, 1, 0] in session.sites()


def test_a_game_on_two_kinds_of_sites_can_be_drawn_and_written() -> None:
    game = apts.load(
        small_game("(move Add (to Edge (sites Empty Edge)))", board=BOARD, start='(start (place "Disc1" 0))')
    )
    state = game.start()
    assert len(game.site_names) == len(set(game.site_names)) == CELLS + EDGES
    played = state.after(state.moves()[0])
    assert "edges=X11" in str(played)
    assert str(game.state(str(played))) == str(played)
    assert "edge0" in played.board_text()
    drawn = played.svg()
    assert drawn.count("data-site") == CELLS + EDGES
    assert 'class="bar1"' in drawn
