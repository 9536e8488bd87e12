"""What a long command tells of its time."""

from __future__ import annotations

import pytest

import apts
from apts.cli import progress
from apts.cli.playing import analysis
from apts.cli.playing.analysis import SolveProgress
from apts.cli.progress import Pace, about, about_range, progress_lines


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.2, "1 second"), (40, "40 seconds"), (89, "89 seconds"), (540, "9 minutes"), (10_800, "3 hours")],
)
def test_times_are_said_as_people_say_them(seconds: float, said: str) -> None:
    assert about(seconds) == said


def test_pace_counts_only_matches_that_were_played_now() -> None:
    clock, processor = Clock(), Clock()
    pace = Pace(clock, processor)
    assert pace.left("game", 50, 100) is None
    clock.now = 10.0
    assert pace.left("game", 50, 100) is None
    assert pace.left("game", 51, 100) is None
    clock.now, processor.now = 14.0, 4.0
    assert pace.left("game", 55, 100) == pytest.approx((45.0 * 0.5, 45.0 * 1.5))


def test_forecast_leaves_out_the_start_and_allows_for_a_busy_machine() -> None:
    clock, processor = Clock(), Clock()
    pace = Pace(clock, processor)
    assert pace.left("game", 0, 1000) is None
    clock.now, processor.now = 300.0, 20.0  # rules are compiled, on a machine with much else to do
    assert pace.left("game", 1, 1000) is None
    clock.now, processor.now = 340.0, 30.0
    found = pace.left("game", 101, 1000)
    assert found is not None
    assert found == pytest.approx((0.9 * 0.1 * 899, 1.1 * 0.4 * 899))


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [(180, 480, "3 to 8 minutes"), (40, 130, "40 seconds to 2 minutes"), (175, 185, "3 minutes")],
)
def test_ranges_of_times_are_said_as_people_say_them(low: float, high: float, said: str) -> None:
    assert about_range(low, high) == said


def test_long_run_is_forecast_once_and_then_told_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(progress.time, "monotonic", clock)
    with progress_lines(hint="; --quick is quicker") as told:
        for done in range(0, 61, 2):
            told("Hexes", done, 100)
            clock.now += 4.0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("Hexes: 100 matches will take about ")
    assert lines[0].endswith("--quick is quicker")
    assert sum("will take" in line for line in lines) == 1
    assert 2 <= len(lines) <= 6
    assert all("of 100 matches, about" in line for line in lines[1:])


def test_short_run_and_quiet_one_say_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(progress.time, "monotonic", clock)
    with progress_lines() as told:
        for done in range(11):
            told("Short", done, 10)
            clock.now += 1.0
    with progress_lines(quiet=True) as told:
        for done in range(11):
            told("Quiet", done, 100)
            clock.now += 100.0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("seconds", [None, 20.0])
def test_proof_that_takes_long_says_that_it_is_at_work_and_how_to_end_it(
    seconds: float | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(analysis.time, "monotonic", clock)
    with SolveProgress("Hexes", seconds) as watch:
        for second in range(40):
            watch.update(1000 * second, 8 if second < 20 else None)
            clock.now += 1.0
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("Hexes: at work for 3 seconds and 3,000 positions, at lines of 8 moves; ")
    assert second.startswith("Hexes: at work for 33 seconds and 33,000 positions; ")
    ending = (
        "--seconds N ends it after N CPU seconds, Ctrl-C at once" if seconds is None else "it ends after 20 seconds"
    )
    assert ending in first


def test_short_proof_and_quiet_one_say_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(analysis.time, "monotonic", clock)
    with SolveProgress("Hexes", None) as short:
        short.update(10, 2)
    with SolveProgress("Hexes", None, quiet=True) as quiet:
        clock.now += 100.0
        quiet.update(10, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("game", ["tic-tac-toe", "snowball-class"])
def test_proofs_of_rules_and_of_classes_tell_how_far_they_are(game: str) -> None:
    told: list[int] = []
    apts.solve(game, 2.0, watch=lambda positions, depth: told.append(positions))
    assert game == "tic-tac-toe" or told
    assert told == sorted(told)
