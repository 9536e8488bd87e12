"""The files of wording: whole rules of every game of the library, and no line of a test that is gone."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import apts
from apts.engine.lints.all_lints import game_lints
from apts.engine.play.outcome import SeatCalled
from apts.errors import AptsError
from apts.games.library import load, rules_game
from apts.language.mistakes.problems import RulesError
from apts.locales import ENGLISH, LANGUAGES
from apts.playtest.evidence.sentences import ENGLISH as ENGLISH_SENTENCES
from apts.playtest.evidence.sentences import make_message
from apts.report.texts import words as report_words
from apts.studio.frame.chosen_game import describe_mistake
from apts.studio.words import words
from apts.telling.rules_in_words import rules_as_text, rules_in_words
from tests.wording.golden import Wording, Wordings, read

TESTS = Path(__file__).parents[1]
GAMES = sorted(path.stem for path in (Path(apts.__file__).parent / "games" / "shipped").glob("*.lud"))
WIDE = 10_000


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_a_game_of_the_library(name: str, wording: Wording) -> None:
    game = load(name)
    for language in LANGUAGES:
        wording(rules_as_text(rules_in_words(game, language), "", WIDE), language)


ROW = '(game "Row" (players 2) (equipment {{ (board (square 3)) (piece "Stone" Each) }}) (rules {0}))'
DAMAGED = {
    "unclosed": "(game",
    "quotation mark": '(game "A (players 2))',
    "unknown ludeme": ROW.format("(play (mvoe Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))"),
    "unknown word": ROW.format("(play (move Ad (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))"),
    "wrong kind": ROW.format('(play (move Add (to (sites Empty)))) (end (if (is Line "3") (result Mover Win)))'),
    "no end": ROW.format("(play (move Add (to (sites Empty))))"),
    "line too long": ROW.format("(play (move Add (to (sites Empty)))) (end (if (is Line 9) (result Mover Win)))"),
    "one winner": ROW.format("(play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P2 Win)))"),
    "unknown piece": ROW.format(
        '(play (move Add (piece "Stoen") (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))'
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_what_is_wrong_with_rules(name: str, wording: Wording) -> None:
    try:
        doubts = game_lints(rules_game(DAMAGED[name], "row.lud", {}), 20).all
        found = [doubt.problem.message for doubt in doubts]
    except RulesError as refusal:
        found = [problem.message for problem in refusal.problems]
    except AptsError as impossible:
        found = [str(impossible)]
    for language in LANGUAGES:
        told = [describe_mistake(message, words(language)) for message in found]
        assert {tag for _, tag in told} == {language}
        wording([text for text, _ in told], language)


def test_sentences_of_findings(wording: Wording) -> None:
    """Each in whole, with its gaps by name, as Portuguese and English put them."""
    for language in LANGUAGES:
        chosen = report_words(language)
        told = []
        for key, text in ENGLISH_SENTENCES.items():
            values = {
                name: SeatCalled(2, ()) if name in ("seat", "ahead", "behind") else f"<{name}>" for name in gaps(text)
            }
            told.append(f"{key}: {chosen.render(make_message(key, **values))}")
        wording(told, language)


def gaps(text: str) -> list[str]:
    """The names in braces."""
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


@cache
def holders_of(module: str) -> frozenset[str]:
    """The tests of a module that hand sentences over."""
    file = TESTS / f"{module}.py"
    tree = ast.parse(file.read_text(encoding="utf-8")) if file.exists() else ast.Module([], [])
    tests = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return frozenset(test.name for test in tests if any(one.arg == "wording" for one in test.args.args))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_file_is_of_a_test(language: str) -> None:
    found = read(language)
    assert list(found) == sorted(found)
    for key, text in found.items():
        module, _, test = key.partition("::")
        assert test.partition("[")[0].partition(" ")[0] in holders_of(module), key
        assert text, key


def test_a_text_that_differs_and_one_that_nobody_wrote_are_refused() -> None:
    kept = Wordings(known={ENGLISH: {"of::this": "It is so."}})
    kept.check("of::this", "It is so.", ENGLISH)
    with pytest.raises(AssertionError, match="make wording"):
        kept.check("of::that", "It is so.", ENGLISH)
    with pytest.raises(AssertionError, match=r"It is not so\.\nwhere en\.txt has\nIt is so\."):
        kept.check("of::this", "It is not so.", ENGLISH)
