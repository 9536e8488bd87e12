"""The language of goals: what texts mean, which figures they are about, and when a run meets them."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import apts
from apts.errors import AptsError
from apts.playtest.goals import Goal, judged, judgements, read_goal, read_goals, shortfall
from apts.playtest.goals.goal import figures
from apts.playtest.goals.goal_files import bank_names, question_pages
from apts.playtest.goals.judging import anytime_estimate, decided, format_estimate
from apts.playtest.run import Run, playtest
from apts.statistics import Estimate
from tests.playtest.handmade import manifest, match


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("length between 20 and 40", Goal("length", low=20, high=40)),
        ("length:20-40", Goal("length", low=20, high=40)),
        ("length 20..40 turns", Goal("length", low=20, high=40)),
        ("Length above 20", Goal("length", low=20)),
        ("minutes at most 30 minutes", Goal("minutes", high=30)),
        ("balance:higher", Goal("balance", trend="higher", weight=1)),
        ("drawishness below 20 %", Goal("drawishness", high=0.2)),
        ("drawishness between 5 and 20 percent", Goal("drawishness", low=0.05, high=0.2)),
        ("seat-score[2] >= 0.45", Goal("seat-score", "2", low=0.45)),
        ("advantage between -0.05 and 0.05", Goal("advantage", low=-0.05, high=0.05)),
        ("no opening above 0.60", Goal("openings", "score", high=0.6, each=True)),
        ("no opening above 30 % of matches", Goal("openings", "share", high=0.3, each=True)),
        ("every piece in 30 % of matches", Goal("piece-use", low=0.3, each=True)),
        ("no piece below 30 %", Goal("piece-use", low=0.3, each=True)),
        ("every seat between 0.45 and 0.55", Goal("seat-score", low=0.45, high=0.55, each=True)),
        ("every rule used", Goal("rule-coverage", low=0.01, each=True, used=True)),
        ("rule 12 used", Goal("rule-coverage", "12", low=0.01, used=True)),
        ('end "a row at last" in 10 % of matches', Goal("end-reasons", "a row at last", low=0.1)),
        ("end line 7 at most 50 % of matches", Goal("end-reasons", "line 7", high=0.5)),
        ("balance above 0.9 at level:expert", Goal("balance", low=0.9, level="level:expert")),
        ("balance at least 0.9 at expert", Goal("balance", low=0.9, level="level:expert")),
    ],
)
def test_text_says_a_goal_and_a_goal_says_its_text(text: str, goal: Goal) -> None:
    assert read_goal(text) == goal
    assert read_goal(str(goal)) == goal


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "a goal is a text such as"),
        ("balance", "nothing is said of where balance is wanted"),
        ("lenght above 3", "did you mean length"),
        ("more fun please", "does not say where it is wanted"),
        ("drawishness below 20", "did you mean 20 %"),
        ("balance above 1.5", "cannot be 1.5; a share is a number from 0 to 1, such as 0.9, or percent"),
        ("balance above 150 %", "a share is a number from 0 to 1, such as 0.9, or percent"),
        ("length above 20 %", "counted in turns, not in percent"),
        ("length above 20 minutes", "minutes are the metric minutes"),
        ("length between 40 and 20", "ends before it begins"),
        ("every pawn used", "there are: seat, end, opening, piece"),
        ("length used", "cannot be used"),
        ("no opening higher", "a limit is expected"),
        ("balance above 0.9 at exprt", "did you mean expert"),
        ("balance above 0.9 at uct:iteration=4", "iterations"),
        ("seat-score[] above 0.4", "are empty"),
        ("balance above 0,9", "does not say where it is wanted"),
        ("length of 20", "does not say where it is wanted"),
    ],
)
def test_text_that_is_no_goal_is_told_what_would_be_one(text: str, told: str) -> None:
    with pytest.raises(AptsError, match=told):
        read_goal(text)


@pytest.fixture(scope="module")
def breakthrough() -> Run:
    return playtest("breakthrough", "random", matches=80, workers=1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("length above 3", ["length"]),
        ("seat-score[1] above 0.4", ["seat-score[seat 1 score]"]),
        ("seat-score[2 wins] above 0.4", ["seat-score[seat 2 wins]"]),
        ("every seat above 0.4", ["seat 1 score", "seat 2 score"]),
        ("piece-use[pawn] above 0.4", ["piece-use[Pawn]"]),
        ("every move in 20 % of matches", ["step"]),
        ("rule 24 used", ["rule-coverage[forEach Piece 24:15]"]),
        ("openings[g2-f3] below 0.9", ["openings[b2-c3]"]),
    ],
)
def test_goal_finds_its_figures(breakthrough: Run, text: str, labels: list[str]) -> None:
    assert [label for label, _ in read_goal(text).figures(breakthrough)] == labels


def test_every_opening_is_one_that_was_played_often_enough(breakthrough: Run) -> None:
    found = read_goal("no opening above 0.9").figures(breakthrough)
    assert found
    assert all(estimate.n >= 4 for _, estimate in found)  # one match of twenty
    shares = read_goal("no opening above 90 % of matches").figures(breakthrough)
    assert sum(estimate.value for _, estimate in shares) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("seat-score[3] above 0.4", "seat 1 score, seat 1 wins"),
        ("piece-use[Pwan] above 0.4", "did you mean 'Pawn'"),
        ("rule 2 used", "there are: forEach Piece 24:15"),
        ("openings[z9] below 0.5", "no openings"),
        ('end "a tie" in 10 % of matches', "no end-reasons"),
    ],
)
def test_part_that_a_game_does_not_have_is_told(breakthrough: Run, text: str, told: str) -> None:
    with pytest.raises(AptsError, match=told):
        read_goal(text).figures(breakthrough)


def test_end_that_never_came_has_a_share_of_nothing() -> None:
    run = playtest("tic-tac-toe", "uct:iterations=50", matches=20, workers=1)
    (label, found), *others = read_goal("end 'turn limit' at most 20 %").figures(run)
    assert (found.value, others) == (0.0, [])
    assert "turn limit" in label


def test_wrong_end_is_told_with_all_ends_of_the_rules() -> None:
    run = playtest("tic-tac-toe", "random", matches=2, workers=1)
    with pytest.raises(AptsError, match="there are: ") as told:
        read_goal("end 'checkmate' at most 20 %").figures(run)
    assert run.game is not None
    assert [rule.text for rule in run.game.end_rules if rule.text not in str(told.value)] == []
    assert "turn limit" in str(told.value)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("length between 20 and 200", "met"),
        ("length at most 30", "missed"),
        ("seat-score between 0.49 and 0.51", "open"),
        ("every piece in 50 % of matches", "met"),
        ("every rule used", "met"),
        ("timeouts between 0 and 10 %", "met"),
        ("drama above 0.1", "open"),
        ("luck at most 0.3", "met"),
        ("balance higher", "open"),
        ("balance above 0.1 at level:club", "open"),
    ],
)
def test_run_meets_misses_or_leaves_open(breakthrough: Run, text: str, verdict: str) -> None:
    found = judged(read_goal(text), breakthrough)
    assert found.verdict == verdict
    assert found.as_data()["verdict"] == verdict
    assert (found.reason == "") == (verdict != "open")


def test_shortfall_is_nothing_inside_and_grows_outside(breakthrough: Run) -> None:
    inside = shortfall(read_goals("length between 20 and 200"), breakthrough)
    assert (inside.value, inside.low, inside.high) == (0.0, 0.0, 0.0)
    near, far = (shortfall([read_goal(f"length at most {most}")], breakthrough) for most in (50, 30))
    assert 0.0 < near.low < near.value < near.high < far.value < 1.0


def test_limits_weigh_more_than_wishes_and_unmeasured_goals_count_whole(breakthrough: Run) -> None:
    missed, met = read_goal("length at most 30"), read_goal("length at least 3", weight=1)
    hard = shortfall([missed, met], breakthrough).value
    soft = shortfall([read_goal("length at most 30", weight=1), read_goal("length at least 3")], breakthrough).value
    assert hard == pytest.approx(10 * soft)
    assert shortfall([read_goal("drama above 0.1")], breakthrough).value == 1.0
    assert shortfall([read_goal("drama above 0.1 at level:club")], breakthrough).value == 0.0


def test_distances_of_turns_and_of_shares_are_alike() -> None:
    turns, share = read_goal("length between 20 and 40"), read_goal("drawishness below 0.2")
    assert turns.outside(60) == pytest.approx(1 / 3)
    assert turns.outside(10) == pytest.approx(1 / 2)
    assert turns.outside(math.inf) == 1.0
    assert share.outside(0.5) == pytest.approx(0.3)


def test_goals_share_the_chance_of_error(breakthrough: Run) -> None:
    (one,) = judgements([read_goal("length at most 30")], breakthrough)
    two = judgements([read_goal("length at most 30"), read_goal("balance at least 0.5")], breakthrough)
    assert one.estimate is not None
    assert two[0].estimate is not None
    assert two[0].estimate.low < one.estimate.low


FILE = """pace = 30
margin = 0.02

