"""What choosing a thing does to the score; what only a winning seat comes to use is no cause of its score."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import apts
from apts.playtest.evidence.choices import MOST, ThingChoice, choice_effect, late_turns, second_look
from apts.playtest.experiments.constrained_players import scout
from apts.playtest.findings.usage import popular_opening, successful_opening
from apts.playtest.metrics.openings import NO_CHOICE, first_choices, opening_list
from apts.playtest.metrics.usage import sitting, uses
from apts.playtest.run import Run, playtest
from tests.playtest.handmade import evidence, match

CROWNS = """(game "Crowns" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "Crown" Each) })
  (rules
    (play (or
      (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
      (move Add (piece (id "Crown" Mover)) (to (sites Empty)) (then (addScore Mover 1)))))
    (end (if (>= (count Moves) 6) (byScore)))))
"""
"""A crown gives a point: a piece that dominates."""

GOLD = """(game "Gold" (players PLAYERS)
  (equipment { (board (square 4)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty)) (then (if (= (last To) 5) (addScore Mover 3)
      (if (is Even (last To)) (addScore Mover 1))))))
    (end (if (>= (count Moves) 9) (byScore)))))
"""
"""A site that dominates, early and late."""

RACE = """(game "Race" (players 2)
  (equipment { (board (rectangle 1 20) (track "Road" "0,E")) (dice d:4 num:1) (piece "Runner" Each) })
  (rules
    (start { (place "Runner1" {0 2}) (place "Runner2" {1 3}) })
    (play (do (roll) next:(forEach Piece
      (move (from (from)) (to (trackSite Move from:(from) "Road" steps:(count Pips)) if:(is Empty (to)))))))
    (end (if (> (last To) 17) (result Mover Win)))))
"""
"""Who is ahead comes to the sites before the finish first."""

MINI = """(game "Mini" (players 3)
  (equipment { (board (rectangle 1 20) (track "Road" "0,E")) (dice d:6 num:1) (piece "Runner" Each) })
  (rules
    (start { (place "Runner1" 0) (place "Runner2" 1) (place "Runner3" 2) })
    (play (do (roll) next:(forEach Piece
      (move (from (from)) (to (trackSite Move from:(from) "Road" steps:(count Pips)) if:(is Empty (to)))))))
    (end (if (> (last To) 15) (result Mover Win)))))
"""
"""Dice decide every move."""

SIEGE = """(game "Siege" (players 2)
  (equipment { (board (square 5))
    (piece "King" P1 (move Step Orthogonal (to if:(is Empty (to)))))
    (piece "Guard" P1 (move Step Orthogonal (to if:(is Empty (to)))))
    (piece "Man" P2 (move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to)))))) })
  (rules
    (start { (place "King1" 12) (place "Guard1" {11 13}) (place "Man2" {0 4 20 24}) })
    (play (forEach Piece))
    (end {
      (if (and (is Mover P1) (is In (where "King" P1) (sites Outer))) (result P1 Win))
      (if (= (where "King" P1) -1) (result P2 Win)) })))
"""
"""Only seat 1 has a King, which wins on the rim."""

HILL = """(game "Hill" (players 2)
  (equipment { (board (rectangle 8 3)) (piece "Pawn" Each (move Step Forward (to if:(is Empty (to))))) })
  (rules
    (start { (place "Pawn1" {0 1 2}) (place "Pawn2" {21 22 23}) })
    (play (or (forEach Piece) (move Pass)))
    (end (if (or (and (is Mover P1) (is In (last To) (sites Top))) (and (is Mover P2) (is In (last To) (sites Bottom))))
      (result Mover Win)))))
"""
"""A march up and down the board: the last rows are reached by winners."""

THROWN = """(game "Thrown" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (dice d:3 num:1) })
  (rules
    (play (do (roll) next:(move Add (piece (id "Stone" Mover)) (to (- (count Pips) 1) if:(is Empty (to))))))
    (end (if (>= (count Moves) 3) { (if (is Occupied 0) (result P1 Win)) (if (is Empty 0) (result P2 Win)) }))))
