"""The turn limit of a first look: small where matches go round in circles, the usual one where they end or are long."""

from __future__ import annotations

from dataclasses import replace

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.executors import Executor
from apts.playtest.matches.forecast import LONGEST, random_length
from apts.playtest.matches.match import replay
from apts.playtest.matches.plan import Plan

FIRST_LIMITS = (100, 300)
"""Limits that are tried one after the other, before the usual one is taken."""

ENDLESS = 0.95
"""Random matches that take so large a share of the most turns that they are followed for do not end."""

TRIED = 4
"""Matches that are played to see whether a limit is too small."""

CIRCLING = 0.25
"""A match in which so large a share of positions had been there before goes round in circles."""


def first_limit(plan: Plan, executor: Executor) -> int:
    """The limit for a first look at a game; it follows from the first matches, not from the clock.

    A match that is stopped and went round in circles would not end later either. One that is stopped and did not may be
    long: then more turns are tried, and in the end those of the plan, unless no match ends and random ones do not either.
    """
    records: list[MatchRecord] = []
    for limit in FIRST_LIMITS:
        if limit >= plan.limit:
            break
        tried = executor.play(replace(plan, limit=limit), list(range(1, TRIED + 1)))
        try:
            records = list(tried)
        finally:
            tried.close()
        stopped = [record for record in records if record.status == "stopped"]
        if not stopped:
            break
        if 2 * len(stopped) > len(records) and all(repetition(plan.game, record) >= CIRCLING for record in stopped):
            return limit
    else:
        never = all(record.status == "stopped" for record in records) and random_length(plan.game) >= ENDLESS * LONGEST
        return FIRST_LIMITS[-1] if records and never else plan.limit
    return plan.limit


def repetition(game: Game, match: MatchRecord) -> float:
    """The share of positions of a match that had been there before.

    What a forced pass leaves is left out: who waits for a throw goes round in no circle.
    """
    seen: set[int] = set()
    repeats = total = 0
    waited = [False, *(turn.forced_pass for turn in match.turns)]
    for state, waiting in zip(replay(game, match), waited, strict=True):
        if waiting:
            continue
        key = state.position_hash
        repeats += key in seen
        seen.add(key)
        total += 1
    return repeats / total
