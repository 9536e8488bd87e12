"""When matches are decided, and what becomes of a lead: figures by hand, planted games, and fair ones."""

from __future__ import annotations

import numpy as np
import pytest

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.findings import weigh
from apts.playtest.metrics import Metrics
from tests.playtest import handmade


def told(evidence: Evidence) -> set[str]:
    return {one.kind for one in weigh(evidence) if one.state == "found"}


def decided_in(turn: int, count: int = 60, turns: int = 12, seed: int = 1) -> Evidence:
    """Matches in which nobody is ahead until one turn, and the winner from then on, as a search that errs sees it."""
    noise = np.random.default_rng(seed)
    matches = []
    for number in range(1, count + 1):
        sign = 1.0 if number % 3 else -1.0
        course = [sign * (0.8 if place >= turn else 0.0) for place in range(turns)]
        values = np.clip(np.array(course) + noise.normal(0.0, 0.05, turns), -1.0, 1.0)
        matches.append(handmade.match(number, 1 if sign > 0 else 2, values=[float(one) for one in values]))
    return handmade.evidence(*matches, agents=("uct", "uct"))


@pytest.mark.parametrize(("turn", "share"), [(2, 2 / 12), (6, 6 / 12), (11, 11 / 12)])
def test_decisive_turn_is_where_the_winners_chance_rises_most(turn: int, share: float) -> None:
    metrics = Metrics(decided_in(turn))
    found = metrics["decisive-turn"]
    assert found.value == pytest.approx(share, abs=0.03)
    assert found.details["early"]["value"] == pytest.approx(1.0 if turn == 2 else 0.0, abs=0.05)
    assert metrics["decided-at"].details["decisive_turn"] == pytest.approx(found.value)


def test_matches_decided_in_the_first_third_are_told_of() -> None:
    assert "decisive-early" in told(decided_in(2))
    assert not any("decisive-early" in told(decided_in(turn, seed=turn)) for turn in (4, 6, 9, 12))


def test_too_few_matches_say_so_and_accuse_nobody() -> None:
    few = decided_in(2, count=12)
    assert "fewer than 20 matches" in Metrics(few)["decisive-turn"].details["missing"]
    assert "decisive-early" not in told(few)
