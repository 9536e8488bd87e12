"""Tablut: how pieces are taken, the castle, and how the match is won."""

from __future__ import annotations

import apts


def position(*rows: str, mover: int = 1) -> apts.State:
    """A position from its rows, the uppermost first; M Muscovite, s Swede, k king."""
    return apts.load("tablut").state(f"{'/'.join(rows)} {mover}")


def board(state: apts.State) -> list[str]:
    """The rows of a position."""
    return str(state).split()[0].split("/")


def test_an_enemy_between_the_piece_moved_and_another_is_taken() -> None:
    after = position("9", "M1sM5", "9", "9", "4k4", "9", "9", "9", "9").play("a8-b8")
    assert board(after)[1] == "1M1M5"


def test_who_moves_in_between_is_safe() -> None:
    after = position("9", "M1M6", "1s7", "9", "4k4", "9", "9", "9", "9", mover=2).play("b7-b8")
    assert board(after)[1] == "MsM6"


def test_two_in_a_row_are_not_taken_together() -> None:
    after = position("9", "M1ssM4", "9", "9", "4k4", "9", "9", "9", "9").play("a8-b8")
    assert board(after)[1] == "1MssM4"


def test_king_helps_to_take() -> None:
    after = position("9", "k1Ms5", "9", "9", "9", "9", "9", "9", "4M4", mover=2).play("a8-b8")
    assert board(after)[1] == "1k1s5"


def test_nothing_stops_in_the_castle_or_passes_it_even_the_king() -> None:
    state = position("9", "9", "9", "9", "M3k4", "9", "9", "9", "9", mover=2)
    assert {move.text for move in state.moves()} >= {"e5-e9", "e5-i5"}
    state = position("9", "9", "4k4", "9", "M8", "9", "9", "9", "9", mover=2)
    targets = {move.text for move in state.moves() if move.text.startswith("e7-e")}
    assert targets == {"e7-e6", "e7-e8", "e7-e9"}
    state = state.play("e7-b7")
    assert {move.text for move in state.moves() if move.text.endswith("5")} == {"a5-b5", "a5-c5", "a5-d5"}


def test_king_in_the_open_is_taken_by_two() -> None:
    outcome = position("9", "9", "M1kM5", "9", "9", "9", "9", "9", "9").play("a7-b7").outcome
    assert outcome is not None
    assert outcome.winner == 1


def test_king_in_the_castle_is_taken_by_four() -> None:
    three = position("9", "9", "9", "4M4", "2M1k4", "4M4", "9", "9", "9").play("c5-d5")
    assert three.outcome is None
    four = position("9", "9", "9", "4M4", "2M1kM3", "4M4", "9", "9", "9").play("c5-d5").outcome
    assert four is not None
    assert four.winner == 1


def test_king_beside_the_castle_is_taken_by_three() -> None:
    two = position("9", "9", "9", "2M1kM3", "9", "9", "9", "9", "9").play("c6-d6")
    assert two.outcome is None
    three = position("9", "9", "4M4", "2M1kM3", "9", "9", "9", "9", "9").play("c6-d6").outcome
    assert three is not None
    assert three.winner == 1


def test_king_who_steps_out_among_three_is_not_taken_by_a_move_elsewhere() -> None:
    state = position("9", "9", "4M4", "3M1M3", "4k4", "9", "9", "s8", "M8", mover=2).play("e5-e6")
    assert state.play("a1-b1").outcome is None


def test_king_on_the_edge_wins() -> None:
    outcome = position("9", "9", "9", "9", "4k4", "9", "9", "9", "M8", mover=2).play("e5-e1").outcome
    assert outcome is not None
    assert outcome.winner == 2


def test_who_cannot_move_loses() -> None:
    outcome = position("ss7", "M1s6", "s8", "4k4", "9", "9", "9", "9", "9", mover=2).play("c8-b8").outcome
    assert outcome is not None
    assert outcome.winner == 2


def test_earlier_position_does_not_come_back() -> None:
    state = apts.load("tablut").start()
    for move in ("d1-c1", "e3-d3", "c1-d1"):
        state = state.play(move)
    assert "d3-e3" not in {move.text for move in state.moves()}
