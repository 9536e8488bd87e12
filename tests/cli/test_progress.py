"""What a long command tells of its time."""

from __future__ import annotations

import pytest

from apts.cli import progress
from apts.cli.progress import Pace, about, progress_told


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
    clock = Clock()
    pace = Pace(clock)
    assert pace.left("game", 50, 100) is None
    clock.now = 10.0
    assert pace.left("game", 50, 100) is None
    assert pace.left("game", 60, 100) == pytest.approx(40.0)


def test_long_run_is_forecast_once_and_then_told_in_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(progress.time, "monotonic", clock)
    with progress_told(hint="; --quick is quicker") as told:
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
    with progress_told() as told:
        for done in range(11):
            told("Short", done, 10)
            clock.now += 1.0
    with progress_told(quiet=True) as told:
        for done in range(11):
            told("Quiet", done, 100)
            clock.now += 100.0
    assert capsys.readouterr().err == ""
