"""The syntax tree: what a text says before anything is known about ludemes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer
from lark.lexer import Lexer

from apts.language.lexemes import Lexeme, bracket_problems, grammar_text
from apts.language.problems import Problem, RulesError, Sources
from apts.language.tree import NOWHERE, TextPlace
from apts.near_names import nearest_names


@dataclass(frozen=True, slots=True)
class Atom:
    """A bare word, number or operator, as written."""

    text: str
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A string, without its quotation marks."""

    value: str
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Named:
    """A named argument, ``label:value``."""

    label: str
    value: Node
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """Something in round brackets: normally a head and its arguments."""

    items: tuple[Node, ...]
    position: TextPlace = field(default=NOWHERE, compare=False)

    @property
    def head(self) -> str | None:
        """The word the clause starts with, if it starts with one."""
        return self.items[0].text if self.items and isinstance(self.items[0], Atom) else None


@dataclass(frozen=True, slots=True)
class Collection:
    """Something in braces."""

    items: tuple[Node, ...]
    position: TextPlace = field(default=NOWHERE, compare=False)


Node = Atom | Quoted | Named | Form | Collection


class _Placed(Token):
    """A token of the parser that remembers the place of its lexeme."""

    __slots__ = ("place",)
    place: TextPlace


class _GivenLexemes(Lexer):
    """Hands ready-made lexemes to the parser."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, data: Sequence[Lexeme]) -> Iterator[Token]:  # type: ignore[override]
        for lexeme in data:
            token = _Placed(lexeme.kind, lexeme.text)
            token.place = lexeme.position
            yield token


class _Nodes(Transformer[Any, Any]):
    """Makes nodes while the parser reduces, so that no second walk over the tree is needed."""

    def rules(self, items: list[Any]) -> tuple[Node, ...]:
        return tuple(items)

    def clause(self, items: list[Any]) -> Node:
        if len(items) == 3 and isinstance(items[1], Form):
            return items[1]  # doubled brackets around one clause count once
        return Form(tuple(items[1:-1]), items[0].place)

    def collection(self, items: list[Any]) -> Node:
        return Collection(tuple(items[1:-1]), items[0].place)

    def named(self, items: list[Any]) -> Node:
        return Named(str(items[0]), items[1], items[0].place)

    def atom(self, items: list[Any]) -> Node:
        return Atom(str(items[0]), items[0].place)

    def string(self, items: list[Any]) -> Node:
        return Quoted(items[0][1:-1].replace('\\"', "'"), items[0].place)


@cache
def _parser() -> Lark:
    return Lark(grammar_text(), parser="lalr", lexer=_GivenLexemes, start="rules", transformer=_Nodes())


def parse_lexemes(lexemes: Sequence[Lexeme], sources: Sources) -> tuple[Node, ...]:
    """The nodes that stand side by side in settled lexemes; unbalanced brackets and the like are a RulesError."""
    problems = bracket_problems(lexemes, sources)
    if problems:
        raise RulesError(problems)
    nodes: tuple[Node, ...] = _parser().parse(lexemes)  # type: ignore[assignment]
    return nodes


def _headless(first: Node, sources: Sources, defines: Iterable[str]) -> Problem:
    if isinstance(first, Quoted):
        message = f'there is no (define "{first.value}" ..)'
        return sources.problem(first.position, message, nearest=nearest_names(first.value, defines))
    return sources.problem(first.position, "a clause starts with the name of a ludeme, not with this")


def form_problems(nodes: Sequence[Node], sources: Sources, defines: Iterable[str] = ()) -> list[Problem]:
    """Clauses that are none: empty brackets, and brackets that do not start with a name."""
    problems: list[Problem] = []
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Form):
            if not node.items:
                problems.append(sources.problem(node.position, "an empty clause () says nothing"))
            elif node.head is None:
                problems.append(_headless(node.items[0], sources, defines))
        if isinstance(node, Form | Collection):
            waiting.extend(reversed(node.items))
        elif isinstance(node, Named):
            waiting.append(node.value)
    return problems
