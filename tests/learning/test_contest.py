"""Contests: fair to both sides, the same for the same seed, and with figures that can be trusted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.executors import Processes, Threads
from apts.games.library import load
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.model_file import read_model
from apts.learning.training.contest import (
    Contest,
    Contestant,
    ContestResult,
    ModelGate,
    ModelPlayer,
    RandomPlayer,
    UctPlayer,
)
from apts.search.results import Record, seat_to_move

TIC_TAC_TOE = load("tic-tac-toe")


class FirstMove:
    """Always the first legal move; notes the seats in which it was asked."""

    def __init__(self) -> None:
        self.machine = TIC_TAC_TOE.machine.twin()
        self.seats: list[int] = []

    def side(self, game: RulesGame) -> Contestant:
        """The same for every worker."""
        assert game is TIC_TAC_TOE
        return self

    def choose(self, positions: Sequence[Any], seeds: Sequence[int]) -> list[Record]:
        self.seats += [seat_to_move(position) for position in positions]
        found = []
        for position in positions:
            self.machine.moves(self.machine.copy(position))
            found.append(self.machine.record(0))
        return found


def test_search_beats_chance() -> None:
    result = Contest(TIC_TAC_TOE, UctPlayer(200), RandomPlayer(), seed=3).play(40)
    assert result.matches == 40
    assert result.losses <= 2
    assert result.score > 0.7
    assert result.interval[0] > 0.5
    assert result.elo > 100


def test_same_seed_gives_the_same_contest_and_sides_can_be_exchanged() -> None:
    search, chance = UctPlayer(50), RandomPlayer()
    once = Contest(TIC_TAC_TOE, search, chance, seed=5).play(20)
    assert Contest(TIC_TAC_TOE, search, chance, seed=5).play(20) == once
    for executor in (Threads(3), Processes(2)):
        assert Contest(TIC_TAC_TOE, search, chance, seed=5, executor=executor).play(20) == once
    assert Contest(TIC_TAC_TOE, search, chance, seed=6).play(20) != once


def test_networks_play_the_same_contest_on_any_executor() -> None:
    game, model = load("connect-four"), read_model("connect-four")
    assert isinstance(game, RulesGame)
    network = ModelPlayer(model.content, GuidedSettings(simulations=4), model.shape.pair_width)
    once = Contest(game, network, UctPlayer(20), seed=4).play(8)
    assert once.matches == 8
    assert all(seconds > 0.0 for seconds in once.move_seconds)  # what both sides cost is no part of the result
    for executor in (Threads(2), Processes(2)):
        assert Contest(game, network, UctPlayer(20), seed=4, executor=executor).play(8) == once


def test_a_contest_is_asked_whether_to_stop_after_every_sixteen_openings() -> None:
    asked: list[int] = []

    def stop(known: ContestResult) -> bool:
        asked.append(known.matches)
        return len(asked) == 2

    found = Contest(TIC_TAC_TOE, RandomPlayer(), RandomPlayer(), executor=Threads(2)).play(1000, stop)
    assert asked == [32, 64]
    assert found.matches == 64


def test_equal_sides_that_ignore_chance_score_exactly_a_half() -> None:
    result = Contest(TIC_TAC_TOE, FirstMove(), FirstMove(), seed=2).play(30)
    assert set(result.scores) == {0.5}
    assert result.elo == pytest.approx(0)


def test_first_side_sits_in_every_seat() -> None:
    side = FirstMove()
    Contest(TIC_TAC_TOE, side, RandomPlayer(), seed=2).play(10)
    assert set(side.seats) == {1, 2}


def test_contest_needs_two_players() -> None:
    rules = (
        '(game "Alone" (players 1) (equipment {(board (square 3)) (piece "Dot" P1)}) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"
    )
    game = RulesGame(rules)
    with pytest.raises(AptsError, match="alone"):
        Contest(game, RandomPlayer(), RandomPlayer())


def test_interval_holds_the_true_score_about_as_often_as_it_says() -> None:
    dice = Random(7)
    held = 0
    for _ in range(400):
        points = [[dice.random() < 0.7 for _ in range(2)] for _ in range(40)]
        wins = sum(map(sum, points))
        result = ContestResult(wins, 0, 80 - wins, tuple(sum(pair) / 2 for pair in points))
        low, high = result.interval
        held += low <= 0.7 <= high
    assert held >= 0.93 * 400


def test_interval_of_nothing_but_wins_leaves_room_for_doubt() -> None:
    result = ContestResult(20, 0, 0, (1.0,) * 10)
    assert 0.6 < result.interval[0] < 0.9
    assert result.elo < 700


def test_gate_lets_better_networks_through_and_no_others() -> None:
    gate, dice = ModelGate(), Random(1)

    def passed(strength: float) -> float:
        through = 0
        for _ in range(100):
            scores: list[float] = []
            answer = None
            while answer is None and len(scores) < 1000:
                scores += [sum(dice.random() < strength for _ in range(2)) / 2 for _ in range(16)]
                answer = gate.answer(ContestResult(1, 0, 0, tuple(scores)))
            through += answer is True
        return through / 100

    assert passed(0.5) <= 0.1
    assert passed(0.6) >= 0.95
