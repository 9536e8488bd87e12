"""Positions as planes and globals, moves as codes: seen from the mover, with stable names, the same with and without
machine code."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import OVER
from apts.games.catalogue import library_names
from apts.games.library import load
from apts.learning.encodings.encode import NO_CELL
from apts.learning.encodings.encoding import ENCODING_VERSION, encode, encoding_of

ROW_WITH_COUNTER = """
(game "Slow Row" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (>= (counter) 6) (result Mover Loss)))))
"""

THREE_SEATS = """
(game "Three" (players 3) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""

TWO_DICE = """
(game "Walk" (players 2) (equipment {(board (rectangle 1 8)) (piece "Stone" Each) (dice d:4 num:2)})
    (rules (start {(place "Stone1" 0) (place "Stone2" 7)})
        (play (do (roll) next:(forEach Die (forEach Piece (move (from) (to (sites Empty)))))))
        (end (if (is In (last To) (sites Right)) (result Mover Win)))))
"""


def rules_game(name: str, **settings: Any) -> RulesGame:
    game = load(name, **settings)
    assert isinstance(game, RulesGame)
    return game


def after(game: RulesGame, *moves: str) -> RulesState:
    state = game.start()
    for move in moves:
        state = state.after(state.find_move(move))
    return state


def plane(game: RulesGame, state: RulesState, name: str) -> NDArray[np.uint8]:
    encoding = encoding_of(game)
    planes, _, _ = encode(game, state.position)
    shown: NDArray[np.uint8] = planes[encoding.plane_names.index(name)]
    return shown.reshape(encoding.layout.rows, encoding.layout.columns)


def cells(array: NDArray[np.uint8]) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in np.argwhere(array)]


def number(game: RulesGame, state: RulesState, name: str) -> float:
    _, numbers, _ = encode(game, state.position)
    return float(numbers[encoding_of(game).global_names.index(name)])


def parts(code: int) -> tuple[int, int, int]:
    return code >> 32, (code >> 16) & NO_CELL, code & NO_CELL


# --- planes ------------------------------------------------------------------------------------------------------


def test_connect_four_is_an_upright_grid_seen_from_the_mover() -> None:
    game = rules_game("connect-four")
    state = after(game, "d", "d", "c")
    assert cells(plane(game, state, "Disc/own")) == [(1, 3)]
    assert cells(plane(game, state, "Disc/other1")) == [(0, 2), (0, 3)]
    assert cells(plane(game, state, "last target")) == [(0, 2)]
    assert cells(plane(game, state, "legal target")) == [(0, 0), (0, 1), (0, 4), (0, 5), (0, 6), (1, 2), (2, 3)]
    assert plane(game, state, "cell").all()


def test_discs_of_othello_belong_to_whose_side_is_up() -> None:
    game = rules_game("othello")
    first, second = game.start(), after(game, "e6")
    assert len(cells(plane(game, first, "Disc/own"))) == len(cells(plane(game, first, "Disc/other1"))) == 2
    assert len(cells(plane(game, second, "Disc/own"))) == 1
    assert len(cells(plane(game, second, "Disc/other1"))) == 4
    assert number(game, second, "score/own") == pytest.approx(1 / 11)
    assert number(game, second, "score/other1") == pytest.approx(4 / 14)
    assert not plane(game, first, "last target").any()


def test_other_pieces_are_told_by_the_seat_after_the_mover() -> None:
    game = RulesGame(THREE_SEATS)
    state = after(game, "a1", "b1")
    assert cells(plane(game, state, "Stone/other1")) == [(0, 0)]
    assert cells(plane(game, state, "Stone/other2")) == [(0, 1)]
    assert not plane(game, state, "Stone/own").any()
    assert [number(game, state, f"seat {seat}") for seat in (1, 2, 3)] == [0, 0, 1]


def test_counts_are_told_by_thresholds() -> None:
    game = rules_game("kalah")
    state = game.start()
    assert plane(game, state, "count>=4").sum() == 12
    assert plane(game, state, "count>=5").sum() == 0


def test_stacks_are_told_from_the_top_and_hands_by_their_owner() -> None:
    game = rules_game("gobblet-gobblers")
    state = game.start()
    assert plane(game, state, "hand/own").sum() == plane(game, state, "hand/other1").sum() == 3
    own = cells(plane(game, state, "hand/own"))
    later = state.after(state.moves()[0])
    assert cells(plane(game, later, "hand/other1")) == own
    assert plane(game, state, "height>=2").sum() == 6
    assert plane(game, state, "Disc1/own below 1").sum() == 1


def test_the_sides_to_join_are_told_from_the_mover() -> None:
    game = rules_game("hex")
    first, second = game.start(), after(game, "f6")
    assert plane(game, first, "region/own").sum() == 22
    assert cells(plane(game, first, "region/own")) == cells(plane(game, second, "region/other1"))
    assert cells(plane(game, first, "region/own")) != cells(plane(game, second, "region/own"))


def test_a_jump_under_way_is_told() -> None:
    game = rules_game("brazilian-draughts")
    assert "clear" in encoding_of(game).plane_names
    assert "again" in encoding_of(game).global_names


