"""Goals that are checked by playing: until each is decided, rightly, and the same with any number of workers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console
from typer.testing import CliRunner

from apts.archive import open_archive
from apts.cli.commands import app
from apts.cli.playtesting.goals import print_goal_check
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.goal_check import GoalCheck, check_goals
from apts.playtest.goals import read_goal, read_goals
from apts.playtest.goals.judging import anytime_estimate, judged, look_times, shown_instead
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import Run
from bench.goal_errors import CASES, MIXTURES, Case, check, length_check
from tests.playtest.handmade import manifest, match


def checked(
    game: str, goals: str | list[str], matches: int = 300, agents: str = "random", workers: int = 1
) -> GoalCheck:
    return check_goals(game, read_goals(goals), PlaytestRequest(agents, matches, workers=workers))


def test_goals_are_met_missed_or_left_open() -> None:
    goals = ["median length between 5 and 9", "drawishness at least 60 %", "seat-score between 0.61 and 0.63"]
    found = checked("tic-tac-toe", goals, 200)
    assert [one.verdict for one in found.judgements] == ["met", "missed", "open"]
    assert (found.verdict, found.matches) == ("missed", 200)
    assert found.judgements[0].estimate is not None
    assert found.judgements[0].estimate.n < 200


def test_check_ends_as_soon_as_all_is_decided() -> None:
    assert checked("tic-tac-toe", "every piece in 20 % of matches", 5000).matches == 20


def test_budget_that_is_too_small_leaves_goals_open() -> None:
    assert checked("tic-tac-toe", "seat-score between 0.5 and 0.6", 10).verdict == "open"


def test_goals_about_levels_have_a_run_of_their_own() -> None:
    found = checked("tic-tac-toe", ["length at most 9", "length at most 9 at uct:iterations=5"], 100)
    assert [set(run.manifest.agents) for run in found.runs] == [{"random"}, {"uct:iterations=5"}]
    assert len(found.judgements) == 2


@pytest.mark.long
def test_workers_change_nothing() -> None:
    goals = ["balance at least 0.9", "no opening above 0.9", "every rule used"]
    one, two = (checked("tic-tac-toe", goals, 150, workers=workers) for workers in (1, 2))
    assert json.dumps(one.as_data()) == json.dumps(two.as_data())


def test_archive_is_gone_on_with(tmp_path: Path) -> None:
    with open_archive(tmp_path / "runs.db") as archive:
        goals = read_goals("seat-score between 0.61 and 0.63")
        first = check_goals("tic-tac-toe", goals, PlaytestRequest("random", 30, workers=1), archive=archive)
        second = check_goals("tic-tac-toe", goals, PlaytestRequest("random", 60, workers=1), archive=archive)
        assert (first.matches, second.matches, len(archive.runs())) == (30, 60, 1)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("balance higher", "cannot be checked"),
        ("seat-score[3] above 0.2", "has no seat-score"),
        ("piece-use[Pawn] above 0.2", "there are: Disc"),
    ],
)
def test_what_no_match_could_decide_is_told_before_playing(goal: str, told: str) -> None:
    with pytest.raises(AptsError, match=told):
        checked("tic-tac-toe", goal)


def test_what_is_not_measured_ends_the_check() -> None:
    found = checked("tic-tac-toe", "drama above 0.1", 5000)
    assert found.matches < 100
    assert "no turn has values" in found.judgements[0].reason or "no match with values" in found.judgements[0].reason


def test_looks_grow_and_end_with_the_budget_in_whole_groups() -> None:
    assert [units for _, units in look_times(1, 40)] == [20, 25, 32, 40]
    assert list(look_times(3, 10)) == [(0, 9)]
    assert list(look_times(1, 1)) == [(0, 1)]


def lengths_run(lengths: Sequence[float], n: int) -> Run:
    return Run(manifest(), [match(number, turns=int(turns)) for number, turns in enumerate(lengths[:n], 1)])


@pytest.mark.parametrize("name", ["1 % of 400 turns", *(pytest.param(one, marks=pytest.mark.long) for one in MIXTURES)])
def test_rare_long_matches_make_no_wrong_verdict_about_lengths(name: str) -> None:
    """Several goals at once, each true or false by a little; one check in twenty may be wrong."""
    wrong = [seed for seed in range(1, 9) if length_check(MIXTURES[name], seed, 120)[1]]
    assert len(wrong) <= 2


def test_a_plain_game_meets_goals_about_its_length_soon() -> None:
    found = [length_check(MIXTURES["plain"], seed, 100)[0] for seed in range(1, 4)]
    for verdicts in found:
        assert verdicts["length[median] between 10 and 40"][0] == "met"
        assert verdicts["length[median] between 10 and 40"][1] <= 40
        assert verdicts["length[decile 9] at most 40"][0] == "met"
        assert verdicts["length[decile 9] at most 40"][1] <= 100


def test_equal_lengths_do_not_say_that_there_are_no_others() -> None:
    run = lengths_run([20] * 120, 120)
    found = anytime_estimate(read_goal("length at most 25"), "length", run.evidence, 0.95)
    assert found is not None
    assert found.value == 20.0
    assert found.high > 40.0
    assert judged(read_goal("length at most 25"), run).verdict == "open"
    assert judged(read_goal("median length at most 25"), run).verdict == "met"
    assert "median" in judged(read_goal("length at most 25"), run).reason


@pytest.mark.parametrize(
    "text", ["balance at least 0.9", "seat-score[2] above 0.4", "length above 3", "every seat above 0.4"]
)
def test_interval_for_all_looks_holds_the_figure_of_the_run(text: str) -> None:
    evidence = Evidence(
        manifest(), [match(number, turns=5 + number % 4, winner=1 + number % 2) for number in range(1, 61)]
    )
    goal = read_goal(text)
    label = "seat 2 score" if goal.each else "seat-score[seat 2 score]" if goal.part else goal.metric
    found = anytime_estimate(goal, label, evidence, 0.95)
    assert found is not None
    assert found.low < found.value < found.high or goal.metric == "balance"


def test_command_tells_each_goal_and_ends_accordingly(tmp_path: Path) -> None:
    words = ["goals", "check", "tic-tac-toe", "--agents", "random", "--matches", "60", "--goal"]
    met = CliRunner().invoke(app, [*words, "median length between 5 and 9"])
    assert (met.exit_code, "1 met, 0 missed, 0 open." in met.stdout) == (0, True)
    report = tmp_path / "junit.xml"
    missed = CliRunner().invoke(
        app, [*words, "nine of ten matches at most 3 turns", "few-draws", "--junit", str(report), "--json"]
    )
    assert missed.exit_code == 1
    assert json.loads(missed.stdout)["verdict"] == "missed"
    suite = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert CliRunner().invoke(app, [*words, "seat-score between 0.61 and 0.62"]).exit_code == 2


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("timeouts at most 0 %", "timeouts at most 0.01"),
        ("timeouts between 0 and 0", "timeouts at most 0.01"),
        ("balance at least 100 %", "balance at least 0.99"),
        ("seat-score[1] is 50 %", "seat-score[1] between 0.45 and 0.55"),
        ("timeouts at most 1 %", None),
        ("length between 7 and 7", None),
        ("every piece used", None),
    ],
)
def test_goals_that_no_match_can_show_are_known_with_one_that_can(text: str, instead: str | None) -> None:
    found = shown_instead(read_goal(text))
    assert (None if found is None else str(found)) == instead
    assert found is None or shown_instead(found) is None


def test_command_says_which_goal_no_number_of_matches_can_show(capsys: pytest.CaptureFixture[str]) -> None:
    found = checked("tic-tac-toe", "timeouts at most 0 %", 40)
    print_goal_check(found, Console(soft_wrap=True))
    told = capsys.readouterr().out
    assert (
        "No number of matches can show that 'timeouts at most 0' is met; 'timeouts at most 0.01' can be shown." in told
    )
    assert "no number of matches can show exactly this" in told
    assert "More matches may settle" not in told


def test_commands_tell_the_design_questions() -> None:
    listed = CliRunner().invoke(app, ["goals", "list"])
    assert "fair-seats" in listed.stdout
    shown = CliRunner().invoke(app, ["goals", "show", "fair-seats"])
    assert "What to try if it is missed" in shown.stdout
    data = json.loads(CliRunner().invoke(app, ["goals", "show", "few-draws", "--json"]).stdout)
    assert {"question", "why", "measured", "try", "goals"} <= set(data)


def test_playtest_tells_and_reports_its_goals(tmp_path: Path) -> None:
    page, place = tmp_path / "page.html", str(tmp_path / "runs.db")
    words = ["playtest", "tic-tac-toe", "--agents", "random", "--matches", "60", "--archive", place]
    wanted = ["--goal", "median length between 5 and 9", "--goal", "length at most 3", "--goal", "few-draws"]
    told = CliRunner().invoke(app, [*words, *wanted, "--report", str(page)])
    assert told.exit_code == 0, told.output
    assert "met     length[median] between 5 and 9" in told.stdout
    assert "MISSED  length at most 3" in told.stdout
    assert "most matches have a winner" in page.read_text(encoding="utf-8")
    data = json.loads(CliRunner().invoke(app, [*words, *wanted, "--json"]).stdout)
    assert [found["verdict"] for found in data["goals"]] == ["met", "missed", "open"]


@pytest.mark.parametrize("command", [["playtest", "tic-tac-toe"], ["compare", "tic-tac-toe", "tic-tac-toe"]])
def test_part_that_does_not_exist_is_told_before_playing(command: list[str], tmp_path: Path) -> None:
    words = ["--agents", "random", "--goal", "seat-score[4] above 0.2", "--archive", str(tmp_path / "runs.db")]
    with pytest.raises(AptsError, match="has no seat-score"):
        CliRunner().invoke(app, [*command, *words], catch_exceptions=False)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_verdicts_are_rarely_wrong(case: Case) -> None:
    """Twenty checks with a chance of error of 1 in 20 each: more than 4 wrong ones come once in four hundred times."""
    small = replace(case, matches=min(case.matches, 600))
    assert sum(case.wrong in check(small, seed)[0] for seed in range(1, 21)) <= 4


@pytest.mark.long
def test_played_games_are_judged_rightly() -> None:
    """In Tic-Tac-Toe by random players seat 1 scores 0.648, and 12.7 % of matches are drawn."""
    goals = read_goals(["seat-score at most 0.6", "drawishness at most 20 %"])
    for seed in range(1, 6):
        found = check_goals("tic-tac-toe", goals, PlaytestRequest("random", 1000, seed))
        assert found.judgements[0].verdict != "met"
        assert found.judgements[1].verdict != "missed"
