"""A check of the rules that fails in a published game fails as in Python: the same numbers and the same sentence."""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict
from pathlib import Path

import pytest

import apts
from apts.engine.play.failures import FailureText, RuleFailure
from apts.engine.play.game import Game
from apts.engine.runtime.layout import FAILED_BOUND, FAILED_LINE, FAILED_VALUE, FAILURE, OVER
from apts.publish.description import describe
from tests.engine.hostile_texts import ENDLESS, ends, game, then
from tests.publish.node_matches import NODE, RUNTIME, in_node, needs_compiler, needs_node

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


@pytest.mark.long
@pytest.mark.parametrize("label", TEXTS)
def test_check_fails_in_node_as_in_python(label: str, tmp_path: Path) -> None:
    rules = apts.load(TEXTS[label])
    expected = failure_in_python(rules)
    assert expected is not None
    assert json.loads(in_node(tmp_path, rules, "failures.mjs", {"moves": MOVES})) == expected


def sentence_in_python(rules: Game) -> str | None:
    """What a person is told when the first move of the list is always made."""
    state = rules.start()
    try:
        for _ in range(MOVES):
            if state.outcome is not None:
                break
            state = state.after(state.moves()[0])
    except RuleFailure as failure:
        return str(failure)
    return None


@pytest.mark.parametrize("label", TEXTS)
def test_failure_is_told_in_node_in_the_same_sentence(label: str, tmp_path: Path) -> None:
    rules = apts.load(TEXTS[label])
    expected = sentence_in_python(rules)
    assert expected is not None
    wanted = {"moves": MOVES, "description": describe(rules)}
    assert json.loads(in_node(tmp_path, rules, "failure_sentences.mjs", wanted)) == expected


@pytest.mark.parametrize(
    ("text", "value", "bound", "told"),
    [
        (FailureText("level {rest} of site {quotient}", 32), -5, 9, "level 27 of site -1"),
        (FailureText("{value} of {below}, {there} are there"), 7, -3, "7 of -4, 0 are there"),
        (FailureText("player {value}", special=(4, "nobody")), 4, 3, "nobody"),
        (FailureText("piece of {{curly}} number {value}"), 4, 3, "piece of {curly} number 4"),
    ],
)
def test_sentence_has_the_same_numbers_in_both(
    text: FailureText, value: int, bound: int, told: str, tmp_path: Path
) -> None:
    facts = {"texts": [asdict(text)], "guards": [0], "others": {}, "places": ["mine.lud:3:7"], "lines": [[10, 5, 0]]}
    script = tmp_path / "tell.mjs"
    script.write_text(
        f'import {{ failureSentence }} from "{(RUNTIME / "failure_sentences.js").as_posix()}";\n'
        f"const failure = {{ check: 1n, line: 12n, value: {value}n, bound: {bound}n }};\n"
        f"console.log(failureSentence({json.dumps(facts)}, failure));\n",
        encoding="utf-8",
    )
    run = subprocess.run([str(NODE), str(script)], capture_output=True, text=True, check=True)
    assert run.stdout == f"mine.lud:3:7: {told}\n"
    assert text.describe(value, bound) == told


@pytest.mark.long
@pytest.mark.parametrize("label", [label for label in ENDLESS if "set-up" not in label])  # refused when loading
def test_work_without_end_is_ended(label: str, tmp_path: Path) -> None:
    rules = apts.load(ENDLESS[label])
    check, _, *numbers = json.loads(in_node(tmp_path, rules, "failures.mjs", {"moves": MOVES}))
    expected = failure_in_python(rules)
    assert expected is not None
    # Which line had to stop depends on how LLVM has ordered the work.
    assert [check, *numbers] == [expected[0], *expected[2:]]
