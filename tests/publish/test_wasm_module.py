"""What is published: programs of a fit size, with a description that is whole."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

import apts
from apts.engine.native import compile as compiling
from apts.errors import AptsError
from apts.publish.opponents import published_model
from apts.publish.program import wasm_module
from apts.search.trees.monte_carlo import TreeSettings
from tests.publish.node_matches import (
    matches_in_node,
    needs_compiler,
    needs_node,
    published,
    random_matches_in_python,
    searched_matches_in_python,
)

pytestmark = needs_compiler
MOST_MEMORY = 128  # MiB
ALONE = """(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Stone" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
SIX = """(game "Six" (players 6) (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""


def test_description_is_json_and_places_do_not_overlap() -> None:
    module = wasm_module(apts.load("tic-tac-toe"))
    assert json.loads(json.dumps(module.layout)) == module.layout
    places = sorted((place["at"], place["at"] + 8 * place["words"]) for place in module.layout["memory"].values())
    assert all(end <= start for (_, end), (start, _) in pairwise(places))
    assert places[0][0] >= module.layout["stack"]
    assert places[-1][1] <= module.layout["pages"] << 16 <= MOST_MEMORY << 20


def test_same_rules_give_the_same_bytes() -> None:
    one, other = (wasm_module(apts.load("tic-tac-toe")) for _ in range(2))
    assert (one.code, one.layout) == (other.code, other.layout)


@pytest.mark.long
def test_numbers_of_the_rules_are_data_and_not_code() -> None:
    usual, longer = apts.load("gomoku"), apts.load("gomoku", **{"rules.end.if.is Line.length": 6})
    one, other = wasm_module(usual), wasm_module(longer)
    assert one.code == other.code
    assert one.layout["content"]["data"] != other.layout["content"]["data"]


def test_tree_has_no_more_nodes_than_the_settings_allow() -> None:
    module = wasm_module(apts.load("tic-tac-toe"), TreeSettings(most_nodes=5000))
    assert module.layout["capacity"] == 4096


def test_game_in_python_is_refused_with_a_sentence() -> None:
    with pytest.raises(AptsError, match="is written in Python, which browsers do not run"):
        wasm_module(apts.load("snowball-class"))


@needs_node
@pytest.mark.parametrize("text", [ALONE, SIX], ids=["one seat", "six seats"])
def test_one_and_six_seats_search_and_play_as_in_python(text: str, tmp_path: Path) -> None:
    game = apts.load(text)
    assert matches_in_node(tmp_path, game, seed=5, count=10) == random_matches_in_python(game, 5, 10)
    wanted = {"seed": 5, "count": 2, "iterations": 200, "turns": 6}
    assert matches_in_node(tmp_path, game, **wanted) == searched_matches_in_python(game, **wanted)


@needs_node
def test_rules_of_a_size_that_no_game_needs_are_compiled_quickly_and_play_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = apts.load("tic-tac-toe")
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "HUGE", 0)
    published.cache_clear()
    module = published(game)
    assert module.layout["table"] > 0  # calls by address, and variables on the stack
    assert matches_in_node(tmp_path, game, seed=5, count=3) == random_matches_in_python(game, 5, 3)
    published.cache_clear()


def test_program_of_a_model_takes_less_memory_than_phones_have() -> None:
    module = wasm_module(apts.load("tic-tac-toe"), model=published_model(["level:club", "model:tic-tac-toe"]))
    assert {"advance", "conclude", "evaluate_network"} <= module.layout["entries"].keys()
    assert module.layout["pages"] << 16 <= MOST_MEMORY << 20
