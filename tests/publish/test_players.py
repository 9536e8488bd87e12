"""Agents of published games decide as in Python: the same moves, and the same values to the last bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import apts
from apts.engine.play.failures import RuleFailure
from apts.publish.opponents import OPPONENTS, page_agent
from tests.agents.test_equal_moves import stones, trap
from tests.engine.hostile_texts import game as hostile_game
from tests.engine.hostile_texts import then
from tests.publish.node_matches import compiled_games, needs_compiler, needs_node
from tests.publish.thinking import match_in_python, thought_in_node
from tests.wording.golden import Wording

pytestmark = [needs_node, needs_compiler]
ALONE = """(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Stone" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""
SIX = """(game "Six" (players 6) (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""


def check(folder: Path, rules: str, seats: list[str], seed: int = 5, turns: int = 300) -> list[Any]:
    """Play a match in node and in Python, and compare every decision; gives those of node."""
    game = apts.load(rules)
    task = {"kind": "match", "seats": seats, "seed": seed, "turns": turns}
    (found,) = thought_in_node(folder, game, task, specs=list(dict.fromkeys(seats)))
    assert [told[:3] for told in found] == match_in_python(game, seats, seed, turns)
    return list(found)


@pytest.mark.parametrize(
    ("name", "seats", "turns"),
    [
        ("connect-four", ["level:casual", "level:club"], 50),
        ("tic-tac-toe", ["level:beginner", "adaptive"], 9),
        ("mail-coaches", ["level:beginner", "level:casual", "level:beginner", "adaptive"], 8),
        ("trefoil", ["level:strong", "level:casual", "level:club"], 12),
        ("tic-tac-toe", ["uct:iterations=50,c=0.3,expand=3", "uct:iterations=40,playout=2,solve=no"], 9),
        ("connect-four", ["uct:iterations=60,playout=4,heuristic=rules,prior=3", "uct:iterations=60,playout=2"], 12),
        ("trefoil", ["uct:iterations=60,playout=2,heuristic=rules", "uct:iterations=40", "level:beginner"], 9),
    ],
)
def test_agents_decide_in_node_as_in_python(name: str, seats: list[str], turns: int, tmp_path: Path) -> None:
    check(tmp_path, name, seats, turns=turns)


def test_moves_that_a_search_did_not_come_to_are_drawn_as_in_python(tmp_path: Path) -> None:
    game = trap()
    tasks = [{"kind": "match", "seats": ["uct:iterations=4"] * 2, "seed": seed, "turns": 1} for seed in range(12)]
    found = thought_in_node(tmp_path, game, *tasks, specs=["uct:iterations=4"])
    told = [match_in_python(game, ["uct:iterations=4"] * 2, seed, 1) for seed in range(12)]
    assert [[one[:3] for one in match] for match in found] == told
    assert len({match[0][0] for match in found}) > 3


@pytest.mark.parametrize("text", [ALONE, SIX], ids=["one seat", "six seats"])
def test_one_and_six_seats_decide_in_node_as_in_python(text: str, tmp_path: Path) -> None:
    check(tmp_path, text, ["level:beginner", "level:casual", "adaptive"] * 2 if text is SIX else ["level:casual"])


def test_agents_keep_their_trees_from_turn_to_turn(tmp_path: Path) -> None:
    found = check(tmp_path, "connect-four", ["uct:iterations=400,loss=0.02,breadth=10"] * 2, turns=6)
    assert all(iterations > 400 for *_, iterations in found[2:])  # what was known is added to


@pytest.mark.long
@pytest.mark.parametrize("name", compiled_games())
def test_levels_decide_in_node_as_in_python_in_each_game(name: str, tmp_path: Path) -> None:
    slow = name in ("backgammon", "go", "snowball", "tablut")
    cycle = [
        "level:casual",
        "level:beginner" if slow else "adaptive:level=strong,lead=-0.2",
        "level:beginner",
        "level:club",
    ]
    seats = [cycle[seat % len(cycle)] for seat in range(apts.load(name).players)]
    check(tmp_path, name, seats, turns=4 if slow else 10)


def test_analysis_is_that_of_python(tmp_path: Path) -> None:
    game = apts.load("connect-four")
    moves = ["d", "d", "e"]
    state = game.start()
    for move in moves:
        state = state.play(move)
    task = {"kind": "analysis", "moves": moves, "seed": 0, "iterations": 400}
    (found,) = thought_in_node(tmp_path, game, task)
    expected = apts.agent("uct:iterations=400").analyze(state)
    assert found["value"] == expected.value
    assert found["iterations"] == expected.iterations == 400
    assert found["rows"] == [
        {
            "text": str(row.move),
            "visits": row.visits,
            "value": row.value,
            "proven": row.proven,
            "line": [str(move) for move in row.line],
        }
        for row in expected.moves
    ]


def test_decision_after_moves_were_taken_back_is_made_with_a_new_tree(tmp_path: Path) -> None:
    game = apts.load("connect-four")
    asked = [["d"], ["d", "d", "a"], ["d", "e", "b"]]
    tasks = [{"kind": "decision", "moves": moves, "seed": 0, "spec": "level:club", "matchSeed": 3} for moves in asked]
    found = [text for text, _ in thought_in_node(tmp_path, game, *tasks)]
    alone = [thought_in_node(tmp_path, game, task)[0][0] for task in tasks]
    assert found[0] == alone[0]
    assert found[2] == alone[2]  # the turn after d was answered by another move than e, so nothing is kept


def test_search_that_is_cancelled_says_nothing_and_the_next_one_answers(tmp_path: Path) -> None:
    specs = ["uct:seconds=30", "level:beginner"]
    task = {"kind": "cancelled", "spec": specs[0], "again": specs[1]}
    ((broken, text),) = thought_in_node(tmp_path, apts.load("connect-four"), task, specs=specs)
    assert broken == 2
    assert text == match_in_python(apts.load("connect-four"), [specs[1]], 1, 1)[0][0]


def test_times_of_all_opponents_are_told_and_limits_are_kept(tmp_path: Path) -> None:
    move = {"kind": "decision", "moves": ["d"], "seed": 0, "spec": "uct:seconds=1", "matchSeed": 1}
    times, (_, took) = thought_in_node(tmp_path, apts.load("connect-four"), {"kind": "times", "moves": []}, move)
    assert list(times) == list(OPPONENTS)
    assert 0 < times["level:expert"] < times["level:master"] < 60
    assert 0 < times["level:beginner"] < times["level:master"]
    assert times["uct:seconds=1"] == 1
    assert 900 < took < 2500


def test_what_cannot_be_answered_is_said_in_a_sentence(tmp_path: Path, wording: Wording) -> None:
    tasks = [
        {"kind": "refused", "moves": moves, "spec": spec} for moves, spec in ((["z9"], "level:club"), ([], "club"))
    ]
    illegal, unknown = thought_in_node(tmp_path, apts.load("tic-tac-toe"), *tasks)
    wording(illegal)
    assert unknown.startswith("nobody here is called club; there are level:beginner, ")


def test_rule_that_fails_in_a_search_is_told_in_the_sentence_of_python(tmp_path: Path) -> None:
    game = apts.load(hostile_game(then("(set State at:(+ -5 (count Moves)) 3)")))
    with pytest.raises(RuleFailure) as problem:
        page_agent(game, "level:club").player(1, 1).decide(game.start())
    (told,) = thought_in_node(tmp_path, game, {"kind": "refused", "moves": [], "spec": "level:club"})
    assert told == str(problem.value)


def test_no_opening_is_preferred_on_a_page_where_no_choice_matters(tmp_path: Path) -> None:
    game = stones()
    for spec in ("level:beginner", "alphabeta:depth=2"):
        tasks = [{"kind": "match", "seats": [spec] * 2, "seed": seed, "turns": 1} for seed in range(60)]
        found = thought_in_node(tmp_path, game, *tasks, specs=[spec])
        chosen = [told[0][0] for told in found]
        assert chosen[:5] == [match_in_python(game, [spec] * 2, seed, 1)[0][0] for seed in range(5)]
        assert max(map(chosen.count, chosen)) <= 11  # with 25 equal moves hardly ever more
