"""Effects put together: one choice of several, all combinations, sequences, repetitions."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game


def test_appended_effects_are_one_move_with_the_sites_of_the_first() -> None:
    match = SmallMatch(small_game("(append (and (add (to 3)) (add (to 7))))"))
    assert match.legal() == [(3, 3)]
    match.play(3)
    assert match.occupied() == {3: 1, 7: 1}


def test_nothing_to_append_is_no_move() -> None:
    assert SmallMatch(small_game("(append (remove 3))")).legal() == [(-1, -1)]


def test_every_first_move_is_combined_with_every_second() -> None:
    play = '(allCombinations (move Add (to (sites {0 1}))) (add (piece "Stone0") (to (sites {5 6}))))'
    match = SmallMatch(small_game(play, pieces='(piece "Disc" Each) (piece "Stone" Neutral)'))
    assert match.legal() == [(0, 0), (0, 0), (1, 1), (1, 1)]
    match.machine.play(match.state, match.machine.record(3))
    assert match.occupied() == {1: 1, 6: 3}


def test_a_sequence_sees_what_came_before() -> None:
    for kind, expected in (("seq", 1), ("and", 0)):
        effects = f"({kind} {{ (add (to 7)) (addScore Mover (count Pieces in:(sites {{7}}))) }})"
        match = SmallMatch(small_game(f"(move Select (from 0) (then {effects}))"))
        match.play(0)
        assert match.position.per_player("score") == [expected, 0], kind


def test_a_repetition_goes_on_while_the_condition_holds() -> None:
    match = SmallMatch(small_game("(move Select (from 0) (then (while (> 3 (score Mover)) (addScore Mover 1))))"))
    match.play(0)
    assert match.position.per_player("score") == [3, 0]
