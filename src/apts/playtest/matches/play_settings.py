"""How a game is play-tested: one value from the command line, or from Python, to the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.errors import AptsError
from apts.whole_numbers import seed_given, whole_number

if TYPE_CHECKING:  # commands read the values below before they need anything else
    from apts.agents.agent import Agent
    from apts.playtest.matches.stopping import Until


@dataclass(frozen=True)
class PlaySettings:
    """Who plays, how often, from which seed, how long, judged by whom, on what; the values of what is left out are here.

    What each means is told at :func:`apts.playtest`. Agents and matches that are left out follow from the game
    (:mod:`apts.playtest.matches.forecast`). ``quick`` asks for a first look.
    """

    agents: str | Agent | Sequence[str | Agent] | None = None
    matches: int | None = None
    seed: int = 1
    limit: int = 1000
    evaluate: str | Agent | None = None
    evaluator: str | Agent | None = None
    guard: bool = False
    luck: int = 50
    until: Until | str | None = None
    resume: bool = False
    name: str | None = None
    workers: int | None = None
    cluster: str | None = None
    command: str = ""
    quick: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", seed_given(self.seed))
        for name, (what, lowest) in _NUMBERS.items():
            given = getattr(self, name)
            if given is not None or name not in _LEFT_OUT:
                object.__setattr__(self, name, whole_number(what, given, lowest))
        for name, what in _TEXTS.items():
            given = getattr(self, name)
            if given is not None and not isinstance(given, str):
                raise AptsError(f"{what} is a text, not {given!r}")


_NUMBERS = {
    "matches": ("the number of matches", None),
    "limit": ("the most turns of a match", 1),
    "luck": ("the number of matches to be played again", 0),
    "workers": ("the number of workers", 1),
}
"""The numbers among the settings besides the seed, what sentences call them, and the least that each can be."""

_LEFT_OUT = ("matches", "workers")
"""Numbers that follow from the game or the machine where they are left out."""

_TEXTS = {"name": "the name of a run", "cluster": "the address of a cluster", "command": "the command of a run"}

USUAL = PlaySettings()
"""What is taken where nothing is said."""
