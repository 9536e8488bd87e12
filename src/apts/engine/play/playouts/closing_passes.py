"""The passes at the end of a match in which nobody can move any more: they are no moves that anybody would show."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.play.game import Move, State


def closing_passes(state: State) -> tuple[Move, ...]:
    """The passes to the end of the match where nothing else can be played from here on; empty where something can.

    In games with chance the next throw might give a move, so there a pass is always shown.
    """
    passes: list[Move] = []
    while state.outcome is None and not state.game.has_chance:
        moves = state.moves()
        if len(moves) != 1 or moves[0].kind != "pass" or len(passes) > state.game.players:
            return ()
        passes.append(moves[0])
        state = state.after(moves[0])
    return tuple(passes)


def without_closing_passes(state: State, line: Sequence[Move]) -> tuple[Move, ...]:
    """A line of play from a position up to where nobody can move any more; its first move stays in any case."""
    passing = next((place for place in range(len(line), 0, -1) if line[place - 1].kind != "pass"), 0)
    if passing == len(line):
        return tuple(line)
    for move in line[:passing]:
        state = state.after(move)
    for place in range(passing, len(line)):
        if closing_passes(state):
            return tuple(line[: max(place, 1)])
        state = state.after(line[place])
    return tuple(line)
