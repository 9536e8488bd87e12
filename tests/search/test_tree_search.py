"""Monte Carlo tree search: figures, proofs, reuse, budgets, several players, chance."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from time import monotonic
from typing import Any

import pytest

from apts.engine.play.playouts.slices import Interrupted, interruptible
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import MOVER, OVER
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings, search_uct
from apts.search.trees.tree import MASK, PART, SPAN
from tests.search.small_games import DICE, NOUGHTS, PAIR, TRIO, after, columns, drop, machine, records, rhombus

EXHAUSTED = """
from tests.search.small_games import NOUGHTS, columns, machine
from apts.search.trees.monte_carlo import TreeSettings, search_uct
for text, settings in ((NOUGHTS, None), (columns(4, 4), None), (NOUGHTS, TreeSettings(grave=5, c=0.3)),
                       (NOUGHTS, TreeSettings(rave=20, c=0.2))):
    game = machine(text)
    result = search_uct(game, game.start(0), iterations=120, seed=3, settings=settings)
    print([(row.record, row.visits, row.value) for row in result.rows])
"""


def test_tree_of_a_tiny_game_is_exactly_the_expected_one() -> None:
    game = machine(PAIR)
    result = search_uct(game, game.start(0), iterations=50, seed=1)
    win = result.rows[0]
    assert win.record[2] == 1
    assert win.proven == 1.0
    assert result.proven == 1.0
    assert result.iterations <= 2, "a proven position needs no further iterations"


def test_visits_of_children_add_up_to_the_iterations() -> None:
    game = machine(columns(5, 4))
    result = search_uct(game, game.start(0), iterations=3000, seed=2)
    assert sum(row.visits for row in result.rows) == result.iterations == 3000
    assert all(-1.0 <= row.value <= 1.0 for row in result.rows)


def test_inner_nodes_have_one_visit_more_than_their_children() -> None:
    game = machine(columns(5, 4))
    search = TreeSearch(game, TreeSettings(solve=False), seed=4)
    search.start(game.start(0))
    search.run(2000)
    tree = search.tree
    for node in range(1, 60):
        children = tree.children(node)
        if children:
            assert tree.visits(node) == 1 + sum(tree.visits(child) for child in children)


def test_mean_of_a_node_follows_from_the_means_of_its_children() -> None:
    game = machine(columns(5, 4))
    search = TreeSearch(game, TreeSettings(solve=False), seed=4)
    search.start(game.start(0))
    search.run(2000)
    tree = search.tree
    node = max(tree.children(0), key=tree.visits)
    below = sum(-tree.mean(child) * tree.visits(child) for child in tree.children(node))
    first_playout = tree.mean(node) * tree.visits(node) - below
    assert first_playout == pytest.approx(round(first_playout), abs=1e-6)
    assert abs(round(first_playout)) <= 1


def test_same_seed_gives_the_same_tree_and_another_seed_another() -> None:
    game = machine(columns(7, 6))
    first, again, other = (search_uct(game, game.start(0), iterations=800, seed=seed) for seed in (7, 7, 8))
    assert first.rows == again.rows
    assert first.rows != other.rows


def test_slices_of_iterations_make_the_same_tree_as_one_run() -> None:
    game = machine(columns(7, 6))
    whole = TreeSearch(game, seed=5)
    parts = TreeSearch(game, seed=5)
    whole.start(game.start(0))
    parts.start(game.start(0))
    whole.run(900)
    for _ in range(9):
        parts.run(100)
    assert whole.result().rows == parts.result().rows


@pytest.mark.long
def test_plain_python_makes_the_same_tree_as_machine_code() -> None:
    outputs = []
    for switch in ("0", "1"):
        environment = {**os.environ, "APTS_JIT": switch}
        done = subprocess.run(
            [sys.executable, "-c", EXHAUSTED], env=environment, capture_output=True, text=True, check=True
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]


def test_win_in_one_is_proven_and_played() -> None:
    game = machine(NOUGHTS)
    state = after(game, 0, 3, 1, 4)
    result = search_uct(game, state, iterations=200, seed=1)
    assert result.best[2] == 2
    assert result.rows[0].proven == 1.0


def test_move_that_loses_at_once_is_proven_lost_and_avoided() -> None:
    game = machine(NOUGHTS)
    state = after(game, 0, 4, 8, 1)
    result = search_uct(game, state, iterations=3000, seed=1)
    assert result.best[2] == 7
    assert {row.proven for row in result.rows[1:]} == {-1.0}


def test_lost_position_is_proven_lost() -> None:
    game = machine(NOUGHTS)
    state = after(game, 0, 1, 4, 8, 3)
    result = search_uct(game, state, iterations=3000, seed=1)
    assert result.proven == -1.0
    assert result.iterations < 3000


def test_never_loses_noughts_against_random_and_itself() -> None:
    game = machine(NOUGHTS)
    search = TreeSearch(game, seed=11)
    chance = random.Random(5)
    for match in range(60):
        own = match % 3
        state = game.start(0)
        while not state[OVER]:
            if own == 2 or int(state[MOVER]) == own + 1:
                search.follow(state)
                search.run(800)
                game.play(state, search.result().best)
            else:
                game.play(state, chance.choice(records(game, state)))
        ranks = Position(game.compiled, state).ranks()
        if own == 2:
            assert ranks == [1.5, 1.5]
        else:
            assert ranks[own] < 2.0


def test_tree_below_the_move_is_kept_for_the_next_turn() -> None:
    game = machine(columns(7, 6))
    search = TreeSearch(game, seed=3)
    search.start(game.start(0))
    search.run(5000)
    rows = search.result().rows
    first = rows[0]
    reply = first.line[1]
    before = search.child(0, first.record)
    assert before is not None
    grandchild = search.child(before, reply)
    assert grandchild is not None
    visits, value = search.tree.visits(grandchild), search.tree.mean(grandchild)
    children = [(search.tree.record(node), search.tree.visits(node)) for node in search.tree.children(grandchild)]
    state = game.start(0)
    game.play(state, first.record)
    game.play(state, reply)
    assert search.follow(state)
    assert search.tree.visits(0) == visits == search.iterations
    assert [(search.tree.record(node), search.tree.visits(node)) for node in search.tree.children(0)] == children
    assert value <= 1.0
    search.run(1000)
    assert sum(row.visits for row in search.result().rows) == visits - 1 + 1000


def test_position_that_the_tree_does_not_know_begins_a_new_tree() -> None:
    game = machine(columns(7, 6))
    search = TreeSearch(game, seed=3)
    search.start(drop(game, "44"))
    search.run(100)
    assert not search.follow(drop(game, "1"))
    assert search.iterations == 0


def test_small_tree_stops_growing_and_the_search_goes_on() -> None:
    game = machine(columns(7, 6))
    search = TreeSearch(game, TreeSettings(most_nodes=4096), seed=1)
    search.start(game.start(0))
    assert search.run(20_000) == 20_000
    assert search.result().nodes <= 4096


def test_growing_memory_does_not_change_the_tree() -> None:
    game = machine(columns(7, 6))
    small, large = TreeSearch(game, seed=2), TreeSearch(game, seed=2)
    large.tree.grow(1 << 18)
    for search in (small, large):
        search.start(game.start(0))
        search.run(10_000)
    assert 4096 < small.tree.capacity < large.tree.capacity
    assert small.result().rows == large.result().rows


def test_time_budget_is_kept() -> None:
    game = machine(columns(7, 6))
    search_uct(game, game.start(0), iterations=10)
    began = monotonic()
    result = search_uct(game, game.start(0), seconds=0.2, seed=1)
    assert 0.1 < monotonic() - began < 1.0
    assert result.iterations > 500


def test_search_without_a_budget_is_refused() -> None:
    game = machine(NOUGHTS)
    with pytest.raises(AptsError, match="budget"):
        search_uct(game, game.start(0))


def test_finished_match_is_refused() -> None:
    game = machine(NOUGHTS)
    with pytest.raises(AptsError, match="over"):
        search_uct(game, after(game, 0, 3, 1, 4, 2), iterations=10)


def test_cut_playouts_are_scored_by_the_heuristic() -> None:
    game = machine(columns(7, 6))
    centre = Heuristic((Term("region", 50.0, sites="centre"),))
    settings = TreeSettings(playout_limit=0, heuristic=centre, scale=50.0)
    result = search_uct(game, game.start(0), iterations=300, seed=1, settings=settings)
    assert result.best[2] == 3
    blind = search_uct(game, game.start(0), iterations=300, seed=1, settings=TreeSettings(playout_limit=0))
    assert {row.value for row in blind.rows} == {0.0}


@pytest.mark.parametrize("settings", [TreeSettings(), TreeSettings(grave=20, c=0.4)], ids=["uct", "grave"])
def test_game_for_three_is_searched_for_the_seat_to_move(settings: TreeSettings) -> None:
    game = machine(TRIO)
    state = after(game, 0, 8, 6)
    result = search_uct(game, state, iterations=2000, seed=1, settings=settings)
    assert result.value > 0.9
    game.play(state, result.best)
    assert Position(game.compiled, state).ranks()[0] == 1.0


def test_grave_finds_the_centre_sooner_than_it_finds_the_rim() -> None:
    game = machine(columns(7, 6))
    result = search_uct(game, game.start(0), iterations=3000, seed=1, settings=TreeSettings(grave=50, c=0.3))
    assert result.best[2] == 3


def test_swap_of_sides_changes_the_seat_not_the_colour() -> None:
    game = machine(rhombus(3, "(meta (swap))"))
    state = after(game, 4)
    result = search_uct(game, state, iterations=4000, seed=1)
    assert result.best[0] == -2, "the first move in the middle wins on a small board, so it is taken over"
    assert result.value > 0.9


def test_chance_is_decided_anew_in_every_iteration() -> None:
    game = machine(DICE)
    seen = set()
    for seed in range(12):
        state = game.start(seed)
        legal = set(records(game, state))
        search = TreeSearch(game, seed=seed)
        search.start(state)
        search.run(400)
        rows = search.result().rows
        assert {row.record for row in rows} == legal, "the first roll is known"
        assert sum(row.visits for row in rows) == 400
        best = max(search.children(0), key=search.tree.visits)
        outcomes = search.children(best)
        assert sum(search.tree.visits(outcome) for outcome in outcomes) == search.tree.visits(best) - 1
        replies = {search.tree.record(child) for outcome in outcomes for child in search.children(outcome)}
        seen.add(any(record[1] == -1 for record in replies))
    assert seen == {True}, "passes that only some rolls allow are among the replies"


def test_untried_children_are_counted_in_the_span() -> None:
    game = machine(columns(7, 6))
    search = TreeSearch(game, seed=1)
    search.start(game.start(0))
    search.run(3)
    span = search.tree.column(SPAN, 0)
    assert (span >> 2 * PART, span >> PART & MASK) == (7, 3)
    rows = search.result().rows
    assert sorted(row.visits for row in rows) == [0, 0, 0, 0, 1, 1, 1]


def test_twin_machines_in_threads_give_the_same_results() -> None:
    from concurrent.futures import ThreadPoolExecutor

    game = machine(columns(7, 6))
    twins = [game.twin() for _ in range(3)]

    def work(twin: Any) -> Any:
        return search_uct(twin, twin.start(0), iterations=5000, seed=9).rows

    with ThreadPoolExecutor(3) as pool:
        results = list(pool.map(work, twins))
    assert results[0] == results[1] == results[2]


def test_moves_of_a_search_are_those_of_the_list_whatever_was_in_memory_before() -> None:
    import apts

    game = apts.load("english-draughts").machine  # type: ignore[attr-defined]
    state = game.start(0)
    before = set(records(game, state))
    result = search_uct(game, state, iterations=300, seed=1)
    assert {row.record for row in result.rows} == before == set(records(game, state))


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (columns(5, 4), TreeSettings()),
        (TRIO, TreeSettings()),
        (DICE, TreeSettings()),
        (NOUGHTS, TreeSettings(grave=5)),
        (NOUGHTS, TreeSettings(rave=9)),
    ],
)
def test_slices_do_not_change_the_search(text: str, settings: TreeSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    game = machine(text)
    whole = search_uct(game, game.start(0), iterations=700, seed=5, settings=settings)
    monkeypatch.setattr(TreeSearch, "_adapt", lambda search, done, passed, longest: setattr(search, "_breath", 1))
    sliced = search_uct(game, game.start(0), iterations=700, seed=5, settings=settings)
    assert sliced.rows == whole.rows


def test_a_search_that_nobody_wants_any_more_is_given_up() -> None:
    game = machine(columns(5, 4))
    asked: list[int] = []

    def stopping() -> bool:
        asked.append(1)
        return len(asked) > 5

    with interruptible(stopping), pytest.raises(Interrupted):
        search_uct(game, game.start(0), iterations=1 << 40, seed=1, settings=TreeSettings(solve=False))
    search_uct(game, game.start(0), iterations=10, seed=1)  # not asked outside
    assert len(asked) == 6
