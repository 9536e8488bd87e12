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

from apts.engine.compiler import STACK_LEVELS, Compiled
from apts.engine.game import RulesGame
from apts.engine.layout import DECISION, ORIGIN, OVER, RECORD_HEAD, TARGET
from apts.engine.machine import Machine
from apts.search.rule_facts import stack_height

MATCHES = 40
POSITIONS = 3000
MATCH_POSITIONS = 400
LOCAL_FIELDS = ("count", "state", "value", "rotation")
_TRAVELS = frozenset({"step", "slide", "hop", "leap", "shoot", "move"})


@dataclass(frozen=True)
class Observed:
    """The highest stack, the highest number in each field of sites, whether moves go from one site to another, and the
    decisions whose moves can be told apart only by more than their sites."""

    height: int
    highest: dict[str, int]
    pairs: bool
    ambiguous: frozenset[int]


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
            machine.kernel.play(*machine.addresses(state), random.randrange(count))
        if seen >= positions:
            return


def observe(game: RulesGame) -> Observed:
    """Play random matches and note what they show."""
    compiled, machine = game.compiled, Machine(game.compiled)
    highest = dict.fromkeys((name for name in LOCAL_FIELDS if name in compiled.fields), 0)
    height = stack_height(compiled) if compiled.stacking else 0
    pairs = any(decision.kind in _TRAVELS for decision in compiled.decisions)
    ambiguous: set[int] = set()
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
        ambiguous |= _ambiguous(compiled, records)
    return Observed(min(height, STACK_LEVELS), highest, pairs, frozenset(ambiguous))


def _ambiguous(compiled: Compiled, records: NDArray[np.int64]) -> set[int]:
    """The decisions that have two moves between the same sites with other registers in this list."""
    found = set()
    for number in set(records[:, DECISION].tolist()):
        registers = len(compiled.decisions[number].registers) if number >= 0 else 0
        if registers:
            own = np.unique(records[records[:, DECISION] == number, : RECORD_HEAD + registers], axis=0)
            if len(np.unique(own[:, :RECORD_HEAD], axis=0)) < len(own):
                found.add(number)
    return found
