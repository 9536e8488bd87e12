"""Fair games are rarely accused: for every kind of finding false alarms stay within one run of twenty."""

from __future__ import annotations

from collections import Counter

import pytest

from apts.playtest.findings import finding_kinds
from bench.planted_faults import KINDS
from tests.playtest.fair import FAIR, REMARKS, FairTest, count_alarms

SURPRISING = {30: 5, 50: 7}
"""For so many runs the most alarms that an honest rate of 5 % does not exceed but once in a hundred times."""

FACTS = {
    "certain",
    "rule-never-used",
    "rule-gap",
    "failed-matches",
    "never-solved",
    "one-strength",
    "changes-with-skill",
    "proved-result",
    "results-thrown-away",
    "dominant-opening",
    "dominant-use",
    "dominant-style",
    "popular-opening",
}
"""Kinds that only ask where there is something to say, of several strengths, of proofs and matches of their own, or of
players that choose how to open.
"""


@pytest.mark.parametrize("test", FAIR, ids=lambda test: test.name)
@pytest.mark.parametrize("runs", [pytest.param(50, marks=pytest.mark.long)])
def test_fair_game_raises_each_false_alarm_in_at_most_one_run_of_twenty(test: FairTest, runs: int) -> None:
    found = count_alarms(test, range(runs))
    assert all(count <= SURPRISING[runs] for count in found.alarms.values()), found.alarms


@pytest.mark.long
def test_every_kind_is_asked_about_in_a_fair_game_and_hardly_ever_affirmed() -> None:
    alarms: Counter[str] = Counter()
    asked: set[str] = set()
    for place, test in enumerate(FAIR):
        found = count_alarms(test, range(1000 * place, 1000 * place + 30 // len(FAIR)))
        alarms += found.alarms
        asked |= found.asked
    assert asked >= set(finding_kinds()) - FACTS - REMARKS - KINDS  # these have fair games of their own
    assert all(count <= SURPRISING[30] for count in alarms.values()), alarms
