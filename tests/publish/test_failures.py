"""A check of the rules that fails in a published game fails as in Python: the same check, line, value and bound."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import apts
from apts.engine.play.failures import RuleFailure
from apts.engine.play.game import Game
from apts.engine.runtime.layout import FAILED_BOUND, FAILED_LINE, FAILED_VALUE, FAILURE, OVER
from tests.engine.hostile_texts import ENDLESS, ends, game, then
from tests.publish.node_matches import in_node, needs_compiler, needs_node

pytestmark = [needs_node, needs_compiler]
MOVES = 6
TEXTS = {
    "a player who is not there": game(end=ends("(= 5 (score (player (+ 100000000 (count Moves)))))")),
    "a site that is not there": game(then("(set State at:(+ -5 (count Moves)) 3)")),
    "a place to add to that is not there": game(then('(add (piece "Stone1") (to (+ 7777 (count Moves))))')),
    "a number that is too large": game(
        then('(set Var "Large" (* 2147483647 (* 2147483647 (* 2147483647 (+ 1 (count Moves))))))')
    ),
}


def failure_in_python(rules: Game) -> list[int] | None:
    """Check, line, value and bound of the first failure, when the first move of the list is always made."""
    assert rules.from_rules is not None
    machine = rules.from_rules.machine
    state = machine.start(0)
    try:
        for _ in range(MOVES):
            if state[OVER]:
                break
            machine.moves(state)
            machine.play(state, machine.record(0))
    except RuleFailure:
        return [int(machine.work[place]) for place in (FAILURE, FAILED_LINE, FAILED_VALUE, FAILED_BOUND)]
    return None


@pytest.mark.parametrize("label", TEXTS)
def test_check_fails_in_node_as_in_python(label: str, tmp_path: Path) -> None:
    rules = apts.load(TEXTS[label])
    expected = failure_in_python(rules)
    assert expected is not None
    assert json.loads(in_node(tmp_path, rules, "failures.mjs", {"moves": MOVES})) == expected


@pytest.mark.long
@pytest.mark.parametrize("label", ENDLESS)
def test_work_without_end_is_ended(label: str, tmp_path: Path) -> None:
    rules = apts.load(ENDLESS[label])
    check, _, *numbers = json.loads(in_node(tmp_path, rules, "failures.mjs", {"moves": MOVES}))
    expected = failure_in_python(rules)
    assert expected is not None
    # Which line had to stop depends on how LLVM has ordered the work.
    assert [check, *numbers] == [expected[0], *expected[2:]]
