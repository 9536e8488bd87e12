"""Forms met in published games: sites of the longest captures, tests after a choice in a choice, numbers drawn."""

from __future__ import annotations

import pytest

from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.runtime.layout import LAST_FROM
from tests.engine.small_match import PLACING, SmallMatch, small_game

HOP = (
    "(move Hop {start} Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
    "(to if:(is Empty (to))) (then (if (can Move (hop (from (last To)) Orthogonal "
    "(between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))) (moveAgain))))"
)
START = '(start {(place "Disc1" (sites {0 20})) (place "Disc2" (sites {1 3 21 14}))})'  # 0 may hop twice, 20 only once


def huffing() -> str:
    each = HOP.format(start="(from)")
    return small_game(
        f"(if (is Prev Mover) {HOP.format(start='(from (last To))')} "
        f"(do (set Pending (sites From (max Moves (forEach Piece {each})))) "
        f"next:(or (forEach Piece {each}) (forEach Piece (move Step Orthogonal (to if:(is Empty (to))))) "
        "(then (if (not (is In (last From) (sites Pending))) (remove (sites Pending)))))))",
        start=START,
    )


def test_only_the_pieces_with_the_longest_capture_are_pending() -> None:
    match = SmallMatch(huffing())
    assert (20, 22) in match.legal()
    match.move(20, 15)
    assert match.position.members("pending") == [0]
    assert match.position.entry(0)[1] == 0  # taken off for not having captured
    assert match.position.entry(20)[1] == 0
    assert match.position.entry(15)[1] == 1


def test_the_list_of_moves_is_not_disturbed_by_looking_at_the_longest() -> None:
    match = SmallMatch(huffing())
    assert sorted(match.legal()) == [(0, 2), (0, 5), (20, 15), (20, 22)]


def test_longest_moves_with_a_condition_afterwards_are_refused() -> None:
    rule = f"(do (max Moves (forEach Piece {HOP.format(start='(from)')})) ifAfterwards:(is Empty 1))"
    with pytest.raises(UnsupportedRule, match=r"\(max Moves\)"):
        SmallMatch(small_game(rule, start=START))


@pytest.mark.parametrize(
    "rule",
    [
        "(do {set} next:{add} ifAfterwards:{test})",
        "(do {set} next:(do {add} ifAfterwards:{test}))",
        "(do {set} next:(do (set Score Mover 1) next:(do {add} ifAfterwards:{test})))",
        "(do {set} next:(do (set Score Mover 1) next:{add} ifAfterwards:{test}))",
        "(do {set} next:(forEach Site (sites Empty) (do (move Add (to (site))) ifAfterwards:{test})))",
    ],
)
def test_a_group_is_compared_with_a_variable_set_before_the_move(rule: str) -> None:
    text = rule.format(
        set='(set Var "Size" (count Pieces Mover))',
        add="(move Add (to (sites Empty)))",
        test='(> (size Group at:(last To) Orthogonal) (var "Size"))',
    )
    match = SmallMatch(small_game(text, board="(board (square 3))"))
    match.play(4, 0)
    assert sorted(match.legal()) == [(1, 1), (3, 3), (5, 5), (7, 7)]
    match.play(1)
    assert match.position.field("variable Size", 0) == 1


def test_a_number_is_drawn_from_the_whole_range_in_a_consequence() -> None:
    text = small_game(PLACING.format(then="(then (set Score Mover (value Random (range 2 4))))"))
    drawn = set()
    for seed in range(40):
        match = SmallMatch(text, seed)
        match.play(0)
        drawn.add(match.position.per_player("score")[0])
    assert drawn == {2, 3, 4}


def test_a_range_without_numbers_draws_none() -> None:
    match = SmallMatch(small_game(PLACING.format(then="(then (set Score Mover (value Random (range 4 2))))")))
    match.play(0)
    assert match.position.per_player("score")[0] == -1


LONG_HOP = (
    "(move Hop {start} Orthogonal (between if:(and (not (is In (between) (sites ToClear))) (is Enemy (who at:(between)))) "
    "(apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to))) "
    "(then (if (can Move (hop (from (last To)) Orthogonal (between if:(and (not (is In (between) (sites ToClear))) "
    "(is Enemy (who at:(between))))) (to if:(is Empty (to))))) (moveAgain))))"
)


