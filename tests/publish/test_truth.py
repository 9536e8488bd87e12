"""The strongest opponent of a page, a second a move, against perfect play."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from bench import connect_four_truth as truth
from tests.publish.node_matches import needs_compiler, needs_node
from tests.publish.thinking import thought_in_node

POSITIONS = 200
"""Of each set, evenly spread over it; most of them are proven in much less than a second."""


@needs_node
@needs_compiler
@pytest.mark.long
@pytest.mark.skipif(not truth.TRUTH.exists(), reason="the collection of solved positions is not there")
def test_a_second_a_move_keeps_the_value_of_connect_four(tmp_path: Path) -> None:
    positions = [known for name in truth.SETS for known in truth.test_set(name)[:: 1000 // POSITIONS]]
    assert len(positions) == len(truth.SETS) * POSITIONS
    tasks = [
        {
            "kind": "decision",
            "moves": ["abcdefg"[int(column) - 1] for column in played],
            "seed": 0,
            "spec": "uct:seconds=1",
            "matchSeed": number,
        }
        for number, (played, _) in enumerate(positions)
    ]
    found = thought_in_node(tmp_path, apts.load("connect-four"), *tasks, specs=["uct:seconds=1"])
    kept = 0
    for (_, values), (text, took) in zip(positions, found, strict=True):
        kept += values["abcdefg".index(text[0])] == max(value for value in values if value is not None)
        assert took < 3000
    assert kept >= 0.99 * len(positions)