[[goals]]
goal = "length between 20 and 40"
weight = 2
name = "an evening"
why = "we play it after dinner"

[[goals]]
goal = "balance at least 0.9"
level = "club"
"""


def test_file_has_goals_and_settings(tmp_path: Path) -> None:
    path = tmp_path / "goals.toml"
    path.write_text(FILE, encoding="utf-8")
    found = read_goals(path)
    assert (found.pace, found.margin) == (30, 0.02)
    assert [str(goal) for goal in found.wanted] == ["length between 20 and 40", "balance at least 0.9 at level:club"]
    assert (found.wanted[0].weight, found.wanted[0].name) == (2, "an evening")
    assert len(read_goals([str(path), "timeouts at most 5 %", "fair-seats"]).wanted) == 5


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("between 20", "betwen 20", "line 5: the goal"),
        ("weight = 2", 'weight = "much"', "line 6: weight of goal 1 is a number"),
        ("weight = 2", "weight = 0", "line 5: the weight of a wish is a number above 0"),
        ("weight = 2", "wieght = 2", "did you mean weight"),
        ("weight = 2", "pace = 2", "settings stand before the first goal"),
        ("pace = 30", 'pace = "slow"', "line 1: pace is a number"),
        ("pace = 30", "pase = 30", "line 1: there is no setting 'pase'; did you mean pace"),
        ("pace = 30", "pace = -1", "more than 0 seconds"),
        ("pace = 30", "pace = ", "at line 1"),
        ('goal = "balance at least 0.9"', "", "line 10: goal 2 does not say what is wanted"),
        ('level = "club"', 'level = "clib"', "line 11: there is no level"),
    ],
)
def test_mistake_in_a_file_is_told_with_its_line(tmp_path: Path, before: str, after: str, told: str) -> None:
    path = tmp_path / "goals.toml"
    path.write_text(FILE.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(AptsError, match=told):
        read_goals(path)


def test_what_is_no_goal_file_or_set_is_told(tmp_path: Path) -> None:
    with pytest.raises(AptsError, match="no file of goals"):
        read_goals(str(tmp_path / "absent.toml"))
    with pytest.raises(AptsError, match="did you mean fair-seats"):
        read_goals("fair-seat")
    with pytest.raises(AptsError, match="neither a goal, nor a file, nor a set of goals; did you mean fair-seats"):
        read_goals("fairseats")
    with pytest.raises(AptsError, match="did you mean length"):
        read_goals("lenght")
    with pytest.raises(AptsError, match="nothing is said of where seat-score is wanted"):
        read_goals("seat-score")
    (tmp_path / "empty.toml").write_text("", encoding="utf-8")
    with pytest.raises(AptsError, match="has no goals"):
        read_goals(tmp_path / "empty.toml")


@pytest.mark.parametrize("name", bank_names())
def test_set_of_the_bank_can_be_read(name: str) -> None:
    assert read_goals(name).wanted


def test_old_keywords_of_goals_still_work() -> None:
    assert apts.Goals(min_turns=3, max_turns=9).wanted == ()


def test_page_of_design_questions_is_that_of_the_sets() -> None:
    page = Path(__file__).parents[2] / "docs" / "design-questions.md"
    assert page.read_text(encoding="utf-8") == question_pages()


def test_wrong_word_of_a_goal_is_named_with_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "goals.toml"
    file.write_text(
        '[[goals]]\ngoal = "length at most 9"\n\n[[goals]]\nname = "b"\nwieght = 2\ngoal = "ties at most 1"\n'
    )
    with pytest.raises(AptsError, match=r"goals\.toml, line 6: goal 2 has a word 'wieght'"):
        read_goals(file)


@pytest.mark.parametrize(
    ("second", "verdict", "shown"),
    [
        ((0.5, 0.44, 0.56), "open", "seat 2"),
        ((0.5, 0.47, 0.53), "met", "seat 1"),
        ((0.6, 0.57, 0.63), "missed", "seat 2"),
    ],
)
def test_figure_that_is_shown_is_the_one_that_decides(
    second: tuple[float, float, float], verdict: str, shown: str
) -> None:
    goal = read_goal("every seat between 0.45 and 0.55")
    figures = [("seat 1", Estimate(0.49, 0.46, 0.52, 100)), ("seat 2", Estimate(*second, 100))]
    found = decided(goal, figures, 0.95, lambda name, estimate, confidence: estimate)
    assert (found.verdict, found.figure) == (verdict, shown)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (18.0, 20.0, "19 turns (18 to 20, n = 60)"),
        (-math.inf, math.inf, "19 turns (too few matches for an interval, n = 60)"),
        (18.0, math.inf, "19 turns (at least 18, n = 60)"),
        (-math.inf, 20.0, "19 turns (at most 20, n = 60)"),
    ],
)
def test_ends_of_an_interval_that_are_not_known_are_told(low: float, high: float, told: str) -> None:
    assert format_estimate(Estimate(19.0, low, high, 60), read_goal("length above 5").scale) == told


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_draws_are_one_figure_of_all_seats(players: int) -> None:
    agents = ("random",) * players
    drawn = [match(number, None if number < 3 else 1, players=players) for number in range(1, 11)]
    run = Run(manifest(agents), drawn)
    inside = figures("seat-score", run.metrics["seat-score"], 10)
    assert [label for label in inside if "draws" in label] == (["draws"] if players > 1 else [])
    if players == 1:
        return
    assert inside["draws"].value == 0.2
    for part in ("draws", f"{players} draws", f"seat {players} draws"):
        goal = read_goal(f"seat-score[{part}] at most 0.5")
        assert [name for name, _ in goal.figures(run)] == ["seat-score[draws]"]
        assert anytime_estimate(goal, "seat-score[draws]", run.evidence, 0.95).value == 0.2  # type: ignore[union-attr]
    with pytest.raises(AptsError, match="has no seat-score"):
        read_goal(f"seat-score[{players + 1} draws] at most 0.5").figures(run)


ALL_WIN = """(game "Together" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end { (if (is Line 3) (result Mover Win)) (if (is Full) (result %s)) })))"""


@pytest.mark.parametrize(
    ("goals", "told"),
    [
        (["every seat above .6"], "asks for at least 1.2"),
        (["every seat score above 0.6"], "asks for at least 1.2"),
        (["every seat below 0.4"], "asks for at most 0.8"),
        (["seat 1 above 0.6", "seat 2 score at least 45 %"], "asks for at least 1.05"),
        (["advantage above 0.2", "seat-score[2] above 0.4"], "asks for at least 1.1"),
        (["seat 1 at most 0.3", "seat 2 at most 0.6"], "asks for at most 0.9"),
    ],
)
def test_scores_that_rules_do_not_give_away_are_refused(goals: list[str], told: str) -> None:
    with pytest.raises(AptsError, match=rf"add up to 1 by the rules, and this {re.escape(told)}"):
        apts.playtest("tic-tac-toe", "random", 4, goals=goals)
    run = apts.playtest(ALL_WIN % "All Win", "random", 4, goals=goals)
    assert len(run.judgements) == len(goals)


@pytest.mark.parametrize(
    ("rules", "adds_up"),
    [
        (ALL_WIN % "All Win", False),
        (ALL_WIN % "All Loss", False),
        (ALL_WIN % "All Draw", True),
        (ALL_WIN % "Mover Loss", True),
        ("english-draughts", True),
        ("othello", True),
        ("snowball-class", False),
    ],
)
def test_rules_that_share_out_the_places_are_known_and_keep_to_it(rules: str, adds_up: bool) -> None:
    game = apts.load(rules)
    assert game.scores_add_up is adds_up
    outcomes = [match.outcome for match in apts.playtest(game, "random", 30).matches]
    sums = {round(sum(outcome.utilities), 9) for outcome in outcomes if outcome is not None}
    assert not adds_up or sums == {0.0}


def test_goals_within_the_sum_and_at_different_levels_are_played() -> None:
    read_goals(["seat 1 above 0.6 at club", "seat 2 above 0.6 at random"])
    for goals in (["seat 1 above 0.6", "seat 2 above 0.3"], ["every seat at least 0.5"], ["every seat at most 0.5"]):
        assert apts.playtest("tic-tac-toe", "random", 4, goals=goals).judgements


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("seat 2 wins above 40 %", "2 wins"),
        ("seat 1 score above .4", "1 score"),
        ("seat 1 draws below 5 %", "1 draws"),
    ],
)
def test_a_seat_has_several_figures(text: str, part: str) -> None:
    goal = read_goal(text)
    assert (goal.metric, goal.part) == ("seat-score", part)