@pytest.mark.parametrize("hops", [2, 11])
def test_longest_sequences_in_which_longest_sequences_are_looked_for_have_room(hops: int) -> None:
    columns = 2 * hops + 1
    hurdles = [
        *range(1, columns, 2),
        *range(columns + 2, 2 * columns - 1, 2),
    ]  # a dead end beside every step of the chain
    longest = (
        f"(if (is Prev Mover) (max Moves {LONG_HOP.format(start='(from (last To))')}) "
        f"(max Moves (forEach Piece {LONG_HOP.format(start='(from)')})))"
    )
    start = f'(start {{(place "Disc1" 0) (place "Disc2" (sites {{{" ".join(map(str, hurdles))}}}))}})'
    board = f"(board (rectangle 3 {columns}))"
    text = small_game(f"(do (set Pending (sites From {longest})) next:{longest})", board=board, start=start)
    match = SmallMatch(text)
    for step in range(hops):
        assert (2 * step, 2 * step + 2) in match.legal()
        assert len(match.legal()) == (2 if step == hops - 1 else 1), "the dead end is as long as the last step alone"
        match.move(2 * step, 2 * step + 2)
    assert match.position.entry(1)[1] == 0, "what was captured is taken off at the end of the turn"


def test_longest_sequences_are_not_looked_for_at_every_step_of_a_sequence() -> None:
    hurdles = [row * 7 + column for row in range(5) for column in range(7) if (row + column) % 2]
    longest = (
        f"(if (is Prev Mover) (max Moves {LONG_HOP.format(start='(from (last To))')}) "
        f"(max Moves (forEach Piece {LONG_HOP.format(start='(from)')})))"
    )
    start = f'(start {{(place "Disc1" 0) (place "Disc2" (sites {{{" ".join(map(str, hurdles))}}}))}})'
    board = "(board (rectangle 5 7))"
    match = SmallMatch(
        small_game(f"(do (set Pending (sites From {longest})) next:{longest})", board=board, start=start)
    )
    steps = 0
    while match.mover == 1 and match.legal():
        match.move(*match.legal()[0])
        steps += 1
    assert steps == 14, "a walk along the 17 lines between three by four crossings, from a corner, none of them twice"
    assert match.position.members("pending") == [match.word(LAST_FROM)]


@pytest.mark.parametrize(("valued", "targets"), [("", [2, 10]), ("withValue:True ", [10])])
def test_with_values_the_capture_of_the_highest_value_is_the_longest(valued: str, targets: list[int]) -> None:
    hop = "(move Hop (from (from)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) "
    play = f"(max Moves {valued}(forEach Piece {hop} (to if:(is Empty (to))))))"
    start = '(start {(place "Disc1" 0) (place "Disc2" 1 value:2) (place "Disc2" 5 value:5)})'
    match = SmallMatch(small_game(play, start=start))
    assert sorted(target for _, target in match.legal()) == targets


def test_only_the_moves_that_take_off_the_most_are_offered() -> None:
    hop = "(move Hop Orthogonal (between (range 1 2) if:(is Enemy (who at:(between))) (apply (remove (between)))) {to})"
    play = f"(max Captures (forEach Piece {hop.format(to='(to if:(is Empty (to)))')}))"
    start = '(start {(place "Disc1" {0 20}) (place "Disc2" {1 2 21})})'
    assert SmallMatch(small_game(play, start=start)).legal() == [(0, 3)]


def test_what_follows_a_move_counts_among_its_captures() -> None:
    then = "(then (if (= (last To) 6) (remove (sites {23 24}))))"
    play = f"(max Captures (move Step (from 0) (to if:(is Empty (to))) {then}))"
    match = SmallMatch(small_game(play, start='(start {(place "Disc1" {0 23 24})})'))
    assert match.legal() == [(0, 6)]
    match.move(0, 6)
    assert match.occupied() == {6: 1}
