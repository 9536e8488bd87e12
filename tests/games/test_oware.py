"""Oware: what is taken, who is fed, and what a grand slam does."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

import apts

Row = Sequence[int]


def position(upper: Row, lower: Row, stores: tuple[int, int] = (0, 0), mover: int = 1, **options: str) -> apts.State:
    """A position: both rows from the left, and the stores of the two players."""

    def written(row: Row) -> str:
        signs = "".join("." if not seeds else "s" if seeds == 1 else f"s(n{seeds})" for seeds in row)
        return re.sub(r"\.+", lambda gap: str(len(gap[0])), signs)

    text = f"{written(upper)}/{written([stores[1], *lower, stores[0]])} {mover}"
    return apts.load("oware", **options).state(text)


def rows(state: apts.State) -> tuple[list[int], list[int], tuple[int, int]]:
    """The upper and the lower row from the left, and the stores of the two players."""
    found: list[list[int]] = []
    for part in str(state).split()[0].split("/"):
        signs = re.findall(r"s(?:\(n(\d+)\))?|(\d+)", part)
        found.append([seeds for more, gap in signs for seeds in ([0] * int(gap) if gap else [int(more or 1)])])
    upper, (second, *lower, first) = found
    return upper, lower, (first, second)


def moves(state: apts.State) -> set[str]:
    """The texts of the legal moves."""
    return {move.text for move in state.moves()}


def test_twos_and_threes_are_taken_back_to_the_first_other_number() -> None:
    after = position([1, 3, 1, 2, 4, 1], [4, 0, 0, 0, 0, 4]).play("g1")
    assert rows(after) == ([1, 3, 0, 0, 5, 2], [4, 0, 0, 0, 0, 0], (5, 0))


def test_own_houses_are_not_taken() -> None:
    after = position([1, 0, 0, 0, 0, 4], [1, 0, 1, 0, 0, 0]).play("b1")
    assert rows(after) == ([1, 0, 0, 0, 0, 4], [0, 1, 1, 0, 0, 0], (0, 0))
    after = position([1, 0, 0, 0, 0, 4], [0, 1, 1, 0, 0, 0]).play("c1")
    assert rows(after) == ([1, 0, 0, 0, 0, 4], [0, 0, 2, 0, 0, 0], (0, 0))


def test_the_house_that_seeds_come_from_is_left_out() -> None:
    after = position([0] * 6, [1, 0, 0, 1, 16, 1]).play("f1")
    assert rows(after) == ([1, 1, 0, 0, 0, 0], [2, 1, 1, 2, 0, 3], (8, 0))


def test_who_has_no_seeds_must_be_given_some() -> None:
    assert moves(position([0] * 6, [1, 0, 0, 1, 3, 0])) == {"f1"}


def test_grand_slam_takes_nothing() -> None:
    state = position([0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1])
    assert moves(state) == {"b1", "g1"}
    assert rows(state.play("g1")) == ([0, 0, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], (0, 0))


@pytest.mark.long
def test_grand_slam_may_be_forbidden_or_take_all() -> None:
    upper, lower = [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1]
    assert moves(position(upper, lower, grand_slam="Forbidden")) == {"b1"}
    ended = position(upper, lower, grand_slam="Takes all").play("g1")
    assert rows(ended) == ([0] * 6, [1, 0, 0, 0, 0, 0], (2, 0))
    assert ended.outcome is not None, "the other has nothing to play with and nobody can give anything"


def test_match_ends_with_more_than_half_of_the_seeds() -> None:
    stores, lower = (22, 10), [4, 0, 0, 0, 0, 1]
    outcome = position([5, 0, 0, 0, 0, 2], lower, stores).play("g1").outcome
    assert outcome is not None
    assert outcome.winner == 1
    assert position([5, 0, 0, 0, 0, 1], lower, stores).play("g1").outcome is None


def test_who_leaves_the_other_without_an_allowed_move_ends_the_match_and_rows_are_counted() -> None:
    ended = position([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 0], (22, 24), mover=2).play("g2")
    assert ended.outcome is None, "the first player can play, and feeds"
    ended = position([1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], (23, 23), mover=2).play("b2")
    assert ended.outcome is not None
    assert ended.outcome.winner == 1, "25 seeds with the two of the own row that nobody can pass on"
