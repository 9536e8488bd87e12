"""A rigged game gives its finding, and a fair one does not."""

from __future__ import annotations

import pytest
from rich.console import Console

import apts
from apts.cli.playtesting.playtest import print_run
from apts.playtest.findings.rules import never_is_sure
from apts.playtest.goals import judgements, read_goal
from apts.playtest.run import Run, playtest
from apts.report.texts import words
from tests.playtest import rigged
from tests.playtest.fair import REMARKS

STUCK = """(game "Corner to Corner" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (intersection (sites Corners) (sites Empty)))))
    (end (if (is Line 3) (result Mover Win)))))
"""
"""After four moves nobody can move, with five sites empty."""

PLACES = """(game "Places" (players 3)
  (equipment { (board (square 3)) (piece "Stone" Each) (dice d:4 num:1) })
  (rules
    (play (do (roll) next:(move Add (to (sites Empty))))) (end {
      (if (and (= (count Pips) 1) (is Active P1)) (result P1 Win))
      (if (and (= (count Pips) 2) (is Active P2)) (result P2 Win))
      (if (and (= (count Pips) 3) (is Active P3)) (result P3 Win))
    })))
"""
"""The die gives one after the other a place; the rule for the first hardly ever ends a match."""


def kinds(run: Run) -> set[str]:
    """The kinds of findings of a run."""
    return {found.kind for found in run.findings}


def played(source: str, agents: tuple[str, ...] = ("random",), matches: int = 80, limit: int = 60) -> Run:
    return playtest(apts.load(source), agents, matches, seed=5, limit=limit, workers=1)


def test_handicap_of_a_seat_is_found() -> None:
    run = played(rigged.HANDICAP)
    found = next(found for found in run.findings if found.kind == "seat-advantage")
    assert found.subject == "seat 1"
    assert found.low is not None
    assert found.low > 0
    assert len(found.matches) == 3
    assert all(run.match(number).winner == 1 for number in found.matches)


def test_dead_piece_is_found() -> None:
    run = played(rigged.DEAD_PIECE)
    assert "piece Statue" in {found.subject for found in run.findings if found.kind == "dead-use"}
    assert "piece Stone" not in {found.subject for found in run.findings if found.kind == "dead-use"}


@pytest.mark.long
def test_opening_that_goes_with_winning_is_found() -> None:
    run = played(rigged.DOMINANT_OPENING, matches=200)
    assert {found.subject for found in run.findings if found.kind == "successful-opening"} == {"b2"}


@pytest.mark.long
def test_endless_loop_is_found_with_its_cause() -> None:
    run = played(rigged.ENDLESS_LOOP, matches=40)
    assert "endless" in kinds(run)
    (endless,) = [found for found in run.findings if found.kind == "endless"]
    causes = {found.subject for found in endless.consequences if found.kind == "rule-gap"}
    assert "loop" in causes
    assert any(cause.startswith("end ") for cause in causes)


@pytest.mark.long
def test_forced_draw_is_found() -> None:
    assert "drawish" in kinds(played(rigged.FORCED_DRAW, matches=40))


def test_lack_of_choice_is_found() -> None:
    assert "no-real-choice" in kinds(played(rigged.NO_CHOICE, matches=40))


@pytest.mark.long
def test_snowball_is_found() -> None:
    run = playtest(
        apts.load(rigged.SNOWBALL), ["random"], 40, seed=5, workers=1, evaluate="uct:iterations=12,nodes=500"
    )
    assert {"snowball", "decided-early"} <= kinds(run)
    assert "luck-over-skill" not in kinds(run)


@pytest.mark.long
def test_luck_without_skill_is_found_when_strengths_differ() -> None:
    agents = ["uct:iterations=12,nodes=500", "random"]
    run = playtest(apts.load(rigged.LUCK_ONLY), agents, 240, seed=5, workers=1)
    assert "luck-over-skill" in kinds(run)
    assert not {"snowball", "decided-early"} & kinds(run)


def test_game_of_skill_is_not_called_luck() -> None:
    run = playtest("tic-tac-toe", ["uct:iterations=60", "random"], 60, seed=5)
    assert "luck-over-skill" not in kinds(run)


