"""The words of findings and figures: points for differences, what was seen and no more, zero without a sign."""

from __future__ import annotations

import pytest

from apts.cli.settings import counted
from apts.input_checks import signed
from apts.playtest.evidence.sentences import ENGLISH, make_message, points
from apts.report.texts import words
from tests.wording.golden import Wording


@pytest.mark.parametrize(
    ("difference", "expected"), [(0.23, "23"), (0.0312, "3.1"), (-0.1, "-10"), (0.0, "0"), (-0.0001, "0")]
)
def test_differences_of_percentages_are_points(difference: float, expected: str) -> None:
    assert points(difference) == expected


@pytest.mark.parametrize(
    "key", ["successful-opening", "successful-use/move", "successful-use/piece", "successful-use/site"]
)
def test_gains_are_told_in_points(key: str) -> None:
    assert "{gain} points" in ENGLISH[key]
    assert "{gain} pontos" in words("pt-BR").sentences[key]


def test_end_that_no_match_came_to_is_told_as_seen(wording: Wording) -> None:
    told = str(make_message("rule-gap/end", rule="the rule", n=40, high="9 %"))
    wording(told)
    assert words("pt-BR").sentences["rule-gap/end"].startswith("Um fim nunca foi alcançado")


def test_kind_of_move_may_be_called_move() -> None:
    told = str(make_message("dead-use/move", name="move", count=0, n=40, high="9 %"))
    assert told.startswith("Moves of the kind move are dead: they are used in 0 of 40 matches")


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [(0.004, ".2f", "0.00"), (-0.004, ".2f", "0.00"), (-0.0, ".3g", "0"), (0.25, ".2f", "+0.25"), (-3.0, ".0f", "-3")],
)
def test_zero_has_no_sign(value: float, form: str, expected: str) -> None:
    assert signed(value, form) == expected


def test_one_thing_is_not_many() -> None:
    assert [counted(count, "first move") for count in (0, 1, 2)] == ["0 first moves", "1 first move", "2 first moves"]
