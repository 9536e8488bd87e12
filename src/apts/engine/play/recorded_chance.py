"""What chance has decided, apart from the stream that it came from: for players who may see a throw and not the next.

A position is sealed when its stream is exchanged for one that gives the present throw, where the player to move has
thrown already, and nothing else of what is to come.
"""

from __future__ import annotations

import re
from math import prod
from typing import Any

from apts.engine.play.chance import first_drawn, stream_giving
from apts.engine.play.game import Game, Move, State
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import CHANCE, OVER

Lots = tuple[tuple[int, int], ...]
"""Words of a position by their places: those that whoever knows only the sealed position before it cannot work out."""

ROLL = "do_roll"
"""The function of a kernel that throws the dice; what draws elsewhere may decide what can be played before it is seen."""

_STREAM = re.compile(r" chance=-?\d+")


def can_be_sealed(game: Game) -> bool:
    """Whether all that chance decides in a game can be told throw by throw."""
    rules = game.from_rules
    return rules is not None and not rules.compiled.facts.draws_besides(ROLL)


def lots_at_start(state: State) -> Lots:
    """What chance decided when a match began, for who knows the start position of the seed 0."""
    rules = state.from_rules
    assert rules is not None
    return _differing(rules.game.start(0).position, _sealed(rules.game.machine, rules.position))


def lots_behind(before: State, move: Move, after: State) -> Lots:
    """What chance decided in a move: whoever plays it from the sealed position and puts in these words has the next."""
    rules, reached = before.from_rules, after.from_rules
    assert rules is not None
    assert reached is not None
    machine = rules.game.machine
    plain = _sealed(machine, rules.position)
    machine.play(plain, move.action)
    return _differing(plain, _sealed(machine, reached.position))


def without_stream(text: str) -> str:
    """The text of a position, or a sentence with one in it, without the number that tells what chance will decide."""
    return _STREAM.sub("", text)


def _sealed(machine: Machine, position: Any) -> Any:
    """A copy of a position that tells nothing of what chance will decide."""
    copy = machine.copy(position)
    compiled = machine.compiled
    thrown = False
    if not position[OVER] and compiled.equipment.dice is not None:
        machine.work[compiled.thrown] = 0
        machine.moves(machine.copy(position))
        thrown = bool(machine.work[compiled.thrown])
    throws = prod(len(piece.faces) for piece in compiled.equipment.components if piece.faces)
    copy[CHANCE] = stream_giving(first_drawn(int(position[CHANCE]), throws), throws) if thrown else 0
    return copy


def _differing(plain: Any, real: Any) -> Lots:
    pairs = enumerate(zip(plain, real, strict=True))
    return tuple((place, int(word)) for place, (other, word) in pairs if word != other)
