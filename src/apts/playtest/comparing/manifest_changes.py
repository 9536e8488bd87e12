"""What differs between two runs besides their matches: the text of the rules line by line, and what was chosen beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from apts.archive import RunManifest

NONE = "(none)"
"""Said of a setting that one side does not have."""


@dataclass(frozen=True)
class SettingChange:
    """A setting with its value on each side; ``kind`` is ``option``, ``parameter``, ``file``, ``agents`` or ``seed``."""

    kind: str
    name: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{' '.join(filter(None, (self.kind, self.name)))}: {self.before} -> {self.after}"


def rules_difference(a: RunManifest, b: RunManifest) -> tuple[str, ...]:
    """The lines of the rules, the options and parameters in which two runs differ, then agents and seeds."""
    return (*text_lines(a, b), *map(str, chosen_changes(a, b)), *map(str, player_changes(a, b)))


def text_lines(a: RunManifest, b: RunManifest) -> tuple[str, ...]:
    """The lines of the rules that differ."""
    lines = unified_diff(a.rules.splitlines(), b.rules.splitlines(), "rules of A", "rules of B", "", "", 0, "")
    return tuple(line.rstrip("\n") for line in lines)


def chosen_changes(a: RunManifest, b: RunManifest) -> tuple[SettingChange, ...]:
    """The options and parameters that differ, and the files that a class is made of."""
    kinds = (
        ("option", a.options, b.options),
        ("parameter", _parameters(a), _parameters(b)),
        ("file", _files(a), _files(b)),
    )
    return tuple(
        SettingChange(kind, key, str(first.get(key, NONE)), str(second.get(key, NONE)))
        for kind, first, second in kinds
        for key in dict.fromkeys([*first, *second])
        if first.get(key) != second.get(key)
    )


def _parameters(manifest: RunManifest) -> Mapping[str, Any]:
    """The parameters, or the arguments of a class; older runs have the latter with the place of the class alone."""
    settings: Mapping[str, Any] = (manifest.settings.get("source") or {}).get("settings", {})
    return {**settings, **manifest.parameters}


def _files(manifest: RunManifest) -> Mapping[str, str]:
    """The files that a class is made of beside its own, with the beginnings of their digests."""
    inputs: Mapping[str, str] = (manifest.settings.get("source") or {}).get("inputs", {})
    return {path: digest[:12] for path, digest in inputs.items()}


def player_changes(a: RunManifest, b: RunManifest) -> tuple[SettingChange, ...]:
    """The agents and seeds that differ."""
    found = []
    if a.agents != b.agents:
        found.append(SettingChange("agents", "", ", ".join(a.agents), ", ".join(b.agents)))
    if a.seed != b.seed:
        found.append(SettingChange("seed", "", str(a.seed), str(b.seed)))
    return tuple(found)
