"""Which indices of a kernel get a check: all that are not proven, and no others."""

from __future__ import annotations

import ast
import re

import pytest

from apts.engine.compiler.data import Data
from apts.engine.native.checks.guards import add_guards
from apts.engine.runtime import layout

ROOMS = {
    "AT_WHAT": ("site", "D[ALL_SITES]"),
    "AT_SCORE": ("player", "D[PLAYERS] + 2"),
    "AT_OWNED": ("player set", "(D[PLAYERS] + 3) * D[SET_WORDS]"),
    "TABLE1": ("site", "lists"),
    "TABLE3": ("site", "rays"),
    "TABLE5": ("piece", "table"),
    "TABLE7": ("", "table"),
}
LAYOUT = {name: value for name, value in vars(layout).items() if isinstance(value, int)}
CONSTANTS = {
    **LAYOUT,
    "DATA_SLOTS": 40,
    "L20": 20,
    "L21": 21,
    "N30": 30,
    **{f"TABLE{number}": number for number in (1, 3, 5, 7)},
}


def written(body: str, parameters: str = "D, S, W, M, sp", *, others: str = "") -> str:
    """A function with this body, as it is after the checks have been written into it."""
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    tree = ast.parse(f"def example({parameters}):\n{lines}\n{others}")
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    add_guards(functions, ROOMS, CONSTANTS)
    return ast.unparse(functions[0])


def checked(body: str, parameters: str = "D, S, W, M, sp", *, others: str = "") -> list[str]:
    """What is compared in that function."""
    return re.findall(r"within\((\w+)", written(body, parameters, others=others))


WALK = "for i in range(D[20], D[21]):\n    site = sure(D[i])\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (WALK + "    x = S[D[AT_WHAT] + site]", []),
        (WALK + "    site = site + 1\n    x = S[D[AT_WHAT] + site]", ["site"]),
        (WALK + "x = S[D[AT_WHAT] + site]", ["site"]),  # after the loop nothing is known: it may not have begun
        ("site = S[LAST_TO]\nx = S[D[AT_WHAT] + site]", ["site"]),
        # a bound that is not in the data may change between the comparison and the access
        ("i = S[3]\nif i >= 0 and i < W[RECORDS_SIZE]:\n    W[RECORDS_SIZE] = 2\n    x = M[i]", ["i"]),
        ("for i in range(W[RECORDS_SIZE]):\n    W[RECORDS_SIZE] = 2\n    x = M[i]", ["i"]),
        ("site = S[3]\nif outside(D, site):\n    return 0\nx = S[D[AT_WHAT] + site]", []),
        ("site = S[3]\nif outside(D, site):\n    x = 1\nx = S[D[AT_WHAT] + site]", ["site"]),
        ("site = S[3]\nif site < 0 or site >= D[SITES]:\n    return 0\nx = S[D[AT_WHAT] + site]", []),
        ("site = S[3]\nif site < 0 and site >= D[SITES]:\n    return 0\nx = S[D[AT_WHAT] + site]", ["site"]),
        ("site = S[3]\nif site >= D[SITES]:\n    return 0\nx = S[D[AT_WHAT] + site]", ["site"]),
        ("site = S[3]\nx = S[D[AT_WHAT] + site] if 0 <= site < D[ALL_SITES] else 0", []),
        ("site = S[3]\nx = 0 if 0 <= site < D[ALL_SITES] else S[D[AT_WHAT] + site]", ["site"]),
        ("site = S[3]\nif 0 <= site <= D[ALL_SITES]:\n    x = S[D[AT_WHAT] + site]", ["site"]),
        ("site = S[3]\nif 0 <= site < D[N30]:\n    x = S[D[AT_WHAT] + site]", ["site"]),
        ("site = S[3]\nif 0 <= site < D[SITES]:\n    there = site\n    site = S[4]\n    x = S[D[AT_WHAT] + there]", []),
        (
            "site = S[3]\nif 0 <= site < D[SITES]:\n    there = site\n    site = S[4]\n    x = S[D[AT_WHAT] + site]",
            ["site"],
        ),
        (
            "site = S[3]\nif outside(D, site):\n    return 0\n"
            "for k in range(3):\n    x = S[D[AT_WHAT] + site]\n    site = S[4]",
            ["site"],
        ),
        ("for p in range(1, D[PLAYERS] + 1):\n    x = S[D[AT_SCORE] + p]", []),
        ("for p in range(-1, D[PLAYERS] + 1):\n    x = S[D[AT_SCORE] + p]", ["p"]),
        ("for p in range(1, D[PLAYERS] + 3):\n    x = S[D[AT_SCORE] + p]", ["p"]),
        ("for p in range(1, D[N30]):\n    x = S[D[AT_SCORE] + p]", ["p"]),
        ("x = S[D[AT_SCORE] + 2]", []),
    ],
)
def test_only_what_a_comparison_has_shown_is_taken_for_proven(body: str, expected: list[str]) -> None:
    assert checked(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (WALK + "    for k in range(D[D[TABLE1] + site], D[D[TABLE1] + site + 1]):\n        x = D[k]", []),
        ("site = S[3]\nfor k in range(D[D[TABLE1] + site], D[D[TABLE1] + site + 1]):\n    x = D[k]", ["site", "site"]),
        ("x = D[D[TABLE7] + S[3]]", ["S"]),
        (WALK + "    x = D[D[TABLE7] + site]", ["site"]),  # a table that says nothing about its entries
        (WALK + "    x = D[D[TABLE1] + site + 2]", ["site"]),
        ("k = D[N30]\nx = D[k]", ["k"]),
        ("for k in range(D[N30], D[21]):\n    x = D[k]", ["k"]),
        ("for k in range(D[20], D[N30]):\n    x = D[k]", ["k"]),
        ("for k in range(D[20], D[21]):\n    x = D[k + 3]", ["k"]),
        ("k = D[20]\nwhile k < D[21]:\n    x = D[k]\n    k += 1", []),
        ("k = D[20]\nwhile k < D[21]:\n    x = D[k]\n    k += 5", ["k"]),
        ("k = D[20]\nwhile k < D[21]:\n    x = D[k]\n    k += 1\nk = S[3]", ["k"]),
        ("for k in range(D[D[TABLE7] + 0], D[D[TABLE7] + 1]):\n    x = D[k]", ["k"]),
    ],
)
def test_only_walks_through_lists_of_the_data_are_taken_for_proven(body: str, expected: list[str]) -> None:
    assert [name for name in checked(body) if name not in ("0", "1")] == expected


