"""Patterns take all arguments of a clause or none."""

from __future__ import annotations

import pytest

from apts.language.tree import Literal, Value, Word
from apts.telling.outline import pattern_of
from apts.telling.voice import many
from tests.wording.golden import Wording


def filled(text: str, **arguments: Value) -> str | None:
    """A pattern with arguments, told by their names and numbers."""
    return pattern_of(text).filled(
        arguments, lambda value: value.name if isinstance(value, Word) else str(getattr(value, "value", value))
    )


def test_places_are_filled_and_missing_parts_left_out(wording: Wording) -> None:
    text = "{who} has a piece[ in {in}]"
    assert filled(text, who=Word("P1")) == "P1 has a piece"
    wording(filled(text, **{"who": Word("P1"), "in": Word("Home")}))


def test_pattern_without_a_place_for_an_argument_does_not_fit() -> None:
    assert filled("{who} has a piece", who=Word("P1"), name=Word("King")) is None
    assert filled("{who} has a piece[{-name}]", who=Word("P1"), name=Word("King")) == "P1 has a piece"


def test_pattern_that_lacks_an_argument_does_not_fit() -> None:
    assert filled("{who} has {count} pieces", who=Word("P1")) is None


@pytest.mark.parametrize(("exact", "told"), [(True, "a line of exactly 4"), (False, "a line of 4")])
def test_flag_adds_its_words_only_where_it_is_true(exact: bool, told: str) -> None:
    assert filled("a line of [exact? exactly] {length}", length=Literal(4), exact=Literal(exact)) == told


def test_flag_that_is_worked_out_is_not_told() -> None:
    assert filled("a line of [exact? exactly] {length}", length=Literal(4), exact=Word("Sometimes")) is None


@pytest.mark.parametrize(
    ("one", "several"),
    [("Ferry", "Ferries"), ("Key", "Keys"), ("Fox", "Foxes"), ("Horseman", "Horsemen"), ("Pawn", "Pawns")],
)
def test_names_of_pieces_have_a_plural(one: str, several: str) -> None:
    assert many(one) == several
