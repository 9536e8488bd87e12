"""However a text is damaged, it gives a tree or an error with a place, and it does so quickly."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apts.errors import AptsError
from apts.language.lexemes import lexemes_of
from apts.language.mistakes.problems import RulesError, UnsupportedLudeme
from apts.language.reading import build
from apts.language.tree import Clause

from .small_language import GAME, small_language

LANGUAGE = small_language()
WITH_EVERYTHING = """
(define "Goal" (is Line #1 exact:#2))
(define "Discs" (piece "Disc#1" P#1))
(option "Size" <Size> args:{ <n> } { (item "Three" <3> "small") (item "Five" <(+ 2 3)> "large")* })
(game "Everything"
    (players { (player N) (player S) })
    (equipment { (board (square <Size:n>) use:Vertex) ("Discs" 1) ("Discs" 2) (regions "Home" P1 {0..4 "A1".."B2"}) })
    (rules // the rules
        (start { (place "Disc1" {1 2}) (place Stack "Disc2" 3 count:2) })
        (play (if (< (count Turns) 4) (move Leap {{F F R}} (to if:(is Empty (to)))) (move Step FR (to (sites Empty)))))
        (end { (if ("Goal" 3 True) (result Mover Win)) (if (not ("Goal" <Size:n>)) (result Next Loss)) })
    )
)
"""
_FOREIGN = [
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    '"',
    ":",
    "#1",
    "~",
    "..",
    "3..9",
    "-",
    "//",
    "if:",
    "Off",
    "(is",
    "'",
    "é",
    "\\",
    "*",
]


def damaged(text: str, chance: random.Random) -> str:
    """The text with one to four lexemes deleted, doubled, swapped, or retyped."""
    words = [lexeme.text for lexeme in lexemes_of(text, "x")]
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(words))
        while words[place] in "(){}" and chance.random() < 0.8:
            place = chance.randrange(len(words))
        other = chance.randrange(len(words))
        match chance.randrange(5):
            case 0:
                del words[place : place + chance.choice([1, 1, 1, 5])]
            case 1:
                words.insert(place, words[place])
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = chance.choice([*_FOREIGN, words[other]])
            case _:
                letters = list(words[place])
                letters[chance.randrange(len(letters))] = chance.choice('aZ9_.:(#<"')
                words[place] = "".join(letters)
        words = words or ["("]
    return chance.choice([" ", " ", "\n"]).join(words)


def answer(text: str) -> Clause | AptsError:
    """The tree or the refusal; any other exception escapes and fails the test."""
    try:
        return build(text, LANGUAGE, file="x.lud")
    except AptsError as error:
        refusal = error
    assert isinstance(refusal, RulesError | UnsupportedLudeme)
    assert refusal.position.line >= 1
    assert refusal.position.column >= 1
    assert str(refusal).startswith("x.lud:")
    return refusal


def test_undamaged_texts_build() -> None:
    assert isinstance(answer(GAME), Clause)
    assert isinstance(answer(WITH_EVERYTHING.replace('"A1".."B2"', "7")), Clause)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 10))])
def test_thousand_damaged_texts_give_a_tree_or_an_error_with_a_place(seed: int) -> None:
    chance = random.Random(seed)
    refused = 0
    matched = 0
    slowest = 0.0
    for _ in range(1000):
        text = damaged(chance.choice([GAME, GAME, WITH_EVERYTHING]), chance)
        start = time.process_time()
        found = answer(text)
        refused += isinstance(found, AptsError)
        matched += isinstance(found, RulesError) and any(problem.expected for problem in found.problems)
        slowest = max(slowest, time.process_time() - start)
    assert refused > 700
    assert matched > 200
    assert slowest < 2.0


@given(st.text(st.sampled_from('(){}<>":#~./*- \n1aA'), max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_string_of_signs_gives_an_error_with_a_place(text: str) -> None:
    assert isinstance(answer(text), AptsError)


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_text_gives_an_error_with_a_place(text: str) -> None:
    assert isinstance(answer(text), AptsError)


@pytest.mark.parametrize(
    "text",
    [
        "(not " * 50_000 + ")" * 50_000,
        "{" * 50_000,
        ")" * 50_000,
        "(not " * 99 + "(is Line 3)" + ")" * 99,
        '(define "A" ' + "(not " * 80 + "#1" + ")" * 80 + ') ("A" ("A" (is Line 3)))',
        "(is Line " + "3 " * 50_000 + ")",
        "(sites {" + "0..999 " * 500 + "})",
        '"' * 20_001,
        "a:" * 20_000,
        "(" + "9" * 100_000 + ")",
        "(+ " + "9" * 100_000 + " 1.5e999999)",
    ],
    ids=range(11),
)
def test_extreme_texts_are_answered_quickly(text: str) -> None:
    start = time.process_time()
    answer(text)
    assert time.process_time() - start < 10.0
