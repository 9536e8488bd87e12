"""The hill climbing of the study: its steps, its edits, and what fresh matches leave of its gain."""

from __future__ import annotations

from random import Random

import pytest

from apts.errors import AptsError
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import playtest
from apts.variants.search.goal_scorer import aggregate_interval
from apts.variants.search.methods.climbing import ClimbSettings, climbed, random_turn, study_values
from apts.variants.variant import as_variant

PLAY = PlaytestRequest("random", seed=2)
SHORT = ClimbSettings(steps=3, matches=5, fresh=20)


@pytest.mark.long
def test_every_step_changes_one_thing_and_is_kept_only_when_the_sum_rises() -> None:
    found = climbed(as_variant("tic-tac-toe"), PLAY, SHORT)
    assert [step.number for step in found.steps] == [0, 1, 2, 3]
    kept = found.steps[0]
    for step in found.steps[1:]:
        assert step.variant.edits[:-1] == kept.variant.edits
        assert step.kept == (step.value > kept.value)
        kept = step if step.kept else kept
    assert found.chosen is kept
    assert found.before is not None
    assert found.before.n == 20


def test_numbers_go_from_a_fifth_to_nine_fifths_of_their_value() -> None:
    size = next(one for one in as_variant("tic-tac-toe").tunables() if one.value == 3 and one.fixed is None)
    assert study_values(size) == [1, 2, 4, 5]
    assert random_turn(size, Random(1)).after in (1, 2, 4, 5)


def test_unknown_aggregate_is_told() -> None:
    with pytest.raises(AptsError, match="ludi-as-printed"):
        climbed(as_variant("tic-tac-toe"), PLAY, ClimbSettings(aggregate="beauty"))


@pytest.mark.long
def test_interval_of_the_aggregate_holds_its_value_and_narrows_with_matches() -> None:
    few, many = (
        aggregate_interval(playtest("tic-tac-toe", "random", matches=count, seed=1), "ludi") for count in (40, 400)
    )
    assert few.low < few.value < few.high
    assert many.half_width < few.half_width
