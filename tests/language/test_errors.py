"""What the author of a wrong text is told."""

from __future__ import annotations

import pytest

from apts.language.mistakes.problems import Problem, RulesError
from apts.language.reading import build
from tests.wording.golden import Wording

from .small_language import GAME, small_language

LANGUAGE = small_language()


def problems_of(text: str, expected: str = "game") -> tuple[Problem, ...]:
    with pytest.raises(RulesError) as refusal:
        build(text, LANGUAGE, expected, file="x.lud")
    return refusal.value.problems


def test_unknown_head_names_the_nearest() -> None:
    (problem,) = problems_of(GAME.replace("(square 3)", "(sqare 3)"))
    assert str(problem.position) == "x.lud:5:21"
    assert "(sqare" in problem.message
    assert problem.nearest[0] == "square"


def test_unknown_word_names_the_nearest_that_fit_there() -> None:
    (problem,) = problems_of(GAME.replace("Mover Win", "Movr Win"))
    assert str(problem.position) == "x.lud:12:38"
    assert problem.nearest[0] == "Mover"
    assert problem.expected == ("who<role>",)


def test_unknown_mode_word_lists_the_forms() -> None:
    (problem,) = problems_of("(is Lin 3)", "bool")
    assert problem.message == "(is ...) has no form Lin"
    assert problem.nearest == ("Line", "In")
    assert "Empty" in problem.expected


def test_bare_word_that_is_a_ludeme_suggests_brackets() -> None:
    (problem,) = problems_of("(is Empty mover)", "bool")
    assert "(mover ...)" in problem.message


def test_misspelt_label_names_the_nearest() -> None:
    (problem,) = problems_of("(is Line 3 exakt:True)", "bool")
    assert problem.nearest == ("exact",)


def test_wrong_value_of_a_named_argument_points_to_the_value(wording: Wording) -> None:
    (problem,) = problems_of("(is Line 3 exact:7)", "bool")
    wording(problem.message)
    assert problem.position.column == 18


def test_missing_argument_is_named() -> None:
    (problem,) = problems_of("(is Line)", "bool")
    assert problem.message == "(is Line) lacks an argument"
    assert problem.expected == ("length<int>",)


def test_argument_too_many_is_pointed_at() -> None:
    (problem,) = problems_of("(not (is Line 3) True)", "bool")
    assert problem.position.column == 18
    assert problem.expected == ("nothing more",)


def test_clause_of_another_type_is_pointed_at() -> None:
    (problem,) = problems_of("(is Empty (sites Empty))", "bool")
    assert problem.message == "(is Empty) cannot take (sites Empty) here"
    assert problem.expected == ("site<int>",)


def test_number_beyond_all_bounds_is_refused() -> None:
    (problem,) = problems_of("(square 99999999999999999999)", "graph")
    assert "too large" in problem.message


def test_independent_mistakes_are_all_told_in_the_order_of_the_text() -> None:
    text = (
        GAME.replace("(square 3)", "(sqare 3)")
        .replace('"Disc" P1', '"Disc" Pp1')
        .replace("Line 3", "Line Three")
        .replace("Mover Win", "Mover Wn")
    )
    found = problems_of(text)
    assert [problem.position.line for problem in found] == [5, 6, 12, 12]
    assert "4 more" not in str(RulesError(found))


def test_one_mistake_is_told_once_however_deep_it_is() -> None:
    text = "(not (not (not (not (is Line Three)))))"
    assert len(problems_of(text, "bool")) == 1


def test_long_lists_of_problems_are_cut() -> None:
    found = problems_of("(and {" + "(foo) " * 60 + "})", "moves")
    assert len(found) == 60
    assert "... and 50 more problems" in str(RulesError(found))


def test_mistake_inside_a_define_points_into_the_define() -> None:
    (problem,) = problems_of('(define "Row" (is Line\n  #1 exact:3))\n(not ("Row" 4))', "bool")
    assert (problem.position.line, problem.line.strip()) == (2, "#1 exact:3))")


def test_caret_stands_under_the_place_even_in_very_long_lines() -> None:
    text = "(and {" + "(moveAgain) " * 100 + "(moveAgian) " + "(moveAgain) " * 100 + "})"
    (problem,) = problems_of(text, "moves")
    _, line, caret = str(problem).splitlines()[:3]
    assert line[caret.index("^") :].startswith("moveAgian")
    assert len(line) < 160


def test_form_of_a_ludeme_is_suggested_where_a_word_could_stand_too() -> None:
    found = problems_of("(and (move Add (to (sites Emtpy))) (move Add (to (sites Movre))))", "moves")
    assert [problem.nearest for problem in found] == [("Empty",), ("Mover",)]


def test_head_is_suggested_by_what_its_place_takes() -> None:
    (problem,) = problems_of("(is Empty (mvoer))", "bool")
    assert problem.nearest == ("mover",)
    (problem,) = problems_of("(and (mvoer) (moveAgain))", "moves")
    assert problem.nearest == ("move",)


def test_value_of_a_named_argument_has_a_nearest_name() -> None:
    (problem,) = problems_of("(is Line 3 exact:Ture)", "bool")
    assert problem.nearest == ("True",)


@pytest.mark.parametrize(
    ("text", "message", "nearest"),
    [
        ('(not ("Rwo" 4))', 'there is no (define "Rwo" ..)', ("Row",)),
        ("(not (Rwo 4))", '(Rwo ..) is not a ludeme, and there is no (define "Rwo" ..)', ('"Row"',)),
        ("(not (Row 4))", '(define "Row" ..) is used with quotation marks around its name: ("Row" ..)', ()),
        ('(not "Rwo")', '(not) cannot take "Rwo" here, and there is no (define "Rwo" ..)', ('"Row"',)),
    ],
)
def test_define_that_is_not_there_is_called_that(text: str, message: str, nearest: tuple[str, ...]) -> None:
    (problem,) = problems_of(f'(define "Row" (is Line #1))\n{text}', "bool")
    assert (problem.message, problem.nearest) == (message, nearest)


def test_define_whose_name_is_that_of_something_else_is_told_as_it_is_written() -> None:
    text = '(define "Turn" 3)\n(set Var "Turn" (+ (var "Turn") "Turn"))'
    (problem,) = problems_of(text, "moves")
    assert problem.message == '(+) cannot take "Turn" here, which is the name of something; the define is ("Turn")'
    assert problem.nearest == ('("Turn")',)


def test_mistakes_of_all_stages_are_told_at_once_and_each_once() -> None:
    found = problems_of(
        '(and {\n(move Add (to (sites Emtpy)))\n("Foo")\n(moveAgian)\n()\n(move Add (to (sites #1)))\n})', "moves"
    )
    assert [problem.position.line for problem in found] == [2, 3, 4, 5, 6]


def test_misspelt_heads_are_told_beside_a_bracket_that_is_missing() -> None:
    bracket, head = problems_of("(not (no (is Line 3)))\n(nto (is Line 3)", "bool")
    assert "never closed" in bracket.message
    assert "not" in head.nearest


def test_one_wrong_element_of_a_collection_is_pointed_at() -> None:
    (problem,) = problems_of("(and {(moveAgain) Moev (moveAgain)})", "moves")
    assert (problem.position.column, problem.message) == (19, "the word Moev is not known")


def test_quotation_marks_of_word_processors_are_told_apart_and_join_no_words(wording: Wording) -> None:
    problems = problems_of(GAME.replace('"Rows"', "“Rows”", 1))
    assert problems[0].message == "the character '“' has no meaning here"
    wording(problems[0].expected)
    assert not any("(game" in problem.message and "is not a ludeme" in problem.message for problem in problems)
