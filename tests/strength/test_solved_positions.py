"""Solved positions: what is kept is true, a mistake is possible in each, and players are held to it."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.engine.play.game import Game, State
from bench.connect_four_truth import TRUTH
from bench.strength import solved_positions
from bench.strength.agents import OwnAgent
from bench.strength.contestant import Choice, Contestant, MatchStart
from bench.strength.named_games import NamedGame
from bench.strength.solved_positions import (
    ALL,
    MORRIS,
    SETS,
    PositionSet,
    SolvedPosition,
    drawn_positions,
    kept_by,
    kept_sets,
    published_connect_four,
    write_sets,
)
from bench.strength.three_men import MILLS, ROWS, ThreeMen

ROWS_LOSE = "Tic-Tac-Toe, rows lose"


class Knowing(Contestant):
    """Plays a move that keeps the value, or the last one that does not."""

    name, timed = "knowing", False

    def __init__(self, positions: list[SolvedPosition], *, right: bool):
        self._positions, self._right, self._at = positions, right, -1

    def begin(self, match: MatchStart) -> None:
        self._at += 1

    def choose(self, state: State, turn: int) -> Choice:
        keeping = self._positions[self._at].keeping
        return Choice(next(move for move in state.moves() if (move.text in keeping) == self._right), 0.01)


def reached(game: Game, position: SolvedPosition) -> State:
    state = game.state(position.start) if position.start else game.start(0)
    for text in position.moves:
        state = state.play(text)
    return state


@pytest.mark.parametrize("chosen", ALL, ids=lambda one: one.name)
def test_mistake_is_possible_in_every_kept_position(chosen: PositionSet) -> None:
    source, positions = kept_sets()[chosen.name]
    assert source == chosen.game
    assert len(positions) >= 30
    game = NamedGame.of(source).load()
    for position in positions:
        legal = {move.text for move in reached(game, position).moves()}
        assert set(position.keeping) < legal
        assert position.keeping


@pytest.mark.parametrize("name", ["Hex 4x4", "Kalah, four pits of three", ROWS_LOSE])
def test_kept_values_are_those_of_the_solver(name: str) -> None:
    source, positions = kept_sets()[name]
    game = NamedGame.of(source).load()
    for position in positions[:4]:
        state = reached(game, position)
        assert apts.solve(state).value == position.value
        for move in state.moves():
            after = state.after(move)
            if after.outcome is not None:
                value = round(after.outcome.utilities[state.mover - 1])
            else:
                value = (1 if after.mover == state.mover else -1) * (apts.solve(after).value or 0)
            assert (value == position.value) == (move.text in position.keeping)


def test_player_is_held_to_the_moves_that_keep_the_value() -> None:
    source, positions = kept_sets()[ROWS_LOSE]
    game = NamedGame.of(source).load()
    for right in (True, False):
        kept = kept_by(Knowing(positions, right=right), game, positions, None, 1)
        assert kept.share.value == float(right)
        assert kept.share.n == len(positions)
        assert kept.milliseconds == pytest.approx(10)
    deep = kept_by(OwnAgent("alphabeta:depth=9", game), game, positions, None, 1)
    assert deep.share.value == 1.0
    by_lot = kept_by(OwnAgent("random", game), game, positions, None, 1)
    assert by_lot.share.value < 0.9


def test_same_seed_makes_the_same_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = next(one for one in SETS if one.name == ROWS_LOSE)
    once, again, other = (list(drawn_positions(chosen, 3, seed)) for seed in (1, 1, 2))
    assert once == again
    assert once != other
    assert once == kept_sets()[ROWS_LOSE][1][:3]
    monkeypatch.setattr(solved_positions, "FILE", tmp_path / "kept.json")
    write_sets([chosen], 3, 1, lambda *_: None)
    assert kept_sets() == {ROWS_LOSE: (chosen.game, once)}


@pytest.mark.skipif(not TRUTH.exists(), reason="the published test sets are not there")
def test_published_positions_have_the_published_value() -> None:
    positions = published_connect_four("Test_L3_R1", 20)
    lines = dict(line.split() for line in (TRUTH / "Test_L3_R1.txt").read_text(encoding="utf-8").split("\n") if line)
    for position in positions:
        score = int(lines["".join(str("abcdefg".index(text) + 1) for text in position.moves)])
        assert position.value == (score > 0) - (score < 0)


@pytest.mark.long
def test_three_men_against_three_are_valued_as_the_solver_does() -> None:
    """The mover wins 83 % of these positions, as R. Gasser found ("Solving Nine Men's Morris", 1996)."""
    assert len(MILLS) == 16
    assert sum(len(row) for row in ROWS) == 24
    known, game = ThreeMen(), apts.load("nine-mens-morris")
    kept = kept_sets()[MORRIS.name][1]
    for (text, values), position in zip(known.drawn(5, 1), kept, strict=False):
        assert position == SolvedPosition.of((), values, text)
        state = game.state(text)
        assert {move.text for move in state.moves()} == set(values)
        found = apts.solve(state, 5).value
        assert found in (None, max(values.values()))
    assert known.share_won == pytest.approx(0.83, abs=0.005)