@pytest.mark.long
def test_each_fault_is_the_one_that_was_built_in() -> None:
    """What a rigged game is accused of fits its fault; a handicap is not taken for an endless loop."""
    wrong = {
        rigged.HANDICAP: {"endless", "drawish", "dead-use", "no-real-choice", "rule-gap"},
        rigged.DEAD_PIECE: {"endless", "drawish", "no-real-choice", "rule-gap"},
        rigged.DOMINANT_OPENING: {"endless", "dead-use", "no-real-choice"},
        rigged.FORCED_DRAW: {"endless", "seat-advantage", "successful-opening", "successful-use", "no-real-choice"},
        rigged.LUCK_ONLY: {"endless", "seat-advantage", "successful-opening", "successful-use", "dead-use", "rule-gap"},
    }
    for rules, kinds_without_reason in wrong.items():
        assert not kinds(played(rules)) & kinds_without_reason, rules


@pytest.mark.long
def test_full_board_is_no_dead_end_but_a_stuck_one_is() -> None:
    full = played("tic-tac-toe", matches=200)
    assert any(row["reason"] == "all players passed" for row in full.metrics["end-reasons"].details["reasons"])
    assert not [found for found in full.findings if found.subject == "dead end"]
    stuck = played(STUCK, matches=40)
    found = next(found for found in stuck.findings if found.subject == "dead end")
    assert "though the board is not full" in found.sentence
    assert all(stuck.match(number).outcome is not None for number in found.matches)
    corners = "(move Add (to (intersection (sites Corners) (sites Empty))))"
    tired = played(STUCK.replace(corners, "(or (move Pass) (move Add (to (sites Empty))))"))
    assert any(row["reason"] == "all players passed" for row in tired.metrics["end-reasons"].details["reasons"])
    assert not [found for found in tired.findings if found.subject == "dead end"]


@pytest.mark.long
def test_end_that_gives_a_place_while_others_play_on_is_reached() -> None:
    run = played(PLACES, matches=60)
    lines = {row["line"]: row["matches"] for row in run.metrics["end-reasons"].details["reasons"]}
    effects = {
        row["line"] for row in run.metrics["rule-coverage"].details["rows"] if row["name"] == "if" and row["effects"]
    }
    assert effects == {5, 6, 7}
    assert not [found for found in run.findings if found.kind in ("rule-gap", "rule-never-used")], lines


NESTED_ENDS = """(game "Nested" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (or
      (if (is Even (count Moves)) (move Add (to (sites Empty))))
      (if (is Odd (count Moves)) (move Add (to (sites Empty))))))
    (end {
      (if (is Line 3)
        (if (is Even (count Moves))
          (result Mover Win)))
      (if (> (count Moves) 5)
        { (if (is Even (count Moves))
            (result Mover Win))
          (if (is Odd (count Moves))
            (result Mover Loss)) })
      (if (and (no Pieces Mover) (is Line 3))
        (if (is Even (count Moves))
          (result Mover Loss)))
    })))
"""
"""Ends inside ends: those on lines 8 and 11 end matches only by the ends inside them, that on line 16 never does."""


@pytest.mark.long
def test_only_rules_that_are_never_used_are_accused() -> None:
    run = played(NESTED_ENDS, matches=100)
    reasons = {row["line"] for row in run.metrics["end-reasons"].details["reasons"]}
    assert {9, 12} <= reasons
    assert not reasons & {8, 11, 16}
    rows = run.metrics["rule-coverage"].details["rows"]
    assert all(row["effects"] <= row["tried"] for row in rows)
    used = {row["line"] for row in rows if row["kind"] in ("endrule", "moves") and row["effects"]}
    assert {4, 5, 6, 8, 9, 11, 12} <= used
    accused = {found.subject for found in run.findings if found.kind in ("rule-gap", "rule-never-used")}
    assert "end 16" in accused
    assert not {place for place in accused if place.split()[-1] in {"4", "5", "6", "8", "9", "11", "12", "17"}}


