"""Whether the words of a position that came from outside can be those of a position.

Kernels trust what the compiler proved about positions: that kinds of pieces exist, that stacks fit, that sets hold only
sites. So whatever a text, a file or a pickle brings is looked at here before a kernel sees it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from apts.engine.play.game import PositionError
from apts.engine.runtime import layout

if TYPE_CHECKING:
    from apts.engine.compiler.compiling import Compiled

_MOST = 1 << 31
"""No count that play can reach is larger."""
_LISTED = 12
"""Numbers that a sentence lists at most."""


def check_position(compiled: Compiled, state: Any) -> None:
    """Raise a sentence for the first word that no position can have."""
    words = np.asarray(state)
    if words.shape != (compiled.state_size,) or words.dtype != np.int64:
        raise PositionError(f"a position of this game has {compiled.state_size} words of 64 bits")
    _check_head(compiled, words)
    for name, (start, size) in compiled.fields.items():
        _check_field(compiled, name, words[start : start + size])
    if "dice" in compiled.fields:
        _check_dice(compiled, words)


def _check_head(compiled: Compiled, words: Any) -> None:
    players, size = compiled.equipment.players, compiled.state_size
    everybody = (2 << players) - 2
    shortest = size - int(compiled.data[layout.HISTORY])
    limits = {
        "the player to move": (layout.MOVER, 1, players),
        "next": (layout.NEXT, 1, players),
        "previous": (layout.PREVIOUS, 0, players),
        "over": (layout.OVER, 0, 1),
        "active": (layout.ACTIVE, 0, everybody),
        "moves": (layout.MOVES, 0, 1 << 31),
        "turn": (layout.TURN, 0, 1 << 31),
        "end rule": (layout.END_RULE, -1, len(compiled.end_rules)),
        "won by": (layout.WON_BY, 0, len(compiled.end_rules)),
        "winners": (layout.WINNERS, 0, players),
        "losers": (layout.LOSERS, 0, players),
        "swapped": (layout.SWAPPED, 0, 1),
        "length": (layout.LENGTH, shortest, size),
    }
    for name, (index, low, high) in limits.items():
        if not low <= words[index] <= high:
            raise PositionError(f"{name} is a number from {low} to {high}, not {int(words[index])}")
    if words[layout.ACTIVE] & 1:
        raise PositionError(f"active stands for players 1 to {players}, not {int(words[layout.ACTIVE])}")


def _check_field(compiled: Compiled, name: str, words: Any) -> None:
    equipment, unit = compiled.equipment, compiled.units.get(name, "")
    if name == "what":
        _within(name, words, len(equipment.components))
    elif name == "height":
        _within(name, words, int(compiled.data[layout.LEVELS]))
    elif name == "phase":
        _within(name, words, max(len(compiled.phases) - 1, 0))
    elif name in ("location", "origin", "last origin"):
        _between(name, words, -1, equipment.all_sites - 1)
    elif name == "rank":
        _within(name, words, 2 * (equipment.players + 1))
    elif name == "votes":
        _within(name, words, equipment.players)
    elif name in ("proposed", "captures", "count"):
        _between(name, words, 0, _MOST)
    elif name.startswith("remembered"):
        _within(f"the length of {name}", words[:1], len(words) - 1)
    elif unit == "set" or unit.endswith(" set"):
        capacity = 32 * equipment.set_words
        numbers = capacity if name.startswith("pending") else equipment.all_sites
        sets = words.reshape(-1, equipment.set_words)
        beyond = [sets[:, word] >> max(0, numbers - 32 * word) for word in range(numbers // 32, equipment.set_words)]
        if (sets < 0).any() or (sets >> 32).any() or any(part.any() for part in beyond):
            raise PositionError(f"{name} holds a site that does not exist; there are {equipment.all_sites}")


def _check_dice(compiled: Compiled, words: Any) -> None:
    """Dice show faces that they have, and what is left of a throw are numbers of their faces, or 0 for a die in use."""
    dice = [piece.faces for piece in compiled.equipment.components if piece.faces]
    possible = sorted({0, *(value for faces in dice for value in faces)})
    start, size = compiled.fields["dice"]
    for value in words[start : start + size].tolist():
        if value not in possible:
            listed = ", ".join(map(str, possible[:_LISTED])) + (" ..." if len(possible) > _LISTED else "")
            raise PositionError(f"a die of this game is left with one of {listed} (0 when it is used), not {value}")
    _between("dice equal", words[compiled.fields["dice equal"][0] :][:1], -1, 1)
    if "state" not in compiled.fields:
        return
    unit = compiled.equipment.levels if compiled.stacking else 1
    for site, faces in zip(compiled.equipment.thrown_sites, dice, strict=False):
        face = int(words[compiled.fields["state"][0] + site * unit])
        if not 0 <= face < len(faces):
            raise PositionError(f"a die has the faces 0 to {len(faces) - 1}, and this one shows face {face}")


def _within(name: str, words: Any, most: int) -> None:
    _between(name, words, 0, most)


def _between(name: str, words: Any, least: int, most: int) -> None:
    wrong = words[(words < least) | (words > most)]
    if len(wrong):
        raise PositionError(f"{name} is a number from {least} to {most}, not {int(wrong[0])}")
