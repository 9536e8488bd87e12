"""The reference of all ludemes, written from the register: in groups, each with what is to be known first."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from apts.language.signatures.signature import ENUMERATIONS, LUDEMES, UNIONS, Registry, Signature

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
