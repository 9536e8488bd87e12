"""Values of an outside evaluator, for searching agents too; and one notion of turns."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import apts
from apts.archive import open_archive
from apts.errors import AptsError
from apts.playtest.run import open_run, playtest
from apts.report.pages.first_page import python_lines, replays
from apts.report.pages.run_page import report_html
from tests.playtest.handmade import match
from tests.report.runs import handmade_run

JUDGE = "uct:iterations=60"


def test_evaluator_gives_its_values_to_searching_agents_and_changes_no_move() -> None:
    plain = playtest("tic-tac-toe", ["uct:iterations=20"], 4, seed=1, workers=1)
    judged = playtest("tic-tac-toe", ["uct:iterations=20"], 4, seed=1, workers=1, evaluator=JUDGE)
    again = playtest("tic-tac-toe", ["uct:iterations=20"], 4, seed=1, workers=2, evaluator=JUDGE)
    assert [one.moves for one in judged.matches] == [one.moves for one in plain.matches]
    assert judged.matches == again.matches
    own = [turn for one in plain.matches for turn in one.turns]
    seen = [turn for one in judged.matches for turn in one.turns]
    assert [turn.entropy for turn in seen] == [turn.entropy for turn in own]
    assert [turn.values for turn in seen] != [turn.values for turn in own]
    assert all(turn.values is not None for turn in seen)


def test_evaluator_gives_the_values_that_it_would_see_itself() -> None:
    """The same judge sees the same in matches of random agents, whose values are its own in either way."""
    missing = playtest("tic-tac-toe", ["random"], 3, seed=1, workers=1, evaluate=JUDGE)
    everyone = playtest("tic-tac-toe", ["random"], 3, seed=1, workers=1, evaluator=JUDGE)
    assert missing.matches == everyone.matches


def test_evaluate_leaves_the_values_of_searching_agents_alone() -> None:
    plain = playtest("tic-tac-toe", ["uct:iterations=20"], 3, seed=1, workers=1)
    kept = playtest("tic-tac-toe", ["uct:iterations=20"], 3, seed=1, workers=1, evaluate=JUDGE)
    assert plain.matches == kept.matches


@pytest.mark.parametrize("agents", [["random", "uct:iterations=10"], ["uct:iterations=10", "greedy"]])
def test_evaluator_judges_all_agents_of_a_mixed_run(agents: list[str]) -> None:
    run = playtest("tic-tac-toe", agents, 4, seed=1, workers=1, evaluator=JUDGE)
    assert all(turn.values is not None for one in run.matches for turn in one.turns)
    assert run.metrics["lead-change"].value is not None


def test_report_says_whose_values_they_are_and_how_to_play_again(tmp_path: object) -> None:
    address = f"{tmp_path}/runs.db"
    with open_archive(address) as archive:
        run = playtest(
            "tic-tac-toe", ["uct:iterations=4"], 12, seed=1, workers=1, evaluator=JUDGE, archive=archive, name="judged"
        )
        kept = open_run(archive, "judged")
    assert kept.matches == run.matches
    assert f"All values are those of {JUDGE}" in report_html(kept)
    assert f"Todos os valores são de {JUDGE}" in report_html(kept, "pt-BR")
    assert f"evaluator={JUDGE!r}" in python_lines(kept)
    own = playtest("tic-tac-toe", ["uct:iterations=4"], 12, seed=1, workers=1)
    assert "from its own search" in report_html(own)


def test_evaluate_and_evaluator_together_are_refused() -> None:
    with pytest.raises(AptsError, match="either `evaluate`"):
        playtest("tic-tac-toe", ["random"], 2, evaluate="greedy", evaluator="greedy")
    with pytest.raises(AptsError, match="person"):
        playtest("tic-tac-toe", ["random"], 2, evaluator="human")


def test_replay_has_as_many_turns_as_it_says_and_as_the_metrics_count() -> None:
    """Tic-Tac-Toe on a full board ends when both players have passed: two moves that nobody chose."""
    game = apts.load("tic-tac-toe")
    moves = ["a1", "b2", "c3", "a2", "c2", "c1", "a3", "b3", "b1", "pass", "pass"]
    legal = [9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1]
    drawn = match(1, None, moves=moves, legal=legal, reason="all players passed", line=None)
    run = handmade_run([drawn, replace(drawn, number=2)], game)
    assert drawn.length == 9
    assert run.metrics["length"].value == 9.0
    assert [len(shown.frames) - 1 for shown in replays(run).shown] == [9, 9]
    page = report_html(run)
    assert "9 turns" in page
    assert re.findall(r'type="range" min="0" max="(\d+)"', page) == ["9", "9"]
    assert page.count('data-turn="') == 18


def test_pass_that_was_chosen_is_a_turn() -> None:
    assert match(1, None, moves=["a1", "pass"], legal=[9, 2]).length == 2
    assert match(1, None, moves=["pass", "a1"], legal=[1, 2]).length == 1
    nobody = "all players passed"
    assert match(1, None, moves=["pass", "pass"], legal=[1, 1], reason=nobody).length == 0
    assert match(1, None, moves=["a1", "pass", "pass"], legal=[9, 2, 1], reason=nobody).length == 2  # one could move
    assert match(1, None, moves=["a1", "pass", "pass"], legal=[9, 1, 1], reason=nobody).length == 1
    six = match(1, None, moves=["a1", *["pass"] * 6], legal=[9, *[1] * 6], players=6, reason=nobody)
    assert six.length == 1
    thrown = match(1, None, moves=["a1", "pass", "pass"], legal=[9, 1, 1], reason=nobody, chance=True)
    assert (thrown.length, thrown.moves_shown) == (1, 3)  # the next throw might have given a move


def test_pass_that_nobody_chose_is_no_turn_whatever_ended_the_match() -> None:
    by_rule = match(1, None, moves=["a1", "pass"], legal=[9, 1], reason="a rule")
    assert (by_rule.length, by_rule.moves_shown) == (1, 2)
    assert match(1, None, moves=["a1", "pass", "pass"], legal=[9, 1, 1], reason="all have passed").length == 1
    stopped = match(1, moves=["a1", "pass", "pass"], legal=[9, 1, 1], status="stopped")
    assert (stopped.length, stopped.moves_shown) == (1, 3)


def test_metrics_count_no_pass_that_nobody_chose() -> None:
    """Length, branching and the share of decisions are those of the turns; the notes on the turns stay with them."""
    moves, legal = ["a1", "pass", "c3", "b2", "pass"], [9, 1, 7, 1, 2]
    kinds = ["add", "pass", "add", "add", "pass"]
    record = replace(match(1, moves=moves, legal=legal), facts={"kinds": kinds, "targets": [0, None, 8, 4, None]})
    run = handmade_run([record, replace(record, number=2)])
    assert [turn.move for turn in run.evidence.matches[0].turns] == ["a1", "c3", "b2", "pass"]
    assert run.evidence.matches[0].facts["targets"] == [0, 8, 4, None]
    assert run.metrics["length"].value == 4.0
    assert run.metrics["branching"].value == pytest.approx((9 + 7 + 1 + 2) / 4)
    assert run.metrics["decision-share"].value == pytest.approx(3 / 4)
    assert [len(kept.turns) for kept in run.evidence.whole] == [5, 5]


STUCK = """(game "Stuck" (players 2)
  (equipment { (board (square 2)) (piece "Stone" Each) (dice d:2 num:1) })
  (rules (play (do (roll) next:(if (= (count Pips) 3) (move Add (piece (id "Stone" Mover)) (to (sites Empty))))))
    (end (if (is Full) (result Mover Win)))))
