"""What a person has to see besides the pieces: the present throw of the dice and the present scores.

Rules may roll when the list of moves is made, so that a flat position still shows the throw before; and they may work
scores out only when the match ends. Both are found here by asking the kernel.
"""

from __future__ import annotations

from typing import Any

from apts.engine.lowering.dice import NOTED_DICE
from apts.engine.play.game import Die
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import END_RULE, MOVES, OVER
from apts.language.tree import Clause


def present_dice(machine: Machine, state: Any) -> tuple[Die, ...]:
    """The dice as the player to move sees them; after the end of a match, as they were left."""
    compiled = machine.compiled
    box = compiled.equipment.dice
    if box is None:
        return ()
    position = Position(compiled, state)
    noted: list[int] = []
    if not state[OVER]:
        machine.work[compiled.thrown] = 0
        machine.moves(machine.copy(state))
        if machine.work[compiled.thrown]:
            noted = [int(machine.work[compiled.thrown + 1 + place]) for place in range(2 * min(box.size, NOTED_DICE))]
    dice = []
    for number in range(box.size):
        faces = compiled.equipment.components[number].faces
        pieces = position.pieces(box.first + number)
        face, value = pieces[-1][1] if pieces else 0, position.field("dice", number)
        if 2 * number < len(noted):
            face, value = noted[2 * number : 2 * number + 2]
        shown = faces[face] if 0 <= face < len(faces) else 0
        dice.append(Die(shown, value != shown and value == 0, bool(noted) or position.field("dice equal", 0) != 0))
    return tuple(dice)


def present_scores(machine: Machine, state: Any) -> list[int] | None:
    """The scores of the players of the rules, or None where they mean nothing."""
    compiled = machine.compiled
    if "score" not in compiled.fields:
        return None
    rules, number = compiled.scores, int(state[END_RULE])
    decided = compiled.end_rules[number - 1].get("result") if state[OVER] and number > 0 else None
    if isinstance(decided, Clause) and decided.name == "byScore":
        return Position(compiled, state).per_player("score")
    if rules.final or (rules.first and not state[MOVES]):
        copy = machine.copy(state)
        with machine.working():
            machine.kernel.scores(*machine.addresses(copy))
        return Position(compiled, copy).per_player("score")
    if not rules.kept or (rules.worked_out and not state[MOVES]):
        return None
    return Position(compiled, state).per_player("score")
