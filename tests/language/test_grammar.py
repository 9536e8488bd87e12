"""The reader says what the written grammar says: the same lexemes at the same places, the same nodes."""

from __future__ import annotations

import pickle
import random
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Transformer

from apts.language.lexemes import (
    LABEL,
    OPEN,
    Atom,
    Collection,
    Form,
    Lexeme,
    Named,
    Node,
    Quoted,
    lexemes_of,
    parse_lexemes,
    settled,
)
from apts.language.mistakes.problems import Sources
from apts.language.signatures.signature import parse_signature

DESCRIPTIONS = Path(__file__).parents[3] / "shared" / "conformance" / "lud"
SIGNS = "(){}<>=:\"\\/ \n\t\r\x0b\x85\u2028 abZ09_-.+*%!^~&|#?,é@'[]"


@cache
def grammar() -> str:
    return files("apts.language").joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def lexer() -> Lark:
    return Lark(grammar(), parser=None, lexer="basic", start="raw")


def by_the_grammar(text: str) -> list[tuple[str, str, int, int, bool]]:
    found, end = [], -1
    for token in lexer().lex(text):
        kind = "ATOM" if token.type == "OPERATOR" else token.type
        found.append((kind, str(token), token.line or 0, token.column or 0, token.start_pos == end))
        end = token.end_pos or -1
    return found


def by_the_reader(text: str) -> list[tuple[str, str, int, int, bool]]:
    return [
        (lexeme.kind, lexeme.text, lexeme.position.line, lexeme.position.column, lexeme.glued)
        for lexeme in lexemes_of(text, "x")
    ]


class Nodes(Transformer[Any, Any]):
    """What the parser of the grammar makes of lexemes."""

    def rules(self, items: list[Any]) -> tuple[Node, ...]:
        return tuple(items)

    def clause(self, items: list[Any]) -> Node:
        doubled = len(items) == 3 and isinstance(items[1], Form)
        return items[1] if doubled else Form(tuple(items[1:-1]))

    def collection(self, items: list[Any]) -> Node:
        return Collection(tuple(items[1:-1]))

    def named(self, items: list[Any]) -> Node:
        return Named(str(items[0]), items[1])

    def atom(self, items: list[Any]) -> Node:
        return Atom(str(items[0]))

    def string(self, items: list[Any]) -> Node:
        return Quoted(items[0][1:-1].replace('\\"', "'"))


@cache
def parser() -> Any:
    return Lark(grammar(), parser="lalr", lexer="basic", start="rules", transformer=Nodes())


def parsed_by_the_grammar(lexemes: list[Lexeme]) -> Any:
    steps = parser().parse_interactive("")
    for lexeme in lexemes:
        steps.feed_token(Token(lexeme.kind, lexeme.text))
    return steps.feed_eof()


@pytest.mark.parametrize("seed", range(20))
def test_any_text_is_cut_as_the_grammar_cuts_it(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        text = "".join(chance.choice(SIGNS) for _ in range(chance.randrange(25)))
        assert by_the_reader(text) == by_the_grammar(text), repr(text)


@pytest.mark.skipif(not DESCRIPTIONS.is_dir(), reason="the conformance descriptions are not beside this repository")
def test_descriptions_are_cut_and_parsed_as_the_grammar_does() -> None:
    for file in sorted(DESCRIPTIONS.glob("*.lud"))[::60]:
        text = file.read_text(encoding="utf-8")
        assert by_the_reader(text) == by_the_grammar(text), file.name
        lexemes = settled(lexemes_of(text, file.name), Sources(), [])
        assert parse_lexemes(lexemes) == parsed_by_the_grammar(lexemes), file.name


@pytest.mark.parametrize(
    "text", ["", "((a))", "((a) b)", "({a} {} x:((b c)) y:{z:1 2})", 'a "b" l:"c" l:d', "(a l:(b l:{c l:(d)}) e)"]
)
def test_brackets_and_labels_are_parsed_as_the_grammar_does(text: str) -> None:
    lexemes = settled(lexemes_of(text, "x"), Sources(), [])
    nodes = parse_lexemes(lexemes)
    assert nodes == parsed_by_the_grammar(lexemes)
    opened = [lexeme.position for lexeme in lexemes if lexeme.kind in (OPEN, LABEL)]
    assert all(node.position in opened for node in nodes if isinstance(node, Form | Named))


def test_blanks_at_the_end_are_passed_over_at_once() -> None:
    """Not once from each of them on, which a text of a megabyte of blanks would feel for hours."""
    assert [lexeme.text for lexeme in lexemes_of("(a)" + " \n" * 1_000_000, "x")] == ["(", "a", ")"]


def test_a_signature_is_itself_again_after_a_pickle() -> None:
    """Its hash is kept, and that of another process is another one."""
    signature = parse_signature("(is Line length<int> [exact:<bool> | through:<int>])", "bool")
    again = pickle.loads(pickle.dumps(signature))
    assert again == signature
    assert again.units == signature.units
    assert b"_hash" not in pickle.dumps(signature)