def test_never_is_said_only_if_a_rule_of_one_match_in_ten_would_have_shown() -> None:
    assert never_is_sure(30, 1, 0.05)
    assert not never_is_sure(30, 3, 0.05)
    assert never_is_sure(60, 20, 0.05)
    assert not never_is_sure(500, 0, 0.05)


def test_fair_game_gives_no_finding() -> None:
    run = playtest(apts.load(rigged.CoinGame), ["random"], 400, seed=5, workers=1)
    assert kinds(run) <= REMARKS


def test_puzzle_that_nobody_solves_has_a_sentence_in_both_languages() -> None:
    run = playtest(rigged.UNSOLVABLE, "random", 40, seed=1, workers=1)
    (found,) = [one for one in run.findings if one.kind == "never-solved"]
    assert found.sentence.startswith("None of 40 matches was solved, so these players solve at most 8.8 % of them")
    assert found.message is not None
    assert words("pt-BR").render(found.message).startswith("Nenhuma das 40 partidas foi resolvida")
    solved = rigged.UNSOLVABLE.replace("Line 3", "Line 2")
    assert "never-solved" not in {one.kind for one in playtest(solved, "random", 40, seed=1, workers=1).findings}
    two = rigged.UNSOLVABLE.replace("players 1", "players 2")
    assert "never-solved" not in {one.kind for one in playtest(two, "random", 40, seed=1, workers=1).findings}


def test_game_that_nobody_wins_together_has_a_sentence_in_both_languages() -> None:
    lost = """(game "Lost" (players 3) (equipment { (board (square 3)) (piece "Stone" Each) })
      (rules (play (move Add (to (sites Empty))))
        (end { (if (= 9 (count Pieces P2)) (result All Win)) (if (no Moves Next) (result All Loss)) })))"""
    run = playtest(lost, "random", 40, seed=1, workers=1)
    (found,) = [one for one in run.findings if one.kind == "never-solved"]
    assert found.sentence.startswith("The players won none of 40 matches together, so these players win at most 8.8 %")
    assert found.message is not None
    assert words("pt-BR").render(found.message).startswith("Os jogadores não venceram nenhuma das 40 partidas")
    won = lost.replace("(= 9 (count Pieces P2))", "(= 3 (count Pieces P2))")
    assert "never-solved" not in {one.kind for one in playtest(won, "random", 40, seed=1, workers=1).findings}


def test_puzzle_is_not_judged_by_goals_about_several_seats() -> None:
    run = playtest(rigged.UNSOLVABLE, "random", 40, seed=1, workers=1)
    (found,) = judgements([read_goal("every seat between 0.45 and 0.55")], run)
    assert (found.verdict, found.reason) == ("open", "a game for one has no balance between seats")


def test_puzzle_whose_solution_is_seen_is_not_decided_too_early() -> None:
    puzzle = """(game "Walk" (players 1) (equipment { (board (rectangle 3 4)) (piece "Walker" P1) (piece "Lamp" Neutral) })
      (rules (start (place "Walker" {"a1"}))
        (play (forEach Piece "Walker" (move Leap { {F F R F} {F F L F} } (to if:(is Empty (to)))
          (then (add (piece "Lamp0") (to (last From)))))))
        (end { (if (is Full) (result P1 Win)) (if (no Moves Next) (result P1 Loss)) })))"""
    run = playtest(puzzle, "uct:iterations=200", 40, seed=1, workers=1)
    assert run.metrics["seat-score"].value > 0.9
    assert not {"decided-early", "snowball"} & {one.kind for one in run.findings}


def test_one_match_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    run = playtest(apts.load("tic-tac-toe"), "random", 1, seed=1, workers=1)
    (found,) = [one for one in run.findings if one.kind == "not-enough-evidence"]
    assert found.sentence.startswith("1 match leaves the score of seat ")
    assert found.message is not None
    assert "com 1 partida, a " in words("pt-BR").render(found.message)
    print_run(run, Console())
    assert capsys.readouterr().out.startswith("Tic-Tac-Toe: 1 match, random, seed 1")
