"""Type-directed matching: which signature a clause follows, found from the inside out.

For every clause, all signatures of its head are tried once on the already matched arguments, and the result is kept
per type. So each pair of clause and type is decided exactly once, whatever stands around it, and nothing recurses
over the depth of the text.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from apts.language.lexemes import Atom, Collection, Form, Named, Node, Quoted
from apts.language.signatures.signature import (
    ENUMERATIONS,
    INTEGER_CONSTANTS,
    LUDEMES,
    UNIONS,
    Acceptance,
    Registry,
    Signature,
    Slot,
    SlotType,
    acceptance,
    canonical,
    number,
    truth,
)
from apts.language.tree import Clause, Literal, Text, Value, Word

UNKNOWN = Word("<unknown>")


class Matcher:
    """Matches the clauses of one text. Clauses marked as unknown fit everywhere, so that one mistake is told once."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.unknown: set[int] = set()
        self._typings: dict[int, dict[str, Clause]] = {}
        self._collections: dict[tuple[int, SlotType], tuple[Value, ...] | None] = {}
        self._acceptances: dict[str, Acceptance] = {}
        self._by_mode: dict[str, dict[str | None, list[Signature]]] = {}

    def candidates(self, form: Form) -> list[tuple[Signature, int]]:
        """The signatures that the words of a clause allow, and where the arguments of each start; modes first."""
        by_mode = self._modes(form.head or "")
        found = [(signature, 1) for signature in by_mode.get(None, ())]
        if len(by_mode) == (None in by_mode):
            return found
        mode = ""
        for place, item in enumerate(form.items[1:3], 2):
            if not isinstance(item, Atom):
                break
            mode = f"{mode} {canonical(item.text)}" if mode else canonical(item.text)
            found = [(signature, place) for signature in by_mode.get(mode, ())] + found
        return found

    def match(self, form: Form) -> bool:
        """Decide a clause whose arguments are decided; False when no signature fits."""
        typings: dict[str, Clause] = {}
        for signature, start in self.candidates(form):
            if signature.result in typings:
                continue
            arguments = self.arguments(signature, form.items[start:])
            if arguments is not None:
                typings[signature.result] = Clause(signature, arguments, form.position)
        self._typings[id(form)] = typings
        return bool(typings)

    def results(self, form: Form) -> tuple[str, ...]:
        """The types that a decided clause can have."""
        return tuple(self._typings.get(id(form), ()))

    def arguments(self, signature: Signature, items: Sequence[Node]) -> dict[str, Value] | None:
        """Distribute arguments over the slots in order, skipping slots that may be left out."""
        units, count = signature.units, len(items)
        if not signature.fewest <= count <= len(units):
            return None
        for node in items:
            if isinstance(node, Named) and node.label not in signature.labels:
                return None
        hopeless: set[tuple[int, int]] = set()
        chosen: list[tuple[str, Value]] = []

        def distribute(item: int, unit: int) -> bool:
            while item < count:
                if count - item > len(units) - unit or (item, unit) in hopeless:
                    return False
                slots, optional = units[unit]
                for slot in slots:
                    value = self.fit_slot(items[item], slot)
                    if value is not None:
                        chosen.append((slot.name, value))
                        if distribute(item + 1, unit + 1):
                            return True
                        chosen.pop()
                hopeless.add((item, unit))
                if not optional:
                    return False
                unit += 1
            return all(optional for _, optional in units[unit:])

        return dict(chosen) if distribute(0, 0) else None

    def fit_slot(self, node: Node, slot: Slot) -> Value | None:
        """The value of an argument in a slot, or None when it does not fit there."""
        if isinstance(node, Named):
            if node.label != slot.label:
                return None
            node = node.value
        elif slot.label is not None:
            return None
        fit = self._fit_form if isinstance(node, Form) else self.fit
        for wanted in slot.types:
            value = fit(node, wanted)  # type: ignore[arg-type]
            if value is not None:
                return value
        return None

    def fit(self, node: Node, wanted: SlotType) -> Value | None:
        """The value of a node where the type is wanted, or None when it is of another type."""
        if isinstance(node, Form):
            return self._fit_form(node, wanted)
        if isinstance(node, Collection):
            return self._fit_collection(node, wanted) if wanted.depth else None
        if wanted.depth:
            return None
        accepts = self._accepts(wanted.name)
        if isinstance(node, Quoted):
            return Text(node.value, node.position) if accepts.strings else None
        return _fit_atom(node, accepts) if isinstance(node, Atom) else None

    def _fit_form(self, form: Form, wanted: SlotType) -> Value | None:
        key = id(form)
        if key in self.unknown:
            return UNKNOWN
        if wanted.depth:
            return None
        typings = self._typings[key]
        if wanted.name in typings:
            return typings[wanted.name]
        results = self._accepts(wanted.name).results
        for result, clause in typings.items():
            if result in results:
                return clause
        return None

    def _fit_collection(self, node: Collection, wanted: SlotType) -> tuple[Value, ...] | None:
        key = (id(node), wanted)
        if key not in self._collections:
            inner = SlotType(wanted.name, wanted.depth - 1)
            values: list[Value] = []
            for item in node.items:
                value = self.fit(item, inner)
                if value is None:
                    break
                values.append(value)
            self._collections[key] = tuple(values) if len(values) == len(node.items) else None
        return self._collections[key]

    def _accepts(self, name: str) -> Acceptance:
        accepts = self._acceptances.get(name)
        if accepts is None:
            accepts = self._acceptances[name] = acceptance(name)
        return accepts

    def _modes(self, head: str) -> dict[str | None, list[Signature]]:
        by_mode = self._by_mode.get(head)
        if by_mode is None:
            by_mode = self._by_mode[head] = {}
            for signature in self.registry.signatures(head):
                by_mode.setdefault(signature.mode, []).append(signature)
        return by_mode


