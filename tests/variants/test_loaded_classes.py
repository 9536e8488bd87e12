"""Games from classes that are loaded already are turned like their classes."""

from __future__ import annotations

from typing import Any

import pytest

import apts
from apts.variants.authored_text import ClassOrigin
from apts.variants.difference import difference
from apts.variants.tunables import ARGUMENT, tunable
from apts.variants.variant import Edit, as_variant
from tests.variants.points_race import PointsRace, RaceOfSix, SoloRace


class HiddenGoal(PointsRace):
    """A race that keeps its goal to itself."""

    def __init__(self, points: int = 15):
        super().__init__(goal=points)


def turned(source: Any) -> dict[str, Any]:
    """What can be turned, with its values."""
    return {one.path: one.value for one in tunable(source) if one.fixed is None}


@pytest.mark.parametrize("kind", [PointsRace, SoloRace, RaceOfSix])
def test_loaded_class_offers_its_arguments_with_the_values_in_force(kind: type[PointsRace]) -> None:
    assert turned(apts.load(kind, goal=4)) == {"goal": 4, "shift": 2} == turned(kind(goal=4))
    variant = as_variant(apts.load(kind, goal=4))
    again = variant.edited(Edit(ARGUMENT, "goal", 4, 9)).game().definition
    assert isinstance(again, kind)
    assert (again.goal, again.shift) == (9, 2)


def test_arguments_that_an_object_does_not_keep_are_known_where_the_class_was_loaded() -> None:
    assert turned(apts.load(HiddenGoal, points=4)) == {"points": 4}
    assert turned(HiddenGoal(4)) == {}  # nobody knows how it was made
    assert isinstance(as_variant(HiddenGoal(4)).origin, ClassOrigin)


def test_object_whose_attributes_are_other_than_its_arguments_is_left_as_it_is() -> None:
    made = PointsRace(4)
    made.shift_again = 1  # type: ignore[attr-defined]
    assert turned(made) == {}


def test_sensitivity_and_improve_turn_a_loaded_class() -> None:
    game = apts.load(PointsRace, goal=6)
    found = apts.sensitivity(game, "random", 20, only=["goal"])
    assert [value.turned.label for value in found.values] == ["5", "7"]
    assert found.values[0].turned.called == "goal"
    better = apts.improve(game, "length between 8 and 20", "random", matches=400, most=40, fresh=40)
    assert better.chosen is not None
    assert {edit.path for edit in better.chosen.edits} <= {"goal", "shift"}


def test_differences_of_loaded_classes_name_their_arguments() -> None:
    lines = str(difference(as_variant(apts.load(PointsRace, goal=4)), as_variant(apts.load(PointsRace, goal=9))))
    assert "goal" in lines
