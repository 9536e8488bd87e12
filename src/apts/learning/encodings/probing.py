"""What random matches show of a game before its positions can be encoded: how high numbers go, what moves look like.

The matches are the same every time, so that the same rules always get the same encoding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.layout import DECISION, ORIGIN, OVER, RECORD_HEAD, TARGET
from apts.search.evaluation.rules_read import stack_height

MATCHES = 40
POSITIONS = 3000
MATCH_POSITIONS = 400
LOCAL_FIELDS = ("count", "state", "value", "rotation")
_TRAVELS = frozenset({"step", "slide", "hop", "leap", "shoot", "move"})


@dataclass(frozen=True)
class Observed:
    """The highest stack, the highest number in each field of sites, whether moves go from one site to another, and for
    decisions whose moves can be told apart only by more than their sites the registers that do it, as bits."""

    height: int
    highest: dict[str, int]
    pairs: bool
    telling: dict[int, int]


def random_positions(machine: Machine, matches: int, positions: int) -> Iterator[tuple[Any, int]]:
    """Positions of random matches with the number of their legal moves, which the records of the machine hold.

    The position is played on after each one; it must not be kept.
    """
    seen = 0
    for match in range(matches):
        random = Random(match)
        state = machine.start(match)
        for _ in range(MATCH_POSITIONS):
            if state[OVER]:
                yield state, 0
                break
            count = machine.moves(state)
            yield state, count
            seen += 1
            with machine.working():
                machine.kernel.play(*machine.addresses(state), random.randrange(count))
        if seen >= positions:
            return


def observe(game: RulesGame) -> Observed:
    """Play random matches and note what they show."""
    compiled, machine = game.compiled, Machine(game.compiled)
    highest = dict.fromkeys((name for name in LOCAL_FIELDS if name in compiled.fields), 0)
    height = stack_height(compiled) if compiled.stacking else 0
    pairs = any(decision.kind in _TRAVELS for decision in compiled.decisions)
    telling: dict[int, int] = {}
    for state, count in random_positions(machine, MATCHES, POSITIONS):
        content = np.asarray(state)
        for name in highest:
            start, size = compiled.fields[name]
            highest[name] = max(highest[name], int(content[start : start + size].max()))
        if compiled.stacking:
            start, size = compiled.fields["height"]
            height = max(height, int(content[start : start + size].max()))
        records = np.asarray(machine.records)[: count * compiled.record_size].reshape(count, compiled.record_size)
        origins, targets = records[:, ORIGIN], records[:, TARGET]
        pairs = pairs or bool(((origins != targets) & (origins >= 0) & (targets >= 0)).any())
        for number, registers in _telling(compiled, records):
            telling[number] = telling.get(number, 0) | registers
    return Observed(min(height, compiled.equipment.levels), highest, pairs, telling)


def _telling(compiled: Compiled, records: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """The decisions that have several moves between the same sites in this list, with the registers that differ."""
    for number in set(records[:, DECISION].tolist()):
        registers = len(compiled.decisions[number].registers) if number >= 0 else 0
        own = records[records[:, DECISION] == number, : RECORD_HEAD + registers]
        if not registers or len(own) < 2:
            continue
        between = len(np.unique(own[:, :RECORD_HEAD], axis=0))
        bits = 0
        for register in range(registers):
            columns = [*range(RECORD_HEAD), RECORD_HEAD + register]
            if len(np.unique(own[:, columns], axis=0)) > between:
                bits |= 1 << register
        if bits:
            yield number, bits
