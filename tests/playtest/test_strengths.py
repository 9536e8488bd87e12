"""One game at several strengths: which levels there are, what surely changes, and what is only luck."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from apts import load, playtest, playtest_levels, read_goals
from apts.errors import AptsError
from apts.learning.encodings.encoding import learnable
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.findings import Finding
from apts.playtest.run import Run
from apts.playtest.strengths.strengths import (
    LevelRun,
    Strengths,
    level_label,
    level_specs,
    parent_model,
    training_folder,
)
from apts.playtest.strengths.trends import findings_at_levels, trends
from apts.report import strengths_html
from tests.cli.command_line import apts
from tests.variants.points_race import PointsRace, RaceOfSix, SoloRace

MATCHES = 60


@pytest.fixture(scope="module")
def strengths() -> Strengths:
    """Tic-Tac-Toe by players who try nothing, a little, and enough."""
    levels = ["uct:iterations=400", "random", "uct:iterations=30"]
    return playtest_levels("tic-tac-toe", levels, MATCHES, evaluator="uct:iterations=20")


@pytest.fixture(scope="module")
def many() -> Run:
    """Matches of one strength, to be dealt out to levels that do not differ."""
    return playtest("tic-tac-toe", "random", matches=300)


def dealt(run: Run, dealer: Random) -> Run:
    """A run of matches drawn from those of another one; without its game, which is only needed to look at moves again."""
    drawn = dealer.choices(run.matches, k=MATCHES)
    matches = [replace(match, number=place) for place, match in enumerate(drawn, 1)]
    return Run(replace(run.manifest, matches=MATCHES), matches)


def test_levels_are_in_order_of_strength(strengths: Strengths) -> None:
    assert strengths.labels == ("random", "uct:iterations=30", "uct:iterations=400")
    game = load("tic-tac-toe")
    assert level_specs("expert, casual,random", game) == ("random", "level:casual", "level:expert")
    assert [level_label(spec) for spec in level_specs("all", game)][::5] == ["beginner", "master"]
    assert level_specs("model:tic-tac-toe,random", game) == ("model:tic-tac-toe", "random")
    assert level_label("model:/some/where/net.onnx,simulations=8") == "model net,simulations=8"


@pytest.mark.parametrize(
    ("levels", "told"),
    [
        ("clbu,expert", "no level 'clbu'; did you mean club"),
        ("club,club", "'club' is named twice"),
        ("all,club", "'club' is named twice"),
        ("club,human", "agents alone"),
        ("club", "at least 2"),
        ("", "at least 2"),
        ("club,uct:iterations=none", "iterations"),
    ],
)
def test_levels_that_cannot_be_played_are_refused(levels: str, told: str) -> None:
    with pytest.raises(AptsError, match=told):
        playtest_levels("tic-tac-toe", levels, 2)


@pytest.mark.long
def test_what_changes_with_strength_is_told(strengths: Strengths) -> None:
    told = strengths.sentences()
    assert any(line.startswith("The better the players, the more matches are drawn: ") for line in told)
    assert any("the fewer turns have a choice" in line and "with uct:iterations=400" in line for line in told)
    drawn = next(trend for trend in strengths.figures if trend.name == "drawishness")
    assert drawn.is_straight
    assert drawn.is_monotone


@pytest.mark.long
def test_findings_say_at_which_levels_they_hold(strengths: Strengths) -> None:
    drawish = next(found for found in strengths.findings if found.kind == "drawish")
    assert drawish.found == ("uct:iterations=400",)
    assert str(drawish).endswith("[at uct:iterations=400; not seen at random, uct:iterations=30]")


def test_figures_of_one_level_are_not_told_for_another() -> None:
    def found(kind: str, sentence: str, state: Literal["found", "probable"] = "found") -> Finding:
        return Finding(kind, sentence, 0.1, None, None, 9, "random", (), 1.0, subject="seat 1", state=state)

    told = findings_at_levels(
        {
            "random": [found("seat-advantage", "It scores 60 %."), found("not-enough-evidence", "From 29 % to 55 %.")],
            "club": [found("seat-advantage", "It scores 70 %."), found("not-enough-evidence", "From 48 % to 74 %.")],
            "expert": [found("seat-advantage", "It may score 80 %.", "probable")],
        }
    )
    assert [str(one) for one in told] == [
        "It scores 70 %. [at club; also at random; probably also at expert]",
        "From 48 % to 74 %. [at club]",
        "From 29 % to 55 %. [at random]",
    ]


def test_goals_of_levels_that_were_not_played_are_named() -> None:
    goals = read_goals(["length at least 5", "balance above 0.9 at level:casual"])
    levels = playtest_levels("tic-tac-toe", "random,uct:iterations=5", 8, goals=goals)
    assert levels.as_data()["unjudged"] == ["balance at least 0.9 at level:casual"]
    assert "not judged: balance at least 0.9 at level:casual; casual players did not play" in strengths_html(levels)


def test_run_at_a_level_is_found_by_any_of_its_names(strengths: Strengths) -> None:
    assert strengths.at("random") is strengths.runs[0]
    assert strengths.at("uct: iterations=30") is strengths.runs[1]
    with pytest.raises(AptsError, match=r"'expert' was not played .*levels: random"):
        strengths.at("expert")


@pytest.mark.long
def test_games_that_are_the_same_at_all_levels_are_seldom_said_to_change(many: Run) -> None:
    dealer = Random(1)
    wrong = [
        any(trend.is_sure for trend in trends([dealt(many, dealer) for _ in range(3)], one_judge=True))
        for _ in range(100)
    ]
    assert sum(wrong) <= 9  # 5 of 100 are promised; more than 9 would come once in 35 times if that were just kept


def test_figure_that_turns_is_said_to_turn(many: Run, strengths: Strengths) -> None:
    best, dealer = strengths.runs[2], Random(1)
    runs = (dealt(many, dealer), best, dealt(many, dealer))
    there_and_back = Strengths([LevelRun(name, run) for name, run in zip("abc", runs, strict=True)])
    assert any(line.startswith("drawishness rises up to b, then falls: ") for line in there_and_back.sentences())


def test_values_of_different_judges_are_not_tested() -> None:
    game = load("tic-tac-toe")
    runs = [playtest(game, f"uct:iterations={count}", matches=20) for count in (10, 200)]
    own = Strengths([LevelRun(str(number), run) for number, run in enumerate(runs)])
    assert not own.one_judge
    assert any("every level judged its own matches: lead-change" in line for line in own.sentences())


@pytest.mark.long
def test_page_has_every_level_and_every_figure(strengths: Strengths) -> None:
    page = strengths_html(strengths)
    assert page.count("<svg") == len(strengths.figures) >= 8
    assert "The better the players, the more matches are drawn" in page
    assert ">not seen<" in page


def test_page_speaks_portuguese(strengths: Strengths) -> None:
    page = strengths_html(strengths, "pt-BR")
    assert "Quanto melhores os jogadores, mais partidas empatam: " in page
    assert ">não visto<" in page
    for left in ("The better", "Findings", "In brackets", "matches by"):
        assert left not in page


@pytest.mark.long
def test_levels_are_played_once_and_told(tmp_path: Path) -> None:
    words = ["playtest", "tic-tac-toe", "--levels", "casual,random", "--matches", "12", "--archive", tmp_path / "a.db"]
    answer = apts(*words, "--report", tmp_path / "levels.html", "--name", "mine")
    assert answer.code == 0, answer.complaint
    assert "seed 1; matches: random 12, casual 12" in answer.output
    assert (tmp_path / "levels.html").exists()
    known = apts("runs", "--archive", tmp_path / "a.db", "--json").json
    assert [(run["name"], run["matches"]) for run in known] == [("mine random", 12), ("mine casual", 12)]
    again = apts(*words, "--name", "mine", "--workers", "1", "--json").json
    assert [level["level"] for level in again["levels"]] == ["random", "casual"]
    assert len(apts("runs", "--archive", tmp_path / "a.db", "--json").json) == 2


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["--agents", "random"],
        ["--until", "settled"],
        ["--precision", "0.1"],
        ["--guard"],
        ["--set", "dim=3..4"],
    ],
)
def test_what_does_not_go_with_levels_is_refused(words: list[str]) -> None:
    refused = apts("playtest", "tic-tac-toe", "--levels", "casual,club", *words)
    assert refused.code == 1
    assert "leave --levels out" in refused.complaint or "or the levels" in refused.complaint


@pytest.mark.long
@pytest.mark.parametrize("game", [SoloRace, RaceOfSix])
def test_classes_for_one_and_for_six_are_played_at_levels(game: type[PointsRace]) -> None:
    levels = playtest_levels(game(goal=20), "random,uct:iterations=30", 20, evaluator="random", workers=1)
    told = levels.sentences()
    shorter = any(line.startswith("The better the players, the shorter matches are: ") for line in told)
    assert shorter is (game is RaceOfSix)  # alone nobody is in a hurry
    assert any(trend.part == "seat 6 score" for trend in levels.trends) is (game is RaceOfSix)


@pytest.mark.parametrize(("stopped_at", "kept"), [("casual", 1), ("random", 0)])
def test_ctrl_c_keeps_what_was_played(stopped_at: str, kept: int) -> None:
    def stop(title: str, done: int, wanted: int) -> None:
        if title.endswith(stopped_at) and done == 4:
            raise KeyboardInterrupt

    def play() -> Strengths:
        return playtest_levels("tic-tac-toe", "random,casual", 8, workers=1, watch=stop)

    if not kept:
        with pytest.raises(StoppedComparison, match="before two levels"):
            play()
        return
    levels = play()
    assert levels.interrupted
    assert len(levels.at("random").matches) == 8
    assert 0 < len(levels.at("casual").matches) < 8


def test_network_is_not_taught_what_it_cannot_learn() -> None:
    with pytest.raises(AptsError, match="Python class"):
        playtest_levels(SoloRace, "random", 4, train=1)
    with pytest.raises(AptsError, match="more than 0 minutes"):
        playtest_levels("tic-tac-toe", "random", 4, train=0)


def test_network_begins_with_the_model_of_its_parent_game() -> None:
    larger = learnable(load("tic-tac-toe", dim=4))
    start = parent_model(larger)
    assert start is not None
    assert start.stem == "tic-tac-toe"
    assert parent_model(learnable(load("hex"))) is None
    assert training_folder(larger, 2, 1) != training_folder(learnable(load("tic-tac-toe")), 2, 1)


@pytest.mark.long
def test_taught_network_is_the_top_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    words = ["playtest", "tic-tac-toe", "--levels", "random", "--train", "0.05", "--matches", "12", "--json"]
    answer = apts(*words)
    assert answer.code == 0, answer.complaint
    assert [level["level"] for level in answer.json["levels"]] == ["random", "trained"]
    sentence = answer.json["sentences"][-1]
    assert sentence.endswith("against random players in 10 pairs of matches: it is the strongest.")
    assert apts(*words).json == answer.json  # neither taught nor played again


@pytest.mark.long
def test_goals_are_judged_at_the_levels_that_they_are_about() -> None:
    goals = read_goals(["drawishness below 0.9 at random", "length between 5 and 9"])
    levels = playtest_levels("tic-tac-toe", "random,uct:iterations=30", 30, goals=goals, evaluator="random", workers=1)
    told = [(label, str(found.goal), found.verdict) for label, found in levels.judgements]
    assert told == [
        ("random", str(goals.wanted[0]), "met"),
        ("random", str(goals.wanted[1]), "met"),
        ("uct:iterations=30", str(goals.wanted[1]), "met"),
    ]
    assert "Goals at each level" in strengths_html(levels)
