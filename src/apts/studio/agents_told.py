"""Agents in the words of a reader, where programs spell them: ``level:club``, ``uct:iterations=400``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from apts.agents.agent_registry import separated
from apts.studio.words import Words

_FILES = ("model", "q")
"""Kinds that are spelled with a file, which no page is told whole."""

_TOLD = {"uct": ("iterations", "seconds"), "alphabeta": ("depth", "seconds"), "adaptive": ()}
"""Settings that the words for a kind tell; of several the first that is given."""


def agent_told(spec: str, say: Words) -> str:
    """An agent in words; settings that these leave out stand behind them, so that agents that differ read differently.

    A kind that has no words, such as one of a plug-in, stays as it is spelled.
    """
    kind, _, rest = spec.partition(":")
    if kind == "level":
        return say.known(f"play.agent.{rest}", rest)
    if kind in _FILES:
        return say(f"play.agent.{kind}")
    if f"play.agent.{kind}" not in say.texts:
        return spec
    settings = dict(part.split("=", 1) for part in rest.split(",") if "=" in part)
    named = next((name for name in _TOLD.get(kind, ()) if name in settings), None)
    told = say(f"play.agent.{kind}")
    if named is not None:
        told = say(f"play.agent.{kind}_{named}", number=_number(settings.pop(named), say))
    left = ", ".join(f"{name}={value}" for name, value in settings.items())
    return f"{told} ({left})" if left else told


def players_told(specs: str | Iterable[str], say: Words) -> str:
    """Who plays, each once: levels as the people of that strength, others as agents in words."""
    listed = separated(specs) if isinstance(specs, str) else specs
    return " · ".join(_player(spec, say) for spec in dict.fromkeys(listed))


def spellings_shown(specs: str | Iterable[str]) -> str:
    """How the players are spelled, each once, for those who use the command line; files by their names alone."""
    listed = separated(specs) if isinstance(specs, str) else specs
    return ", ".join(_shown(spec) for spec in dict.fromkeys(listed))


def _player(spec: str, say: Words) -> str:
    level = spec.removeprefix("level:")
    return say.known(f"playtest.level.{level}", level) if level != spec else agent_told(spec, say)


def _shown(spec: str) -> str:
    kind, _, rest = spec.partition(":")
    return f"{kind}:{PurePath(rest).name}" if kind in _FILES else spec


def _number(text: str, say: Words) -> str:
    """A number of a spelling as the language writes it."""
    try:
        value = float(text)
    except ValueError:
        return text
    return say.number(value, len(text.partition(".")[2]))
