"""Keys of positions: equal where the future is equal, different where it is not."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.engine.native.jit import address
from apts.engine.play.machine import Machine
from apts.engine.rules_state import RulesState
from apts.engine.runtime import layout
from apts.search.memory import head_words, key_of_position, key_plan, routine
from apts.search.minimax import search_block
from apts.search.minimax.negamax import stored_entry
from apts.search.minimax.search_block import (
    EXACT,
    positions_table,
    stored_bound,
    stored_depth,
    stored_move,
    stored_value,
)
from tests.search.cyclic_games import AGAIN, BONUS_ROW, brute_force, filled
from tests.search.small_games import DICE, NOUGHTS, after, columns, drop, machine

probe, store = routine(2)(search_block.probe), routine(6)(search_block.store)


def same_key(game: Machine, first: Any, second: Any) -> bool:
    """Whether two positions have one key."""
    plan = key_plan(game.compiled)
    keys = {key_of_position(address(game.data), address(state), address(plan), 1) for state in (first, second)}
    return len(keys) == 1


def test_order_of_moves_does_not_change_the_key() -> None:
    game = machine(columns(7, 6))
    assert same_key(game, drop(game, "1234"), drop(game, "3214"))
    assert not same_key(game, drop(game, "1234"), drop(game, "2134"))


def test_mover_changes_the_key() -> None:
    game = machine(NOUGHTS)
    state = after(game, 0, 1)
    other = game.copy(state)
    other[layout.MOVER] = 2
    assert not same_key(game, state, other)


def test_last_move_counts_only_where_the_rules_ask_for_it_before_moving() -> None:
    assert layout.LAST_TO not in head_words(machine(NOUGHTS).compiled)
    asking = NOUGHTS.replace("(sites Empty)", "(difference (sites Empty) (sites Around (last To)))")
    assert layout.LAST_TO in head_words(machine(asking).compiled)


def test_number_of_moves_counts_where_the_rules_ask_for_it() -> None:
    assert layout.MOVES not in head_words(machine(NOUGHTS).compiled)
    asking = NOUGHTS.replace("(is Line 3)", "(and (is Line 3) (> (count Moves) 5))")
    assert layout.MOVES in head_words(machine(asking).compiled)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        filled(BONUS_ROW, gift=1, extra="(move Pass)", passed="(if (all Passed) (result Mover Win))"),
        filled(
            BONUS_ROW, gift=0, extra="(if (is Mover P1) (move Pass))", passed="(if (all Passed) (result Mover Loss))"
        ),
        filled(BONUS_ROW, gift=0, extra="(if (is Empty 1) (move Pass))", passed=""),
        filled(AGAIN, gift=2, extra="(move Pass)", goal=3),
    ],
)
def test_positions_with_one_key_have_one_value(text: str) -> None:
    """A pass counts towards a round of passes as the first move of a turn only, so that the second is another position."""
    game = apts.load(text)
    states, exact = brute_force(game)
    values: dict[tuple[int, int], set[int]] = {}
    for name, state in states.items():
        assert isinstance(state, RulesState)
        kernel = state.game.machine
        plan = key_plan(kernel.compiled)
        key = key_of_position(address(kernel.data), address(state.position), address(plan), 1)
        values.setdefault((key, state.mover), set()).add(exact[name].value)
    assert len(values) > 30
    assert {len(of_key) for of_key in values.values()} == {1}


def test_chance_is_seen_in_the_code() -> None:
    assert machine(DICE).compiled.facts.chance_later
    assert not machine(NOUGHTS).compiled.facts.chance_later


def test_table_gives_back_what_was_stored() -> None:
    table = positions_table(16)
    for number in range(3, 9, 2):
        store(address(table), number << 20 | 1, -(1 << 30) + number, 60 + number, EXACT, number)
    content = probe(address(table), 7 << 20 | 1)
    assert (stored_value(content), stored_depth(content)) == (-(1 << 30) + 7, 67)
    assert (stored_bound(content), stored_move(content)) == (EXACT, 7)
    assert probe(address(table), 9 << 20 | 1) == -1


def test_bucket_keeps_the_deeper_search_and_the_later_one() -> None:
    table = positions_table(1)
    for key, depth in ((3, 9), (5, 2), (7, 1)):
        store(address(table), key, 0, depth, EXACT, 0)
    assert [probe(address(table), key) >= 0 for key in (3, 5, 7)] == [True, False, True]


def test_nothing_is_found_in_an_empty_table() -> None:
    game = machine(NOUGHTS)
    table, plan, state = positions_table(2), key_plan(game.compiled), game.start(0)
    places = [address(array) for array in (game.data, state, table, plan)]
    assert stored_entry(*places, 1) == -1


MOST_ARGUMENTS = 9
"""What is more belongs together as a block with names (:mod:`apts.engine.native.routines.blocks`)."""


def test_compiled_functions_take_few_arguments() -> None:
    package = Path(apts.__file__).parent
    long = {
        f"{file.stem}.{node.name}"
        for folder in ("search", "learning")
        for file in (package / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(mark).startswith(("inner", "routine")) for mark in node.decorator_list)
        and len(node.args.args) > MOST_ARGUMENTS
    }
    assert long == set()
