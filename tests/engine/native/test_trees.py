"""Short ways through syntax trees give what the long ways of Python's own module give."""

from __future__ import annotations

import ast

import pytest

from apts.engine.native.trees import bound_tree, called, copied, spelled, statements

EXPRESSIONS = (
    "x",
    "7",
    "-7",
    "True",
    "D[SITES]",
    "D[SITES] + 1",
    "1 - D[SITES] * 2",
    "(a + b) * D[SET_WORDS]",
    "D[D[TABLE5] + site]",
    "S[3]",
    "a if b < c else d(e, -f)",
    "not (a and b)",
    "a << 3",
    "x[y][z]",
    "2 * D[SET_WORDS]",
)
FUNCTION = """
def example(D, S):
    x = first(D[second(S)])
    if third(x) and not fourth(x):
        for i in range(fifth(x)):
            S[sixth(i)] += seventh(eighth(i), -ninth(i))
        y = 1
    else:
        while x < tenth(S):
            x += 1
    return eleventh(x) if twelfth(x) else 0
"""


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_are_spelled_as_python_spells_them(text: str) -> None:
    node = ast.parse(text, mode="eval").body
    assert spelled(node) == ast.unparse(node)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_a_copy_is_the_same_and_can_be_changed_alone(text: str) -> None:
    node = ast.parse(text, mode="eval").body
    before = ast.dump(node)
    other = copied(node)
    assert ast.dump(other) == before
    for part in ast.walk(other):
        if isinstance(part, ast.Subscript):
            part.slice = ast.Constant(99)
        if isinstance(part, ast.Call):
            part.args = []
        if isinstance(part, ast.BinOp):
            part.left = ast.Constant(98)
    assert ast.dump(node) == before


def test_all_calls_of_a_function_are_found() -> None:
    node = ast.parse(FUNCTION).body[0]
    assert isinstance(node, ast.FunctionDef)
    walked = [part.func.id for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)]
    assert sorted(called(node)) == sorted(walked)
    assert len(walked) == 13


def test_statements_come_in_the_order_of_a_walk_from_outside_inwards() -> None:
    node = ast.parse(FUNCTION).body[0]
    assert isinstance(node, ast.FunctionDef)
    assert statements(node) == [part for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node]


def test_the_tree_of_a_bound_is_made_once() -> None:
    assert bound_tree("D[SITES] + 1") is bound_tree("D[SITES] + 1")
    assert ast.unparse(bound_tree("D[SITES] + 1")) == "D[SITES] + 1"
