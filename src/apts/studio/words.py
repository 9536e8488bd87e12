"""The texts of the studio in one language, and which language a reader wants.

Every part of the studio has a file of texts in each language; a key is the name of the file, a point and the name of the
text: ``library.title``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import PurePath

from apts.agents.agent_registry import known_kind, separated
from apts.agents.spelling import spelling_parts
from apts.errors import AptsError
from apts.locales import ENGLISH, LANGUAGES, catalogue, language_or_none
from apts.playtest.goals import Goal, read_goal
from apts.report.subject import describe_wanted
from apts.report.texts import ReportTexts as ReportWords
from apts.report.texts import describe_agent as told_in_reports
from apts.report.texts import words as report_words

LANGUAGE_COOKIE = "apts_language"


class StudioTexts(catalogue.Words):
    """All texts of one language, with numbers as pages of the studio show them."""

    def number(self, value: float | int | None, decimals: int = 0) -> str:
        """A number as the language writes it; a dash where there is none."""
        return "–" if value is None else self.numbers.written(value, decimals, grouped=True)

    def percent(self, share: float | None, decimals: int = 0) -> str:
        """A share of 1 in per cent."""
        return "–" if share is None else self.numbers.in_percent(share, decimals, grouped=True)


@cache
def words(language: str) -> StudioTexts:
    """The texts of a language; of an unknown one those in English."""
    found = catalogue.words("studio", language_or_none(language) or ENGLISH)
    return StudioTexts(found.language, found.texts, found.numbers, found.in_english)


def language_wanted(cookie: str | None, accepted: str | None) -> str:
    """The language that a reader chose, or else the first of the browser's that there is.

    >>> language_wanted(None, "pt-PT,pt;q=0.9,en;q=0.8"), language_wanted("en", "pt"), language_wanted(None, "de")
    ('pt-BR', 'en', 'en')
    """
    wanted = [cookie or "", *(tag.split(";")[0] for tag in (accepted or "").split(","))]
    return next((known for known in map(language_or_none, wanted) if known is not None), ENGLISH)


# ----------------------------------------------------------------------------------------------------------------
# Agents in the words of a reader, where programs spell them: ``level:club``, ``uct:iterations=400``.


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


# ----------------------------------------------------------------------------------------------------------------
# Goals in the words of a reader, where the system can word them.


def goal_in_words(text: str, message: StudioTexts) -> str:
    """What a goal means that was typed or ticked; as it was typed where it cannot be read any more."""
    try:
        return describe_goal(read_goal(text), report_words(message.language))
    except AptsError:
        return text


def describe_goal(goal: Goal, chosen: ReportWords) -> str:
    """What a goal means, with the players that it is about in words."""
    return describe_wanted(goal, chosen, lambda spec: describe_players([spec], words(chosen.language)))


# ----------------------------------------------------------------------------------------------------------------
# Texts that the studio writes and keeps: they are kept in all languages, and readers see them in theirs.

_MARK = '{"told": '


def in_all_languages(tell: Callable[[StudioTexts], str]) -> str:
    """A text in all languages, as it is kept.

    >>> kept = in_all_languages(lambda texts: texts("frame.area.people"))
    >>> shown_to(kept, "en") != shown_to(kept, "pt-BR"), shown_to("what somebody wrote", "pt-BR")
    (True, 'what somebody wrote')
    """
    return json.dumps({"told": {language: tell(words(language)) for language in LANGUAGES}}, ensure_ascii=False)


def shown_to(kept: str, language: str) -> str:
    """A text that was kept, in a language; what people wrote themselves, or an older studio, is shown as it is."""
    if not kept.startswith(_MARK):
        return kept
    try:
        described = json.loads(kept)["told"]
        return str(described.get(language) or described[ENGLISH])
    except (ValueError, KeyError, TypeError, AttributeError):
        return kept
