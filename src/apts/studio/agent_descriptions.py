"""Agents in the words of a reader, where programs spell them: ``level:club``, ``uct:iterations=400``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from apts.agents.agent_registry import known_kind, separated
from apts.agents.spelling_parts import spelling_parts
from apts.report.agent_descriptions import describe_agent as told_in_reports
from apts.report.texts import words as report_words
from apts.studio.words import StudioTexts


def describe_agent(spec: str, message: StudioTexts) -> str:
    """An agent in words: those that sit at tables by their names there, all others as reports tell them."""
    kind, rest = spelling_parts(spec)
    if kind == "level":
        return message.known(f"play.agent.{rest}", rest)
    known = known_kind(kind)
    texts = None if known is None else known.text(message.language)
    if texts is not None and texts.at_table:
        return texts.at_table
    return told_in_reports(spec, report_words(message.language))


def describe_players(specs: str | Iterable[str], message: StudioTexts) -> str:
    """Who plays, each once: levels as the people of that strength, others as agents in words."""
    listed = separated(specs) if isinstance(specs, str) else specs
    return " · ".join(_player(spec, message) for spec in dict.fromkeys(listed))


def spellings_shown(specs: str | Iterable[str]) -> str:
    """How the players are spelled, each once, for those who use the command line; files by their names alone."""
    listed = separated(specs) if isinstance(specs, str) else specs
    return ", ".join(_shown(spec) for spec in dict.fromkeys(listed))


def _player(spec: str, message: StudioTexts) -> str:
    kind, level = spelling_parts(spec)
    return message.known(f"playtest.level.{level}", level) if kind == "level" else describe_agent(spec, message)


def _shown(spec: str) -> str:
    name, rest = spelling_parts(spec)
    kind = known_kind(name)
    return f"{name}:{PurePath(rest).name}" if kind is not None and kind.is_of_a_file else spec
