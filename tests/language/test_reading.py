"""The surface syntax: tokens, comments, strings, ranges, metadata."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.language.lexemes import Atom, Collection, Form, Named, Node, Quoted
from apts.language.mistakes.problems import RulesError
from apts.language.reading import read

DESCRIPTIONS = Path(__file__).parents[3] / "shared" / "conformance" / "lud"


def one(text: str) -> Node:
    (node,) = read(text).nodes
    return node


def words(text: str) -> list[str]:
    form = one(text)
    assert isinstance(form, Form)
    return [
        item.text if isinstance(item, Atom) else item.value for item in form.items if isinstance(item, Atom | Quoted)
    ]


def test_clauses_collections_names_strings_and_numbers() -> None:
    assert one('(a {1 -2 .5} if:(b) name:"x y" N)') == Form(
        (
            Atom("a"),
            Collection((Atom("1"), Atom("-2"), Atom(".5"))),
            Named("if", Form((Atom("b"),))),
            Named("name", Quoted("x y")),
            Atom("N"),
        )
    )


def test_blanks_after_a_colon_do_not_matter() -> None:
    assert one("(a if: (b))") == one("(a if:(b))") == one("(a if:\n   (b))")


def test_comments_end_with_the_line_and_do_not_start_inside_strings() -> None:
    assert one('(a // (b\n "http://x" c)') == Form((Atom("a"), Quoted("http://x"), Atom("c")))


def test_escaped_quotation_mark_becomes_an_apostrophe() -> None:
    assert one(r'(a "say \"go\"")') == Form((Atom("a"), Quoted("say 'go'")))


def test_operators_are_heads() -> None:
    for operator in ("+", "-", "*", "/", "%", "^", "=", "!=", "<", "<=", ">", ">="):
        assert words(f"({operator} 1 2)") == [operator, "1", "2"]


def test_integer_ranges_run_both_ways() -> None:
    assert words("(a 3..6 7..5)") == ["a", "3", "4", "5", "6", "7", "6", "5"]


def test_coordinate_ranges_run_over_letters_first() -> None:
    assert words('(a "A3".."B4")') == ["a", "A3", "A4", "B3", "B4"]


def test_members_of_a_range_point_to_the_range() -> None:
    form = one("(a\n  3..5)")
    assert isinstance(form, Form)
    assert {(item.position.line, item.position.column) for item in form.items[1:]} == {(2, 3)}


def test_endless_range_is_refused() -> None:
    with pytest.raises(RulesError, match="more than 1000 members"):
        read("(a 0..100000)")


def test_metadata_is_cut_off() -> None:
    assert read('(game "X") (metadata (info { (description "any ? text") ?? }))').nodes == read('(game "X")').nodes


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ('(a "b)', "quotation mark", (1, 4)),
        ("(a\n  (b\n  (c)\n)", "this ( is never closed, by the layout its ) is missing at the end of line 2", (2, 3)),
        (
            "(game {\n  (b)\n  })\n(c\n  (d (e)\n  (f)\n)",
            "this ( is never closed, by the layout its ) is missing at the end of line 5",
            (5, 3),
        ),
        ("(a))", "this ) closes nothing", (1, 4)),
        ("(a {b)", "cannot close the {", (1, 6)),
        ("(a ())", "empty clause", (1, 4)),
        ("(a if:)", "if: has a name but no value", (1, 4)),
        ("(a if: b:2)", "if: has a name but no value", (1, 4)),
        ("(a , b)", "',' has no meaning", (1, 4)),
        ("(a : b)", "':' has no meaning", (1, 4)),
        ("({1} a)", "starts with the name of a ludeme", (1, 2)),
        ("(a <Size:n>)", "no option has the tag <Size:n>", (1, 4)),
        ("(a #1)", "nothing is filled in for #1", (1, 4)),
        ("(" * 101 + ")" * 101, "nested more than 100 deep", (1, 101)),
    ],
)
def test_what_cannot_be_read_is_reported_with_its_place(text: str, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(RulesError) as refusal:
        read(text)
    problem = refusal.value.problems[0]
    assert message in problem.message
    assert (problem.position.line, problem.position.column) == place


def test_bracket_counts_are_told() -> None:
    with pytest.raises(RulesError, match=r"2 \( and 1 \): 1 opening too many"):
        read("(a (b)")


def test_several_problems_are_reported_in_one_pass() -> None:
    with pytest.raises(RulesError) as refusal:
        read("(a if:)\n(b ,)\n(c #2)")
    assert [problem.position.line for problem in refusal.value.problems] == [3, 2, 1]


def test_error_shows_the_line_and_a_caret_under_the_place() -> None:
    with pytest.raises(RulesError) as refusal:
        read("(a\n    (b ()))", file="x.lud")
    assert str(refusal.value).splitlines() == [
        "x.lud:2:8: an empty clause () says nothing",
        "        (b ()))",
        "           ^",
    ]


@pytest.mark.skipif(not DESCRIPTIONS.is_dir(), reason="the conformance descriptions are not beside this repository")
def test_conformance_descriptions_are_read() -> None:
    files = sorted(DESCRIPTIONS.glob("*.lud"))
    for file in files[::20]:
        (game,) = read(file.read_text(encoding="utf-8"), file=file.name).nodes
        assert isinstance(game, Form)
        assert game.head in ("game", "match")


def test_metadata_is_not_blamed_for_a_bracket_that_is_missing_in_the_rules() -> None:
    with pytest.raises(RulesError) as refusal:
        read('(game "X"\n  (players 2\n  (rules 1))\n(metadata (info { (description "x") }))')
    assert [problem.position.line for problem in refusal.value.problems] == [2]
