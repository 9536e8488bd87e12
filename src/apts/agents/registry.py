"""The kinds of agents by name. A kind is a module that registers itself; a package may bring more.

Modules of this folder whose names end in ``_agent`` are read first, then the entry points of the group
``apts.agents`` of installed packages: importing the module that an entry point names must register its kinds.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

import apts.agents
from apts.agents.agent import Agent
from apts.agents.settings import Setting, read_settings, written_settings
from apts.errors import AptsError

GROUP = "apts.agents"


@dataclass(frozen=True)
class Kind:
    """A kind of agent: what it is called, one sentence about it, an example, its settings, and what makes one."""

    name: str
    summary: str
    example: str
    settings: tuple[Setting, ...]
    positional: str | None
    make: Callable[..., Agent]


_KINDS: dict[str, Kind] = {}


def register(
    name: str, summary: str, settings: Sequence[Setting] = (), *, example: str = "", positional: str | None = None
) -> Callable[[Callable[..., Agent]], Callable[..., Agent]]:
    """Make a class or function known as a kind of agent; it is called with the settings that were given.

    ``positional`` names the setting that may be written without its name, as in ``level:club``.
    """

    def remember(make: Callable[..., Agent]) -> Callable[..., Agent]:
        if name in _KINDS and _KINDS[name].make is not make:
            raise AptsError(f"there is an agent {name!r} already: {_KINDS[name].summary}")
        _KINDS[name] = Kind(name, summary, example or name, tuple(settings), positional, make)
        return make

    return remember


@cache
def _read_all() -> None:
    for module in pkgutil.iter_modules(apts.agents.__path__):
        if module.name.endswith("_agent"):
            import_module(f"apts.agents.{module.name}")
    for point in entry_points(group=GROUP):
        point.load()


def kinds() -> dict[str, Kind]:
    """All kinds of agents by name."""
    _read_all()
    return dict(sorted(_KINDS.items()))


def agent(spec: str | Agent) -> Agent:
    """The agent that a spelling stands for: ``random``, ``uct:iterations=2000,c=1.4``, ``level:club`` and so on.

    >>> agent("uct:iterations=2000,c=1.4").spec
    'uct:iterations=2000,c=1.4'
    """
    if isinstance(spec, Agent):
        return spec
    name, _, rest = spec.strip().partition(":")
    known = kinds()
    kind = known.get(name.strip().lower())
    if kind is None:
        raise AptsError(_unknown(spec, name.strip(), list(known.values())))
    values = read_settings(rest, kind.settings, kind.positional, spec)
    made = kind.make(**values)
    text = written_settings(values, kind.settings, kind.positional)
    made.spec = f"{kind.name}:{text}" if text else kind.name
    return made


def _unknown(spec: str, name: str, known: Sequence[Kind]) -> str:
    near = get_close_matches(name.lower(), [kind.name for kind in known], 1, 0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    listed = ", ".join(kind.example for kind in known)
    return f"there is no agent {spec!r}{hint} (spellings: {listed})"


def agents_of(text: str) -> list[Agent]:
    """The agents of a list such as ``human,uct:iterations=200,c=1``: a part like ``c=1`` belongs to the one before."""
    return [agent(spec) for spec in separated(text)]


def separated(text: str) -> list[str]:
    """The spellings of a list of agents."""
    specs: list[str] = []
    for part in text.split(","):
        head = part.partition(":")[0]
        if specs and "=" in head:
            specs[-1] += f",{part}"
        elif part.strip():
            specs.append(part.strip())
    return specs
