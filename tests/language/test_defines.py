"""Defines: what they become, and where their pieces say they come from."""

from __future__ import annotations

import pytest

from apts.language.lexemes import Form, Named
from apts.language.mistakes.problems import RulesError
from apts.language.reading import read


def same(text: str, expanded: str) -> bool:
    return read(text).nodes == read(expanded).nodes


def test_define_is_put_in_by_name() -> None:
    assert same('(define "Two" (count 2)) (a "Two")', "(a (count 2))")
    assert same('(define "Two" (count 2)) (a ("Two"))', "(a (count 2))")
    assert same('(a "Two") (define "Two" (count 2))', "(a (count 2))")


def test_parameters_are_filled_with_clauses_collections_words_and_named_arguments() -> None:
    assert same('(define "D" (a #1 #2)) ("D" (b 1) {2 3})', "(a (b 1) {2 3})")
    assert same('(define "D" (a #1 #2)) ("D" Forward if:(c))', "(a Forward if:(c))")
    assert same('(define "D" (a #2 #1 #2)) ("D" x "y z")', '(a "y z" x "y z")')


def test_body_may_be_several_pieces_or_a_part_of_a_clause() -> None:
    assert same('(define "Args" 1 if:(b) {c}) (a "Args" d)', "(a 1 if:(b) {c} d)")
    assert same('(define "Inner" is Line 3) (("Inner"))', "(is Line 3)")


def test_defines_may_use_defines() -> None:
    text = '(define "A" (x ("B" #1))) (define "B" (y #1 #1)) (g ("A" 5))'
    assert same(text, "(g (x (y 5 5)))")


def test_parameter_may_touch_other_signs() -> None:
    assert same('(define "D" (a P#1 -#1 "Disc#1" n:#1 #1..4)) ("D" 2)', '(a P2 -2 "Disc2" n:2 2 3 4)')


def test_missing_argument_and_tilde_leave_a_gap() -> None:
    assert same('(define "D" (a #1 #2 b)) ("D" ~ 2)', "(a 2 b)")
    assert same('(define "D" (a #1 #2 b)) ("D" 1)', "(a 1 b)")


def test_name_whose_value_vanished_takes_the_next_value_or_is_dropped() -> None:
    assert same('(define "D" (a if:#1 b)) ("D")', "(a if:b)")
    assert same('(define "D" (a b if:#1)) ("D")', "(a b)")


def test_counting_of_parameters_stops_at_the_first_gap() -> None:
    with pytest.raises(RulesError, match="nothing is filled in for #2"):
        read('(define "D" (a #2)) ("D" 1 2)')


def test_parameters_have_one_digit() -> None:
    assert same('(define "D" (a #10)) ("D" 7)', "(a 70)")


def test_name_of_the_game_is_not_expanded() -> None:
    assert same('(define "Chess" (x)) (game "Chess" "Chess")', '(game "Chess" (x))')


def test_pieces_of_the_body_point_into_the_define_and_arguments_to_their_use() -> None:
    text = '(define "D"\n  (a b if:#1))\n(g\n  ("D" (c)))'
    (game,) = read(text, file="x.lud").nodes
    assert isinstance(game, Form)
    clause = game.items[1]
    assert isinstance(clause, Form)
    assert (clause.position.line, clause.position.column) == (2, 3)
    named = clause.items[2]
    assert isinstance(named, Named)
    assert (named.position.line, named.position.column) == (2, 8)
    assert (named.value.position.line, named.value.position.column) == (4, 8)


def test_recursion_is_reported_with_the_circle() -> None:
    with pytest.raises(RulesError, match="A -> B -> A") as refusal:
        read('(define "A" ("B"))\n(define "B" ("A"))\n(g "A")')
    assert refusal.value.position.line == 1


def test_explosive_growth_is_stopped() -> None:
    doubling = "".join(f'(define "D{n}" "D{n + 1}" "D{n + 1}")' for n in range(40))
    with pytest.raises(RulesError, match=r"more than 1000 times|grows beyond"):
        read(doubling + '(define "D40" x) (g "D0")')


def test_unknown_define_names_the_nearest() -> None:
    with pytest.raises(RulesError) as refusal:
        read('(define "StepForward" (x)) (g ("StepForwrd" 1))')
    assert refusal.value.problems[0].nearest == ("StepForward",)


def test_badly_written_defines_are_reported() -> None:
    with pytest.raises(RulesError, match="a define looks like"):
        read("(define Name (x)) (g)")
    with pytest.raises(RulesError, match="defined twice"):
        read('(define "A" 1) (define "A" 2) (g "A")')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('(define "Hit" (to)) (g ("Hit" (site 3)))', '"Hit" is given 1 thing, and there is no #1 in it'),
        ('(define "Hit" (to #1)) (g ("Hit" 3 { 4 }))', '"Hit" is given 2 things, and there is no #2 in it'),
    ],
)
def test_what_a_define_has_no_gap_for_is_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        read(text)
    assert read('(define "Hit" (to)) (g ("Hit"))').nodes
    assert read('(define "Hit" (to #1 #2)) (g ("Hit" ~ 3))').nodes


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('(define "Stone" (is Line 3)) (g (piece "Stone" Each) ("Stone"))', '(g (piece "Stone" Each) (is Line 3))'),
        ('(define "Stone" (x)) (g (regions "Stone" P1) (sites "Stone"))', '(g (regions "Stone" P1) (sites "Stone"))'),
        ('(define "Pawn" (piece "Pawn" Each (y))) (g ("Pawn") (z "Pawn"))', '(g (piece "Pawn" Each (y)) (z "Pawn"))'),
        ('(define "Men" (piece "#1" Each)) (define "Man" (y)) (g ("Men" "Man") ("Man"))', '(g (piece "Man" Each) (y))'),
        ('(define "n" (y)) (g (set Var "n" 1) (var "n") ("n"))', '(g (set Var "n" 1) (var "n") (y))'),
        ('(define "roll" (roll)) (g (move Propose "roll" (then ("roll"))))', '(g (move Propose "roll" (then (roll))))'),
        ('(define "Loop" (y)) (g (track "Loop" {0}) (x track:"Loop"))', '(g (track "Loop" {0}) (x track:"Loop"))'),
        ('(define "Disc" "Marker") (g (piece "Disc" Each) (x "Disc"))', '(g (piece "Marker" Each) (x "Marker"))'),
        ('(define "Free" (y)) (g (piece "Man" Each) (x "Free"))', '(g (piece "Man" Each) (x (y)))'),
    ],
)
def test_what_is_called_as_a_define_keeps_its_name(text: str, plain: str) -> None:
    assert same(text, plain)
