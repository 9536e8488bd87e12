"""Games, states and moves from rules text, as people use them."""

from __future__ import annotations

import pickle
import threading
from dataclasses import FrozenInstanceError

import pytest

import apts
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from tests.engine import small_games


def played(text: str, *moves: str) -> RulesState:
    """The position of a small game after some moves."""
    state = apts.load(text).start()
    for move in moves:
        state = state.play(move)
    assert isinstance(state, RulesState)
    return state


def test_state_is_not_changed_by_playing_on() -> None:
    state = apts.load(small_games.NOUGHTS).start()
    before = str(state)
    after = state.play("b2")
    assert str(state) == before
    assert after != state
    assert len(state.moves()) == 9
    assert len(after.moves()) == 8


def test_moves_and_outcomes_cannot_be_changed() -> None:
    move = apts.load(small_games.NOUGHTS).start().moves()[0]
    with pytest.raises(FrozenInstanceError):
        move.text = "b2"  # type: ignore[misc]


def test_moves_are_read_in_any_case_and_with_spaces_around() -> None:
    state = apts.load(small_games.NOUGHTS).start()
    assert state.play(" B2 ") == state.play("b2")


def test_sign_between_two_sites_may_be_left_out() -> None:
    state = apts.load(small_games.PAWNS).start()
    assert state.play("a1a2") == state.play("a1-a2")


def test_illegal_move_is_told_with_the_position_and_near_moves() -> None:
    state = apts.load(small_games.NOUGHTS).start()
    with pytest.raises(apts.IllegalMove) as caught:
        state.play("d2")
    message = str(caught.value)
    assert "'d2'" in message
    assert str(state) in message
    assert "did you mean" in message
    assert "a2" in message


def test_nothing_can_be_played_after_the_end() -> None:
    state = played(small_games.NOUGHTS, "a1", "b1", "a2", "b2", "a3")
    with pytest.raises(apts.IllegalMove, match="the match is over"):
        state.play("c3")


def test_order_of_moves_does_not_depend_on_the_way_there() -> None:
    one = played(small_games.PAWNS, "a1-a2", "c3-c2", "b1-b2")
    other = played(small_games.PAWNS, "b1-b2", "c3-c2", "a1-a2")
    assert [move.text for move in one.moves()] == [move.text for move in other.moves()]


def test_positions_reached_in_different_ways_hash_alike() -> None:
    one = played(small_games.NOUGHTS, "a1", "b1", "c3")
    other = played(small_games.NOUGHTS, "c3", "b1", "a1")
    assert one.position_hash == other.position_hash
    assert one != other, "the last move is part of the state"


def test_hashes_tell_positions_and_movers_apart() -> None:
    hashes = set()
    waiting: list[apts.State] = [apts.load(small_games.NOUGHTS).start()]
    while waiting:
        state = waiting.pop()
        assert 0 <= state.position_hash < 1 << 63
        hashes.add(state.position_hash)
        if sum(sign in "Nc" for sign in str(state).split()[0]) < 3:
            waiting.extend(state.after(move) for move in state.moves())
    positions_after = [1, 9, 9 * 8, 9 * 8 // 2 * 7]
    assert len(hashes) == sum(positions_after)


def test_hash_tells_the_mover() -> None:
    state = played(small_games.PASSING, "a1")
    assert state.play("pass").position_hash != state.position_hash


def test_outcome_names_the_rule_and_its_line() -> None:
    outcome = played(small_games.NOUGHTS, "a1", "b1", "a2", "b2", "a3").outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert outcome.ranks == (1.0, 2.0)
    assert outcome.utilities == (1.0, -1.0)
    assert outcome.reason == "(if (is Line 3) (result Mover Win)) (line 6)"
    assert outcome.line == 6
    assert small_games.NOUGHTS.splitlines()[5].strip().startswith("(end (if (is Line 3)")


def test_round_of_passes_is_a_draw_with_its_reason() -> None:
    outcome = played(small_games.PASSING, "pass", "pass", "pass").outcome
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.draw
    assert outcome.ranks == (2.0, 2.0, 2.0)
    assert outcome.utilities == (0.0, 0.0, 0.0)
    assert outcome.reason == "all players passed"


def test_turn_limit_is_a_draw_with_its_reason() -> None:
    game = apts.load(small_games.PASSING)
    state = game.state("2/2 1 moves=3749 turn=3750")
    outcome = state.play("pass").outcome
    assert outcome is not None
    assert outcome.reason == "turn limit"
    assert outcome.draw


@pytest.mark.parametrize(("moves", "utility"), [(("a1", "b2"), 1.0), (("a1", "a2"), -1.0)])
def test_game_for_one_is_won_or_lost(moves: tuple[str, ...], utility: float) -> None:
    outcome = played(small_games.SOLITAIRE, *moves).outcome
    assert outcome is not None
    assert outcome.utilities == (utility,)
    assert outcome.winner == (1 if utility > 0 else None)


def test_swap_exchanges_the_seats_and_not_the_colours() -> None:
    before = played(small_games.SWAPPING, "b2")
    assert "swap" in [move.text for move in before.moves()]
    after = before.play("swap")
    assert (before.mover, after.mover) == (2, 1), "the second seat has taken the first side; the first seat moves"
    assert after.board_text() == before.board_text()
    won = after.play("a1").play("a2").play("b1").play("c2")
    assert won.outcome is not None
    assert won.outcome.winner == 2, "the line is of the side that the second seat took over"
    assert won.game.state(str(won)).outcome == won.outcome


def test_game_is_described() -> None:
    game = apts.load(small_games.NOUGHTS)
    assert (game.name, game.players) == ("Noughts", 2)
    assert game.rules == small_games.NOUGHTS
    assert [option.heading for option in game.options] == ["Board Size"]
    assert game.chosen == {"Board Size": "3x3"}
    assert {parameter.path: parameter.value for parameter in game.parameters}["rules.end.if.is Line.length"] == 3
    assert repr(game.start()) == "<Noughts: 3/3/3 1 moves=0>"


def test_threads_share_a_game() -> None:
    game = apts.load(small_games.NOUGHTS)
    expected = str(game.start().play("a1").play("b2"))
    found: list[str] = []

    def play() -> None:
        for _ in range(50):
            state = game.start().play("a1").play("b2")
            assert len(state.moves()) == 7
            found.append(str(state))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 200


def test_game_and_state_survive_pickling_with_their_settings() -> None:
    game = apts.load(small_games.NOUGHTS, board_size="4x4", is_line_length=4)
    state = game.start().play("d4")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game.chosen == {"Board Size": "4x4"}
    assert isinstance(again.game, RulesGame)
    assert again.game.compiled.data.tolist() == game.compiled.data.tolist()  # type: ignore[attr-defined]


def test_states_of_different_rules_differ() -> None:
    three = apts.load(small_games.NOUGHTS).start()
    four = apts.load(small_games.NOUGHTS, is_line_length=2).start()
    assert str(three) == str(four)
    assert three != four
