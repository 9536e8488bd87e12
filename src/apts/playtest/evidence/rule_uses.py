"""How often each rule of a text is tried and takes effect, by playing matches again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from apts.archive import MatchRecord
from apts.engine.compiler.coverage import inside_unused
from apts.engine.play.game import Move, State
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_streams import signed_word
from apts.engine.rules_game import RulesGame


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
