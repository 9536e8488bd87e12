"""The syntax tree: what a text says before anything is known about ludemes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from apts.language.lexemes import ATOM, CLOSERS, LABEL, LEFT_BRACE, STRING, Lexeme
from apts.language.mistakes.problems import Problem, Sources
from apts.language.tree import NOWHERE, TextPlace
from apts.similar_names import nearest_names


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
LEAVES = (Atom, Quoted)
"""The kinds of nodes with nothing inside."""


def parse_lexemes(lexemes: Iterable[Lexeme]) -> tuple[Node, ...]:
    """The nodes that stand side by side in settled lexemes whose brackets balance."""
    nodes: list[Node] = []
    around: list[tuple[list[Node], Lexeme, Lexeme | None]] = []  # what the open brackets interrupt
    label: Lexeme | None = None
    node: Node
    for lexeme in lexemes:
        kind, text, place, _ = lexeme
        if kind == ATOM:
            node = Atom(text, place)
        elif kind == LABEL:
            label = lexeme
            continue
        elif kind in CLOSERS:
            around.append((nodes, lexeme, label))
            nodes, label = [], None
            continue
        elif kind == STRING:
            node = Quoted(text[1:-1].replace('\\"', "'"), place)
        else:
            items = nodes
            nodes, opener, label = around.pop()
            node = _bracketed(items, opener)
        nodes.append(node if label is None else Named(label.text, node, label.position))
        label = None
    return tuple(nodes)


def _bracketed(items: list[Node], opener: Lexeme) -> Node:
    if opener.kind == LEFT_BRACE:
        return Collection(tuple(items), opener.position)
    if len(items) == 1 and isinstance(items[0], Form):
        return items[0]  # doubled brackets around one clause count once
    return Form(tuple(items), opener.position)


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
        if isinstance(node, Named):
            node = node.value
        if isinstance(node, Form):
            if not node.items:
                problems.append(sources.problem(node.position, "an empty clause () says nothing"))
            elif node.head is None:
                problems.append(_headless(node.items[0], sources, defines))
        elif not isinstance(node, Collection):
            continue
        waiting.extend([item for item in reversed(node.items) if not isinstance(item, LEAVES)])
    return problems
