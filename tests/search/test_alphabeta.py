"""Alpha-beta against plain minimax, budgets, several players, chance."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest

from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import ACTIVE, MOVER, OVER
from apts.errors import AptsError
from apts.search.evaluation.evaluation import POINT
from apts.search.evaluation.given import derived_heuristic, preset
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.minimax.alphabeta import AlphaBetaSearch, AlphaBetaSettings, alphabeta
from apts.search.minimax.search_block import CLIPPED
from tests.search.small_games import DICE, NOUGHTS, TRIO, after, columns, drop, machine, random_match, records, rhombus

WON = 1e6


def judged(game: Machine, state: Any, heuristic: Heuristic, player: int) -> float:
    """The points of an unfinished match for a player, who may have left it with a place of its own."""
    if (int(state[ACTIVE]) >> player) & 1:
        return heuristic.value(game, state, player)
    return CLIPPED / POINT * utilities(Position(game.compiled, state).ranks())[player - 1]


def minimax(game: Machine, state: Any, heuristic: Heuristic, player: int, depth: int) -> float:
    """The points of a position for a player by looking at everything; all others are against the player."""
    if state[OVER]:
        return WON * utilities(Position(game.compiled, state).ranks())[player - 1]
    if depth == 0:
        return judged(game, state, heuristic, player)
    values = []
    for record in records(game, state):
        child = game.copy(state)
        game.play(child, record)
        values.append(minimax(game, child, heuristic, player, depth - 1))
    return max(values) if int(state[MOVER]) == player else min(values)


def maxn_values(game: Machine, state: Any, heuristic: Heuristic, depth: int) -> set[tuple[float, ...]]:
    """The points of a position for every player when each plays for itself: all that may come of equal moves."""
    players = range(1, game.compiled.equipment.players + 1)
    if state[OVER]:
        return {tuple(WON * utility for utility in utilities(Position(game.compiled, state).ranks()))}
    if depth == 0:
        return {tuple(judged(game, state, heuristic, player) for player in players)}
    results = []
    mover = int(state[MOVER]) - 1
    for record in records(game, state):
        child = game.copy(state)
        game.play(child, record)
        results.append(maxn_values(game, child, heuristic, depth - 1))
    least = max(min(values[mover] for values in found) for found in results)
    return {values for found in results for values in found if values[mover] >= least}


def same(points: float | None, expected: float) -> bool:
    assert points is not None
    if abs(expected) == WON:
        return abs(points) == float("inf") and (points > 0) == (expected > 0)
    return points == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("text", [NOUGHTS, columns(4, 4), rhombus(3), TRIO], ids=["lines", "columns", "hexes", "three"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_value_is_that_of_plain_minimax(text: str, depth: int) -> None:
    game = machine(text)
    heuristic = derived_heuristic(game.compiled)
    search = AlphaBetaSearch(game)
    for seed in range(6):
        state = random_match(game, seed, seed)
        result = search.run(state, depth)
        expected = minimax(game, state, heuristic, int(state[MOVER]), depth)
        assert same(result.points, expected), (seed, result.points, expected)


def test_every_move_gets_its_own_value() -> None:
    game = machine(columns(5, 4))
    heuristic = derived_heuristic(game.compiled)
    state = random_match(game, 3, 4)
    result = alphabeta(game, state, depth=3, every_move=True)
    for row in result.rows:
        child = game.copy(state)
        game.play(child, row.record)
        assert same(row.points, minimax(game, child, heuristic, int(state[MOVER]), 2))
    assert [row.value for row in result.rows] == sorted((row.value for row in result.rows), reverse=True)


def test_win_is_found_and_its_line_is_given() -> None:
    game = machine(columns(7, 6))
    result = alphabeta(game, drop(game, "4455"), depth=4)
    assert result.proven == 1.0
    assert result.best[2] in (2, 5)
    assert len(result.rows[0].line) == 3
    state = drop(game, "4455")
    for record in result.rows[0].line:
        game.play(state, record)
    assert state[OVER]


def test_threat_is_parried() -> None:
    game = machine(NOUGHTS)
    assert alphabeta(game, after(game, 0, 4, 1), depth=2).best[2] == 2


def test_noughts_is_a_draw_at_full_depth() -> None:
    game = machine(NOUGHTS)
    assert alphabeta(game, game.start(0), depth=11).points == 0.0


def test_table_kept_from_turn_to_turn_does_not_change_values() -> None:
    game = machine(columns(6, 5))
    kept = AlphaBetaSearch(game)
    for seed in range(5):
        state = random_match(game, seed, 2 * seed)
        assert kept.run(state, 5).points == alphabeta(game, state, depth=5).points


def test_longer_lists_of_moves_than_usual_do_not_run_into_each_other() -> None:
    broad = machine(NOUGHTS.replace("(square 3)", "(square 33)"))
    results = [alphabeta(broad, broad.start(), depth=2) for _ in range(2)]  # the second finds the room already made
    assert results[0].nodes == results[1].nodes


def test_connect_four_at_depth_seven_answers_within_a_tenth_of_a_second() -> None:
    game = machine(columns(7, 6))
    search = AlphaBetaSearch(game, AlphaBetaSettings(heuristic=preset("connect-four")))
    search.run(game.start(0), 2)
    began = monotonic()
    for seed in range(8):
        search.run(random_match(game, seed, 2 * seed), 7)
    assert (monotonic() - began) / 8 < 0.1


def test_time_budget_is_kept_and_some_depth_is_reached() -> None:
    game = machine(rhombus(7))
    search = AlphaBetaSearch(game)
    search.run(game.start(0), 1)
    began = monotonic()
    result = search.run(game.start(0), seconds=0.2)
    assert monotonic() - began < 1.0
    assert 1 <= result.depth < 60


def test_budget_is_required_and_opponents_are_known() -> None:
    game = machine(NOUGHTS)
    with pytest.raises(AptsError, match="budget"):
        alphabeta(game, game.start(0))
    with pytest.raises(AptsError, match="'paranoid' or 'maxn'"):
        alphabeta(game, game.start(0), depth=1, settings=AlphaBetaSettings(opponents="kind"))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_each_for_itself_among_three(depth: int) -> None:
    game = machine(TRIO)
    heuristic = Heuristic((Term("mobility", others=0.0), Term("lines", own=(0, 3, 5), other=(0, -1, -2))))
    settings = AlphaBetaSettings(heuristic=heuristic, opponents="maxn")
    for seed in range(4):
        state = random_match(game, seed, seed)
        result = alphabeta(game, state, depth=depth, settings=settings)
        possible = maxn_values(game, state, heuristic, depth)
        assert any(same(result.points, values[int(state[MOVER]) - 1]) for values in possible)


def test_chance_after_the_move_is_averaged() -> None:
    game = machine(DICE)
    settings = AlphaBetaSettings(samples=6)
    result = alphabeta(game, game.start(1), depth=3, settings=settings, seed=4)
    again = alphabeta(game, game.start(1), depth=3, settings=settings, seed=4)
    assert [(row.record, row.value) for row in result.rows] == [(row.record, row.value) for row in again.rows]
    assert {row.record for row in result.rows} == set(records(game, game.start(1)))
    won = after(game, 0, 3)
    assert alphabeta(game, won, depth=2, seed=1).value == 1.0


def test_glance_looks_one_move_ahead_and_further_only_for_the_nodes_that_are_given() -> None:
    game = machine(columns(7, 6))
    state = game.start(0)
    one, two = (AlphaBetaSearch(game).glance(state, depth) for depth in (1, 2))
    assert one != two
    assert AlphaBetaSearch(game).glance(state, 2, nodes=1) == one
    assert AlphaBetaSearch(game).glance(state, 2, nodes=100_000) == two
