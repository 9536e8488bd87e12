"""Rule coverage: how often each rule of the text was tried and took effect, by playing the matches again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from apts.agents.seeds import derived_seed
from apts.archive import MatchRecord
from apts.engine.compiler import compile_rules
from apts.engine.face import Move
from apts.engine.game import RulesGame
from apts.engine.machine import Machine
from apts.engine.random_streams import signed_word
from apts.language.tree import Clause, Position
from apts.playtest.evidence import Evidence
from apts.playtest.match import replay
from apts.playtest.metrics.registry import Metric, metric
from apts.playtest.statistics import wilson

MOST = 200
"""Matches that are played again, evenly spread over the run; more would hardly change the table."""


_Place = tuple[str, Position]


@dataclass(frozen=True)
class RuleUse:
    """A rule of the text: its name, kind and line; how often tried and taken effect, and in how many matches.

    ``tried`` counts every time the rule was looked at, ``effects`` those of them in which it took effect. A rule that
    was never tried is ``out_of_reach`` where it stands inside rules that never took effect: it has no fault of its own.
    """

    name: str
    kind: str
    line: int
    column: int
    tried: int
    effects: int
    matches: int
    out_of_reach: bool = False


def rule_uses(game: RulesGame, matches: list[MatchRecord]) -> list[RuleUse]:
    """Play matches again on a kernel that counts."""
    machine = Machine(compile_rules(game.typed_rules, counted=True))
    rules = machine.compiled.coverage
    before = np.zeros((len(rules), 2), dtype=np.int64)
    in_matches = np.zeros(len(rules), dtype=np.int64)
    for match in matches:
        _recount(game, machine, match)
        counts = np.array(machine.rule_counts(), dtype=np.int64).reshape(-1, 2)
        in_matches += counts[:, 1] > before[:, 1]
        before = counts
    unused = {(rule.name, rule.position) for rule, effects in zip(rules, before[:, 1], strict=True) if not effects}
    shut = _shut(game.typed_rules, unused)
    return [
        RuleUse(
            rule.name,
            rule.kind,
            rule.position.line,
            rule.position.column,
            int(before[index, 0]),
            int(before[index, 1]),
            int(in_matches[index]),
            not before[index, 0] and (rule.name, rule.position) in shut,
        )
        for index, rule in enumerate(rules)
    ]


def _shut(rules: Clause, unused: set[_Place]) -> set[_Place]:
    """The places of the text that stand inside an unused rule, wherever they are used."""
    inside: set[_Place] = set()
    outside: set[_Place] = set()

    def walk(clause: Clause, shut: bool) -> None:
        place = (clause.name, clause.position)
        (inside if shut else outside).add(place)
        for value in clause.arguments.values():
            for part in value if isinstance(value, tuple) else (value,):
                if isinstance(part, Clause):
                    walk(part, shut or place in unused)

    walk(rules, False)
    return inside - outside


def _recount(game: RulesGame, machine: Machine, match: MatchRecord) -> None:
    """One match on the counting kernel; the records of the moves come from the plain one, whose decisions are equal."""
    seed = derived_seed(match.seed, "start")
    position = machine.start(signed_word(seed) if game.has_chance else 0)
    for state, turn in zip(replay(game, match), match.turns, strict=False):
        move: Move = state.find_move(turn.move)
        machine.moves(position)
        machine.play(position, move.action)


@metric("rule-coverage", "share of the rules of the text that took effect in at least one match; all rules in details")
def rule_coverage(evidence: Evidence) -> Metric:
    """Counts by line of the text; n is the number of rules."""
    if not isinstance(evidence.game, RulesGame):
        return Metric.missing("only games from rules text have rules to count")
    step = max(1, evidence.n // MOST)
    chosen = list(evidence.whole[::step])[:MOST]
    found = rule_uses(evidence.game, chosen)
    if not found:
        return Metric.missing("the text has no rules that are counted")
    used = sum(rule.effects > 0 for rule in found)
    share = used / len(found)
    return Metric(
        share, share, share, len(found), {"replayed": len(chosen), "rows": [_row(rule, len(chosen)) for rule in found]}
    )


def _row(rule: RuleUse, matches: int) -> dict[str, Any]:
    share = wilson(rule.matches, matches)
    return {
        "name": rule.name,
        "kind": rule.kind,
        "line": rule.line,
        "column": rule.column,
        "tried": rule.tried,
        "effects": rule.effects,
        "matches": rule.matches,
        "out_of_reach": rule.out_of_reach,
        "share": share.value,
        "share_high": share.high,
    }
