"""Boards in the terminal: every site that one may have to type has its label."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from time import process_time

import pytest

import apts
from apts.engine.play.game import Game, State
from apts.engine.play.playouts.closing_passes import closing_passes, without_closing_passes
from tests.engine.hostile_texts import game as hostile_game

RECORDED = Path(__file__).parents[3] / "shared" / "conformance" / "lud"

BOARDS = {
    "hexagon": "(board (hex 4))",
    "rhombus": "(board (hex Diamond 5))",
    "triangle": "(board (tri 4) use:Vertex)",
    "morris": "(board (concentric Square rings:3) use:Vertex)",
    "rings": "(board (concentric {1 6 12 12}))",
    "mancala": "(mancalaBoard 2 4)",
    "spiral": "(board (spiral turns:3 sites:20) use:Vertex)",
    "odd graph": "(board (graph vertices:{ {0 0} {3 1} {1 2} {2 5} } edges:{ {0 1} {1 2} {2 3} {3 0} }) use:Vertex)",
    "tiling": "(board (tiling T3464 2) use:Vertex)",
    "edges": "(board (square 3) use:Edge)",
    "pyramid": "(board (square 4 pyramidal:True) use:Vertex)",
    "wide": "(board (rectangle 3 30))",
}
PLACING = """
(game "Placing"
    (players {players})
    (equipment {{ {board} (piece "Disc" Each) }})
    (rules (play (move Add (to {sites}))) (end (if (no Moves Next) (result Mover Win))))
)
"""


def placing(kind: str, players: int = 2) -> Game:
    sites = "(sites Empty)"
    return apts.load(PLACING.format(board=BOARDS[kind], players=players, sites=sites))


def positions(game: Game, count: int = 12) -> list[State]:
    """The positions of the beginning of a random match."""
    choose, states = Random(3), [game.start(seed=1)]
    while len(states) < count and not states[-1].over:
        states.append(states[-1].after(choose.choice(states[-1].moves())))
    return states


def unlabelled(state: State) -> set[str]:
    """The names of sites of legal moves that the drawing does not show, whole or as letters and number of a margin."""
    words = set(re.findall(r"[^\s=,:]+", state.board_text()))
    names = state.game.place_names
    found = set()
    for move in state.moves():
        for site in (move.origin, move.target):
            name = names[site] if site is not None and 0 <= site < len(names) else ""
            parts = re.fullmatch(r"([a-z]+)([0-9]+)", name)
            if name and name not in words and not (parts and {parts[1], parts[2]} <= words):
                found.add(name)
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", apts.library_names())
def test_every_site_of_a_legal_move_has_a_label_in_the_games_of_the_library(name: str) -> None:
    game = apts.load(name)
    named = [place for place in game.place_names if place]
    assert len(set(named)) == len(named)
    if game.from_rules is None:
        return  # a class draws its board itself
    for state in positions(game, 6):
        assert unlabelled(state) == set(), state.board_text()
        assert max(map(len, state.board_text().splitlines())) <= 120


@pytest.mark.parametrize("kind", sorted(BOARDS))
def test_every_kind_of_board_has_labels(kind: str) -> None:
    game = placing(kind)
    assert len({*game.site_names}) == len(game.site_names)
    for state in positions(game, 4):
        assert unlabelled(state) == set(), state.board_text()


def test_three_seats_have_three_signs() -> None:
    text = positions(placing("hexagon", players=3), 4)[-1].board_text()
    assert "X Disc1, O Disc2, A Disc3" in text


def test_hexagons_have_letters_and_numbers_at_the_ends_of_their_rows() -> None:
    game = apts.load("hex", Board="3x3")
    drawing = game.start().play("c1").board_text().splitlines()
    assert [line.split() for line in drawing[:6]] == [
        ["."], [".", "."], [".", ".", "X"], ["3", ".", ".", "c"], ["2", ".", "b"], ["1", "a"]
    ]  # fmt: skip
    assert drawing[6] == "sides: X upper right and lower left, O upper left and lower right"


def test_morris_has_margins_and_mancala_names_under_its_pits() -> None:
    morris = apts.load("nine-mens-morris").start().board_text().splitlines()
    assert (morris[0].split()[0], morris[7].split()) == ("7", list("abcdefg"))
    kalah = apts.load("kalah").start().board_text().splitlines()
    assert kalah[0].split() == ["4"] * 6
    assert kalah[1].split() == ["b2", "c2", "d2", "e2", "f2", "g2"]
    assert kalah[3].split() == ["a1", "h1"]
    assert "sides: seat 1 bottom, seat 2 top" in kalah


@pytest.mark.parametrize(("grid", "height"), [("7x6", 6), ("9x7", 7), ("8x8", 8), ("5x4", 4)])
def test_columns_are_as_high_as_the_rules_let_them_grow(grid: str, height: int) -> None:
    state = apts.load("connect-four", Grid=grid).start()
    columns = len(state.moves())
    assert [line.split() for line in state.board_text().splitlines()[:height]] == [["."] * columns] * height
    assert len(re.findall('data-site="', state.svg())) == columns * height
    assert set(re.findall('data-label="([^"]*)"', state.svg())) == {str(move) for move in state.moves()}


def test_sizes_of_gobblet_are_told_apart_by_letters_key_and_size() -> None:
    state = apts.load("gobblet-gobblers").start().play("Small@a1").play("large@a1")
    assert "L Large1, l Large2, M Medium1, m Medium2, S Small1, s Small2" in state.board_text()
    assert "hand1.1 L3, hand1.2 M3, hand1.3 S2" in state.board_text()
    assert len(set(re.findall(r'<circle class="seat1"[^>]* r="([0-9.]+)"', state.svg()))) >= 3


def test_passes_at_the_end_of_a_match_are_not_shown() -> None:
    state = apts.load("tic-tac-toe").start()
    moves = ["b2", "a1", "a3", "c1", "b1", "b3", "a2", "c2"]
    for text in moves:
        state = state.play(text)
    line = [state.find_move("c3")]
    full = state.after(line[0])
    assert [str(move) for move in closing_passes(full)] == ["pass", "pass"]
    assert without_closing_passes(state, [*line, *closing_passes(full)]) == tuple(line)
    assert closing_passes(state) == ()
    solved = apts.solve(apts.load("tic-tac-toe"))
    assert [str(move) for move in solved.line].count("pass") == 0
    assert len(solved.line) == 9


@pytest.mark.long
@pytest.mark.skipif(
    not RECORDED.is_dir(), reason="the descriptions of the records (../shared/conformance) are not here"
)
@pytest.mark.parametrize("slug", ["tri-it-out", "garrisons", "jodu", "mehen", "feed-the-ducks"])
def test_recorded_games_on_odd_boards_have_labels(slug: str) -> None:
    for state in positions(apts.load(RECORDED / f"{slug}.lud"), 5):
        assert unlabelled(state) == set(), state.board_text()


def test_board_that_no_terminal_has_room_for_is_listed_at_once() -> None:
    state = apts.load(hostile_game().replace("(square 4)", "(tri 81)")).start()
    began = process_time()
    assert "empty: " in state.board_text()
    assert process_time() - began < 4  # seconds; it compared the places of all pairs of its 6,561 sites
