"""A second look at some matches of a run: they are played again, and what was not noted at first is noted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from apts.language.tree import Clause
from apts.playtest.evidence.choices import Choices
from apts.playtest.evidence.evidence import Evidence, without_last_passes
from apts.playtest.evidence.rule_uses import RuleCounter, RuleUse
from apts.playtest.matches.match import replay

MOST = 200
"""Matches that are played again, evenly spread over the run; more would hardly change what they show."""


@dataclass(frozen=True)
class SecondLook:
    """What was seen in ``replayed`` matches: the use of each rule of a text, and the choices of the seats."""

    replayed: int
    rules: tuple[RuleUse, ...]
    choices: Choices


@lru_cache(maxsize=4)
def second_look(evidence: Evidence) -> SecondLook | None:
    """Play matches of a run again; None where the game is not at hand."""
    game = evidence.game
    if game is None:
        return None
    counter = RuleCounter(game.from_rules) if game.from_rules is not None else None
    choices = Choices()
    chosen = range(0, evidence.n, max(1, evidence.n // MOST))[:MOST]
    for row in chosen:
        states = tuple(replay(game, evidence.whole[row]))
        if counter is not None:
            counter.add(evidence.whole[row], states)
        choices.add(row, without_last_passes(evidence.whole[row]), states)
    return SecondLook(len(chosen), counter.uses() if counter is not None else (), choices)


def typed_rules(evidence: Evidence) -> Clause | None:
    """The rules of the game as clauses; None where it has no text of rules or is not at hand."""
    known = None if evidence.game is None else evidence.game.from_rules
    return None if known is None else known.typed_rules
