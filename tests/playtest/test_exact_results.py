"""Random play against exact results."""

from __future__ import annotations

import pytest

from apts.playtest.run import playtest

LENGTH = (5 * 34560 + 6 * 31968 + 7 * 95904 + 8 * 72576 + 9 * (81792 + 46080)) / 362880
"""The mean number of turns: of the 9! orders of the cells, how many end a match at each turn."""


@pytest.mark.parametrize("matches", [1000, pytest.param(10_000, marks=pytest.mark.long)])
def test_random_tic_tac_toe_comes_out_as_it_must(matches: int) -> None:
    run = playtest("tic-tac-toe", ["random"], matches, seed=1)
    first, second = run.metrics["seat-score"].details["seats"]
    for row, share in ((first["wins"], 737 / 1260), (second["wins"], 121 / 420), (first["draws"], 8 / 63)):
        assert row["low"] <= share <= row["high"]
    length = run.metrics["length"]
    assert length.low is not None
    assert length.high is not None
    assert length.low <= LENGTH <= length.high
