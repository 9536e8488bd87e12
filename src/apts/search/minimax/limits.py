"""When a search stops: at a moment of the clock, after so many nodes."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

SLICE = 1024
"""Nodes between two looks at the clock."""


@dataclass(frozen=True)
class Limits:
    """When a search goes no deeper: a moment of the clock, a number of nodes."""

    deadline: float | None = None
    nodes: int | None = None

    @classmethod
    def of(cls, seconds: float | None, nodes: int | None) -> Limits:
        """The limits of a search that begins now."""
        return cls(None if seconds is None else monotonic() + seconds, nodes)

    @property
    def given(self) -> bool:
        """Whether there is one."""
        return self.deadline is not None or self.nodes is not None

    def next_slice(self, seen: int) -> int:
        """How many nodes may be searched before one looks again."""
        return SLICE if self.nodes is None else max(1, min(SLICE, self.nodes - seen))

    def reached(self, seen: int) -> bool:
        """Whether to stop after so many nodes."""
        return (self.nodes is not None and seen >= self.nodes) or (
            self.deadline is not None and monotonic() > self.deadline
        )
