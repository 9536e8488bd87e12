"""Goals in the words of a reader, where the system can word them."""

from __future__ import annotations

from apts.errors import AptsError
from apts.playtest.goals import Goal, read_goal
from apts.report.goals_told import wanted_told
from apts.report.texts import Words as ReportWords
from apts.report.texts import words as report_words
from apts.studio.agents_told import players_told
from apts.studio.words import Words, words


def goal_in_words(text: str, say: Words) -> str:
    """What a goal means that was typed or ticked; as it was typed where it cannot be read any more."""
    try:
        return told_goal(read_goal(text), report_words(say.language))
    except AptsError:
        return text


def told_goal(goal: Goal, chosen: ReportWords) -> str:
    """What a goal means, with the players that it is about in words."""
    return wanted_told(goal, chosen, lambda spec: players_told([spec], words(chosen.language)))
