"""Goals in the words of a reader, where the system can word them."""

from __future__ import annotations

from apts.errors import AptsError
from apts.playtest.goals import Goal, read_goal
from apts.report.goal_descriptions import describe_wanted
from apts.report.texts import ReportTexts as ReportWords
from apts.report.texts import words as report_words
from apts.studio.agent_descriptions import describe_players
from apts.studio.words import StudioTexts, words


def goal_in_words(text: str, message: StudioTexts) -> str:
    """What a goal means that was typed or ticked; as it was typed where it cannot be read any more."""
    try:
        return describe_goal(read_goal(text), report_words(message.language))
    except AptsError:
        return text


def describe_goal(goal: Goal, chosen: ReportWords) -> str:
    """What a goal means, with the players that it is about in words."""
    return describe_wanted(goal, chosen, lambda spec: describe_players([spec], words(chosen.language)))
