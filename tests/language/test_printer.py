"""Printing and reading again gives the same tree."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apts.language.lexemes import Atom, Collection, Form, Named, Node, Quoted
from apts.language.printer import to_text
from apts.language.reading import build, read

from .small_language import GAME, small_language

DESCRIPTIONS = Path(__file__).parents[3] / "shared" / "conformance" / "lud"
LANGUAGE = small_language()

_heads = st.from_regex(r"[a-z][A-Za-z0-9_]{0,8}", fullmatch=True) | st.sampled_from(
    ["+", "-", "*", "/", "%", "^", "=", "!=", "<", "<=", ">", ">="]
)
_atoms = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,6}|-?[0-9]{1,4}|[0-9]?\.[0-9]{1,3}", fullmatch=True).map(Atom)
_strings = st.text(st.characters(blacklist_characters='"\\\n\r', blacklist_categories=("Cs", "Cc")), max_size=12)


def _compound(children: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    named = st.builds(Named, st.from_regex(r"[a-z][A-Za-z]{0,6}", fullmatch=True), children)
    arguments = st.lists(children | named, max_size=5)
    form = st.builds(lambda head, items: Form((Atom(head), *items)), _heads, arguments)
    return form | st.builds(lambda items: Collection(tuple(items)), st.lists(children, max_size=5))


_nodes: st.SearchStrategy[Node] = st.recursive(_atoms | _strings.map(Quoted), _compound, max_leaves=40)


@given(_nodes, st.integers(10, 120))
@settings(max_examples=300, deadline=None)
def test_any_syntax_tree_reads_back_from_its_text(node: Node, width: int) -> None:
    assert read(to_text(node, width)).nodes == (node,)


def test_typed_rules_read_back_from_their_text() -> None:
    game = build(GAME, LANGUAGE)
    for width in (20, 60, 200):
        assert build(to_text(game, width), LANGUAGE) == game


def test_printed_rules_are_indented_and_lines_keep_to_the_width() -> None:
    text = to_text(build(GAME, LANGUAGE), 60)
    assert text.splitlines()[:4] == [
        '(game "Rows"',
        "    (players 2)",
        "    (equipment",
        "        {",
    ]
    assert max(len(line) for line in text.splitlines()) <= 60


def test_numbers_are_written_so_that_they_read_back() -> None:
    for written in ("Infinity", "True", ".5", "0.000001", "-3"):
        text = f"(scale {written} (square 3))" if "." in written else None
        if text:
            clause = build(text, LANGUAGE, "graph")
            assert build(to_text(clause), LANGUAGE, "graph") == clause
    assert to_text(build("(= Infinity off)", LANGUAGE, "bool")) == "(= Infinity Off)"


def test_named_arguments_are_printed_in_the_order_of_the_signature() -> None:
    text = "(is Line 4 Orthogonal through:3 exact:True)"
    assert to_text(build(text, LANGUAGE, "bool")) == text


@pytest.mark.long
@pytest.mark.skipif(not DESCRIPTIONS.is_dir(), reason="the conformance descriptions are not beside this repository")
def test_conformance_descriptions_read_back_from_their_text() -> None:
    for file in sorted(DESCRIPTIONS.glob("*.lud"))[::8]:
        nodes = read(file.read_text(encoding="utf-8")).nodes
        assert read("\n".join(to_text(node) for node in nodes)).nodes == nodes, file.name
