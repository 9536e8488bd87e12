"""Findings of several levels put together: each says at which levels it holds and at which it was not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apts.playtest.findings import Finding

ABOUT_THE_MATCHES = frozenset({"agents-too-weak", "not-enough-evidence"})
"""Kinds that say something about the matches of a level, not about the game."""


@dataclass(frozen=True)
class FindingAtLevels:
    """A finding with the levels at which it is sure, only probable, or not seen; the sentence is that of
    ``finding``, at the strongest of them."""

    kind: str
    subject: str
    sentence: str
    found: tuple[str, ...]
    probable: tuple[str, ...]
    absent: tuple[str, ...]
    finding: Finding

    def as_data(self) -> dict[str, Any]:
        """The finding with its levels as plain values."""
        names = ("kind", "subject", "sentence", "found", "probable", "absent")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        parts = (("at", self.found), ("probably at", self.probable), ("not seen at", self.absent))
        told = "; ".join(f"{word} {', '.join(labels)}" for word, labels in parts if labels)
        return f"{self.sentence} [{told}]"


def findings_at_levels(weighed: Mapping[str, Sequence[Finding]]) -> tuple[FindingAtLevels, ...]:
    """The findings of levels, which come weakest first; those of the strongest level are the first."""
    held: dict[tuple[str, str], dict[str, Finding]] = {}
    for label, findings in reversed(list(weighed.items())):
        for found in findings:
            held.setdefault((found.kind, found.subject), {}).setdefault(label, found)
    return tuple(_across(key, at, tuple(weighed)) for key, at in held.items())


def _across(key: tuple[str, str], at: Mapping[str, Finding], labels: Sequence[str]) -> FindingAtLevels:
    sure = tuple(label for label in labels if label in at and at[label].state == "found")
    likely = tuple(label for label in labels if label in at and label not in sure)
    absent = () if key[0] in ABOUT_THE_MATCHES else tuple(label for label in labels if label not in at)
    strongest = at[(sure or likely)[-1]]
    return FindingAtLevels(*key, strongest.sentence, sure, likely, absent, strongest)
