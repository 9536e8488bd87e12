"""Strength that is promised, by matches."""

from __future__ import annotations

import random

import pytest

import apts
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import MOVER, OVER
from apts.search.evaluation.given import preset
from apts.search.minimax.alphabeta import AlphaBetaSearch, AlphaBetaSettings
from tests.search.small_games import records


def share_of_wins(game: Machine, search: AlphaBetaSearch, depth: int, matches: int) -> float:
    """How many matches a search wins against random moves, with both seats in turn."""
    chance = random.Random(20)
    won = 0
    for match in range(matches):
        own = match % 2 + 1
        state = game.start(0)
        while not state[OVER]:
            if int(state[MOVER]) == own:
                game.play(state, search.run(state, depth).best)
            else:
                game.play(state, chance.choice(records(game, state)))
        won += Position(game.compiled, state).ranks()[own - 1] == 1.0
    return won / matches


@pytest.mark.long
def test_othello_at_depth_three_with_the_combined_preset_beats_random_play() -> None:
    game: Machine = apts.load("othello").machine  # type: ignore[attr-defined]
    search = AlphaBetaSearch(game, AlphaBetaSettings(heuristic=preset("othello-combined")))
    assert share_of_wins(game, search, 3, 1000) >= 0.97
