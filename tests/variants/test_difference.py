"""Differences of rules are told rule by rule."""

from __future__ import annotations

from itertools import pairwise

import pytest

from apts.errors import AptsError
from apts.games.catalogue import library_names
from apts.games.shipped.snowball_class import Snowball
from apts.variants.difference import difference, differences_in, edits_in
from apts.variants.structure.clause_edits import removals
from apts.variants.tree_changes import standings
from apts.variants.variant import Edit, as_variant, number_edits
from tests.wording.golden import Wording

GAME = """(define "Row" (is Line 3))
(game "Rows" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if "Row" (result Mover Win))
            (if (is Full) (result Mover Draw))
        })
    )
)
"""


def told(second: str, first: str = GAME) -> list[tuple[str, str]]:
    """Kind and words of every difference."""
    return [(one.kind, one.words) for one in difference(first, second)]


def test_same_rules_in_another_layout_do_not_differ() -> None:
    other = GAME.replace('(define "Row" (is Line 3))\n', "// no define\n").replace('"Row"', "(is Line 3)")
    assert told(other) == []


def test_number_is_told_by_its_meaning_with_the_rule_and_line_of_each_side(wording: Wording) -> None:
    (one,) = difference(GAME, "\n" + GAME.replace("(is Line 3)", "(is Line 4)"))
    wording(one.words)
    assert (one.before, one.after) == ("(is Line 3)", "(is Line 4)")
    assert [place.line for place in (one.place_before, one.place_after) if place] == [1, 2]


def test_added_removed_and_replaced_rules_are_told_in_words(wording: Wording) -> None:
    assert told(GAME.replace("(if (is Full) (result Mover Draw))", "")) == [
        ("removed", "removes the end rule: The board is full: it is a draw")
    ]
    assert told(GAME, GAME.replace("(if (is Full) (result Mover Draw))", "")) == [
        ("added", "adds the end rule: The board is full: it is a draw")
    ]
    ((kind, words),) = told(GAME.replace("(is Full)", "(no Moves Next)"))
    assert kind == "changed"
    wording(words)


def test_headings_inside_a_told_rule_are_followed_by_what_stands_below_them() -> None:
    rolls = GAME.replace('(piece "Disc" Each)', '(piece "Disc" Each) (dice d:6 num:2)').replace(
        "(move Add (to (sites Empty)))", "(do (roll) next:(or (forEach Die (move Add (to (sites Empty)))) (move Pass)))"
    )
    words = [words for _, words in told(rolls)]
    assert any("then: " in text for text in words)
    assert [text for text in words if ":;" in text] == []


def test_rule_alone_and_in_braces_is_the_same_rule() -> None:
    alone = GAME.replace("(end {", "(end").replace("(if (is Full) (result Mover Draw))\n        }", "")
    assert told(GAME, alone) == [("added", "adds the end rule: The board is full: it is a draw")]


def test_clause_that_stands_elsewhere_has_moved() -> None:
    first, second = "(if (is Line 3) (result Mover Win))", "(if (is Full) (result Mover Draw))"
    plain = GAME.replace('"Row" (result', "(is Line 3) (result")
    turned = plain.replace(first, "@").replace(second, first).replace("@", second)
    assert [kind for kind, _ in told(turned, plain)] == ["moved"]


def test_change_of_a_define_is_told_once_with_the_number_of_its_places() -> None:
    twice = GAME.replace("(is Full)", '(not "Row")')
    (one,) = difference(twice, twice.replace("(is Line 3)", "(is Line 2)"))
    assert (one.times, one.words) == (2, "length of the line that wins: 3 becomes 2")


DELTA = """
(game "Delta" (players 2)
    (equipment {
        (board (square 4))
        (piece "Snail" Each (move Step (directions {NE NW}) (to if:(is Empty (to)))))
    })
    (rules
        (start { (place "Snail1" {1 2}) (place "Snail2" {14}) })
        (play (forEach Piece))
        (end (if (no Moves Mover) (result Mover Loss)))
    )
)
"""


def test_two_words_that_are_added_to_one_clause_are_told_both() -> None:
    parent = as_variant(DELTA)
    address = next(one.address for one in standings(parent.rules) if one.address.endswith("directions.words"))
    variant = parent.edited(Edit("swap", address, "{NE NW}", "{NE NW FR FL}", "more directions"))
    found = difference(parent, variant)
    assert [(one.words, one.times) for one in found] == [
        ("adds words of (directions): FR", 1),
        ("adds words of (directions): FL", 1),
    ]


def test_edits_are_told_without_lines_of_a_text_that_may_have_changed() -> None:
    told = [one.edit().words for one in removals(as_variant(DELTA).rules)]
    assert 'removes the start rule: `(place "Snail1" {1 2})`' in told
    assert not [words for words in told if "(line" in words]


def test_options_are_told_before_the_rules_they_change() -> None:
    kinds = [one.kind for one in difference("tic-tac-toe", as_variant("tic-tac-toe", {"grid": "5x5"}))]
    assert kinds == ["option", "changed", "changed"]


def test_classes_have_arguments_but_no_rules() -> None:
    (one,) = difference(Snowball, as_variant(Snowball, {"size": 5}))
    assert one.words == "size: 9 becomes 5"
    with pytest.raises(AptsError, match="no rules text to compare"):
        difference("hex", Snowball)


@pytest.mark.long
def test_all_games_of_the_library_can_be_told_from_each_other() -> None:
    names = [name for name in library_names() if name != "snowball-class"]
    for first, second in pairwise(names):
        found = difference(first, second)
        assert found
        assert all(one.words and (one.before or one.after) for one in found)
        assert difference(first, first) == ()


def test_differences_and_edits_are_told_in_portuguese_too(wording: Wording) -> None:
    longer = GAME.replace("(is Line 3)", "(is Line 4)").replace("(if (is Full) (result Mover Draw))", "")
    wording([one.words for one in differences_in("pt-BR", GAME, longer)], "pt-BR")
    variant = as_variant(GAME)
    turned = variant.edited(next(edit for edit in number_edits(variant) if edit.path.endswith("length")))
    wording(edits_in("en", turned), name="edits")
    wording(edits_in("pt-BR", turned), "pt-BR", name="edits")
