"""Conditions put together."""

from __future__ import annotations

from apts.engine.compiler.compiling import compile_rules
from apts.language.reading import build
from tests.engine.answers import truths
from tests.engine.small_match import small_game

CLOSED = "(all Sites (sites Board) if:(is Empty (site)))"
OPEN = "(all Sites (sites Board) if:(< (count Pieces P1 in:(sites {(last To)})) 5))"


def test_plain_conditions() -> None:
    found = truths(
        {
            "a": "(and True (not False))",
            "b": "(and {(= 1 1) (= 1 2) (= 2 2)})",
            "c": "(or (= 1 2) (= 2 2))",
            "d": "(or {(= 1 2) (!= 2 2) False})",
            "e": "(xor (= (mover) 1) (= (mover) 2))",
            "f": "(xor (= (mover) 1) (= (next) 2))",
            "g": "(if (= (mover) 1) (= (next) 2))",
            "h": "(if (= (mover) 2) (= (next) 2))",
            "i": "(if (= (mover) 2) (= (next) 1) (= (next) 2))",
        },
        0,
    )
    assert [name for name, value in found.items() if value] == ["a", "c", "e", "g", "i"]


def test_conditions_that_need_loops_in_any_place() -> None:
    found = truths(
        {
            "a": f"(and {OPEN} (= (mover) 1))",
            "b": f"(and (= (mover) 1) {OPEN})",
            "c": f"(and {{(= (mover) 1) {OPEN} (= (next) 2) {OPEN}}})",
            "d": f"(and {{(= (mover) 1) {OPEN} {CLOSED} (= (next) 2)}})",
            "e": f"(or {CLOSED} {OPEN})",
            "f": f"(or {{(= (mover) 2) {CLOSED} (= (next) 1)}})",
            "g": f"(if {OPEN} {OPEN} {CLOSED})",
            "h": f"(if {CLOSED} {OPEN} {CLOSED})",
            "i": f"(not (or {CLOSED} (and {OPEN} {CLOSED})))",
        },
        0,
    )
    assert [name for name, value in found.items() if value] == ["a", "b", "c", "e", "g", "i"]


def test_a_later_condition_is_worked_out_only_if_it_still_matters() -> None:
    rules = "(move Add (to (sites Empty) if:(and (= (to) 3) (= 9 (count Sites in:(sites Around (to)))))))"
    source = compile_rules(build(small_game(rules))).source
    function = source[source.index("def moves_") :].split("\n\n")[0]
    lines = function.splitlines()
    test = next(index for index, line in enumerate(lines) if "if test" in line)
    loop = next(index for index, line in enumerate(lines) if "total" in line)
    assert loop > test
    assert _depth(lines[loop]) > _depth(lines[test])


def test_regions_are_compared_as_sets() -> None:
    found = truths(
        {
            "a": "(= (sites {1 2 3}) (sites {3 2 1}))",
            "b": "(= (sites {1 2 3}) (sites {3 2}))",
            "c": "(= (sites {0}) (sites Occupied by:P1))",
            "d": "(!= (sites {0}) (sites Occupied by:P1))",
            "e": "(!= (sites Board) (sites Empty))",
        },
        0,
    )
    assert [name for name, value in found.items() if value] == ["a", "c", "e"]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def test_what_follows_a_truth_that_decides_is_never_asked() -> None:
    questions = {
        "never": "(and {False (is Prev Mover) (!= -1 (counter))})",
        "always": "(or {(= 0 1) True (is Prev Mover)})",
        "both": "(and True (is Mover P1))",
    }
    assert truths(questions, 0) == {"never": False, "always": True, "both": True}
