"""What people answered after their matches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from apts.statistics import Estimate, bounded_mean, wilson

LENGTHS = ("short", "right", "long")
"""What can be said of the length of a match."""

GRADES = (1.0, 5.0)
"""The least and the most fun."""


@dataclass(frozen=True)
class Answers:
    """How much fun it was (1 to 5), how each length was said how often, how often something confused, and words."""

    fun: Estimate | None
    lengths: Mapping[str, Estimate]
    confusing: Estimate | None
    words: tuple[str, ...]

    @property
    def some(self) -> bool:
        """Whether anybody answered anything."""
        return bool(self.fun or self.lengths or self.confusing or self.words)

    def as_data(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "fun": None if self.fun is None else asdict(self.fun),
            "lengths": {name: asdict(share) for name, share in self.lengths.items()},
            "confusing": None if self.confusing is None else asdict(self.confusing),
            "words": list(self.words),
        }


def answers_of(given: Iterable[Mapping[str, Any]]) -> Answers:
    """The answers of all matches together; each question has its own number of answers."""
    entries = list(given)
    fun = [float(entry["fun"]) for entry in entries if "fun" in entry]
    lengths = [entry["length"] for entry in entries if "length" in entry]
    confusing = [bool(entry["confusing"]) for entry in entries if "confusing" in entry]
    return Answers(
        bounded_mean(fun, bounds=GRADES) if fun else None,
        {name: wilson(lengths.count(name), len(lengths)) for name in LENGTHS} if lengths else {},
        wilson(sum(confusing), len(confusing)) if confusing else None,
        tuple(str(entry["word"]) for entry in entries if entry.get("word")),
    )
