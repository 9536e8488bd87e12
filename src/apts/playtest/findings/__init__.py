"""Metrics in, sentences out: what is wrong with a game, how sure that is, and which matches to watch.

Each kind of finding is a function that registers itself. It asks questions; what the answers are worth when many
questions are asked at once is settled in one place.
"""

from apts.playtest.findings.finding_registry import (
    Finding,
    FindingDeclaration,
    FindingQuestion,
    FindingTexts,
    declared_finding,
    finding,
    finding_kinds,
)
from apts.playtest.findings.ranking import find, weigh

Question = FindingQuestion
"""The name that plug-ins may use, too."""

__all__ = [
    "Finding",
    "FindingDeclaration",
    "FindingQuestion",
    "FindingTexts",
    "Question",
    "declared_finding",
    "find",
    "finding",
    "finding_kinds",
    "weigh",
]
