"""Dice: their faces, their present values, and rolling them.

A roll is one draw of chance; the number drawn, written with the numbers of faces as places, gives the face of every
die. The face that a die shows is the local state of its site. Its value can be used up, so it is kept beside.

Rules that roll before they offer a choice do so on a copy of the position, and once more when the move is played; the
throw that the choice is made with is noted in the work array, for whoever shows the position to a person.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import Impossible, UnsupportedRule, feature

if TYPE_CHECKING:
    from apts.engine.compiler.equipment import Equipment
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

MOST_ROLLS = 1 << 31

_ROLL = """
@compiled
def do_roll(D, S):
    number = {drawn}
    equal = 1
    shown = -1
    for die in range(D[{count}]):
        faces = D[{faces} + die + 1] - D[{faces} + die]
        face = number % faces
        number //= faces
        do_set_state(D, S, D[{first}] + die, face)
        S[D[AT_DICE] + die] = D[D[{faces} + die] + face]
        if shown >= 0 and face != shown:
            equal = -1
        shown = face
    S[D[AT_DICE_EQUAL]] = equal
"""

_USE = """
@compiled
def do_use_die(D, S, die, again):
    value = S[D[AT_DICE] + die]
    equal = 1
    for other in range(D[{count}]):
        if S[D[AT_DICE] + other] != value:
            equal = 0
    S[D[AT_DICE] + die] = 0
    if again != 0 and equal != 0:
        S[VARIABLE] = value if S[VARIABLE] == -1 else -1
    elif S[VARIABLE] != -1:
        for other in range(D[{count}]):
            S[D[AT_DICE] + other] = S[VARIABLE]
            for face in range(D[{faces} + other + 1] - D[{faces} + other]):
                if D[D[{faces} + other] + face] == S[VARIABLE]:
                    do_set_state(D, S, D[{first}] + other, face)
"""


def _all_faces(equipment: Equipment) -> list[tuple[int, ...]]:
    return [piece.faces for piece in equipment.components if piece.faces]


def roll_number(equipment: Equipment, faces: dict[int, int]) -> tuple[int, int]:
    """The number to be drawn for a roll that shows the face at each site, and how many rolls there are."""
    box = equipment.dice
    assert box is not None
    number, place = 0, 1
    for die, values in enumerate(_all_faces(equipment)):
        number += place * faces.get(box.first + die, 0)
        place *= len(values)
    return number, place


class DiceTables:
    """Where facts about the dice are in the data (code)."""

    def __init__(self, kernel: Kernel):
        equipment = kernel.equipment
        box = equipment.dice
        if box is None:
            raise Impossible("in a game without dice")
        faces = _all_faces(equipment)
        self.faces = kernel.lists("faces", lambda: faces)
        self.first = kernel.table("dice", lambda: [box.first, box.size, prod(len(values) for values in faces)])


@feature("dice")
def dice(kernel: Kernel) -> None:
    """The present value of every die, whether all show the same face (0 before the first throw), and dice on sites."""
    box = kernel.equipment.dice
    if box is None:  # the clause that wants to roll them says so, with its place
        return
    rolls = prod(len(values) for values in _all_faces(kernel.equipment))
    if rolls > MOST_ROLLS:
        raise UnsupportedRule(f"{box.size} dice with {rolls} different rolls", kernel.rules.position)
    kernel.field("state", "level" if kernel.storage.stacking else "site")
    kernel.field("dice", "one", times=box.size)
    kernel.field("dice equal", "one")
    tables = DiceTables(kernel)
    facts = {"count": f"{tables.first} + 1", "rolls": f"{tables.first} + 2", "first": tables.first}
    drawn = kernel.drawn_below("S", f"D[{facts['rolls']}]")
    kernel.add_operation("roll", 0, ("dice", "board"), _ROLL.format(faces=tables.faces, drawn=drawn, **facts))
    kernel.add_operation("use_die", 2, ("dice", "variable", "board"), _USE.format(faces=tables.faces, **facts))

    def put_down(scope: Scope) -> None:
        with scope.block(f"for die in range(D[{tables.first} + 1]):"):
            scope.line(f"do_add(D, S, D[{tables.first}] + die, die + 1, 0, -1)")
            scope.line(f"S[D[AT_DICE] + die] = D[D[{tables.faces} + die]]")

    kernel.hook("start", put_down)


NOTED_DICE = 32
"""Dice whose throw is noted; so many rolls as more dice have are refused."""
THROW_CAPACITY = 1 + 2 * NOTED_DICE
"""Words of the note: whether there is one, then the face of every die and its value."""


def note_throw(scope: Scope) -> None:
    """Write down the dice of the scope's present position as the throw that a choice is made with."""
    tables = DiceTables(scope.kernel)
    scope.line("W[THROWN] = 1")
    die = scope.fresh("die")
    with scope.loop(f"for {die} in range({die_count(scope.kernel)}):"), scope.block(f"if {die} < {NOTED_DICE}:"):
        site = scope.let("site", f"D[{tables.first}] + {die}", valid=True)
        face = scope.kernel.storage.local(scope, "state", site)
        scope.line(f"W[THROWN + 1 + 2 * {die}] = {face}")
        scope.line(f"W[THROWN + 2 + 2 * {die}] = {die_value(scope, die)}")


def die_count(kernel: Kernel) -> str:
    """How many dice there are (code)."""
    return f"D[{DiceTables(kernel).first} + 1]"


def die_value(scope: Scope, die: str) -> Expression:
    """The present value of a die, counted from 0; 0 when it has been used."""
    scope.reads("dice")
    return Expression(f"{scope.state}[D[AT_DICE] + {die}]")


def shown_value(scope: Scope, site: Expression) -> Expression:
    """The value of the face that the die on a site shows, used or not."""
    tables = DiceTables(scope.kernel)
    face = scope.kernel.storage.local(scope, "state", site)
    return Expression(f"D[D[{tables.faces} + {site} - D[{tables.first}]] + {face}]")
