"""Findings of several levels put together: each says at which levels it holds and at which it was not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apts.playtest.findings import Finding, declared_finding


@dataclass(frozen=True)
class FindingAtLevels:
    """A finding with the levels at which it is sure, only probable, or not seen.

    The sentence is that of ``finding``, from ``level``, the strongest at which it is sure, or else probable.
    """

    kind: str
    subject: str
    sentence: str
    found: tuple[str, ...]
    probable: tuple[str, ...]
    absent: tuple[str, ...]
    finding: Finding
    level: str

    def as_data(self) -> dict[str, Any]:
        """The finding with its levels as plain values."""
        names = ("kind", "subject", "sentence", "level", "found", "probable", "absent")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        first, own = ("at" if self.level in self.found else "probably at"), (self.level,)
        also, likely = ([label for label in labels if label not in own] for labels in (self.found, self.probable))
        more = (("also at", also), ("probably also at" if self.found else "also at", likely))
        parts = ((first, own), *more, ("not seen at", self.absent))
        text = "; ".join(f"{word} {', '.join(labels)}" for word, labels in parts if labels)
        return f"{self.sentence} [{text}]"


def findings_at_levels(weighed: Mapping[str, Sequence[Finding]]) -> tuple[FindingAtLevels, ...]:
    """The findings of levels, which come weakest first; those of the strongest level are the first.

    What is said about the matches of a level is told for each level by itself, unless it is the same to the letter.
    """
    held: dict[tuple[str, ...], dict[str, Finding]] = {}
    for label, findings in reversed(list(weighed.items())):
        for found in findings:
            own = (found.sentence,) if declared_finding(found.kind).is_caveat else ()
            held.setdefault((found.kind, found.subject, *own), {}).setdefault(label, found)
    return tuple(_across(key, at, tuple(weighed)) for key, at in held.items())


def _across(key: tuple[str, ...], at: Mapping[str, Finding], labels: Sequence[str]) -> FindingAtLevels:
    sure = tuple(label for label in labels if label in at and at[label].state == "found")
    likely = tuple(label for label in labels if label in at and label not in sure)
    absent = () if declared_finding(key[0]).is_caveat else tuple(label for label in labels if label not in at)
    level = (sure or likely)[-1]
    return FindingAtLevels(key[0], key[1], at[level].sentence, sure, likely, absent, at[level], level)
