"""How much of a result is luck: matches played again with the same chance."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import apts
from apts.errors import AptsError
from apts.playtest.matches.match import replay
from apts.playtest.metrics.side import ALL_ALIKE, NO_CHANCE, NOT_ASKED, _apart_from_seats
from tests.search.chance_games import gamble, runners


class Coins(apts.PythonGame[tuple[int, int, int]]):
    """Six coins: a throw decides each with the weight ``dice``, what is called with the rest; most points win."""

    name, players, dice = "Coins", 2, 1

    def start(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def mover(self, position: tuple[int, int, int]) -> int:
        return position[0] % 2 + 1

    def moves(self, position: tuple[int, int, int]) -> tuple[str, ...]:
        return ("heads", "tails")

    def play(self, position: tuple[int, int, int], move: str) -> tuple[int, int, int]:
        return position[0] + 1, position[1] + (0 if self.dice else 2 * (move == "heads") - 1), position[2]

    def chance(self, position: tuple[int, int, int], dice: random.Random) -> tuple[int, int, int]:
        thrown = 2 * dice.randint(0, 1) - 1
        return position[0], position[1] + self.dice * thrown, position[2]

    def write(self, position: tuple[int, int, int]) -> str:
        return " ".join(map(str, position))

    def read(self, text: str) -> tuple[int, int, int]:
        made, points, thrown = map(int, text.split())
        return made, points, thrown

    def outcome(self, position: tuple[int, int, int]) -> Any:
        if position[0] < 7:
            return None
        return apts.Outcome.won_by(1 if position[1] > 0 else 2, 2, "most points")


class Calls(Coins):
    """The same with throws that count for nothing."""

    name, dice = "Calls", 0


def test_where_the_throws_decide_all_is_luck() -> None:
    found = apts.playtest(Coins(), "random", matches=60, workers=1).metrics["luck"]
    assert found.value == pytest.approx(1.0)
    assert found.low is not None
    assert found.low > 0.85
    assert found.details["same"]["value"] == 1.0


def test_where_the_throws_count_for_nothing_none_is_luck() -> None:
    found = apts.playtest(Calls(), "random", matches=200, luck=200, workers=1).metrics["luck"]
    assert found.value is not None
    assert (found.low, found.n) == (0.0, 200)
    assert found.high is not None
    assert found.high < 0.35


def test_games_without_chance_say_so_and_play_nothing_again() -> None:
    run = apts.playtest("tic-tac-toe", "random", matches=20)
    assert run.metrics["luck"].details["missing"] == NO_CHANCE
    assert run.side is not None
    assert run.side.again == ()


def test_matches_are_played_again_only_where_that_is_wanted() -> None:
    run = apts.playtest(runners(2), "random", matches=20, luck=0)
    assert run.metrics["luck"].details["missing"] == NOT_ASKED, _apart_from_seats
    with pytest.raises(AptsError, match="at least 0, not -1"):
        apts.playtest(runners(2), "random", matches=20, luck=-1)


def test_results_that_never_differ_tell_nothing() -> None:
    class Always(Coins):
        name = "Always"

        def outcome(self, position: tuple[int, int, int]) -> Any:
            return apts.Outcome.won_by(1, 2, "always") if position[0] == 3 else None

    assert apts.playtest(Always(), "random", matches=20, workers=1).metrics["luck"].details["missing"] == ALL_ALIKE


@pytest.mark.parametrize("players", [2, 3])
def test_throw_after_throw_is_the_same_again_and_the_moves_are_not(players: int) -> None:
    game = apts.load(runners(players, faces=6, goal=8, moves=30))
    run = apts.playtest(game, "random", matches=20)
    assert run.side is not None
    differ = 0
    for first, second in zip(run.matches, run.side.again, strict=True):
        throws = [[state.dice for state in replay(game, match)][:-1] for match in (first, second)]
        shared = min(map(len, throws))
        assert throws[0][:shared] == throws[1][:shared]
        differ += [turn.move for turn in first.turns] != [turn.move for turn in second.turns]
    assert differ > 10


def test_second_matches_come_back_from_the_archive(tmp_path: Path) -> None:
    place = tmp_path / "runs.db"
    game = gamble(2, 6)
    played = apts.playtest(game, ["uct:iterations=20", "random"], matches=24, archive=place)
    assert played.side is not None
    assert [match.facts for match in (*played.matches, *played.side.again) if match.status == "failed"] == []
    assert played.metrics["luck"].n == 24
    assert apts.open_run(place).metrics["luck"] == played.metrics["luck"]
    assert (
        apts.playtest(game, ["uct:iterations=20", "random"], matches=24, workers=2).metrics["luck"]
        == (played.metrics["luck"])
    )


def test_strength_of_agents_is_not_taken_for_luck() -> None:
    """Scores that differ by who sits where alone have nothing left that dice could explain."""
    first = np.array([[1.0, 0.0], [0.0, 1.0]] * 20)
    seats = [(0, 1), (1, 0)] * 20
    for scores in _apart_from_seats(first, first, seats):
        assert not scores.any()
