"""Alpha-beta as the opponent on a page: the same moves and values as in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.errors import AptsError
from apts.publish.game_page import publish_page
from apts.publish.opponents import opponents, published_sides
from apts.publish.program import wasm_module
from tests.browser import chromium, needs_browser
from tests.publish.node_matches import needs_compiler, needs_node
from tests.publish.thinking import match_in_python, thought_in_node

pytestmark = needs_compiler
LONG = pytest.mark.long
ALONE = """(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Stone" P1) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"""
BROAD = """(game "Broad" (players 2) (equipment { (board (square 37)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def check(folder: Path, rules: str, seats: list[str], turns: int) -> None:
    """Play a match in node and in Python, and compare every decision."""
    game = apts.load(rules)
    task = {"kind": "match", "seats": seats, "seed": 3, "turns": turns}
    (found,) = thought_in_node(folder, game, task, specs=list(dict.fromkeys(seats)))
    assert [told[:3] for told in found] == match_in_python(game, seats, 3, turns)


@needs_node
@pytest.mark.parametrize(
    ("rules", "seats", "turns"),
    [
        ("tic-tac-toe", ["alphabeta:depth=3", "alphabeta:depth=2"], 9),
        ("connect-four", ["alphabeta:depth=4", "level:casual"], 14),
        ("breakthrough", ["alphabeta:nodes=600,quiet=true,reduce=true", "alphabeta:nodes=300,loss=0.1,quiet=true"], 16),
        pytest.param("connect-four", ["alphabeta:depth=6,scale=40", "alphabeta:depth=5,table=6"], 42, marks=LONG),
        pytest.param("othello", ["alphabeta:depth=3,heuristic=othello-combined", "alphabeta:depth=4"], 24, marks=LONG),
        pytest.param("hex", ["alphabeta:depth=2", "alphabeta:depth=3"], 10, marks=LONG),
        pytest.param("brazilian-draughts", ["alphabeta:depth=5", "alphabeta:depth=4"], 30, marks=LONG),
        pytest.param("kalah", ["alphabeta:depth=4", "alphabeta:depth=6"], 30, marks=LONG),
        pytest.param("gobblet-gobblers", ["alphabeta:depth=3", "adaptive"], 12, marks=LONG),
        pytest.param(ALONE, ["alphabeta:depth=4"], 9, marks=LONG, id="one seat"),
        pytest.param(BROAD, ["alphabeta:depth=2", "alphabeta:depth=1"], 4, marks=LONG, id="long lists of moves"),
    ],
)  # fmt: skip
def test_alphabeta_plays_in_node_as_in_python(rules: str, seats: list[str], turns: int, tmp_path: Path) -> None:
    check(tmp_path, rules, seats, turns)


@needs_node
def test_alphabeta_can_be_cancelled_and_says_how_long_it_takes(tmp_path: Path) -> None:
    specs = ["alphabeta:depth=30", "alphabeta:depth=2", "alphabeta:seconds=0.2"]
    game = apts.load("connect-four")
    tasks = [{"kind": "cancelled", "spec": specs[0], "again": specs[1]}, {"kind": "times", "moves": []}]
    timed = {"kind": "decision", "moves": ["d"], "seed": 0, "spec": specs[2], "matchSeed": 1}
    (broken, text), times, (_, took) = thought_in_node(tmp_path, game, *tasks, timed, specs=specs)
    assert broken == 2
    assert text == match_in_python(game, [specs[1]], 1, 1)[0][0]
    assert times[specs[0]] > 60
    assert 0 < times[specs[1]] < 1
    assert times[specs[2]] <= 0.2
    assert 150 < took < 1500


def test_program_has_alphabeta_only_where_it_is_asked_for() -> None:
    game = apts.load("tic-tac-toe")
    plain, ahead = (
        wasm_module(game),
        wasm_module(game, sides=published_sides(game, ["uct:iterations=100", "alphabeta:depth=3"])),
    )
    assert published_sides(game, ["uct:iterations=100"]) == []
    assert plain.layout["sides"] is None
    assert "negamax" not in plain.layout["entries"]
    assert "negamax" in ahead.layout["entries"]
    assert len(plain.code) < len(ahead.code)


def test_searches_that_judge_alike_share_their_terms() -> None:
    game, specs = (
        apts.load("connect-four"),
        ["alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:heuristic=connect-four"],
    )
    names = [told["sides"]["terms"] for told in opponents(game, specs)]
    assert names[0] == names[1] != names[2]
    assert set(wasm_module(game, sides=published_sides(game, specs)).layout["sides"]["terms"]) == set(names)


@pytest.mark.parametrize(("name", "why"), [("trefoil", "3 seats"), ("mail-coaches", "chance")])
def test_alphabeta_is_refused_for_many_seats_and_chance(name: str, why: str) -> None:
    with pytest.raises(AptsError, match=f"a page cannot play like alphabeta:depth=2: .* has {why}"):
        opponents(apts.load(name), ["alphabeta:depth=2"])


def test_heuristic_of_another_game_is_refused_in_a_sentence() -> None:
    with pytest.raises(AptsError):
        opponents(apts.load("hex"), ["alphabeta:heuristic=othello-table"])


@needs_browser
@LONG
def test_alphabeta_answers_on_a_page_that_was_opened_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    game, spec = apts.load("tic-tac-toe"), "alphabeta:depth=5"
    file.write_text(publish_page(game, levels=[spec], language="en", seed=1), encoding="utf-8")
    answer = apts.agent(spec).decide(game.start().play("a1")).move
    with chromium() as opened:
        page = opened.new_context(offline=True).new_page()
        page.goto(file.as_uri())
        page.click("[data-label='a1']")
        page.wait_for_selector(f"[data-label='{answer}'][aria-label*='Player 2']", timeout=20_000)
        assert "looks 5 moves ahead" in page.inner_text("body")
