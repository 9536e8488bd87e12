"""Moves as people write them."""

from __future__ import annotations

import pytest

import apts
from apts.engine.play.machine import Machine
from apts.engine.runtime.kernel_functions import JIT
from tests.engine import small_games


def texts(state: apts.State) -> list[str]:
    """The texts of the legal moves."""
    return [move.text for move in state.moves()]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (small_games.NOUGHTS, "a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        (small_games.COLUMNS, "a b c d"),
        (small_games.PAWNS, "a1-a2 b1-b2 c1-c2"),
        (small_games.PASSING, "pass a1 b1 a2 b2"),
        (small_games.CUPS, "Small@a1 Large@a1 Small@b1 Large@b1 Small@a2 Large@a2 Small@b2 Large@b2"),
    ],
    ids=["placements", "columns of a board of one row", "steps", "pass", "pieces from the hand"],
)
def test_first_moves_are_written_as_people_write_them(rules: str, expected: str) -> None:
    assert texts(apts.load(rules).start()) == expected.split()


def test_capture_is_written_with_a_cross() -> None:
    state = apts.load(small_games.PAWNS).start().play("a1-a2")
    assert "b3xa2" in texts(state)
    capture = state.find_move("b3xa2")
    assert capture.captures
    assert not state.find_move("b3-b2").captures


def test_only_piece_left_in_the_hand_needs_no_name() -> None:
    state = apts.load(small_games.CUPS).start().play("small@a1").play("small@b1")
    assert texts(state) == ["a2", "b2"]


def test_pieces_of_either_owner_are_told_by_their_full_names() -> None:
    state = apts.load(small_games.COLOURS).start()
    assert texts(state)[:2] == ["Stone1@a1", "Stone2@a1"]
    assert state.play("stone2@a1").board_text() != state.play("stone1@a1").board_text()


def test_moves_of_equal_effect_are_one_move() -> None:
    assert texts(apts.load(small_games.TWICE).start()) == ["a1", "b1", "a2", "b2"]


def test_move_knows_its_sites_and_kind() -> None:
    step = apts.load(small_games.PAWNS).start().find_move("b1-b2")
    assert (step.kind, step.origin, step.target) == ("step", 1, 4)
    skip = apts.load(small_games.PASSING).start().find_move("pass")
    assert (skip.kind, skip.origin, skip.target) == ("pass", None, None)


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        (small_games.CUPS, "b2", "Small@b2 or Large@b2?"),
        (small_games.CUPS, " SMALL ", "Small@a1 or Small@b1 or Small@a2 or Small@b2?"),
        (small_games.PAWNS, "b2", "b1-b2?"),
        ("breakthrough", "a2", "a2-a3 or a2-b3?"),
        ("1d-chess", "f", "cxf?"),
        ("amazons", "d1", "d1-d2 or d1-c2 or d1-e2 or d1-c1 or d1-b1 or one of 15 others with it?"),
    ],
    ids=["site of a piece", "piece", "where to", "where from", "capture on a board of one row", "one of many"],
)
def test_part_of_a_move_that_was_typed_for_it_is_answered_with_the_moves_that_have_it(
    game: str, typed: str, meant: str
) -> None:
    with pytest.raises(apts.IllegalMove) as caught:
        apts.load(game).start().play(typed)
    if "others" in meant:
        assert "; did you mean d1-" in str(caught.value)
        assert "others with it?" in str(caught.value)
    else:
        assert f"; did you mean {meant}" in str(caught.value)


def test_site_that_is_no_whole_part_of_a_move_is_not_taken_for_it() -> None:
    with pytest.raises(apts.IllegalMove) as caught:
        apts.load(small_games.CUPS).start().play("b22")
    assert "did you mean" not in str(caught.value)


STACKS = """(game "Tower" (players 2) (equipment { (board (square 6) use:Edge) (piece "Disc" Each) })
  (rules (play (or (move Add (to (sites Board)) stack:True (then (addScore Mover 1)))
                   (move Add (to (sites Board)) stack:True (then (addScore Mover 2)))))
    (end (if (is Full) (byScore)))))"""


def test_moves_are_told_apart_without_a_copy_of_the_position_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of stacks are large; of thousands of moves each changes a few words."""
    game = apts.load(STACKS)
    copied: list[int] = []
    copy = Machine.copy
    monkeypatch.setattr(Machine, "copy", lambda self, state: copied.append(len(state)) or copy(self, state))
    moves = game.start().moves()
    assert [move.text for move in moves[:4]] == ["0#1", "0#2", "1#1", "1#2"]
    assert len({move.text for move in moves}) == len(moves) == 120
    assert not JIT or len(copied) == 1, "the one that the list of moves is made on"


def test_table_of_positions_is_put_back_after_each_part_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    state = apts.load(STACKS).start().play("0#1")
    whole = state.moves()
    assert len(whole) == 120
    monkeypatch.setattr("apts.engine.play.positions.changes.WORDS_AT_ONCE", 1)
    monkeypatch.setattr("apts.engine.play.positions.changes.MOVES_AT_ONCE", 7)
    assert apts.load(STACKS).state(str(state)).moves() == whole


def test_moves_with_large_effects_are_told_apart_by_a_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = apts.load(STACKS).start().moves()
    monkeypatch.setattr("apts.engine.text.move_text._LONGEST_EFFECT", 0)
    assert apts.load(STACKS).start().moves() == whole
    assert texts(apts.load(small_games.TWICE).start()) == ["a1", "b1", "a2", "b2"]


def test_moves_without_sites_are_called_as_the_rules_call_them() -> None:
    state = apts.load(small_games.CALLED).start()
    called = [
        "next 1",
        "next 2",
        "bet 0",
        "bet 1",
        "bet 2",
        "roll again",
        "propose a1",
        "vote a1",
        "propose PASS",
        "pass",
    ]
    assert texts(state) == [*called, "x y#1", "x y#2", "no 1", "a1", "b1", "a2=0", "a2=1", "a2=3", "b2"]
    for move in state.moves():
        assert state.find_move(move.text) == move
        assert state.find_move(move.text.upper()) == move
    assert state.play("roll again").mover == state.mover


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("propose#1", "roll again"),
        ("propose#2", "propose a1"),
        ("bet#3", "bet 2"),
        ("vote", "vote a1"),
        ("a2#2", "a2=1"),
    ],
)
def test_texts_that_older_versions_gave_to_moves_are_still_read(before: str, now: str) -> None:
    state = apts.load(small_games.CALLED).start()
    assert state.find_move(before).text == now


@pytest.mark.parametrize("text", ["propose", "propose#9", "bet", "pass#1"])
def test_text_that_no_version_gave_is_refused(text: str) -> None:
    with pytest.raises(apts.AptsError, match="is not a legal move"):
        apts.load(small_games.CALLED).start().find_move(text)
