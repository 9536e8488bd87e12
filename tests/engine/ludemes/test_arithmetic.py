"""Arithmetic as rules write it, worked out in advance or while playing."""

from __future__ import annotations

from tests.engine.answers import numbers


def test_calculations_with_fixed_numbers() -> None:
    found = numbers(
        {
            "sum": "(+ 2 3)",
            "list": "(+ {1 2 3 4})",
            "less": "(- 2 5)",
            "negative": "(- 7)",
            "product": "(* {2 3 4})",
            "power": "(^ 2 10)",
            "absolute": "(abs (- 3 9))",
            "largest": "(max 3 8)",
            "smallest": "(min 3 8)",
        },
        0,
    )
    assert found == {
        "sum": 5,
        "list": 10,
        "less": -3,
        "negative": -7,
        "product": 24,
        "power": 1024,
        "absolute": 6,
        "largest": 8,
        "smallest": 3,
    }


def test_division_cuts_towards_zero_also_for_numbers_known_only_while_playing() -> None:
    found = numbers(
        {
            "a": "(/ -7 2)",
            "b": "(% -7 2)",
            "c": "(/ (- (last To) 10) 2)",
            "d": "(% (- (last To) 10) 2)",
            "e": "(/ (last To) (- 2))",
        },
        3,
    )
    assert found == {"a": -3, "b": -1, "c": -3, "d": -1, "e": -1}


def test_numbers_of_the_position_in_sums() -> None:
    found = numbers(
        {
            "sum": "(+ (last To) (mover))",
            "list": "(+ {(last To) (mover) (next)})",
            "times": "(* (last To) (last To))",
            "more": "(max (last To) 2)",
            "less": "(min (last To) 2)",
            "power": "(^ (last To) 2)",
            "back": "(- (last To))",
            "size": "(abs (- (mover) (last To)))",
        },
        0,
        4,
    )
    assert found == {"sum": 6, "list": 7, "times": 16, "more": 4, "less": 2, "power": 16, "back": -4, "size": 2}


def test_a_choice_between_numbers_works_out_only_the_side_that_is_chosen() -> None:
    found = numbers(
        {
            "yes": "(if (= (mover) 1) (count Pieces P1) -5)",
            "no": "(if (= (mover) 2) 8 (count Pieces P1 in:(sites Empty)))",
            "role": "(if (is Mover P1) (id P2) (id P1))",
        },
        7,
    )
    assert found == {"yes": 1, "no": 0, "role": 2}


def test_numbers_of_arrays() -> None:
    found = numbers(
        {
            "sum": "(+ (array {4 5 (mover)}))",
            "product": "(* (array {4 5 2}))",
            "largest": "(max (array {-4 (mover) -9}))",
            "smallest": "(min (array {4 (next) 9}))",
            "nothing": "(max (array (sites {})))",
        },
        7,
    )
    assert found == {"sum": 10, "product": 40, "largest": 1, "smallest": 2, "nothing": -1}


def test_words_may_stand_for_signs() -> None:
    found = numbers(
        {
            "mod": "(mod 7 4)",
            "pow": "(pow 3 2)",
            "mul": "(mul (last To) 5)",
            "less": "(if (lt 1 2) 1 0)",
            "most": "(if (le 3 2) 1 0)",
            "more": "(if (gt 3 2) 1 0)",
            "least": "(if (ge (mover) 2) 1 0)",
        },
        7,
    )
    assert found == {"mod": 3, "pow": 9, "mul": 35, "less": 1, "most": 0, "more": 1, "least": 0}


def test_random_values_stay_in_their_range_and_differ() -> None:
    asked = dict.fromkeys("abcdefghijkl", "(value Random (range 3 6))")
    found = numbers(asked, 7)
    assert set(found.values()) <= {3, 4, 5, 6}
    assert len(set(found.values())) > 1
