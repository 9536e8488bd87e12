"""What the default play-test says of best play, held to games whose value is known (bench/truth.py, in a quick form)."""

from __future__ import annotations

import pytest

from apts.playtest.run import Run
from bench.truth import GAMES, Value, claimed, judged, nim_value, play_test
from tests.playtest.test_panel import panel_of

KNOWN = {one.label: one for one in GAMES}


def said(run: Run) -> Value | None:
    assert run.panel is not None
    return claimed(run.panel)


@pytest.mark.parametrize(
    ("wins", "claim"),
    [
        ((150, 150, 150), "first"),
        ((100, 130, 160), "first"),
        ((50, 50, 50), "second"),
        ((120, 90, 60), "second"),
        ((150, 124, 95), "even"),
        ((190, 170, 140), "even"),
        ((100, 100, 100), None),
    ],
)
def test_claim_about_best_play_follows_from_the_strongest_and_the_slope(wins: tuple[int, ...], claim: Value) -> None:
    assert said(panel_of(wins)) == claim


def test_verdict_is_wrong_only_where_something_else_was_said() -> None:
    assert [judged(claim, "first") for claim in (None, "first", "even", "second")] == [
        "open", "right", "surely wrong", "surely wrong"
    ]  # fmt: skip


def test_value_of_nim_is_that_of_its_theorem() -> None:
    assert [nim_value(heaps) for heaps in ((1, 2, 3), (2, 3, 4), (1, 1), (5,))] == [
        "second",
        "first",
        "second",
        "first",
    ]


@pytest.mark.parametrize("label", ["tic-tac-toe", "hex-3x3"])
def test_default_play_test_is_right_about_a_solved_game(label: str) -> None:
    solved = KNOWN[label]
    assert judged(said(play_test(solved)), solved.value) == "right"
