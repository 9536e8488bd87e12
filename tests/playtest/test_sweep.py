"""Several values of a setting side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts import load
from apts.cli.settings import combinations, is_sweep, values_of
from apts.errors import AptsError
from apts.playtest.comparing.sweep import Sweep, swept
from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.report import sweep_html
from tests.cli.command_line import apts
from tests.wording.golden import Wording


@pytest.fixture(scope="module")
def sweep() -> Sweep:
    """Tic-Tac-Toe on larger and larger boards, and once more on the first."""
    games = [(f"dim={size}", load("tic-tac-toe", dim=size)) for size in (3, 4, 5)]
    return swept([*games, ("again", load("tic-tac-toe", dim=3))], PlaytestRequest("random", 200))


@pytest.mark.long
def test_what_changes_is_told_and_what_does_not_is_not(sweep: Sweep) -> None:
    assert {("length", "dim=4"), ("length", "dim=5"), ("branching", "dim=5")} <= sweep.changed
    assert not [name for name, label in sweep.changed if label == "again"]
    told = sweep.sentences()
    assert any(line.startswith("length rises from ") and "with dim=3" in line for line in told)


def test_every_value_has_the_same_agents_matches_and_seed(sweep: Sweep) -> None:
    runs = [point.run for point in sweep.points]
    assert {(run.manifest.agents, run.manifest.seed, len(run.matches)) for run in runs} == {(("random",) * 2, 1, 200)}


def test_page_has_a_row_and_a_chart_for_each(sweep: Sweep) -> None:
    page = sweep_html(sweep)
    assert page.count("<svg") == len(sweep.figures) >= 5
    for label in ("dim=3", "dim=4", "dim=5"):
        assert f">{label}<" in page
    assert "Turns a match rises from" in page


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("length=3..5", ["length=3", "length=4", "length=5"]),
        ("length=-1..0", ["length=-1", "length=0"]),
        ("length=3,7", ["length=3", "length=7"]),
        ("swap=true,false", ["swap=true", "swap=false"]),
        ("length=3", ["length=3"]),
        ("nonsense", ["nonsense"]),
    ],
)
def test_values_are_read(text: str, values: list[str]) -> None:
    assert values_of(text) == values
    assert is_sweep([text]) == (len(values) > 1)


@pytest.mark.parametrize("texts", [["a=5..3"], ["a=1..1000"], ["a=1..10", "b=1..10"]])
def test_too_many_and_no_values_are_refused(texts: list[str]) -> None:
    with pytest.raises(AptsError, match="--set"):
        combinations(texts)


@pytest.mark.long
def test_play_test_and_compare_print_one_table(tmp_path: Path) -> None:
    kept = ["--archive", tmp_path / "runs.db"]
    words = ["tic-tac-toe", "--set", "dim=3..4", "--agents", "random", "--matches", "40"]
    answer = apts("playtest", *words, *kept, "--report", tmp_path / "sweep.html")
    assert answer.code == 0, answer.complaint
    assert "dim=3" in answer.output
    assert "* surely other than with dim=3" in answer.output
    assert (tmp_path / "sweep.html").exists()
    assert len(apts("runs", *kept, "--json").json) == 2
    compared = apts("compare", *words, *kept, "--json").json
    assert [point["setting"] for point in compared["points"]] == ["dim=3", "dim=4"]
    assert len(apts("runs", *kept, "--json").json) == 2  # nothing was played again
    refused = apts("playtest", *words, "--until", "settled")
    assert (refused.code, refused.complaint.partition(" is for")[0]) == (1, "--until")
    assert apts("compare", "tic-tac-toe").code == 1


@pytest.mark.long
def test_every_value_is_held_against_the_goals(wording: Wording) -> None:
    games = [(f"dim={dim}", load("tic-tac-toe", dim=dim)) for dim in (3, 5)]
    sweep = swept(games, PlaytestRequest("random", 300), goals=read_goals("length at most 10"))
    assert [[one.verdict for one in sweep.judgements(point)] for point in sweep.points] == [["met"], ["missed"]]
    wording(sweep.sentences()[-2:])
    assert [point["goals"][0]["verdict"] for point in sweep.as_data()["points"]] == ["met", "missed"]
    assert "at most 10 turns" in sweep_html(sweep)
