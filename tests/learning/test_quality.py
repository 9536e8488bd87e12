"""Quality of play, held against the solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.training.contest import UctSide
from apts.learning.training.quality import Mark, examine, marked, random_positions
from apts.search.results import Record
from tests.learning.models import rules
from tests.search.small_games import TRIO


class Answers:
    """Plays a best or a worst move, by the exact values."""

    def __init__(self, values: Sequence[dict[Record, int]], *, best: bool):
        self.answers = [(max if best else min)(moves, key=lambda r, known=moves: known[r]) for moves in values]

    def choose(self, positions: Sequence[Any], seeds: Sequence[int]) -> list[Record]:
        return self.answers[: len(positions)]


def test_perfect_play_keeps_every_value_and_the_worst_only_where_nothing_can_be_lost() -> None:
    game = rules()
    exam = examine(game, random_positions(game, 40, seed=2))
    assert len(exam.positions) == 40
    assert exam.skipped == 0
    assert marked(exam, Answers(exam.values, best=True)) == Mark(40, 40)
    assert marked(exam, Answers(exam.values, best=False)).kept == 40 - len(exam.telling)
    assert 10 < len(exam.telling) < 40


def test_search_keeps_nearly_every_value_of_a_small_game() -> None:
    game = rules()
    exam = examine(game, random_positions(game, 40, seed=3))
    assert marked(exam, UctSide(game, 2000), exam.telling).share > 0.9


def test_positions_of_random_play_are_different_and_the_same_for_the_same_seed() -> None:
    game = rules()
    once, again, other = (random_positions(game, 30, seed) for seed in (1, 1, 2))
    assert [bytes(position) for position in once] == [bytes(position) for position in again]
    assert [bytes(position) for position in once] != [bytes(position) for position in other]
    assert len({bytes(position) for position in once}) == 30


def test_positions_that_take_too_long_are_counted_as_skipped() -> None:
    game = rules("connect-four")
    exam = examine(game, [game.start().position], seconds=0.01)
    assert exam.skipped == 1
    assert exam.positions == ()


def test_game_that_cannot_be_solved_is_refused() -> None:
    with pytest.raises(AptsError, match="cannot be solved"):
        examine(RulesGame(TRIO), [])
