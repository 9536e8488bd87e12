"""Bets, amounts and the pot."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game


def test_a_bet_becomes_the_amount_of_the_player_and_the_pot_keeps_what_is_paid() -> None:
    play = "(move Bet Mover (range 1 3) (then (set Pot (+ (pot) (amount Mover)))))"
    match = SmallMatch(small_game(play, start="(start (set Amount P2 7))"))
    assert match.machine.moves(match.state) == 3
    assert [match.position.field("amount", player) for player in (1, 2)] == [0, 7]
    match.machine.play(match.state, match.machine.record(2))
    assert match.machine.moves(match.state) == 3
    match.machine.play(match.state, match.machine.record(0))
    assert [match.position.field("amount", player) for player in (1, 2)] == [3, 1]
    assert match.position.field("pot", 0) == 4
