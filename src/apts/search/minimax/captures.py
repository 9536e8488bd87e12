"""How the moves of a game capture, learnt from a few random matches, and what an evaluation holds pieces to be worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import OVER, OVERFLOW
from apts.errors import AptsError
from apts.search.evaluation import evaluation
from apts.search.evaluation.heuristic import Heuristic
from apts.search.evaluation.rules_read import SameGame, owned_by_state
from apts.search.minimax import quiescence

MATCHES = 12
LONGEST = 120
"""Moves of each match that are looked at."""

MOST_PLAYED = 30_000
MOST_STEPS = 20_000_000
"""How many moves are played in all, and how much work that may be."""

MOSTLY = 0.5
"""From this share on the moves of a decision are taken to capture."""

TOO_COMMON = 0.4
"""Where this share of all moves captures, captures do not end, and the evaluation has to cope without."""

SAFETY = 0.5
"""What an exchange may change besides the pieces, in pieces of middling worth."""


@dataclass(frozen=True)
class CaptureRules:
    """How the moves of each decision capture; whether whoever can capture must."""

    classes: tuple[int, ...]
    forced: bool


def capture_rules(compiled: Compiled) -> CaptureRules | None:
    """How the moves of a game capture; None where none do, or nearly all."""
    return _learnt(SameGame(compiled))


@lru_cache(maxsize=64)
def _learnt(game: SameGame) -> CaptureRules | None:
    compiled = game.compiled
    if compiled.equipment.players < 2 or "what" not in compiled.fields:
        return None
    decisions = len(compiled.decisions) + 1
    tallies = words(1 + quiescence.TALLIES * decisions)
    tallies[0] = decisions
    try:
        mixed, pure = _sampled(compiled, tallies)
    except AptsError:  # rules that cannot be played say so where they are played
        return None
    seen, took, met, both = (
        [int(tallies[1 + quiescence.TALLIES * number + column]) for number in range(decisions)] for column in range(4)
    )
    if not sum(took) or sum(took) > TOO_COMMON * sum(seen):
        return None
    classes = tuple(map(_class_of, seen, took, met, both))
    return CaptureRules(classes, pure > 0 and mixed == 0) if any(classes) else None


def _class_of(seen: int, took: int, met: int, both: int) -> int:
    if met and both >= MOSTLY * met:
        return quiescence.BY_TARGET
    if seen and took >= MOSTLY * seen:
        return quiescence.ALWAYS
    return quiescence.NEVER


def _sampled(compiled: Compiled, tallies: Any) -> tuple[int, int]:
    """Play random matches; tells in how many positions some moves captured and others did not, and in how many all did."""
    machine = Machine(compiled)
    terms, _ = Heuristic().compiled_for(compiled)
    child = machine.new_state()
    found = [0, 0, 0]
    played = steps = 0
    for number in range(MATCHES):
        lot = Random(number)
        state = machine.start(lot.getrandbits(60))
        for _ in range(LONGEST):
            if state[OVER] or played > MOST_PLAYED or steps > MOST_STEPS:
                break
            count = machine.moves(machine.copy(state))
            record = machine.record(lot.randrange(count))
            arrays = [machine.data, machine.copy(state), child, machine.work, machine.records, terms, tallies]
            machine.work[OVERFLOW] = 0
            with machine.working():
                answer = int(
                    quiescence.tally_captures(*map(address, arrays), machine.kernel.moves, machine.kernel.play)
                )
            if count > 1:
                found[answer] += 1
            machine.play(state, record)
            played += count
            steps += count * machine.effort
    return found[2], found[1]


def with_captures(compiled: Compiled, terms: Any) -> Any:
    """The terms of an evaluation with what is known of captures behind them; as they are where nothing is."""
    rules = capture_rules(compiled)
    if rules is None:
        return terms
    worth = worth_of_pieces(compiled, terms)
    known = sorted(value for value in worth if value > 0)
    margin = int(SAFETY * known[len(known) // 2]) if known else -1
    content = [int(rules.forced), margin, len(rules.classes), *rules.classes, *worth]
    block = words(len(terms) + len(content))
    block[: len(terms)] = terms
    for place, word in enumerate(content, len(terms)):
        block[place] = word
    block[evaluation.CAPTURES_AT] = len(terms)
    return block


def worth_of_pieces(compiled: Compiled, terms: Any) -> list[int]:
    """What an evaluation loses with a piece of each kind, on average over the sites of the board; 0 for no piece."""
    kinds = len(compiled.equipment.components) + 1
    worth = [0.0] * kinds
    for number in range(int(terms[evaluation.TERMS])):
        base = evaluation.FIRST_TERM + number * evaluation.TERM_WORDS
        kind, table, extra = (int(terms[base + at]) for at in (evaluation.KIND, evaluation.TABLE, evaluation.EXTRA))
        share = 0.5 if int(terms[base + evaluation.STAGE]) in (evaluation.LATE, evaluation.EARLY) else 1.0
        if kind == evaluation.MATERIAL:
            for what in range(1, kinds):
                worth[what] += share * abs(int(terms[base + evaluation.OWN])) * int(terms[table + what])
        elif kind == evaluation.SQUARES:
            for what in range(1, kinds):
                worth[what] += share * abs(_mean_square(compiled, terms, table, extra, what))
    return [max(0, round(value)) for value in worth]


def _mean_square(compiled: Compiled, terms: Any, table: int, kinds: int, what: int) -> float:
    """The mean of what a piece gives the first seat on the sites of the board."""
    sites = compiled.equipment.all_sites
    kind = what * (compiled.equipment.players + 1) + 1 if owned_by_state(compiled) else what
    if kind >= kinds:
        return 0.0
    first = table + kind * sites
    board = compiled.equipment.sites
    return sum(int(word) for word in terms[first : first + board]) / board