def _fit_atom(atom: Atom, accepts: Acceptance) -> Value | None:
    text = atom.text
    if accepts.words:
        word = canonical(text)
        if word in accepts.words:
            return Word(word, atom.position)
    if accepts.integers:
        value = number(text)
        if isinstance(value, int) or (value is not None and accepts.decimals):
            written = canonical(text) if canonical(text) in INTEGER_CONSTANTS else None
            return Literal(value, atom.position, written)
    if accepts.truths:
        answer = truth(text)
        if answer is not None:
            return Literal(answer, atom.position)
    return None


# ----------------------------------------------------------------------------------------------------------------
# The reference of all ludemes, written from the register: in groups, each with what is to be known first.

_GROUPS = Path(__file__).with_name("ludeme_groups.toml")
_INTRODUCTION = """# Ludemes

Every word of the rule language, in groups. The [tutorial](tutorial/1-a-first-game.md) introduces them step by step;
[How rules are written](language.md) tells of brackets, names, defines and options, and [what rules mean](rules.md) of what
follows from them.

A ludeme is shown as it is written. Arguments are written in the order shown; what is in square brackets may be left out,
`a | b` is one or the other, `name:<type>` is written with its name, `<{type}>` in braces. `length<int>` is a number, and
`length` only says what it is for. Where a game of the library uses a ludeme, the shortest example follows, with the game
it is taken from, or one of a *sketch*, a small game that is there to show it; in long ones `..` stands for what is left out.
"""


@dataclass(frozen=True)
class Group:
    """A part of the page: its types in their order, and the heads that belong to it where a type is split."""

    title: str
    text: str
    types: Sequence[str]
    heads: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def has(self, signature: Signature) -> bool:
        """Whether a ludeme belongs to the group."""
        heads = self.heads.get(signature.result)
        return signature.result in self.types and (heads is None or signature.head in heads)


def reference_page(registry: Registry = LUDEMES, examples: Mapping[Signature, str] | None = None) -> str:
    """A Markdown page with the signature and the meaning of every registered ludeme, and an example where there is one."""
    waiting = registry.signatures()
    groups = [Group(**entry) for entry in tomllib.loads(_GROUPS.read_text(encoding="utf-8"))["group"]]
    parts: list[tuple[Group, list[Signature]]] = []
    for group in groups:
        parts.append((group, [signature for signature in waiting if group.has(signature)]))
        waiting = [signature for signature in waiting if not group.has(signature)]
    others = sorted({signature.result for signature in waiting}, key=str.lower)
    parts.append((Group("Others", "", others), waiting))
    sections = [_section(group, members, examples or {}) for group, members in parts if members]
    return "\n".join([_INTRODUCTION, *sections, _words(_type_names(registry.signatures()))])


def _section(group: Group, members: Iterable[Signature], examples: Mapping[Signature, str]) -> str:
    by_type: dict[str, list[Signature]] = {}
    for signature in sorted(members, key=lambda signature: signature.name):
        by_type.setdefault(signature.result, []).append(signature)
    lines = [f"## {group.title}", "", *group.text.strip().splitlines(), *([""] if group.text else [])]
    for name in sorted(by_type, key=group.types.index):
        entries = [line for signature in by_type[name] for line in _entry(signature, examples)]
        lines += [f"### {name}", "", *entries, ""]
    return "\n".join(lines)


def _entry(signature: Signature, examples: Mapping[Signature, str]) -> list[str]:
    meaning = f": {signature.documentation}" if signature.documentation else ""
    example = examples.get(signature)
    return [f"- `{signature.source or signature.name}`{meaning}", *([f"  Example: {example}"] if example else [])]


def _type_names(signatures: Iterable[Signature]) -> set[str]:
    slots = [slot for signature in signatures for slot in signature.slots]
    names = {name for slot in slots for wanted in slot.types for name in wanted.name.split("|")}
    return names | {member for name in names for member in UNIONS.get(name, ())}


def _words(wanted: set[str]) -> str:
    """The words of every type that some ludeme asks for."""
    lines = ["## Words", ""]
    for name in sorted(wanted & set(ENUMERATIONS), key=str.lower):
        lines.append(f"- `{name}`: {' '.join(ENUMERATIONS[name])}")
    for name in sorted(wanted & set(UNIONS), key=str.lower):
        lines.append(f"- `{name}`: the words of {' and '.join(f'`{member}`' for member in UNIONS[name])}")
    return "\n".join([*lines, ""])
