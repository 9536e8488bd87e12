"""Proposals, votes, and positions that come back."""

from __future__ import annotations

from tests.engine.small_match import SmallMatch, small_game

VOTING = """(if (is Proposed "End")
    (or (move Vote "End") (move Vote "No"))
    (or (move Add (to (sites Empty))) (move Propose "End")))"""


def voting() -> SmallMatch:
    """A match that a vote can end."""
    text = small_game(VOTING).replace("(if (= 0 1) (result Mover Win))", '(if (is Decided "End") (result P1 Win))')
    return SmallMatch(text)


def kinds(match: SmallMatch) -> list[str]:
    """What each legal move is."""
    decisions = match.machine.compiled.decisions
    return [decisions[match.machine.record(index)[0]].kind for index in range(match.machine.moves(match.state))]


def choose(match: SmallMatch, choice: str) -> None:
    """Make the proposal, or vote for or against it; the vote for it is offered first."""
    place = kinds(match).index(choice.split()[0]) + (choice == "vote No")
    match.machine.play(match.state, match.machine.record(place))


def test_what_more_than_half_vote_for_is_decided() -> None:
    match = voting()
    choose(match, "propose")
    assert kinds(match) == ["vote", "vote"]
    choose(match, "vote End")
    assert not match.over
    choose(match, "vote End")
    assert match.over
    assert match.position.ranks() == [1.0, 2.0]


def test_a_divided_vote_decides_nothing_and_closes_the_proposal() -> None:
    match = voting()
    choose(match, "propose")
    choose(match, "vote End")
    choose(match, "vote No")
    assert not match.over
    assert "propose" in kinds(match)
    assert "vote" not in kinds(match)
    match.play(0)
    choose(match, "propose")
    choose(match, "vote End")
    choose(match, "vote End")
    assert match.over


def test_a_round_of_positions_three_times_in_a_row_is_a_cycle() -> None:
    walk = "(if (is Cycle) (move Add (to (sites {20}))) (forEach Piece (move Step (to if:(is Empty (to))))))"
    match = SmallMatch(small_game(walk, start='(start {(place "Disc1" 0) (place "Disc2" 24)})'))
    steps = [(0, 1), (24, 23), (1, 0), (23, 24)]
    for origin, target in steps * 3:
        assert (20, 20) not in match.legal()
        match.move(origin, target)
    assert match.legal() == [(20, 20)]


def test_a_round_that_was_left_is_no_cycle() -> None:
    walk = "(if (is Cycle) (move Add (to (sites {20}))) (forEach Piece (move Step (to if:(is Empty (to))))))"
    match = SmallMatch(small_game(walk, start='(start {(place "Disc1" 0) (place "Disc2" 24)})'))
    for origin, target in [(0, 1), (24, 23), (1, 0), (23, 24)] * 2 + [(0, 5), (24, 23), (5, 0), (23, 24)]:
        match.move(origin, target)
    assert (20, 20) not in match.legal()
