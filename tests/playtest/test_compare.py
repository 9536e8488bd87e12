"""Two runs held against each other: false alarms stay rare, a built-in fault is seen, verdicts follow the goals."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from apts.agents.agent import Decision
from apts.agents.kinds.random_agent import RandomAgent
from apts.cli.commands import app
from apts.cli.playtesting.experiments import table_lines
from apts.engine.play.game import State
from apts.errors import AptsError
from apts.playtest.comparing.changes import difference_of, p_value_of, paired_difference
from apts.playtest.comparing.compare import RunComparison, compare, rules_difference
from apts.playtest.comparing.goal import judge
from apts.playtest.goal_check import length_table
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.reading import read_goal
from apts.playtest.metrics import metric_names
from apts.playtest.run import Run, open_run, playtest
from apts.statistics import Estimate, newcombe, wilson
from tests.playtest.handmade import manifest, match
from tests.playtest.rigged import HANDICAP

FAIR_HANDICAP = HANDICAP.replace("(if (and (is Mover P1) (is Line 2)) (result Mover Win))", "")
LINE = "rules.end.if.is Line.length"


def command(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_games_for_one_are_not_judged_by_balance_and_draws() -> None:
    puzzle = """(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Stone" Each) })
      (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"""
    a, b = (playtest(puzzle, "random", matches=4, seed=seed, workers=1) for seed in (1, 2))
    assert [goal.metric for goal in RunComparison(a, b).goals] == ["timeouts"]
    assert [found.difference is None for found in RunComparison(a, b).verdicts] == [False]


def test_column_of_differences_is_called_what_it_has() -> None:
    a, b = (playtest("tic-tac-toe", "random", matches=4, seed=seed, workers=1) for seed in (1, 2))

    def called(*goals: str) -> str:
        return RunComparison(a, b, [read_goal(goal) for goal in goals]).difference_called

    assert called("length lower") == "B - A"
    assert called("length at most 5") == "change of distance"
    assert called("length at most 5", "balance higher") == "change"
    sides = ("tic-tac-toe", "tic-tac-toe", "--set-b", "dim=4")
    wanted = ("--agents", "random", "--matches", "4", "--goal", "length at most 5")
    assert "change of" in command("compare", *sides, *wanted)


def run_of_lengths(*lengths: int, winners: tuple[int | None, ...] = (1, 2)) -> Run:
    matches = [
        match(number, winners[(number - 1) % len(winners)], turns=turns) for number, turns in enumerate(lengths, 1)
    ]
    return Run(manifest(), matches)


# --- false alarms and faults -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_equal_games_with_other_luck_raise_few_alarms() -> None:
    # 16 comparisons with 5 % false alarms at most: 4 or more would come about less than once in a hundred times.
    whole = playtest("tic-tac-toe", ["random"], 16 * 2 * 25, seed=11, workers=1)
    parts = [
        Run(replace(whole.manifest, seed=part), whole.matches[25 * part : 25 * part + 25], None) for part in range(32)
    ]
    pairs = [RunComparison(a, b) for a, b in zip(parts[::2], parts[1::2], strict=True)]
    assert sum(any(change.is_real for change in pair.changes) for pair in pairs) <= 3
    assert sum(pair.verdict not in ("undecided", "equivalent") for pair in pairs) <= 3


@pytest.mark.long
def test_handicap_of_a_seat_is_seen_and_makes_the_game_worse() -> None:
    fair, rigged = (playtest(rules, ["random"], 120, seed=3, workers=1) for rules in (FAIR_HANDICAP, HANDICAP))
    comparison = RunComparison(fair, rigged, [read_goal("balance:higher")])
    changed = {change.name: change for change in comparison.changes if change.is_real}
    assert changed["seat-score"].difference is not None
    assert changed["seat-score"].difference.low > 0.05
    assert comparison.verdict == "worse"
    assert "B is worse than A in balance." in comparison.sentence()
    assert RunComparison(rigged, fair, [read_goal("balance:higher")]).verdict == "better"


def test_one_game_with_one_seed_is_the_same_and_nothing_is_open() -> None:
    run = playtest("tic-tac-toe", ["random"], 12, seed=5, workers=1)
    comparison = RunComparison(run, playtest("tic-tac-toe", ["random"], 12, seed=5, workers=1))
    assert comparison.same_game
    assert (comparison.verdict, comparison.more_matches) == ("equivalent", 0)
    assert not any(change.is_real for change in comparison.changes)


def test_matches_that_all_failed_are_not_alike() -> None:
    class Lost(RandomAgent):
        spec = "lost"

        def decide(self, state: State, seed: int = 1) -> Decision:
            raise ValueError("lost")

    first, second = (playtest(game, [Lost()], 4, seed=5, workers=1) for game in ("tic-tac-toe", "connect-four"))
    for comparison in (RunComparison(first, first), RunComparison(first, second)):
        assert (comparison.same_matches, comparison.verdict) == (False, "undecided")
        assert "every match of A broke off with an error, the first so: " in comparison.sentence()
        assert "ValueError" in comparison.sentence()


def test_few_matches_are_shown_but_not_tested() -> None:
    comparison = RunComparison(run_of_lengths(4, 4, 4, 4), run_of_lengths(9, 9, 9, 9))
    length = next(change for change in comparison.changes if change.name == "length")
    assert length.difference is not None
    assert length.difference.value == 5.0
    assert length.p_value is None
    assert not length.is_real


def test_every_registered_metric_is_compared_and_what_is_inside_it() -> None:
    a, b = (playtest(rules, ["random"], 60, seed=3, workers=1) for rules in (FAIR_HANDICAP, HANDICAP))
    found = RunComparison(a, b).changes
    assert [change.name for change in found if not change.part] == list(metric_names())
    inside = {change.title for change in found if change.part}
    assert {"seat-score: seat 2 score", "seat-score: seat 1 wins", "openings: b2", "piece-use: Stone"} <= inside
    assert any(title.startswith("end-reasons: (if (and (is Mover P1)") for title in inside)
    ended = next(change for change in found if change.part.startswith("(if (and (is Mover P1)"))
    assert ended.a.value == 0.0
    assert ended.is_real
    assert RunComparison(a, b).paired


def test_runs_with_one_seed_are_compared_match_by_match() -> None:
    """Ten matches of sixty have another winner; what the other fifty did by luck falls out."""
    rng = np.random.default_rng(1)
    winners = [int(rng.integers(1, 3)) for _ in range(60)]
    changed = [1 if number < 10 else winner for number, winner in enumerate([2] * 10 + winners[10:])]
    runs = [
        Run(manifest(), [match(n, w) for n, w in enumerate(known, 1)]) for known in ([2] * 10 + winners[10:], changed)
    ]
    paired = next(change for change in RunComparison(*runs).changes if change.name == "seat-score")
    assert paired.paired
    assert paired.p_value == pytest.approx(0.0029, abs=0.0005)  # a sign test of ten of ten would say 0.0020
    other = Run(manifest(seed=2), runs[1].matches)
    strangers = next(change for change in RunComparison(runs[0], other).changes if change.name == "seat-score")
    assert not strangers.paired
    assert strangers.p_value is not None
    assert strangers.p_value > 0.02
    assert strangers.difference is not None
    assert paired.difference is not None
    assert strangers.difference.half_width > paired.difference.half_width


def test_pairs_hold_their_level_when_runs_share_their_luck() -> None:
    rng = np.random.default_rng(7)
    misses = 0
    for _ in range(200):
        shared = rng.random(40)
        sides = [
            [match(n, 1 if 0.8 * luck + 0.2 * rng.random() < 0.5 else 2) for n, luck in enumerate(shared, 1)]
            for _ in range(2)
        ]
        found = paired_difference("seat-score", *(Run(manifest(), side).evidence for side in sides))
        assert found is not None
        misses += found.p_value <= 0.05
    assert misses <= 19  # 10 are expected; more than 19 come once in a hundred times


@pytest.mark.parametrize("kind", ["small spread", "one alike", "one odd match", "scores"])
def test_p_value_of_pairs_is_that_of_their_interval(kind: str) -> None:
    """What is called changed has an interval without 0, whatever the values are like."""
    rng = np.random.default_rng(5)
    seen = set()
    for trial in range(40):
        if kind == "scores":
            name, moved = "seat-score", trial % 14
            sides = [[match(n, 2 if n > moved or not side else 1) for n in range(1, 41)] for side in (0, 1)]
        else:
            name = "decision-share"
            spread = {"small spread": lambda n: int(rng.integers(0, 3)), "one alike": lambda n: 1}.get(
                kind, lambda n: 9 if n == 1 else 0
            )
            sides = [
                [
                    match(n, legal=[1] * forced + [2] * (20 - forced))
                    for n in range(1, 41)
                    for forced in [spread(n) * side]
                ]
                for side in (0, 1)
            ]
        found = paired_difference(name, *(Run(manifest(), side).evidence for side in sides))
        assert found is not None
        assert (found.p_value <= 0.05) == found.difference.excludes(0.0)
        seen.add(found.p_value <= 0.05)
    assert seen == {"scores": {True, False}, "one odd match": {False}}.get(kind, {True})


def test_figures_that_never_differ_still_have_an_interval() -> None:
    runs = [run_of_lengths(*[5] * 12), run_of_lengths(*[6] * 12)]
    timeouts = next(change for change in RunComparison(*runs).changes if change.name == "timeouts")
    assert timeouts.difference is not None
    assert timeouts.difference.low < 0.0 < timeouts.difference.high
    assert RunComparison(*runs, [read_goal("timeouts:lower")]).verdict == "undecided"


# --- intervals and verdicts ------------------------------------------------------------------------------------------


def test_difference_of_shares_is_newcombes() -> None:
    found, known = difference_of(wilson(12, 40), wilson(30, 50)), newcombe(12, 40, 30, 50)
    assert (found.value, found.low, found.high) == pytest.approx((known.value, known.low, known.high))
    assert p_value_of(found) < 0.05 < p_value_of(difference_of(wilson(12, 40), wilson(17, 50)))


def test_p_value_is_the_level_where_the_interval_ends_at_zero() -> None:
    assert p_value_of(Estimate(2.0, 0.0, 4.0, 30)) == pytest.approx(0.05)
    assert p_value_of(Estimate(0.0, -1.0, 1.0, 30)) == 1.0


@pytest.mark.parametrize(
    ("wish", "a", "b", "expected"),
    [
        ("drawishness:lower", (0.5, 0.48, 0.52), (0.2, 0.18, 0.22), "better"),
        ("drawishness:higher", (0.5, 0.48, 0.52), (0.2, 0.18, 0.22), "worse"),
        ("drawishness:lower", (0.5, 0.49, 0.51), (0.51, 0.5, 0.52), "equivalent"),
        ("drawishness:lower", (0.5, 0.3, 0.7), (0.4, 0.2, 0.6), "undecided"),
        ("length:20-40", (60.0, 58.0, 62.0), (35.0, 33.0, 37.0), "better"),
        ("length:20-40", (30.0, 29.0, 31.0), (15.0, 14.0, 16.0), "worse"),
        ("length:20-40", (22.0, 21.0, 23.0), (38.0, 37.0, 39.0), "equivalent"),
    ],
)
def test_verdict_follows_the_goal(
    wish: str, a: tuple[float, float, float], b: tuple[float, float, float], expected: str
) -> None:
    found = judge(read_goal(wish), [Estimate(*a, 100)], [Estimate(*b, 100)], 0.05, 0.95, 100)
    assert found.verdict == expected
    assert (found.more_matches == 0) == (expected != "undecided")


def test_missing_matches_shrink_as_the_difference_grows() -> None:
    goal = Goal("drawishness", trend="lower")
    small, large = (
        judge(goal, [Estimate(0.5, 0.3, 0.7, 50)], [Estimate(value, value - 0.2, value + 0.2, 50)], 0.05, 0.95, 100)
        for value in (0.4, 0.3)
    )
    assert small.more_matches is not None
    assert large.more_matches is not None
    assert small.more_matches > 3 * large.more_matches > 0


def test_goals_that_cannot_be_read_are_refused_with_a_hint() -> None:
    assert read_goal("length:20-40") == Goal("length", low=20.0, high=40.0)
    with pytest.raises(AptsError, match="did you mean balance"):
        read_goal("balanse:higher")
    for text in ("balance", "length:soon", "length:40-20"):
        with pytest.raises(AptsError, match="the goal"):
            read_goal(text)


def test_difference_of_the_rules_names_lines_parameters_and_agents() -> None:
    a = manifest(rules="(game\n 1)\n", parameters={"size": 3, "line": 3})
    b = manifest(("random", "flat"), rules="(game\n 2)\n", parameters={"size": 3, "line": 4}, options={"Goal": "Lose"})
    lines = rules_difference(a, b)
    assert [line for line in lines if line in ("- 1)", "+ 2)")] == ["- 1)", "+ 2)"]
    assert "option Goal: (none) -> Lose" in lines
    assert "parameter line: 3 -> 4" in lines
    assert "agents: random, random -> random, flat" in lines
    assert not any("size" in line for line in lines)


def test_runs_are_compared_by_how_their_names_begin_and_as_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AptsError, match=r"no game called 'last' .*, and no such run: There is no archive apts\.db"):
        compare("last", "tic-tac-toe", "random", 4)
    for name, seed in (("first", 1), ("second", 2)):
        playtest("tic-tac-toe", "random", 4, seed, archive="apts.db", name=name)
    found = compare("fir", "last", archive="apts.db")
    assert (found.a.name, found.b.name) == ("first", "second")
    found = compare("second", "fir")  # in the archive of the usual place
    assert (found.a.name, found.b.name) == ("second", "first")
    assert open_run("apts.db", "sec").name == open_run("apts.db", "last").name == "second"
    with pytest.raises(AptsError, match=r"and no such run: the archive has no run 'firts'; did you mean first\?"):
        compare("firts", "last", archive="apts.db")


# --- the commands ----------------------------------------------------------------------------------------------------


def test_command_compares_settings_and_then_the_stored_runs(tmp_path: Path) -> None:
    words = ["--archive", str(tmp_path / "a.db"), "--goal", "length[median]:3-5", "--json"]
    sides = ["tic-tac-toe", "tic-tac-toe", "--set-b", f"{LINE}=2", "--agents", "random", "--matches", "30"]
    played = json.loads(command("compare", *sides, *words))
    assert played["rules"] == [f"parameter {LINE}: 3 -> 2"]
    assert played["verdict"] == "better"
    stored = json.loads(command("compare", played["a"]["run"], played["b"]["run"], *words))
    for side in ("a", "b"):  # what was typed for a side: settings first, then the name of its run
        assert played[side].pop("source") != stored[side].pop("source") == stored[side]["run"]
    assert stored == played


def test_command_tells_verdict_goals_and_metrics() -> None:
    sides = ["tic-tac-toe", "tic-tac-toe", "--set-b", f"{LINE}=2"]
    text = command("compare", *sides, "--agents", "random", "--matches", "30")
    assert "  - A, line 18: (is Line 3)\n  + B, line 18: (is Line 2)\n" in text
    assert "balance higher" in text
    assert any(line.startswith("length:") and line.rstrip().endswith("changed") for line in text.splitlines())


def test_table_has_lengths_wins_by_band_and_moves_by_column() -> None:
    table = length_table(run_of_lengths(20, 21, 30, 31, 8, winners=(1, 2, 1, None, 2)))
    assert (table.minimum, table.maximum, table.mean, table.median) == (8, 31, 22.0, 21.0)
    assert table.deviation == pytest.approx(9.3005, abs=1e-4)
    assert [(band.name, band.matches, band.wins, band.nobody) for band in table.bands] == [
        ("up to 20", 2, (1, 1), 0),
        ("21 to 30", 2, (1, 1), 0),
        ("above 30", 1, (0, 0), 1),
    ]
    assert "| up to 20      |       2 |      1 |      1 |      0 |" in table_lines(table, "seat {}".format)


def test_table_command_counts_every_move_once() -> None:
    data = json.loads(command("table", "connect-four", "--agents", "random", "--matches", "20", "--json"))
    assert [row["column"] for row in data["moves"]] == list("abcdefg")
    assert sum(sum(row["seats"]) for row in data["moves"]) == round(data["mean"] * 20)
    assert sum(band["matches"] for band in data["bands"]) == 20


VERSION = """(game "Rows" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line LENGTH) (result Mover Win)))))"""


def test_two_versions_of_one_game_are_told_apart(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("first.lud", "second.lud")]
    for file, length in zip(files, (3, 2), strict=True):
        file.write_text(VERSION.replace("LENGTH", str(length)), encoding="utf-8")
    words = ["compare", *map(str, files), "--agents", "random", "--matches", "4", "--set-b", "square.dim=4"]
    told = CliRunner(env={"COLUMNS": "300"}).invoke(app, words)
    assert told.exit_code == 0, told.output
    first, second = told.output.splitlines()[:2]
    assert first == f"A: {files[0]}, Rows, 4 matches, random, seed 1"
    assert second == f"B: {files[1]} square.dim=4, Rows, 4 matches, random, seed 1"
    data = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [data[side]["source"] for side in "ab"] == [str(files[0]), f"{files[1]} square.dim=4"]


def test_nobody_is_told_that_one_more_match_would_settle_it() -> None:
    """An interval that only just reaches the margin may as well move away from it."""
    goal = Goal("drawishness", trend="lower")
    near = judge(goal, [Estimate(0.5, 0.45, 0.55, 100)], [Estimate(0.355, 0.305, 0.405, 100)], 0.05, 0.95, 100)
    assert near.verdict in ("better", "undecided")
    for value in (0.37, 0.38, 0.39, 0.4):
        found = judge(
            goal, [Estimate(0.5, 0.45, 0.55, 100)], [Estimate(value, value - 0.05, value + 0.05, 100)], 0.05, 0.95, 100
        )
        if found.verdict == "undecided" and found.more_matches is not None:
            assert found.more_matches >= 10
            assert len(str(found.more_matches).rstrip("0")) <= 2


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (["tic-tac-toe", "tic-tac-toe", "--set-b", "is Line.length=2"], "* length of the line that wins: 3 becomes 2"),
        (["snowball-class", "snowball-class", "--set-b", "goal=9"], "* goal: 15 becomes 9"),
        (["tic-tac-toe", "tic-tac-toe", "--option-b", "Grid/4x4"], "* the option Grid: 3x3 becomes 4x4"),
        (["tic-tac-toe", "tic-tac-toe"], "The rules, agents and seeds are the same."),
    ],
)
def test_command_tells_what_differs_in_the_rules_in_words(second: list[str], told: str) -> None:
    words = ["compare", *second, "--agents", "random", "--matches", "4", "--workers", "1", "--changed"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    assert told in result.output
    assert "@@" not in result.output


def test_other_players_are_told_before_rules_are_called_better() -> None:
    """What stronger players change says nothing about rules; games for other numbers of players cannot be held together."""
    weak, strong = (playtest("tic-tac-toe", agents, 20, workers=1) for agents in ("random", "uct:iterations=50"))
    told = RunComparison(weak, strong).sentence()
    assert told.startswith(
        "Rules are the same, players are not (random; uct:iterations=50), so this tells of the players"
    )
    other = playtest(FAIR_HANDICAP, "random", 20, workers=1)
    assert (
        "But not only rules differ: A is played by uct:iterations=50, B by random"
        in RunComparison(strong, other).sentence()
    )
    three = playtest("trefoil", "random", 4, workers=1)
    sentence = RunComparison(weak, three).sentence()
    assert sentence.startswith("A is a game for 2, B one for 3:")
    assert not re.search(r"\. [a-z]", sentence)
    again = playtest("tic-tac-toe", "random", 20, seed=2, workers=1)
    assert "players" not in RunComparison(weak, again).sentence()
