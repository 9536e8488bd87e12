"""Which goals people may ask for: sets of the bank by their names, and goals in words; never a file."""

from __future__ import annotations

import re

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.playtest.goals.bank import bank_names
from apts.playtest.goals.reading import read_goal
from apts.similar_names import did_you_mean
from apts.studio.security.allowed_agents import allowed_agent
from apts.studio.store.models import Models

LONGEST_GOAL = 300

_AGENT = re.compile(r"\s+at\s+(?!least\b|most\b)([^\s\"']+)$", re.IGNORECASE)
"""The agent that a goal is about, as ``balance above 0.9 at level:expert``."""


def allowed_goal(text: str, models: Models | None, game: str) -> str:
    """A goal as a job takes it: the name of a set of the bank, or a goal that can be read; refused with a sentence else."""
    wanted = " ".join(text.split())
    if len(wanted) > LONGEST_GOAL:
        raise AptsError(f"a goal is longer than {LONGEST_GOAL} signs")
    if wanted in bank_names():
        return wanted
    if "/" in wanted or "\\" in wanted or wanted.endswith(".toml"):
        raise AptsError(
            f"{wanted!r} is no goal; files of goals cannot be named here, only goals in words and sets of the bank"
        )
    if re.fullmatch(r"[a-z]+(-[a-z]+)*", wanted):
        hint = did_you_mean(wanted, bank_names(), 3) or f"; sets of goals are: {', '.join(bank_names())}"
        raise AptsError(f"{wanted!r} is neither a goal in words nor a set of goals{hint}")
    agent = _AGENT.search(wanted)
    if agent is not None and agent[1].lower() not in level_names():
        allowed_agent(agent[1], models, game)  # before anything is made of it
    read_goal(wanted)
    return wanted
