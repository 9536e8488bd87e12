"""The reference of all ludemes, written from the register."""

from __future__ import annotations

from apts.language.ludeme_register import LUDEMES, Registry
from apts.language.signature import Signature
from apts.language.words import ENUMERATIONS, UNIONS

_INTRODUCTION = """# Ludemes

Every ludeme by the type of what it stands for. Arguments are written in the order shown; what is in square brackets may
be left out, `a | b` is one or the other, `name:<type>` is written with its name, `<{type}>` in braces.
"""


def reference_page(registry: Registry = LUDEMES) -> str:
    """A Markdown page with the signature and the meaning of every registered ludeme, grouped by result type."""
    by_result: dict[str, list[Signature]] = {}
    for signature in registry.signatures():
        by_result.setdefault(signature.result, []).append(signature)
    sections = [_INTRODUCTION]
    for result in sorted(by_result, key=str.lower):
        entries = sorted(by_result[result], key=lambda signature: signature.name)
        sections.append("\n".join([f"## {result}", "", *(_entry(signature) for signature in entries), ""]))
    wanted = {part for signature in registry.signatures() for part in _type_names(signature)}
    sections.append(_words(wanted))
    return "\n".join(sections)


def _entry(signature: Signature) -> str:
    meaning = f": {signature.documentation}" if signature.documentation else ""
    return f"- `{signature.source or signature.name}`{meaning}"


def _type_names(signature: Signature) -> set[str]:
    names = {name for slot in signature.slots for wanted in slot.types for name in wanted.name.split("|")}
    return names | {member for name in names for member in UNIONS.get(name, ())}


def _words(wanted: set[str]) -> str:
    """The words of every type that some ludeme asks for."""
    lines = ["## Words", ""]
    for name in sorted(wanted & set(ENUMERATIONS), key=str.lower):
        lines.append(f"- `{name}`: {' '.join(ENUMERATIONS[name])}")
    for name in sorted(wanted & set(UNIONS), key=str.lower):
        lines.append(f"- `{name}`: the words of {' and '.join(f'`{member}`' for member in UNIONS[name])}")
    return "\n".join([*lines, ""])