"""
"""A die decides the first move; after a 1 seat 1 always wins."""

HALF_THROWN = """(game "Half Thrown" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (dice d:2 num:1) })
  (rules
    (play (do (roll) next:(if (= (count Pips) 1)
      (move Add (piece (id "Stone" Mover)) (to (intersection (sites Top) (sites Empty))))
      (move Add (piece (id "Stone" Mover)) (to (intersection (sites Bottom) (sites Empty)))))))
    (end (if (>= (count Moves) 2) {
      (if (is In (where "Stone" P1) (sites Top)) (result P1 Win))
      (if (is In (where "Stone" P1) (sites Bottom)) (result P2 Win)) }))))
"""
"""A die decides the row of the first stone, and with it the match; in the row there is a choice that does nothing."""


@cache
def played(rules: str, agents: tuple[str, ...] = ("random",), matches: int = 200) -> Run:
    return playtest(apts.load(rules), agents, matches, seed=3, limit=200, workers=1)


def successful(run: Run) -> set[str]:
    assert not [found for found in run.weighed if found.kind.startswith("dominant")]  # nothing was forbidden
    return {found.subject for found in run.findings if found.kind == "successful-use"}


@pytest.mark.long
def test_piece_that_goes_with_winning_is_found() -> None:
    run = played(CROWNS)
    assert "piece Crown" in successful(run)
    effect = uses(run.evidence, "pieces")["Crown"].effect
    assert effect is not None
    assert effect.difference.low > 0.15


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.long)])
def test_site_that_goes_with_winning_is_found(players: int) -> None:
    run = played(GOLD.replace("PLAYERS", str(players)))
    assert successful(run) == {"site b2"}


def test_effect_of_a_choice_is_the_difference_of_the_scores() -> None:
    """Who takes gold at the first move of all wins 9 of 10; who does not, 3 of 10: an effect of 0.6."""
    rng = np.random.default_rng(4)
    choices, matches = [], []
    for row in range(400):
        chosen = bool(rng.random() < 0.4)
        won = rng.random() < (0.9 if chosen else 0.3)
        matches.append(match(row + 1, 1 if won else 2))
        choices.append(ThingChoice(row, 0, chosen, 0.25, False, None))
    run = evidence(*matches)
    found = choice_effect(run, choices, sitting(run))
    assert found is not None
    assert found.difference.low < 0.6 < found.difference.high
    assert abs(found.difference.value - 0.6) < 0.12
    assert found.p_value < 1e-6


def test_interval_of_an_effect_covers_it_and_nothing_is_found_where_there_is_none() -> None:
    """Seats that are ahead come to more choices and have fewer moves to choose from; choosing does nothing."""
    rng = np.random.default_rng(5)
    covered = alarms = 0
    for _ in range(200):
        choices, matches = [], []
        for row in range(60):
            ahead = int(rng.integers(2))
            matches.append(match(row + 1, ahead + 1 if rng.random() < 0.8 else 2 - ahead))
            for seat in (0, 1):
                share = 0.5 if seat == ahead else 0.2
                for _turn in range(3 if seat == ahead else 1):
                    chosen = bool(rng.random() < share)
                    choices.append(ThingChoice(row, seat, chosen, share, False, None))
                    if chosen:
                        break
        run = evidence(*matches)
        found = choice_effect(run, choices, sitting(run))
        assert found is not None
        covered += found.difference.low <= 0.0 <= found.difference.high
        alarms += found.p_value < 0.05
    assert covered >= 178  # 190 expected; fewer in one case of a thousand
    assert alarms <= 22


def test_what_a_search_expected_is_not_counted_as_an_effect() -> None:
    """A seat whose search sees a win takes the crown: the score was there before the crown was."""
    rng = np.random.default_rng(6)
    plain, adjusted, matches = [], [], []
    for row in range(300):
        value = float(rng.choice([0.2, 0.8]))
        chosen = bool(rng.random() < value)
        matches.append(match(row + 1, 1 if rng.random() < value else 2))
        plain.append(ThingChoice(row, 0, chosen, 0.5, False, None))
        adjusted.append(ThingChoice(row, 0, chosen, 0.5, False, value))
    run = evidence(*matches)
    naive, found = (choice_effect(run, rows, sitting(run)) for rows in (plain, adjusted))
    assert naive is not None
    assert found is not None
    assert naive.difference.low > 0.15
    assert found.difference.low < 0.0 < found.difference.high


@pytest.mark.parametrize("agents", [("random",), ("uct:iterations=30,nodes=500",)])
@pytest.mark.parametrize(
    "rules",
    [RACE, MINI, pytest.param(SIEGE, marks=pytest.mark.long), pytest.param(HILL, marks=pytest.mark.long)],
    ids=["race", "mini", "siege", "hill"],
)
@pytest.mark.long
def test_what_only_winners_reach_is_no_success(rules: str, agents: tuple[str, ...]) -> None:
    run = played(rules, agents, 200 if agents == ("random",) else 60)
    assert not successful(run)


@pytest.mark.long
def test_piece_of_one_seat_is_compared_with_that_seats_other_choices() -> None:
    run = played(SIEGE)
    found = uses(run.evidence, "pieces")
    king, man = found["King"].effect, found["Man"].effect
    assert man is None  # seat 2 has nothing else to move
    assert king is not None
    look = second_look(run.evidence)
    assert look is not None
    assert {choice.seat for choice in look.choices.of("pieces")["King"]} == {0}
    assert abs(king.difference.value) < 0.2
    assert king.difference.low < 0.0 < king.difference.high


def test_thing_chosen_at_the_end_of_matches_has_no_effect() -> None:
    matches = [match(number, number % 2 + 1) for number in range(1, 61)]
    run = evidence(*matches)
    rows = [ThingChoice(row, row % 2, row % 3 == 0, 0.5, True, None) for row in range(60)]
    assert choice_effect(run, rows, sitting(run)) is None
    assert late_turns(40, 2) == 10
    assert late_turns(5, 2) == 3
    assert late_turns(12, 6) == 7


def test_too_few_choices_tell_nothing() -> None:
    run = evidence(*(match(number, number % 2 + 1) for number in range(1, 61)))
    rows = [ThingChoice(row, 0, row < 9, 0.5, False, None) for row in range(60)]
    assert choice_effect(run, rows, sitting(run)) is None
    rows = [ThingChoice(row, 0, row >= 9, 0.5, False, None) for row in range(60)]
    assert choice_effect(run, rows, sitting(run)) is None


@pytest.mark.long
def test_second_look_is_bounded_and_spread_over_the_run() -> None:
    run = played("tic-tac-toe", matches=450)
    look = second_look(run.evidence)
    assert look is not None
    assert look.replayed == MOST
    rows = {choice.row for choice in look.choices.of("targets")[4]}
    assert max(rows) > 380


def test_first_move_that_dice_decide_is_no_opening() -> None:
    run = played(THROWN)
    assert not any(first_choices(run.evidence))
    assert run.metrics["openings"].details["missing"] == NO_CHOICE
    assert not list(popular_opening(run.evidence, run.metrics))
    assert not list(successful_opening(run.evidence, run.metrics))


@pytest.mark.long
def test_first_moves_are_compared_where_they_could_be_chosen() -> None:
    run = played(HALF_THROWN, matches=300)
    found = {opening.name: opening for opening in opening_list(run.evidence)}
    assert all(120 < opening.possible < 180 for opening in found.values())
    for opening in found.values():
        assert opening.score is not None
        assert opening.score.value in (0.0, 1.0)  # the die has decided
        assert opening.others is None or abs(opening.others.difference.value) < 1e-9
    assert not [found for found in run.findings if found.kind == "successful-opening"]


def test_openings_that_dice_decide_are_not_tried_by_stress() -> None:
    found = scout(apts.load(HALF_THROWN), apts.agent("random"), 1, 4)
    assert not [thing for thing in found.things if thing.sort == "opening"]
    assert "dice decide which first moves there are" in {why for _, why in found.untried}


def test_forced_first_moves_are_left_out_match_by_match() -> None:
    rows = [match(number, 1, moves=["a", "x"], legal=[1, 3]) for number in range(1, 31)]
    rows += [match(number, 2 - number % 2, moves=["ab"[number % 2], "x"], legal=[2, 3]) for number in range(31, 71)]
    found = {opening.name: opening for opening in opening_list(evidence(*rows))}
    assert (found["a"].count, found["a"].possible) == (20, 40)
    assert found["a"].score is not None
    assert found["a"].score.value == 0.0
