"""The commands that look into the heads of agents: analyze, arena, solve."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import apts as package
from apts.cli.playing.match_table import coloured_board, seat_style
from tests.cli.command_line import apts


def test_analyze_prints_a_table() -> None:
    answer = apts("analyze", "connect-four", "--agent", "uct:iterations=500")
    assert answer.code == 0, answer.complaint
    for part in ("move", "visits", "95 % interval", "player 1 to move, seen by uct:iterations=500", "500 iterations"):
        assert part in answer.output


def test_analyze_gives_json_for_programs() -> None:
    position = "2X3/3/3"
    answer = apts("analyze", "tic-tac-toe", "--agent", "uct:iterations=5000", "--json")
    assert answer.code == 0, answer.complaint
    rows = answer.json["moves"]
    assert len(rows) == 9
    assert {"move", "value", "low", "high", "visits", "win_probability", "expected_score", "proven", "line"} <= set(
        rows[0]
    )
    assert apts("analyze", "tic-tac-toe", "--position", position).code == 1


def test_analyze_draws_the_tree(tmp_path: Path) -> None:
    for agent in ("uct:iterations=300", "alphabeta:depth=3"):
        answer = apts("analyze", "tic-tac-toe", "--agent", agent, "--tree", tmp_path / "tree.svg", "--nodes", "15")
        assert answer.code == 0, answer.complaint
        ElementTree.parse(tmp_path / "tree.svg")
    assert apts("analyze", "tic-tac-toe", "--tree", tmp_path / "tree.dot").code == 0
    assert (tmp_path / "tree.dot").read_text().startswith("digraph")
    assert "must end in .svg or .dot" in apts("analyze", "tic-tac-toe", "--tree", "tree.png").complaint


def test_solve_proves_a_draw() -> None:
    answer = apts("solve", "tic-tac-toe")
    assert answer.code == 0, answer.complaint
    assert "player 1 to move draws under best play" in answer.output
    assert apts("solve", "tic-tac-toe", "--json").json["value"] == 0


def test_solve_gives_up_when_time_is_up() -> None:
    answer = apts("solve", "othello", "--seconds", "0.2")
    assert answer.code == 1
    assert "not solved" in answer.output


def test_arena_tells_the_order() -> None:
    answer = apts("arena", "tic-tac-toe", "random", "uct:iterations=200", "--matches", "60")
    assert answer.code == 0, answer.complaint
    assert "The order is clear: uct:iterations=200 > random" in answer.output


def test_arena_is_the_same_with_any_number_of_threads() -> None:
    words = ("arena", "tic-tac-toe", "random", "greedy", "uct:iterations=20", "--matches", "20", "--json")
    one, three = (apts(*words, "--workers", count).json for count in ("1", "3"))
    for answer in (one, three):
        for row in (*answer["agents"], *answer["pairs"]):
            del row["seconds_a_move"]
    assert one == three


def test_board_has_the_colours_of_the_seats_and_marks_the_last_move() -> None:
    before = package.load("othello").start()
    drawing = coloured_board(before.after(before.moves()[0]), before)
    styles = {str(span.style) for span in drawing.spans}
    assert seat_style(1) in styles
    assert seat_style(2) in styles
    marked = [span for span in drawing.spans if "reverse" in str(span.style)]
    assert len(marked) == 2  # the new disc and the one that it turned over


def test_stacks_are_compared_from_below() -> None:
    state = package.load("connect-four").start().play("d")
    drawing = coloured_board(state.play("d"), state)
    assert len([span for span in drawing.spans if "reverse" in str(span.style)]) == 1
