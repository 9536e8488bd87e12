"""Proposals, votes and what they decide; choosing the next player."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game

VOTING = (
    '(if (is Proposed "End") (or (move Vote "End") (move Vote "No")) '
    '(or (move Propose "End") (if (is Decided "End") (move Add (to 0)) (move Add (to 1)))))'
)


def choose(match: SmallMatch, number: int) -> None:
    """Play the legal move of that number."""
    match.legal()
    match.machine.play(match.state, match.machine.record(number))


def test_all_votes_for_it_decide_it_until_the_next_move() -> None:
    match = SmallMatch(small_game(VOTING))
    assert match.legal() == [(-1, -1), (1, 1)]
    for _ in range(3):  # the proposal, then both votes
        choose(match, 0)
    assert match.legal() == [(-1, -1), (0, 0)]
    match.play(0)
    assert match.legal() == [(-1, -1), (1, 1)]


def test_half_of_the_votes_decide_nothing() -> None:
    match = SmallMatch(small_game(VOTING))
    for number in (0, 0, 1):
        choose(match, number)
    assert match.legal() == [(-1, -1), (1, 1)]


def test_the_mover_chooses_who_moves_next() -> None:
    match = SmallMatch(small_game("(or (move Set NextPlayer (player 3)) (move Add (to 0)))", players=3))
    match.move(-1, -1)
    assert match.mover == 3
