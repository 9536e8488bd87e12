"""Edits: one change of a game, as plain values that can be kept and made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from apts.errors import AptsError
from apts.language.reading import read
from apts.language.signatures.matching import Matcher
from apts.language.signatures.signature import LUDEMES, Slot, SlotType
from apts.language.syntax import Collection, Form, Named, Node
from apts.language.tree import NOWHERE, Clause, Value
from apts.variants.tree_changes import slot_called, value_at, with_inserted, with_value
from apts.variants.tunables import ARGUMENT, NUMBER, OPTION, TRUTH

REMOVE, ADD, SWAP, CROSS = "remove", "add", "swap", "crossover"
VALUE_KINDS = (NUMBER, TRUTH, OPTION, ARGUMENT)
STRUCTURAL_KINDS = (REMOVE, ADD, SWAP, CROSS)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change: what kind, where, what stood there, what stands there now, and the same in words for people.

    Of ``number``, ``truth`` and ``argument`` the path is that of the parameter; of ``option`` it is the heading. Of
    structural edits it is the address of a clause (:mod:`apts.variants.tree_changes`), and before and after are rules text;
    None stands for nothing.
    """

    kind: str
    path: str
    before: int | bool | str | None
    after: int | bool | str | None
    words: str = ""

    def as_data(self) -> dict[str, Any]:
        """The edit as plain values."""
        return asdict(self)

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Edit:
        """The edit that such values stand for."""
        return Edit(data["kind"], data["path"], data["before"], data["after"], data.get("words", ""))


# ----------------------------------------------------------------------------------------------------------------
# Clauses put into typed rules, taken out and exchanged, as structural edits say it.


class DoesNotFit(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """An edit that the types of the rules do not allow."""


def with_edit(rules: Clause, edit: Edit) -> Clause:
    """The rules after a structural edit: without an ``after`` something goes, without a ``before`` something comes.

    The address of the edit is one of the rules before it.
    """
    if edit.after is None:
        value_at(rules, edit.path)  # what is not there cannot go
        return with_value(rules, edit.path, None)
    owner, slot, depth = _goal(rules, edit.path)
    value = typed_value(str(edit.after), slot, depth)
    if value is None:
        raise DoesNotFit(f"{edit.after} cannot stand at {edit.path!r} in ({owner.name})")
    if edit.before is None and depth:
        return with_inserted(rules, edit.path, value)
    return with_value(rules, edit.path, value)


def typed_value(text: str, slot: Slot, depth: int = 0) -> Value | None:
    """What a text says where a slot, or a member of its collection, wants it; None where it does not fit.

    It has no place in any text.
    """
    nodes = read(text).nodes
    if len(nodes) != 1:
        return None
    matcher = Matcher(LUDEMES)
    if not _matched(nodes[0], matcher):
        return None
    for wanted in slot.types:
        if wanted.depth >= depth:
            value = matcher.fit(nodes[0], SlotType(wanted.name, wanted.depth - depth))
            if value is not None:
                return placeless(value)
    return None


def placeless(value: Value) -> Value:
    """A value without its places in a text."""
    if isinstance(value, tuple):
        return tuple(placeless(item) for item in value)
    if isinstance(value, Clause):
        inner = {name: placeless(argument) for name, argument in value.arguments.items()}
        return replace(value, arguments=inner, position=NOWHERE)
    return replace(value, position=NOWHERE)


def _goal(rules: Clause, path: str) -> tuple[Clause, Slot, int]:
    """The clause, the slot and how deep in its collections an address leads."""
    outer, _, last = path.rpartition(".")
    owner = value_at(rules, outer) if outer else rules
    name, _, indices = last.partition("[")
    if not isinstance(owner, Clause) or name not in {slot.name for slot in owner.signature.slots}:
        raise DoesNotFit(f"there is no place {path!r} in the rules")
    return owner, slot_called(owner, name), indices.count("[") + 1 if indices else 0


def _matched(node: Node, matcher: Matcher) -> bool:
    """Decide all clauses from the inside out; False where one follows no signature."""
    if isinstance(node, Named):
        return _matched(node.value, matcher)
    if isinstance(node, Form | Collection) and not all(_matched(item, matcher) for item in node.items):
        return False
    return not isinstance(node, Form) or (node.head is not None and matcher.match(node))
