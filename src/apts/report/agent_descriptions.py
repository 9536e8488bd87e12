"""Agents in the words of a reader, where programs spell them: ``level:club``, ``uct:iterations=400``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from apts.agents.agent_registry import known_kind, separated
from apts.agents.spelling_parts import spelling_parts

if TYPE_CHECKING:
    from apts.report.texts import ReportTexts


def describe_agent(spec: str, chosen: ReportTexts) -> str:
    """An agent in words; settings that these leave out stand behind them, so that agents that differ read differently.

    A kind that has no words, such as one of a plug-in, stays as it is spelled.
    """
    name, rest = spelling_parts(spec)
    if name == "level":
        return chosen.known(f"players.{rest}", rest)
    kind = known_kind(name)
    texts = None if kind is None else kind.text(chosen.language)
    if kind is None or texts is None:
        return chosen.known(f"agent.{name}", spec)
    if kind.is_of_a_file:
        return texts.called
    text = texts.called
    settings = dict(part.split("=", 1) for part in rest.split(",") if "=" in part)
    named = next((setting for setting in texts.with_setting if setting in settings), None)
    if named is not None:
        text = texts.with_setting[named].format(number=_number(settings.pop(named), chosen))
    left = ", ".join(f"{name}={value}" for name, value in settings.items())
    return f"{text} ({left})" if left else text


def describe_players(specs: str | Iterable[str], chosen: ReportTexts) -> str:
    """Who plays, each once: levels as the people of that strength, others as agents in words."""
    listed = separated(specs) if isinstance(specs, str) else specs
    return " · ".join(describe_agent(spec, chosen) for spec in dict.fromkeys(listed))


def describe_level(label: str, chosen: ReportTexts) -> str:
    """Players of a level by its label: ``club`` is ``club players``; other labels are spellings of agents."""
    return chosen.known(f"players.{label}", "") or describe_agent(label, chosen)


def _number(text: str, chosen: ReportTexts) -> str:
    """A number of a spelling as the language writes it."""
    try:
        value = float(text)
    except ValueError:
        return text
    return chosen.count(int(value)) if value.is_integer() else chosen.number(value, len(text.partition(".")[2]))