def test_the_counter_is_told_only_where_the_rules_look_at_it() -> None:
    game = RulesGame(ROW_WITH_COUNTER)
    assert number(game, after(game, "a1", "b1"), "counter") == pytest.approx(1 / 9)
    assert "counter" not in encoding_of(rules_game("tic-tac-toe")).global_names


def test_swap_and_phases_are_told() -> None:
    assert "swapped" in encoding_of(rules_game("hex")).global_names
    morris = rules_game("nine-mens-morris")
    assert number(morris, morris.start(), "phase Placement/own") == 1
    assert number(morris, morris.start(), "phase Movement/own") == 0


# --- codes -------------------------------------------------------------------------------------------------------


def test_a_placement_has_no_origin_and_goes_to_the_next_level() -> None:
    game = rules_game("connect-four")
    encoding = encoding_of(game)
    _, _, codes = encode(game, after(game, "d", "d").position)
    assert [parts(code)[1:] for code in codes.tolist()] == [
        (NO_CELL, column + (14 if column == 3 else 0)) for column in range(7)
    ]
    assert {encoding.kind_names[parts(code)[0]] for code in codes.tolist()} == {"add@0"}
    assert not encoding.pairs


def test_a_step_has_origin_and_target() -> None:
    game = rules_game("breakthrough")
    _, _, codes = encode(game, game.start().position)
    assert encoding_of(game).pairs
    assert (8, 16) in [parts(code)[1:] for code in codes.tolist()]


def test_a_pass_has_no_cells_and_the_first_kind() -> None:
    game = rules_game("go")
    _, _, codes = encode(game, game.start().position)
    assert [parts(code) for code in codes.tolist() if parts(code)[0] == 0] == [(0, NO_CELL, NO_CELL)]


def test_a_swap_has_the_second_kind() -> None:
    game = rules_game("hex")
    _, _, codes = encode(game, after(game, "f6").position)
    assert [parts(code) for code in codes.tolist() if parts(code)[0] == 1] == [(1, NO_CELL, NO_CELL)]


def test_moves_between_the_same_sites_are_told_apart_by_their_kind() -> None:
    game = RulesGame(TWO_DICE)
    _, _, codes = encode(game, game.start(3).position)
    names = encoding_of(game).kind_names
    assert len(set(codes.tolist())) == len(codes) == 12
    assert {names[parts(code)[0]] for code in codes.tolist()} == {"move@0#0", "move@0#1"}


def test_dice_that_are_left_are_told() -> None:
    game = RulesGame(TWO_DICE)
    states = [game.start(seed) for seed in range(40)]
    faces = {int(plane(game, state.after(state.moves()[0]), "die=4").sum()) for state in states}
    assert faces == {0, 1}  # one of the two dice was used for the move


# --- all games ---------------------------------------------------------------------------------------------------

GAMES = [name for name in library_names() if not name.endswith("-class")]


@pytest.mark.parametrize("name", GAMES)
def test_different_positions_and_moves_of_a_match_are_encoded_differently(name: str) -> None:
    game = rules_game(name)
    encoding, machine = encoding_of(game), game.machine
    state, random = machine.start(1), Random(1)
    seen: dict[bytes, int] = {}
    for _ in range(100):
        if state[OVER]:
            break
        planes, numbers, codes = encode(game, state)
        assert planes.max() == 1
        assert np.abs(numbers).max() <= 1
        assert not planes[:, ~encoding.layout.mask].any()
        key = planes.tobytes() + numbers.tobytes()
        assert seen.setdefault(key, game.hash_of(state)) == game.hash_of(state)
        count = machine.moves(state)
        assert len(set(codes.tolist())) == len({machine.record(index) for index in range(count)})
        assert (codes >> 32).max() < encoding.kinds
        machine.kernel.play(*machine.addresses(state), random.randrange(count))


def test_names_are_all_different_and_the_facts_are_plain() -> None:
    for name in ("gobblet-gobblers", "english-draughts", "kalah"):
        encoding = encoding_of(rules_game(name))
        for names in (encoding.plane_names, encoding.global_names, encoding.kind_names):
            assert len(set(names)) == len(names)
        facts = encoding.facts()
        assert facts["version"] == ENCODING_VERSION
        assert facts["planes"] == list(encoding.plane_names)


def test_a_variant_shares_the_names() -> None:
    usual, large = encoding_of(rules_game("connect-four")), encoding_of(rules_game("connect-four", grid="9x7"))
    assert usual.plane_names == large.plane_names
    assert usual.kind_names == large.kind_names
    assert (large.layout.rows, large.layout.columns) == (7, 9)


def test_an_encoding_is_worked_out_once() -> None:
    game = rules_game("tic-tac-toe")
    assert encoding_of(game) is encoding_of(game)


PROGRAM = """
from hashlib import sha256
from apts.games.library import load
from apts.learning.encodings.encoding import encode
for name in ("connect-four", "gobblet-gobblers", "kalah"):
    game = load(name)
    state = game.start()
    for _ in range(4):
        state = state.after(state.moves()[-1])
    print(name, sha256(b"".join(part.tobytes() for part in encode(game, state.position))).hexdigest())
"""


@pytest.mark.long
def test_plain_python_encodes_as_machine_code_does() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env={**os.environ, "APTS_JIT": jit}, capture_output=True, check=True
        ).stdout
        for jit in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"\n") == 3
