"""What a kernel reads, calls and draws is known from its compiled rules, and questions announce all that they read."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.engine.compiler import kernel_facts
from apts.engine.compiler.kernel_facts import KernelFacts
from apts.engine.native.parsing import parsed
from apts.engine.rules_game import RulesGame

PACKAGE = Path(apts.__file__).parent


def scored(condition: str) -> apts.State:
    """After three placements: each earns a point and, where the condition holds, ten more at the same time."""
    state = apts.load(f"""(game "Scores" (players 2)
        (equipment {{ (board (square 3)) (piece "Stone" Each) }})
        (rules
            (play (move Add (to (sites Empty)) (then (and (addScore Mover 1) (if {condition} (addScore Mover 10))))))
            (end (if (is Line 3) (result Mover Win)))))""").start()
    for move in ("a1", "a3", "b1"):
        state = state.play(move)
    return state


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("(is Line 2 if:(= (score Mover) 1))", "(and (is Line 2) (= (score Mover) 1))"),
        ("(is Line 2 throughAny:(sites Occupied by:Mover) if:(= (score Mover) 1))", "(= (score Mover) 1)"),
        ("(can Move (move Add (to (sites Empty) if:(= (score Mover) 1))))", "(= (score Mover) 1)"),
        (
            '(is Threatened (id "Stone" Mover) at:(last To) (move Add (to (sites Occupied by:P1) if:(= (score P1) 1))))',
            "(and (= (score P1) 1) (is Mover P1))",
        ),
    ],
)
def test_question_is_answered_from_the_position_before_the_effect(asked: str, plain: str) -> None:
    assert scored(asked).scores == scored(plain).scores
    assert scored(plain).scores == (12, 1)


def facts_of(text: str) -> KernelFacts:
    game = apts.load(text)
    assert isinstance(game, RulesGame)
    return game.compiled.facts


RANDOM_START = """(game "Dealt" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (start (place Random {"Stone1"} count:2)) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""

RANDOM_EFFECT = """(game "Blown Away" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)) (then (remove (sites Random)))))
        (end (if (is Line 3) (result Mover Win)))))"""

THROWN = """(game "Throws" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) (dice num:1) })
    (rules (play (do (roll) next:(move Add (to (sites Empty))))) (end (if (is Line 3) (result Mover Win)))))"""


@pytest.mark.parametrize(
    ("text", "at_all", "later", "in_moves"),
    [
        ("tic-tac-toe", False, False, False),
        (RANDOM_START, True, False, False),
        (RANDOM_EFFECT, True, True, False),
        (THROWN, True, True, True),
    ],
    ids=["none", "start", "effect", "throw"],
)
def test_where_chance_has_a_say(text: str, at_all: bool, later: bool, in_moves: bool) -> None:
    facts = facts_of(text)
    assert apts.load(text).has_chance is at_all
    assert (facts.chance_later, facts.chance_in_moves) == (later, in_moves)
    assert any(known.draws for known in facts.functions.values()) is at_all


def test_words_that_are_only_set_are_not_read() -> None:
    source = (
        "@compiled\ndef f(D, S):\n    S[TURN] = S[MOVES] + 1\n    S[COUNTER] += 1\n    return g(D, S)\n"
        "@compiled\ndef g(D, S):\n    S[CHANCE] = 5\n    return S[NEXT]\n"
        "@compiled\ndef h(D, S):\n    return random_below(shifted(S, CHANCE), 6)\n"
    )
    facts = KernelFacts(source)
    assert facts.functions["f"].words == {"MOVES"}
    assert facts.reached("f") == {"f", "g"}
    assert (facts.draws("f"), facts.draws("h")) == (False, True)


def test_chance_that_is_only_set_is_seen_without_reading_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "@compiled\ndef moves(D, S):\n    S[CHANCE] = S[NEXT]\n    return 0\n"
    asked: list[str] = []
    monkeypatch.setattr(kernel_facts, "parsed", lambda text: asked.append(text) or parsed(text))
    assert not KernelFacts(source).chance_later
    assert not KernelFacts(source).draws_besides("play")
    assert asked == []
    for drawing in ("a = S[CHANCE] == 3", "a = S[CHANCE]", "a = mixed(S, CHANCE)", "S[CHANCE] += 1"):
        read = KernelFacts(f"{source}@compiled\ndef play(D, S):\n    {drawing}\n")
        assert (read.chance_later, read.chance_in_moves) == (any(one.draws for one in read.functions.values()), False)
    assert len(asked) == 4


def test_what_is_read_before_a_move_is_noted_stands_apart() -> None:
    source = (
        "@compiled\ndef play(D, S, i):\n    a = first(S[LAST_TO])\n    note_move(S, S[MOVER])\n    return S[LAST_FROM]\n"
        "@compiled\ndef first(S):\n    return S[VARIABLE]\n"
        "@compiled\ndef moves(D, S):\n    return 0\n"
    )
    facts = KernelFacts(source)
    assert facts.words_of_choosing() == {"LAST_TO", "VARIABLE"}
    assert facts.words_of_playing() == {"LAST_TO", "VARIABLE", "MOVER", "LAST_FROM"}
    assert facts.words_of_playing("first") == {"LAST_TO", "MOVER", "LAST_FROM"}


def test_every_draw_is_written_in_one_place() -> None:
    writers = [
        str(file.relative_to(PACKAGE))
        for file in sorted((PACKAGE / "engine").rglob("*.py"))
        if "runtime" not in file.parts and "native" not in file.parts
        if ", CHANCE)" in file.read_text(encoding="utf-8")
    ]
    assert writers == ["engine/compiler/kernel.py"]


def test_searches_ask_the_compiler_not_its_text() -> None:
    for file in sorted((PACKAGE / "search").rglob("*.py")):
        assert "import re\n" not in file.read_text(encoding="utf-8"), file.name
