"""The moves of a position as people choose among them: what has the same effect is offered once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace

from apts.engine.play.game import Move, State
from apts.errors import AptsError

_NUMBERED = re.compile(r"(.+)#\d+")
_DICE = re.compile(r" dice=\S+")


def offered_moves(state: State) -> tuple[Move, ...]:
    """The legal moves; those that differ only in which of two equal dice is used are one, told without its number.

    It can be played like any other, for it is the first of them.
    """
    alike: dict[str, list[Move]] = defaultdict(list)
    for move in state.moves():
        numbered = _NUMBERED.fullmatch(move.text)
        alike[numbered[1] if numbered else move.text].append(move)
    offered: list[Move] = []
    for text, moves in alike.items():
        same = len(moves) > 1 and len({_effect(state.after(move)) for move in moves}) == 1
        offered += [replace(moves[0], text=text)] if same else moves
    return tuple(offered)


def chosen_move(state: State, text: str) -> Move | None:
    """The legal move that a person means who has read what is offered; None where there is none, or several."""
    for wanted in (text, f"{text}#1"):
        try:
            found = state.find_move(wanted)
        except AptsError:
            continue
        if wanted == text or any(found.text == f"{move.text}#1" for move in offered_moves(state)):
            return found
    return None


def meant_move(state: State, text: str) -> Move:
    """The same, where a text that means no move or several is refused with a sentence.

    Pages that people play on write moves as they were offered, and so do records of matches that were played there.
    """
    return chosen_move(state, text) or state.find_move(text)


def _effect(state: State) -> Hashable:
    """A position without the order of its dice."""
    return _DICE.sub("", str(state)), tuple(sorted((die.value, die.used, die.thrown) for die in state.dice))
