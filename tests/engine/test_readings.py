"""Arguments that a game is written with and that no lowering reads are refused by name."""

from __future__ import annotations

import pytest

from apts.engine.compiler.compiling import compile_rules
from apts.engine.compiler.ludeme import UnsupportedRule, ludeme
from apts.engine.compiler.random_selection.sinks import Sink
from apts.engine.compiler.scope import Scope
from apts.language.reading import build
from apts.language.signatures.signature import LUDEMES, Registry
from apts.language.tree import READER, Clause
from tests.engine.small_match import PLACING, small_game


def refusal(text: str) -> UnsupportedRule:
    with pytest.raises(UnsupportedRule) as caught:
        compile_rules(build(text))
    return caught.value


@pytest.mark.parametrize(
    ("play", "said"),
    [
        ("(move Add (to (sites Empty) level:1))", None),
        ("(forEach Piece (move Hop (from level:0) (to if:(is Empty (to)))))", "(from) with level: in this place"),
        (
            "(move Add (to (sites Empty)) (then (set Score Mover (count Pips Mover))))",
            "(count Pips) with Mover in this place",
        ),
        ("(move Select (from (sites Occupied by:Mover)) Next)", "(move Select) with Next in this place"),
        ("(move (from (sites Occupied by:Mover)) (to (sites Empty)) Next)", "(move) with Next in this place"),
    ],
)
def test_an_argument_that_nobody_reads_is_refused(play: str, said: str | None) -> None:
    pieces = '(piece "Disc" Each) (dice num:1)'
    text = small_game(play, pieces=pieces, start='(start (place "Disc1" 0))')
    if said is None:
        compile_rules(build(text))
        return
    assert said in str(refusal(text))


def test_the_refusal_tells_line_and_column() -> None:
    text = "\n".join(
        [
            '(game "Two" (players 2)',
            '    (equipment {(board (square 3)) (piece "Disc" Each)})',
            "    (rules",
            "        (play (move Select (from (sites Board))",
            "            Next))",
            "        (end (if (is Full) (result Mover Win)))))",
        ]
    )
    assert "5:13: not supported yet: (move Select) with Next" in str(refusal(text))


def test_players_that_move_at_once_are_refused() -> None:
    text = small_game(PLACING.format(then="")).replace("(players 2)", "(players 2) (mode Simultaneous)")
    assert "(mode) Simultaneous" in str(refusal(text))
    compile_rules(build(small_game(PLACING.format(then="")).replace("(players 2)", "(players 2) (mode Alternating)")))


@pytest.mark.parametrize(
    "play",
    [
        '(move Add (to (sites Empty)) (then (note "Well done" to:Mover)))',  # changes nothing
        "(move Add (to (sites Empty)) (then (set Counter 3 (then (set Score Mover 5)))))",  # its then is dropped
        "(if (can Move (hop (from 0) (between if:True (apply (remove (between)))) (to if:True) (then (moveAgain)))) "
        "(move Add (to (sites Empty))))",  # only asked about: nothing is removed
        "(forEach Piece (move Step (to (sites Corners) if:(is Empty (to)))))",  # a step says itself where it goes
    ],
)
def test_what_makes_no_difference_may_be_written(play: str) -> None:
    compile_rules(build(small_game(play)))


def test_equipment_that_no_rule_asks_for_may_be_there() -> None:
    pieces = (
        '(piece "Disc" Each (move Step (to if:(is Empty (to)))) maxState:3) (regions "Corner" (sites Corners)) '
        "(map {(pair 1 2)})"
    )
    compile_rules(build(small_game(PLACING.format(then=""), pieces=pieces)))


def test_a_new_ludeme_that_passes_over_an_argument_is_found_out() -> None:
    @ludeme("(idleTest [amount<int>] [times:<int>])", result="moves", documentation="For this test.", idle="amount")
    def idle_test(scope: Scope, clause: Clause, sink: Sink) -> None:
        """Reads neither argument."""

    signature = LUDEMES.signatures("idleTest")[0]
    try:
        compile_rules(build(small_game("(or (move Add (to (sites Empty))) (idleTest 3))")))
        with_times = small_game("(or (move Add (to (sites Empty))) (idleTest times:3))")
        assert "(idleTest) with times: in this place" in str(refusal(with_times))
    finally:
        _forget(LUDEMES, signature.head)


def _forget(registry: Registry, head: str) -> None:
    for signature in registry._by_head.pop(head):
        registry._handlers.pop(signature)


def test_nobody_listens_when_nothing_is_compiled() -> None:
    compile_rules(build(small_game(PLACING.format(then=""))))
    assert READER.get() is None
