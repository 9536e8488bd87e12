"""``(is Line ..)`` among stacks: for the last piece, for a given player, by level, at any level."""

from __future__ import annotations

import pytest

from tests.engine.small_match import SmallMatch, small_game


def scored(question: str, drops: list[tuple[int, int]], width: int = 5) -> int:
    """1 if the question is answered with yes after these pieces (site, player) were put down one on another."""
    then = f"(then (set Score P1 (if {question} 1 0)))"
    adds = " ".join(f"(move Add (piece {kind}) (to (sites Board)) stack:True {then})" for kind in (1, 2))
    text = small_game(f"(or {adds})", board=f"(board (rectangle 1 {width}))")
    match = SmallMatch(text)
    for site, player in drops:
        pairs = match.legal()
        places = [place for place, pair in enumerate(pairs) if pair == (site, site)]
        match.machine.play(match.state, match.machine.record(places[player - 1]))
    return match.position.per_player("score")[0]


@pytest.mark.parametrize(
    ("question", "drops", "expected"),
    [
        ("(is Line 3 byLevel:True)", [(0, 1), (0, 1), (0, 1)], 1),
        ("(is Line 3 byLevel:True)", [(0, 1), (0, 1), (0, 2)], 0),
        # For a given player the topmost piece counts in its own stack, whose ever it is.
        ("(is Line 3 P1 byLevel:True)", [(0, 1), (0, 1), (0, 2)], 1),
        ("(is Line 3 P1 byLevel:True)", [(0, 1), (0, 2), (0, 2)], 0),
        ("(is Line 3 P2 byLevel:True)", [(0, 2), (0, 2), (0, 1)], 1),
        ("(is Line 3 P1 byLevel:True)", [(0, 1), (0, 1)], 0),
        # A row of the given player.
        ("(is Line 3 P1 byLevel:True)", [(0, 1), (1, 1), (2, 1)], 1),
        ("(is Line 3 P2 byLevel:True)", [(0, 1), (1, 1), (2, 1)], 0),
        ("(is Line 3 what:1 byLevel:True)", [(0, 1), (2, 1), (1, 1)], 1),
        # Falling and rising lines.
        ("(is Line 3 P1 byLevel:True)", [(1, 2), (2, 2), (2, 2), (0, 1), (1, 1), (2, 1)], 1),
        ("(is Line 3 P1 byLevel:True)", [(1, 2), (0, 2), (0, 2), (2, 1), (1, 1), (0, 1)], 1),
        ("(is Line 3 P1 byLevel:True)", [(1, 2), (2, 2), (2, 1), (0, 1), (1, 1), (2, 2)], 0),
        # One piece is always a line; the height of an exact line in the stack is not looked at.
        ("(is Line 1 P2 byLevel:True)", [(0, 1)], 1),
        ("(is Line 2 exact:True byLevel:True)", [(0, 1), (0, 1), (0, 1)], 1),
        ("(is Line 2 exact:True byLevel:True)", [(0, 1), (2, 1), (1, 1)], 0),
        ("(is Line 3 exact:True byLevel:True)", [(0, 1), (2, 1), (1, 1)], 1),
        # Without levels a piece anywhere in a stack belongs to the line, or only the topmost.
        ("(is Line 3 P1)", [(0, 1), (1, 1), (1, 2), (2, 1)], 1),
        ("(is Line 3 P1 top:True)", [(0, 1), (1, 1), (1, 2), (2, 1)], 0),
        ("(is Line 3 P1 top:True)", [(0, 1), (1, 2), (1, 1), (2, 1)], 1),
        ("(is Line 3 whats:{1 2} top:True)", [(0, 1), (1, 2), (2, 1)], 1),
        ("(is Line 3 P1 if:(!= (to) 0))", [(0, 1), (1, 1), (2, 1)], 0),
        ("(is Line 3 P1 if:(!= (to) 3))", [(0, 1), (1, 1), (2, 1)], 1),
    ],
)
def test_lines_through_stacks(question: str, drops: list[tuple[int, int]], expected: int) -> None:
    assert scored(question, drops) == expected


def test_a_site_that_fails_the_condition_ends_the_question_about_several() -> None:
    then = "(then (set Score P1 (if (is Line 3 throughAny:(sites Occupied by:Mover) if:(!= (to) {site})) 1 0)))"
    for site, expected in ((0, 0), (7, 1)):
        text = small_game(f"(move Add (to (sites Empty)) {then.format(site=site)})", board="(board (rectangle 1 9))")
        match = SmallMatch(text)
        match.play(0, 8, 2, 6, 3, 5, 4)
        assert match.position.per_player("score")[0] == expected
