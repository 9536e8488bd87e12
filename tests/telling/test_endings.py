"""End rules as sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.games.library import load
from apts.language.signatures.ludeme_register import LUDEMES
from apts.telling.endings import end_sentences
from apts.telling.languages import wording

GAMES = sorted(path.stem for path in (Path(apts.__file__).parent / "games" / "shipped").glob("*.lud"))


def told(end: str, players: int = 2) -> list[str]:
    """The sentences of a game with these end rules; an empty text for a rule without words."""
    game = load(
        f"""(game "Ends" (players {players})
          (equipment {{ (board (square 5)) (piece "Disc" Each) (piece "King" Each) (regions P1 (sites Top))
            (regions P2 (sites Bottom)) (regions "Home" (sites Centre)) (hand Each) }})
          (rules (play (move Add (piece "Disc" Mover) (to (sites Empty)))) (end {end})))"""
    )
    sentences = end_sentences(game)
    return [sentences.get(rule.text, "") for rule in game.end_rules]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("(is Line 4)", "A line of four is made"),
        ("(is Line 5 All exact:True)", "A line of exactly five is made"),
        ("(is Line 3 Diagonal)", "A diagonal line of three is made"),
        ("(no Moves Next)", "The next player cannot move"),
        ('(no Pieces Next "King")', "The next player has no King left"),
        ("(<= (count Pieces Next) 2)", "The next player has at most two pieces"),
        ("(> 3 (count Pieces Next))", "The next player has fewer than three pieces"),
        ("(= (count Pieces P1) 0)", "Player 1 has no pieces"),
        ("(= 1 (count Pieces P1))", "Player 1 has exactly one piece"),
        ("(not (= 1 (count Pieces P1)))", "Player 1 has not exactly one piece"),
        ("(is In (last To) (sites Mover))", "The last move ended in the region of the mover"),
        ('(is In (last To) (sites "Home"))', "The last move ended in the sites “Home”"),
        ("(is Connected { (sites Side N) (sites Side S) })", "A group connects the north side and the south side"),
        ("(not (is Full))", "The board is not full"),
        ('(= (where "King" Next) Off)', "The site of the King of the next player is off the board"),
        ("(or (is Full) (no Moves Next))", "The board is full or the next player cannot move"),
        (
            "(or (and (is Full) (no Pieces P1)) (no Moves Next))",
            "The board is full and player 1 has no piece left; or the next player cannot move",
        ),
        (
            "(and { (is Full) (no Moves P1) (no Moves P2) })",
            "The board is full, player 1 cannot move and player 2 cannot move",
        ),
        ("(is In (last To) (sites Row 0))", "The last move ended in row 1"),
    ],
)  # fmt: skip
def test_condition_is_told(condition: str, words: str) -> None:
    assert told(f"(if {condition} (result Mover Win))") == [f"{words}: the mover wins."]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("(result Next Loss)", "the next player loses"),
        ("(result All Draw)", "it is a draw"),
        ("(result P2 Win)", "player 2 wins"),
        ("(byScore)", "the highest score wins"),
        ("(byScore misere:True)", "the lowest score wins"),
    ],
)
def test_result_is_told(result: str, words: str) -> None:
    assert told(f"(if (is Full) {result})") == [f"The board is full: {words}."]


@pytest.mark.long
def test_rule_about_every_player_speaks_of_one() -> None:
    assert told("(forEach Player if:(no Pieces Player) (result Player Loss))", 3) == [
        "A player has no piece left: that player loses."
    ]
    assert told("(forEach NonMover if:(no Pieces Player) (result Player Loss))", 3) == [
        "Another player has no piece left: that player loses."
    ]


def test_rule_inside_another_tells_both_conditions() -> None:
    outer, inner = told("(if (is Full) (if (no Pieces P1) (result P2 Win)) (result P1 Win))")
    assert outer == "The board is full: player 1 wins."
    assert inner == "The board is full, and player 1 has no piece left: player 2 wins."


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
    assert all(words[0].isupper() and words.endswith(".") and "(" not in words for words in sentences.values())


def test_game_from_a_class_has_no_end_rules_to_tell() -> None:
    assert end_sentences(load("snowball-class")) == {}


@pytest.mark.parametrize("table", ["bool", "not", "counted", "int", "region", "moves", "seat"])
def test_every_pattern_belongs_to_a_ludeme(table: str) -> None:
    results = {"not": "bool", "counted": "int"}
    known = {signature.name for signature in LUDEMES.signatures() if signature.result == results.get(table, table)}
    assert set(wording()[table]) <= known


def test_who_has_moved_can_be_given_a_name() -> None:
    game = load(
        """(game "Away" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
          (rules (play (move Add (to (sites Empty)))) (end (if (no Pieces Mover) (result Mover Win)))))"""
    )
    (words,) = end_sentences(game, "en", "{mover}").values()
    assert words == "{mover} has no piece left: {mover} wins."
    (portuguese,) = end_sentences(game, "pt-BR", "{mover}").values()
    assert portuguese.count("{mover}") == 2