def test_what_is_written_for_a_piece_is_checked_and_what_is_read_is_not() -> None:
    assert checked("x = D[D[TABLE5] + S[D[AT_WHAT] + 0]]") == []
    assert checked("S[D[AT_WHAT] + 0] = S[4]") == ["S"]
    assert checked("S[D[AT_WHAT] + 0] = 0") == []
    assert checked("what = S[D[AT_WHAT] + 0]\nS[D[AT_WHAT] + 0] = what\nx = D[D[TABLE5] + what]") == []
    assert checked("what = S[4]\nx = D[D[TABLE5] + what]") == ["what"]


def test_pieces_are_not_trusted_where_a_function_writes_into_an_unknown_field() -> None:
    other = "def other(D, S, at):\n    S[at] = 5\n"
    assert checked("x = D[D[TABLE5] + S[D[AT_WHAT] + 0]]", others=other) == ["S"]
    assert checked("x = D[D[TABLE5] + S[D[AT_WHAT] + 0]]", others=other.replace("= 5", "= 0")) == []


RAYS = """
site = S[3]
for ray in range(D[D[TABLE3] + site], D[D[TABLE3] + site + 1]):
    for k in range(D[ray], D[ray + 1]):
        x = rule_1(D, S, W, M, sp, D[k])
"""


def test_rays_are_paid_for_together_before_the_first() -> None:
    text = written(RAYS)
    assert text.count("spend(") == 1
    assert "spent(" not in text
    assert re.search(r"max\(D\[D\[.*\]\] - D\[D\[.*\]\], 0\)", text)  # for the length of all of them


def test_a_walk_inside_a_walk_through_the_same_ray_is_paid_for_each_time() -> None:
    inner = "        for again in range(D[ray], D[ray + 1]):\n            x = rule_2(D, S, W, M, sp, D[again])\n"
    assert written(RAYS + inner).count("spent(") == 1


def test_members_of_a_set_are_paid_for_word_by_word() -> None:
    text = written("word = S[3]\nwhile word != 0:\n    site = lowest_bit(word)\n    word &= word - 1")
    assert "spend(bit_count(word))\n    while word != 0:" in text


def test_a_table_that_is_shorter_than_it_says_is_refused() -> None:
    sizes = {"site": 4, "piece": 2, "history": 0}
    for length, good in ((4, True), (3, False)):
        data = Data()
        data.lists("short", lambda length=length: [[0]] * length, per="site")
        if good:
            data.lay_out(sizes, {})
        else:
            with pytest.raises(ValueError, match="for each site"):
                data.lay_out(sizes, {})
