"""Games and agents in, evidence out: matches are played and archived, measured, and turned into findings.

Everything here is computed from the archive, so that it can be computed again. ``statistics`` holds the pure functions
behind every interval. The package can be called: ``apts.playtest(game, agents=[...], matches=400)`` gives a ``Run``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apts.playtest.evidence.evidence import Evidence, Goals
    from apts.playtest.matches.match import replay
    from apts.playtest.run import Run, open_run, playtest

__all__ = ["Evidence", "Goals", "Run", "open_run", "playtest", "replay"]

_HOMES = {
    "Evidence": "apts.playtest.evidence.evidence",
    "Goals": "apts.playtest.evidence.evidence",
    "Run": "apts.playtest.run",
    "open_run": "apts.playtest.run",
    "playtest": "apts.playtest.run",
    "replay": "apts.playtest.matches.match",
}


class _CallablePackage(ModuleType):
    """The package under its two meanings: a room with modules in it, and the function that people call."""

    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        from apts.playtest.run import playtest

        return playtest(*arguments, **settings)

    @property
    def __signature__(self) -> Signature:
        """That of the function, with the types themselves instead of their names."""
        from apts.playtest.run import playtest

        return signature(playtest, eval_str=True)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'apts.playtest' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


sys.modules[__name__].__class__ = _CallablePackage
