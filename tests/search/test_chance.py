"""Searches in games with chance, against exact values by brute force over all throws."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from apts.engine.play.chance import stream_giving, word_giving
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import CHANCE
from apts.search.evaluation.heuristic import Heuristic
from apts.search.memory import routine
from apts.search.minimax.alphabeta import AlphaBetaSettings, alphabeta
from apts.search.trees import tree
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings, search_uct
from apts.search.trees.tree import throw_classes
from tests.search.chance_games import Expectimax, gamble, harvest, runners
from tests.search.small_games import machine, records

FACES = 2
LARGE = 600_000

ALONE = harvest(1, 4).replace(
    "(end (if (= (count Moves) 4) (byScore)))",
    "(end { (if (and (= (count Moves) 4) (> (score P1) 15)) (result P1 Win)) (if (= (count Moves) 4) (result P1 Loss)) })",
)

GAMES = {
    "moves by throw, two seats": (runners(2, goal=4), True),
    "points by throw, two seats": (harvest(2, 5), True),
    "throw after the choice, two seats": (gamble(2, 4), False),
    "points by throw, one seat": (ALONE, True),
    "moves by throw, three seats": (runners(3, moves=4), True),
    "points by throw, three seats": (harvest(3, 3), True),
    "throw after the choice, three seats": (gamble(3, 3), False),
}  # fmt: skip

first_bits, kept_throw = routine(1)(tree.first_bits), routine(2)(tree.kept_throw)


def positions(game: Machine) -> list[Any]:
    """The start with each throw."""
    found = []
    for number in range(FACES):
        state = game.start(0)
        state[CHANCE] = stream_giving(number, FACES)
        found.append(state)
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_tree_search_converges_to_the_exact_values(name: str) -> None:
    text, known = GAMES[name]
    game = machine(text)
    compared = 0
    for state in positions(game):
        exact = Expectimax(game, FACES, known=known)
        values = exact.values(state)
        if exact.open:
            continue
        compared += 1
        result = search_uct(game, state, iterations=LARGE, seed=3)
        assert result.value == pytest.approx(values[0], abs=0.01), values
        if result.values is not None:
            assert result.values == pytest.approx(values, abs=0.02)
            assert sum(result.values) == pytest.approx(0.0, abs=1e-9)
        best = max(exact.moves(state).items(), key=lambda pair: pair[1][0])
        row = next(row for row in result.rows if row.record == result.best)
        assert exact.moves(state)[row.record][0] == pytest.approx(best[1][0], abs=0.02), "a best move is chosen"
    assert compared


@pytest.mark.parametrize("name", GAMES)
def test_looking_ahead_to_the_end_gives_the_exact_values(name: str) -> None:
    text, known = GAMES[name]
    game = machine(text)
    settings = AlphaBetaSettings(heuristic=Heuristic())
    for state in positions(game):
        exact = Expectimax(game, FACES, known=known)
        values = exact.values(state)
        result = alphabeta(game, state, depth=12, settings=settings)
        if result.depth < 12 and "moves" in name:
            continue
        assert result.proven is None, "a mean over throws is no proof"
        if not exact.open:
            assert result.value == pytest.approx(values[0], abs=0.002)
            assert result.values == pytest.approx(values, abs=0.004)


def test_nobody_sees_what_is_thrown_after_the_choice() -> None:
    """The throw that the match will make after the move changes nothing in what a search thinks."""
    game = machine(gamble(2, 4))
    assert not game.compiled.facts.chance_in_moves
    first, second = (search_uct(game, state, iterations=500, seed=1).rows for state in positions(game))
    assert first == second
    settings = AlphaBetaSettings(heuristic=Heuristic())
    one, other = (alphabeta(game, state, depth=3, settings=settings).rows for state in positions(game))
    assert one == other


def test_throw_before_the_choice_is_kept_and_nothing_else() -> None:
    game = machine(runners(2))
    assert game.compiled.facts.chance_in_moves
    state = positions(game)[1]
    seen = {tuple(records(game, state))}
    for bits in range(1, 40):
        copy = game.copy(state)
        copy[CHANCE] = kept_throw(int(state[CHANCE]), bits * 104729)
        assert first_bits(int(copy[CHANCE])) == first_bits(int(state[CHANCE]))
        seen.add(tuple(records(game, copy)))
        assert search_uct(game, copy, iterations=60, seed=2).rows == search_uct(game, state, iterations=60, seed=2).rows
    assert len(seen) == 1


def test_streams_are_turned_back() -> None:
    for bits in (0, 1, (1 << 64) - 1, 0x123456789ABCDEF0):
        assert first_bits(word_giving(bits)) == bits >> 32


def test_throws_of_alike_dice_are_told_apart_by_their_values_only() -> None:
    text = runners(2).replace("d:2 num:1", "d:6 num:2")
    table = [int(number) for number in throw_classes(machine(text).compiled)]
    assert table[0] == 36
    assert len(set(table[1:])) == 21
    assert table[1 + 1] == table[1 + 6], "a one and a two, whichever die shows which"


def test_growing_memory_does_not_change_a_tree_with_chance() -> None:
    game = machine(runners(3, faces=3, goal=6, moves=30))
    small, large = TreeSearch(game, seed=2), TreeSearch(game, seed=2)
    large.tree.grow(1 << 18)
    for search in (small, large):
        search.start(game.start(5))
        search.run(12_000)
    assert 4096 < small.tree.capacity < large.tree.capacity
    assert small.result().rows == large.result().rows
    assert small.result().values == large.result().values


def test_slices_make_the_same_tree_as_one_run_with_chance() -> None:
    game = machine(runners(3))
    whole, parts = TreeSearch(game, seed=5), TreeSearch(game, seed=5)
    for search in (whole, parts):
        search.start(game.start(1))
    whole.run(900)
    for _ in range(9):
        parts.run(100)
    assert whole.result().rows == parts.result().rows


PLAIN = """
from tests.search.chance_games import gamble, harvest, runners
from tests.search.small_games import machine
from apts.search.minimax.alphabeta import AlphaBetaSettings, alphabeta
from apts.search.evaluation.heuristic import Heuristic
from apts.search.trees.monte_carlo import search_uct
for text in (runners(3), harvest(2, 4), gamble(3, 3)):
    game = machine(text)
    result = search_uct(game, game.start(7), iterations=60, seed=3)
    print([(row.record, row.visits, row.value) for row in result.rows], result.values)
    ahead = alphabeta(game, game.start(7), depth=2, settings=AlphaBetaSettings(heuristic=Heuristic()))
    print([(row.record, row.value) for row in ahead.rows], ahead.values)
"""


@pytest.mark.long
def test_plain_python_searches_chance_as_machine_code_does() -> None:
    outputs = []
    for switch in ("0", "1"):
        environment = {**os.environ, "APTS_JIT": switch}
        done = subprocess.run(
            [sys.executable, "-c", PLAIN], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]


def test_full_tree_goes_on_without_new_nodes() -> None:
    game = machine(runners(3, faces=3, goal=6, moves=30))
    search = TreeSearch(game, TreeSettings(most_nodes=4096), seed=1)
    search.start(game.start(0))
    assert search.run(20_000) == 20_000
    assert search.result().nodes <= 4096
