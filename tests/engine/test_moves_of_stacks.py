"""Moves of stacks, pieces inside them and parts of them: machine code and plain Python play alike."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from apts.engine.play.failures import RuleFailure
from apts.engine.rules_game import RulesGame
from apts.games.library import load
from tests.engine.small_match import SmallMatch, small_game

START = (
    '(start { (place Stack items:{"A1" "B2" "A1" "B1"} 0) (place Stack items:{"B2" "A2" "B1"} 8) '
    '(place Stack "A1" 3 count:4) (place Stack "A2" 5 count:3) })'
)
OWN, ALL = "(sites Occupied by:Mover)", "(sites Occupied by:All)"
ADD = "(move Add (to (sites Board)) stack:True {then})"
PLAYS = {
    "tops": "(forEach Piece top:True)",
    "every level": "(forEach Piece)",
    "whole stacks": f"(move (from {OWN}) (to (sites Around (from) Orthogonal)) stack:True)",
    "two pieces": f"(move (from {OWN}) (to (sites Around (from) Orthogonal)) count:2 stack:True)",
    "out of a stack": f"(forEach Site {ALL} (forEach Level (site) (move (from (site) level:(level)) (to (sites Empty)))))",
    "into a stack": f"(move (from {OWN}) (to {ALL} level:1))",
    "from below into a stack": f"(move (from {OWN} level:0) (to {ALL} level:1))",
    "the middle off": f"(or (move Remove {ALL} level:1) {ADD.format(then='')})",
    "the bottom off": f"(or (move Remove {ALL} level:0) {ADD.format(then='')})",
    "two off": f"(or (move Remove {ALL} count:2) {ADD.format(then='')})",
    "the bottom off afterwards": ADD.format(then="(then (remove (last To) level:0))"),
    "enemies off": ADD.format(
        then="(then (forEach Level (last To) (if (is Enemy (who at:(last To) level:(level))) "
        "(remove (last To) level:(level)))))"
    ),
    "copies": f"(move (from {OWN}) (to (sites Around (from) Orthogonal)) copy:True stack:True)",
    "by hand": f"(or (move (from {OWN}) (to (handSite Mover))) (move (from (handSite Mover)) (to (sites Board))))",
}


def stacking(play: str) -> str:
    """A game of forty moves that begins with stacks."""
    return (
        '(game "Stacks" (players 2) (equipment { (board (square 3)) (hand Each) '
        '(piece "A" Each (move Step (to if:True))) (piece "B" Each) }) '
        f"(rules {START} (play {play}) (end (if (= (counter) 40) (result Mover Draw)))))"
    )


def course(play: str, matches: int = 2) -> list[str]:
    """The positions of some random matches."""
    game, found = load(stacking(play)), list[str]()
    for seed in range(matches):
        choose, state = Random(seed), game.start(seed)
        while state.outcome is None and (moves := state.moves()):
            state = state.after(choose.choice(moves))
            assert game.state(str(state)) == state
            found.append(str(state))
    return found


def after(play: str, *moves: str) -> str:
    """The board after some moves."""
    state = load(stacking(play)).start()
    for move in moves:
        state = state.play(move)
    return str(state).split()[0]


@pytest.mark.parametrize(
    ("name", "move", "board"),
    [
        ("whole stacks", "a1-b1", "2[baB]/[AAAA]1[aaa]/1[AbAB]1"),
        ("two pieces", "c3-b3", "1[aB]b/[AAAA]1[aaa]/[AbAB]2"),
        ("into a stack", "a1-c2", "2[baB]/[AAAA]1[aBaa]/[AbA]2"),
        ("from below into a stack", "a1-c2", "2[baB]/[AAAA]1[aAaa]/[bAB]2"),
        ("the middle off", "c3", "2[bB]/[AAAA]1[aaa]/[AbAB]2"),
        ("the bottom off", "c3", "2[aB]/[AAAA]1[aaa]/[AbAB]2"),
        ("two off", "c3", "2b/[AAAA]1[aaa]/[AbAB]2"),
        ("the bottom off afterwards", "a1", "2[baB]/[AAAA]1[aaa]/[bABA]2"),
        ("enemies off", "c3", "2[BA]/[AAAA]1[aaa]/[AbAB]2"),
    ],
)
def test_a_move_takes_from_a_stack_what_it_names(name: str, move: str, board: str) -> None:
    play = PLAYS[name]
    if name in ("the middle off", "the bottom off", "two off"):
        play = play.removeprefix("(or ").partition(" (move Add")[0]
    assert after(play, move) == board


@pytest.mark.long
def test_stacks_are_moved_alike_by_machine_code_and_by_plain_python() -> None:
    program = (
        "from tests.engine.test_moves_of_stacks import *\nprint({name: course(play) for name, play in PLAYS.items()})"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "APTS_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jit in ("0", "1")
    ]
    assert printed[0] == printed[1]
    assert len(printed[0]) > 10_000


@pytest.mark.parametrize("board", ["(board (square 3) largeStack:True)", "(mancalaBoard 2 3 largeStack:True)"])
def test_boards_with_large_stacks_hold_more_pieces(board: str) -> None:
    match = SmallMatch(small_game("(move Add (to (sites {1})))", board=board))
    match.play(*[1] * 40)
    assert len(match.position.pieces(1)) == 40
    assert [what for what, *_ in match.position.pieces(1)][:4] == [1, 2, 1, 2]


def test_a_large_stack_is_written_and_read() -> None:
    game = load(small_game("(move Add (to (sites Board)))", board="(board (square 2) largeStack:True)"))
    state = game.start()
    for _ in range(36):
        state = state.play(state.moves()[0])
    assert str(game.state(str(state))) == str(state)


def test_columns_of_large_stacks_are_as_high_as_the_rules_say() -> None:
    play = "(move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 40))) stack:True)"
    game = load(small_game(play, board="(board (rectangle 1 3) largeStack:True)"))
    assert isinstance(game, RulesGame)
    assert game.declared_height == 40


def test_a_stack_that_outgrows_its_room_ends_the_match_with_a_sentence() -> None:
    match = SmallMatch(small_game("(move Add (to (sites {1})))", board="(board (square 2) largeStack:True)"))
    match.play(*[1] * 256)
    with pytest.raises(RuleFailure, match="256"):
        match.play(1)
