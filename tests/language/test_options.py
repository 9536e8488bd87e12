"""Options and rulesets: what a text offers and how a choice changes it."""

from __future__ import annotations

import pytest

from apts.language.mistakes.problems import RulesError
from apts.language.options import UnknownOption
from apts.language.reading import build, options_of, read, rulesets_of

from .small_language import small_language

OPTIONS = """
(option "Board Size" <Size> args:{ <rows> <name> }
    {
        (item "Three" <3> <"Small"> "Three rows.")
        (item "Five" <5> <"Big"> "Five rows.")**
        (item "Seven" <(+ 3 4)> <"Huge"> "Seven rows.")*
    }
)
(option "Goal" <Goal> args:{ <test> }
    {
        (item "Line" <(is Line <Size:rows>)> "Make a line.")
        (item "Few turns" <(< (count Turns) 9)> "Be quick.")
    }
)
(rulesets { (ruleset "Ruleset/Tiny Game" { "Board Size/Three" "Goal/Few turns" })* })
"""
RULES = OPTIONS + "(g (square <Size>) <Size:name> if:<Goal:test> <Size:rows>..9)"


def same(text: str, expanded: str, **choice: object) -> bool:
    return read(text, **choice).nodes == read(expanded).nodes  # type: ignore[arg-type]


def test_options_are_listed_with_their_default() -> None:
    size, goal = options_of(RULES)
    assert (size.heading, size.keyword) == ("Board Size", "board_size")
    assert [(item.label, item.description, item.default) for item in size.items] == [
        ("Three", "Three rows.", False),
        ("Five", "Five rows.", True),
        ("Seven", "Seven rows.", False),
    ]
    assert goal.default.label == "Line"


def test_item_with_most_stars_is_the_default_else_the_first() -> None:
    assert same(RULES, '(g (square 5) "Big" if:(is Line 5) 5..9)')


def test_choice_by_heading_keyword_or_path() -> None:
    expected = '(g (square 3) "Small" if:(< (count Turns) 9) 3..9)'
    assert same(RULES, expected, options={"Board Size": "Three", "Goal": "Few turns"})
    assert same(RULES, expected, options={"board_size": "three", "goal": "few_turns"})
    assert same(RULES, expected, options=["Board Size/Three", "Goal/Few turns"])


def test_ruleset_is_a_named_choice_that_single_options_override() -> None:
    assert [ruleset.name for ruleset in rulesets_of(RULES)] == ["Tiny Game"]
    assert same(RULES, '(g (square 3) "Small" if:(< (count Turns) 9) 3..9)', ruleset="Tiny Game")
    chosen = {"ruleset": "Ruleset/Tiny Game", "options": {"goal": "Line"}}
    assert same(RULES, '(g (square 3) "Small" if:(is Line 3) 3..9)', **chosen)


def test_wrong_choices_list_what_is_offered() -> None:
    with pytest.raises(UnknownOption, match="did you mean 'Board Size'"):
        read(RULES, options={"Bord Size": "Three"})
    with pytest.raises(UnknownOption, match="'Three', 'Five', 'Seven'"):
        read(RULES, options={"board_size": "Nine"})
    with pytest.raises(UnknownOption, match="Tiny Game"):
        read(RULES, ruleset="Large Game")


def test_values_keep_the_place_where_they_were_written() -> None:
    clause = build(OPTIONS + "(square <Size>)", small_language(), "graph")
    size = clause.get("size")
    assert size is not None
    assert not isinstance(size, tuple)
    assert (size.position.line, size.position.column) == (5, 23)


def test_tag_inside_a_string_and_empty_value() -> None:
    text = '(option "N" <N> args:{ <a> <b> } { (item "x" <1> <> "d") }) (g "Disc<N:a>" <N:b> P<N:a>)'
    assert same(text, '(g "Disc1" P1)')


def test_less_than_after_a_bracket_is_a_head() -> None:
    assert same("(g (< 1 2) (<= 1 2) (> 3 2))", "(g (< 1 2) (<= 1 2) (> 3 2))")


@pytest.mark.parametrize(
    "option",
    [
        "(option Size <S> args:{<a>} {})",
        '(option "Size" <S> args:{<a>} {})',
        '(option "Size" <S> args:{<a> <b>} {(item "x" <1> "d")})',
        '(option "Size/Rows" <S> args:{<a>} {(item "x" <1> "d")})',
        '(option "Size" S args:{<a>} {(item "x" <1> "d")})',
        '(option "Size" <S> {(item "x" <1> "d")})',
        '(option "Size" <S> args:{<a>} {(item "x" <1 "d")})',
    ],
)
def test_badly_written_options_are_reported_with_a_place(option: str) -> None:
    with pytest.raises(RulesError) as refusal:
        read(option + " (g)")
    assert refusal.value.position.line == 1


@pytest.mark.parametrize("heading", ["Size", "size"])
def test_two_options_of_one_name_are_refused(heading: str) -> None:
    first = '(option "Size" <S> args:{<a>} {(item "x" <1> "d")})\n'
    second = f'(option "{heading}" <S> args:{{<a> <b>}} {{(item "x" <1> <2> "d")}})'
    with pytest.raises(RulesError, match=f'the option "{heading}" has the same name') as refusal:
        read(first + second + " (g)")
    assert refusal.value.position.line == 2


def test_tag_that_contains_itself_is_stopped() -> None:
    with pytest.raises(RulesError, match="contain itself"):
        read('(option "S" <S> args:{<a>} {(item "x" <(y <S:a>)> "d")}) (g <S:a>)')
