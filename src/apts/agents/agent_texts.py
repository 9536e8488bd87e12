"""What a kind of agent is called in a language, where programs spell it ``uct:iterations=400``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class AgentTexts:
    """A kind in words, and the same with one of its settings as ``{number}``; of several that are given the first."""

    called: str
    with_setting: Mapping[str, str] = field(default_factory=dict, hash=False)
    at_table: str = ""
    """What the studio calls it among those whom people play against, where that is something else."""
