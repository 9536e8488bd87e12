"""From a tree back to text, indented so that a person can read it.

What is printed reads back as the same tree: the typed rules of a text, printed and built again, are equal.
"""

from __future__ import annotations

from decimal import Decimal

from apts.language.lexemes import Atom, Collection, Form, Named, Node, Quoted
from apts.language.tree import Clause, Literal, Text, Value, Word

_INDENT = 4


def to_text(rules: Clause | Node, width: int = 100) -> str:
    """The rules as text, with lines of at most ``width`` characters where that is possible."""
    node = to_node(rules) if isinstance(rules, Clause) else rules
    return "\n".join(_Page(width).lines(node, 0))


def to_node(value: Value) -> Node:
    """The syntax tree of typed rules, with the places of the original text."""
    if isinstance(value, tuple):
        items = tuple(to_node(item) for item in value)
        return Collection(items, items[0].position) if items else Collection(())
    if isinstance(value, Literal):
        return Atom(literal_text(value), value.position)
    if isinstance(value, Word):
        return Atom(value.name, value.position)
    if isinstance(value, Text):
        return Quoted(value.value, value.position)
    items_written: list[Node] = [Atom(word, value.position) for word in value.name.split()]
    printed: set[str] = set()
    for slot in value.signature.slots:
        argument = value.arguments.get(slot.name)
        if argument is None or slot.name in printed:
            continue
        printed.add(slot.name)
        node = to_node(argument)
        items_written.append(node if slot.label is None else Named(slot.label, node, node.position))
    return Form(tuple(items_written), value.position)


def literal_text(literal: Literal) -> str:
    """A number or truth value as it is written in a rules text."""
    if literal.written is not None:
        return literal.written
    if isinstance(literal.value, float):
        # Exponents would not read back, so every digit is written out.
        text = format(Decimal(repr(literal.value)), "f")
        return text if "." in text else f"{text}.0"
    return str(literal.value)


class _Page:
    """Lays out one tree; what fits on a line stays on it."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._flat: dict[int, str] = {}

    def lines(self, node: Node, indent: int) -> list[str]:
        """The lines of a node that starts at the given indentation; the first one is indented as well."""
        flat = self.flat(node)
        if indent + len(flat) <= self._width or isinstance(node, Atom | Quoted):
            return [" " * indent + flat]
        if isinstance(node, Named):
            first, *rest = self.lines(node.value, indent)
            return [f"{' ' * indent}{node.label}:{first.lstrip()}", *rest]
        opener, closer = "()" if isinstance(node, Form) else "{}"
        first_line, start = self._opening(node, indent, opener)
        inner: list[str] = []
        for item in node.items[start:]:
            lines = self.lines(item, indent + _INDENT)
            fills = isinstance(node, Collection) and isinstance(item, Atom | Quoted) and bool(inner)
            if (
                fills
                and len(inner[-1]) + len(lines[0].lstrip()) + 1 <= self._width
                and not inner[-1].endswith((")", "}"))
            ):
                inner[-1] += f" {lines[0].lstrip()}"
            else:
                inner.extend(lines)
        return [first_line, *inner, " " * indent + closer]

    def _opening(self, node: Form | Collection, indent: int, opener: str) -> tuple[str, int]:
        """The first line of a node that takes several, and how many items are on it: a head keeps its first words."""
        line = " " * indent + opener
        start = 0
        while isinstance(node, Form) and start < len(node.items) and isinstance(node.items[start], Atom | Quoted):
            line += ("" if start == 0 else " ") + self.flat(node.items[start])
            start += 1
        return line, start

    def flat(self, node: Node) -> str:
        """A node on one line."""
        if isinstance(node, Atom):
            return node.text
        if isinstance(node, Quoted):
            return '"' + node.value.replace('"', "'") + '"'
        known = self._flat.get(id(node))
        if known is None:
            known = self._flat[id(node)] = self._flat_compound(node)
        return known

    def _flat_compound(self, node: Named | Form | Collection) -> str:
        if isinstance(node, Named):
            return f"{node.label}:{self.flat(node.value)}"
        inner = " ".join([self.flat(item) for item in node.items])
        if isinstance(node, Form):
            return f"({inner})"
        return f"{{{inner}}}"
