"""End rules as sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import apts
from apts.games.library import load
from apts.language.signatures.signature import LUDEMES
from apts.locales import LANGUAGES
from apts.telling.set_up import end_sentences
from apts.telling.voice import words_of
from tests.wording.golden import Wording

GAMES = sorted(path.stem for path in (Path(apts.__file__).parent / "games" / "shipped").glob("*.lud"))


def told(end: str, players: int = 2, language: str = "en") -> list[str]:
    """The sentences of a game with these end rules; an empty text for a rule without words."""
    game = load(
        f"""(game "Ends" (players {players})
          (equipment {{ (board (square 5)) (piece "Disc" Each) (piece "King" Each) (regions P1 (sites Top))
            (regions P2 (sites Bottom)) (regions "Home" (sites Centre)) (hand Each) }})
          (rules (play (move Add (piece "Disc" Mover) (to (sites Empty)))) (end {end})))"""
    )
    sentences = end_sentences(game, language)
    return [sentences.get(rule.text, "") for rule in game.end_rules]


@pytest.mark.parametrize(
    "condition",
    [
        "(is Line 4)",
        "(is Line 5 All exact:True)",
        "(is Line 3 Diagonal)",
        "(no Moves Next)",
        '(no Pieces Next "King")',
        "(<= (count Pieces Next) 2)",
        "(> 3 (count Pieces Next))",
        "(= (count Pieces P1) 0)",
        "(= 1 (count Pieces P1))",
        "(not (= 1 (count Pieces P1)))",
        "(is In (last To) (sites Mover))",
        '(is In (last To) (sites "Home"))',
        "(is Connected { (sites Side N) (sites Side S) })",
        "(not (is Full))",
        '(= (where "King" Next) Off)',
        "(or (is Full) (no Moves Next))",
        "(or (and (is Full) (no Pieces P1)) (no Moves Next))",
        "(and { (is Full) (no Moves P1) (no Moves P2) })",
        "(is In (last To) (sites Row 0))",
        "(= (count Pieces P1) 1)",
        "(> (count Active) 1)",
        "(>= (count Turns) 2)",
        "(is In (last To) (sites Side N))",
        "(not (is Line 3 Diagonal))",
        "(and (is Full) (no Moves Next))",
    ],
)
def test_condition_is_told(condition: str, wording: Wording) -> None:
    for language in LANGUAGES:
        (words,) = told(f"(if {condition} (result Mover Win))", language=language)
        wording(words, language)


@pytest.mark.parametrize(
    "result", ["(result Next Loss)", "(result All Draw)", "(result P2 Win)", "(byScore)", "(byScore misere:True)"]
)
def test_result_is_told(result: str, wording: Wording) -> None:
    for language in LANGUAGES:
        (words,) = told(f"(if (is Full) {result})", language=language)
        wording(words, language)


@pytest.mark.long
@pytest.mark.parametrize("who", ["Player", "NonMover"])
def test_rule_about_every_player_speaks_of_one(who: str, wording: Wording) -> None:
    wording(told(f"(forEach {who} if:(no Pieces Player) (result Player Loss))", 3))


def test_rule_inside_another_tells_both_conditions(wording: Wording) -> None:
    outer, inner = told("(if (is Full) (if (no Pieces P1) (result P2 Win)) (result P1 Win))")
    assert outer.split(":")[0] in inner
    wording([outer, inner])


@pytest.mark.long
@pytest.mark.parametrize(
    "condition",
    [
        "(is In 7 (sites Mover))",  # the number of a site says nothing
        '(= 7 (where "King" P1))',
        "(is Line 3 if:(is Full))",  # a condition that no pattern has a place for
        "(is Pattern {F R F R F} what:(id \"Disc\" P1))",
    ],
)  # fmt: skip
def test_what_has_no_words_is_not_told_by_halves(condition: str) -> None:
    assert told(f"(if {condition} (result Mover Win))") == [""]


@pytest.mark.parametrize("name", GAMES)
def test_ends_of_every_game_of_the_library_are_told(name: str) -> None:
    game = load(name)
    sentences = end_sentences(game)
    assert [rule.text for rule in game.end_rules if rule.text not in sentences] == []
    for words in sentences.values():
        assert words[0].isupper()
        assert words.endswith(".")
        assert "(" not in re.sub(r"\(seat \d\)", "", words), "a part of the rules as it is written"


def test_game_from_a_class_has_no_end_rules_to_tell() -> None:
    assert end_sentences(load("snowball-class")) == {}


@pytest.mark.parametrize("table", ["bool", "not", "counted", "int", "region", "moves", "seat"])
def test_every_pattern_belongs_to_a_ludeme(table: str) -> None:
    results = {"not": "bool", "counted": "int"}
    known = {signature.name for signature in LUDEMES.signatures() if signature.result == results.get(table, table)}
    assert set(words_of("en")[table]) <= known


def test_who_has_moved_can_be_given_a_name() -> None:
    game = load(
        """(game "Away" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
          (rules (play (move Add (to (sites Empty)))) (end (if (no Pieces Mover) (result Mover Win)))))"""
    )
    (words,) = end_sentences(game, "en", "{mover}").values()
    assert words == "{mover} has no piece left: {mover} wins."
    (portuguese,) = end_sentences(game, "pt-BR", "{mover}").values()
    assert portuguese.count("{mover}") == 2
