"""A small reader of the board part of a description, enough to build graphs by calling the registered handlers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from apts.board import Board, Graph, Polygon, boardless_graph, mancala_graph
from apts.language.signatures.signature import ENUMERATIONS, LUDEMES, UNIONS, Signature, SlotType

Tree = Any
_TOKEN = re.compile(r'"[^"]*"|[A-Za-z]\w*:(?=\S|\s)|[(){}]|[^\s(){}":]+')
_BOARDS = {"board", "mancalaBoard", "boardless", "surakartaBoard"}
_ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda *values: sum(values),
    "-": lambda *values: -values[0] if len(values) == 1 else values[0] - sum(values[1:]),
    "*": lambda *values: prod(values),
    "/": lambda a, b: a // b if isinstance(a, int) and isinstance(b, int) and a % b == 0 else a / b,
    "^": lambda a, b: a**b,
}


class Unreadable(Exception):
    """The reader has no way to evaluate this."""


def read(text: str) -> Tree:
    """Nested lists: clauses begin with "(", collections with "{"."""
    tokens = _TOKEN.findall(re.sub(r"//.*", "", text))

    def parse(position: int) -> tuple[Tree, int]:
        token = tokens[position]
        if token not in "({":
            return token, position + 1
        closing = ")" if token == "(" else "}"
        items = [token]
        position += 1
        while tokens[position] != closing:
            item, position = parse(position)
            items.append(item)
        return items, position + 1

    return parse(0)[0]


def board_clause(text: str) -> Tree:
    """The board of a description's equipment."""
    return next(_find(read(text)))


def _find(tree: Tree) -> Iterator[Tree]:
    if isinstance(tree, list):
        if len(tree) > 1 and tree[0] == "(" and isinstance(tree[1], str) and tree[1] in _BOARDS:
            yield tree
            return
        for item in tree:
            yield from _find(item)


def board_of(clause: Tree | str) -> Board:
    """The board that a clause such as ``(board (square 3) use:Vertex)`` describes."""
    tree = read(clause) if isinstance(clause, str) else clause
    head, arguments = tree[1], labelled(tree[2:])
    named = {label: value for label, value in arguments if label}
    plain = [value for label, value in arguments if not label]
    if head == "mancalaBoard":
        return Board(mancala_graph(int(plain[0]), int(plain[1]), named.get("store", "Outer")), "Vertex")
    if head == "boardless":
        return Board(boardless_graph(plain[0]), "Cell", boardless=True)
    site_type = named.get("use", "Vertex" if head == "surakartaBoard" else "Cell")
    return Board(evaluate(plain[0], site_type), site_type)


def labelled(items: list[Tree]) -> list[tuple[str | None, Tree]]:
    """Arguments with their names."""
    pairs: list[tuple[str | None, Tree]] = []
    label = None
    for item in items:
        if isinstance(item, str) and item.endswith(":"):
            label = item[:-1]
            continue
        pairs.append((label, item))
        label = None
    return pairs


def evaluate(tree: Tree, site_type: str) -> Any:
    """The value of a clause, collection or word."""
    if isinstance(tree, str):
        if re.fullmatch(r"-?\d+", tree):
            return int(tree)
        if re.fullmatch(r"-?\d*\.\d+|-?\d+\.", tree):
            return float(tree)
        return {"true": True, "false": False}.get(tree.lower(), tree)
    if tree[0] == "{":
        return tuple(evaluate(item, site_type) for item in tree[1:])
    head = tree[1]
    arguments = [(label, evaluate(value, site_type)) for label, value in labelled(tree[2:])]
    if head in _ARITHMETIC:
        values = [value for _, value in arguments]
        return _ARITHMETIC[head](*(values[0] if isinstance(values[0], tuple) else values))
    for signature in LUDEMES.signatures(head):
        if signature.result in ("graph", "poly"):
            matched = _match(signature, arguments)
            if matched is not None:
                return LUDEMES.handler(signature)(matched, site_type)
    raise Unreadable(f"no signature of {head} takes {arguments}"[:300])


def _match(signature: Signature, arguments: list[tuple[str | None, Any]]) -> dict[str, Any] | None:
    remaining = list(arguments)
    matched: dict[str, Any] = {}
    filled: set[int] = set()
    if signature.mode is not None and (not remaining or remaining.pop(0)[1] != signature.mode):
        return None
    for slot in signature.slots:
        fits = (
            bool(remaining)
            and remaining[0][0] == slot.label
            and slot.group not in filled
            and any(_fits(remaining[0][1], slot_type) for slot_type in slot.types)
        )
        if fits:
            matched[slot.name] = remaining.pop(0)[1]
            if slot.group is not None:
                filled.add(slot.group)
        elif not slot.optional and slot.group is None:
            return None
    return None if remaining else matched


def _fits(value: Any, slot: SlotType) -> bool:
    if slot.depth:
        inner = SlotType(slot.name, slot.depth - 1)
        return isinstance(value, tuple) and all(_fits(item, inner) for item in value)
    if slot.name in ("int", "float"):
        kinds: tuple[type, ...] = (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool)
    if slot.name == "bool":
        return isinstance(value, bool)
    if slot.name == "graph":
        return isinstance(value, Graph)
    if slot.name == "poly":
        return isinstance(value, Polygon)
    names = UNIONS.get(slot.name, (slot.name,))
    return isinstance(value, str) and any(value in ENUMERATIONS.get(name, ()) for name in names)
