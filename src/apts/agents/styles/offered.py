"""Which styles a game has: those whose figure can be read there, and sometimes differs from move to move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from apts.agents.styles.style import ALIKE, STYLES, UNREADABLE, Figure, figure_for
from apts.engine.play.game import Game
from apts.errors import AptsError

WALKS, WALK_LIMIT = 4, 80
"""Random matches in which it is looked whether the moves of a turn differ to a style, and turns of each."""

MOST_LOOKED = 8
"""Moves of a turn that are looked at, captures first."""

SELDOM = 0.01
"""A style that has anything to choose by at a smaller share of turns than this plays like plain search."""


@dataclass(frozen=True)
class OfferedStyles:
    """The styles of a game by name, and those that it lacks, each with why: a word of ``LACKING``."""

    names: tuple[str, ...]
    left_out: Mapping[str, str]


def offered_styles(game: Game) -> OfferedStyles:
    """Look at random matches of a game, always the same ones, for what its moves differ by."""
    figures: dict[str, Figure] = {}
    left_out: dict[str, str] = {}
    for style in STYLES:
        found = figure_for(game, style)
        if found is not None:
            figures[style.name] = found
        elif style.figure is not None:
            left_out[style.name] = UNREADABLE if game.definition is not None else ALIKE
    differing, turns = dict.fromkeys(figures, 0), 0
    for walk in range(WALKS):
        turns += _walk(game, walk, figures, differing)
    least = max(1.0, SELDOM * turns)
    left_out |= {name: ALIKE for name, count in differing.items() if count < least}
    if "takes" in left_out and "safe" in figures:  # moves to a piece that take none endanger nothing
        left_out["safe"] = left_out["takes"]
    names = tuple(style.name for style in STYLES if style.name not in left_out)
    return OfferedStyles(names, {style.name: left_out[style.name] for style in STYLES if style.name in left_out})


def _walk(game: Game, walk: int, figures: Mapping[str, Figure], differing: dict[str, int]) -> int:
    """Follow one random match, up to an error that breaks it off, and count the turns at which moves differ."""
    lot = Random(f"styles {walk}")
    turns = 0
    try:
        state = game.start(walk)
        for _ in range(WALK_LIMIT):
            if state.outcome is not None:
                break
            moves = state.moves()
            if len(moves) > 1:
                turns += 1
                looked = sorted(lot.sample(moves, len(moves)), key=lambda move: not move.captures)[: MOST_LOOKED // 2]
                others = [move for move in moves if move not in looked]
                looked += lot.sample(others, min(MOST_LOOKED - len(looked), len(others)))
                ends = [state.after(move) for move in looked]
                for name, figure in figures.items():
                    differing[name] += len({figure(end, state.mover) for end in ends if end.outcome is None}) > 1
            state = state.after(lot.choice(moves))
    except AptsError:
        return turns  # what breaks matches off is told when they are played
    return turns