"""
"""The throw that is waited for never comes."""

WAITING = """(game "Waiting" (players 2)
  (equipment { (board (square 2)) (piece "Stone" Each) (dice d:2 num:1) })
  (rules (play (do (roll) next:(if (and (= (count Pips) 2) (< (count Moves) 4))
      (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (move Pass))))
    (end (if (>= (count Moves) 12) (result P1 Win)))))
"""
"""After four moves nothing is left but passes, until a rule ends the match."""


def test_passes_that_dice_force_are_shown_and_are_no_turns() -> None:
    stuck = playtest(apts.load(STUCK), ["random"], 30, seed=1, limit=30, workers=1)
    assert all(record.facts["chance"] for record in stuck.evidence.matches)
    assert {record.length for record in stuck.evidence.matches} == {0}
    assert stuck.metrics["length"].value == 0.0
    assert stuck.metrics["branching"].value is None
    assert all(len(shown.frames) - 1 == 30 for shown in replays(stuck).shown)


def test_waiting_for_a_throw_is_no_loop() -> None:
    stuck = playtest(apts.load(STUCK), ["random"], 30, seed=1, limit=30, workers=1)
    assert {record.status for record in stuck.evidence.matches} == {"stopped"}
    assert "loop" not in {found.subject for found in stuck.findings if found.kind == "rule-gap"}


TO_AND_FRO = """(game "To and Fro" (players 2)
  (equipment { (board (rectangle 1 3)) (piece "King" P1 (move Step (to if:(is Empty (to)))))
    (piece "Rock" P2) (dice d:2 num:1) })
  (rules (start (place "King1" 0)) (play (do (roll) next:(if (= (count Pips) 1) (forEach Piece))))
    (end (if (no Pieces P1) (result P2 Win)))))
"""
"""One goes to and fro when the die lets it; the other can never move."""


def test_loop_between_forced_passes_is_found() -> None:
    run = playtest(apts.load(TO_AND_FRO), ["random"], 30, seed=1, limit=60, workers=1)
    told = [one for found in run.findings for one in (found, *found.consequences)]
    assert "loop" in {found.subject for found in told if found.kind == "rule-gap"}


@pytest.mark.parametrize(("limit", "made"), [(60, 12), (10, 10)])
def test_passes_before_an_end_rule_or_the_limit_are_shown(limit: int, made: int) -> None:
    game = apts.load(WAITING)
    run = playtest(game, ["random"], 4, seed=1, limit=limit, workers=1)
    assert {record.length for record in run.evidence.matches} <= {0, 1, 2}
    assert {len(record.turns) for record in run.matches} == {made}
    assert all(len(shown.frames) - 1 == made for shown in replays(run).shown)
