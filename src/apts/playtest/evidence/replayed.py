"""What is only known when matches are played again: how often rules are tried, and what was not noted at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from apts.archive import MatchRecord
from apts.engine.compiler.coverage import inside_unused
from apts.engine.play.game import Move, State
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_streams import signed_word
from apts.engine.rules_game import RulesGame
from apts.language.tree import Clause
from apts.playtest.evidence.choices import Choices
from apts.playtest.evidence.evidence import Evidence, without_last_passes
from apts.playtest.matches.match import replay

# ----------------------------------------------------------------------------------------------------------------
# How often each rule of a text is tried and takes effect, by playing matches again.


@dataclass(frozen=True)
class RuleUse:
    """A rule of the text: its name, kind and line; how often tried and taken effect, and in how many matches.

    ``tried`` counts every time the rule was looked at, ``effects`` those of them in which it took effect. A rule that
    was never tried is ``inside_unused`` where it stands inside rules that never took effect: it has no fault of its own.
    """

    name: str
    kind: str
    line: int
    column: int
    tried: int
    effects: int
    matches: int
    inside_unused: bool = False


class RuleCounter:
    """Plays matches again on a kernel that counts."""

    def __init__(self, game: RulesGame):
        self.game = game
        self._machine = Machine(game.counting_kernel())
        rules = len(self._machine.compiled.coverage)
        self._counts = np.zeros((rules, 2), dtype=np.int64)
        self._matches = np.zeros(rules, dtype=np.int64)

    def add(self, match: MatchRecord, states: Sequence[State]) -> None:
        """Count a match. ``states`` are its positions; moves come from there, the decisions of both kernels are equal."""
        position = self._machine.start(signed_word(match.start_seed) if self.game.has_chance else 0)
        for state, turn in zip(states, match.turns, strict=False):
            move: Move = state.find_move(turn.move)
            self._machine.moves(position)
            self._machine.play(position, move.action)
        counts = np.array(self._machine.rule_counts(), dtype=np.int64).reshape(-1, 2)
        self._matches += counts[:, 1] > self._counts[:, 1]
        self._counts = counts

    def uses(self) -> tuple[RuleUse, ...]:
        """The rules in the order in which the compiler met them."""
        rules = self._machine.compiled.coverage
        unused = {
            (rule.name, rule.position) for rule, effects in zip(rules, self._counts[:, 1], strict=True) if not effects
        }
        shut = inside_unused(self.game.typed_rules, unused)
        return tuple(
            RuleUse(
                rule.name,
                rule.kind,
                rule.position.line,
                rule.position.column,
                int(tried),
                int(effects),
                int(matches),
                not tried and (rule.name, rule.position) in shut,
            )
            for rule, (tried, effects), matches in zip(rules, self._counts, self._matches, strict=True)
        )


# ----------------------------------------------------------------------------------------------------------------
# A second look at some matches of a run: they are played again, and what was not noted at first is noted.

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
