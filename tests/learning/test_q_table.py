"""Q-learning with a table: best play, proven; the same values for the same seed; chance and several players."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.agents.kinds.q_agent import QAgent
from apts.engine.play.game import State
from apts.errors import AptsError
from apts.learning.q.learner import PositionTable, Proof, QTraining, begin, fits_table, method_for, proof, settings_for
from apts.learning.q.model_file import QSettings
from tests.agents.small_games import Coin, Race
from tests.learning.q_files import STRIP, learnt


def exact(state: State) -> int:
    value = apts.solve(state, table=12).value
    assert value is not None
    return value


def proven(game: apts.Game, path: Path) -> Proof:
    player = QAgent(str(path))
    return proof(game, player.best_moves, exact, player.table(game).key_of)


@pytest.mark.long
def test_tic_tac_toe_is_learnt_perfectly(tmp_path: Path) -> None:
    game = apts.load("tic-tac-toe")
    learnt(tmp_path / "t.q", game, "table", 50_000)
    found = proven(game, tmp_path / "t.q")
    assert found.mistakes == ()
    assert found.positions > 1000
    assert found.value == 0


def test_python_class_is_learnt_perfectly(tmp_path: Path) -> None:
    game = apts.load(Race(14))
    learnt(tmp_path / "race.q", game, "table", 2000)
    found = proven(game, tmp_path / "race.q")
    assert found.holds
    assert found.value == 1


def test_proof_finds_a_player_that_gives_value_away() -> None:
    game = apts.load(Race(8))
    found = proof(game, lambda state: state.moves()[:1], exact, str)
    assert not found.holds
    state, move = found.mistakes[0]
    assert exact(state) == 1
    assert exact(state.after(move)) == 1


def test_same_seed_gives_the_same_values_in_one_go_or_in_parts(tmp_path: Path) -> None:
    game = apts.load(Race(30))
    whole = learnt(tmp_path / "whole.q", game, "table", 600)
    parts = learnt(tmp_path / "parts.q", game, "table", 250)
    QTraining(game, parts).run(600)
    assert parts.digest() == whole.digest()
    assert parts.about.episodes == 600
    other = learnt(tmp_path / "other.q", game, "table", 600, seed=2)
    assert other.digest() != whole.digest()


def test_better_coin_is_found_though_it_sometimes_loses(tmp_path: Path) -> None:
    game = apts.load(Coin)
    learnt(tmp_path / "coin.q", game, "table", 3000)
    analysis = apts.agent(f"q:{tmp_path / 'coin.q'}").analyze(game.start(5))
    assert str(analysis.best) == "loaded"
    assert analysis.row("loaded").value == pytest.approx(0.6, abs=0.15)
    assert analysis.row("fair").value == pytest.approx(0.0, abs=0.25)


def test_three_players_each_learn_for_themselves(tmp_path: Path) -> None:
    game = apts.load(Race(3, 3))
    learnt(tmp_path / "three.q", game, "table", 300)
    assert str(apts.agent(f"q:{tmp_path / 'three.q'}").choose(game.start())) == "3"


def test_transposed_positions_share_a_row() -> None:
    game = apts.load("tic-tac-toe")
    table = PositionTable(game, QSettings())
    one, other = game.start(), game.start()
    for move in ("a1", "b2", "c3"):
        one = one.play(move)
    for move in ("c3", "b2", "a1"):
        other = other.play(move)
    assert one != other  # the last move differs
    assert table.key_of(one) == table.key_of(other)
    assert table.key_of(one) != table.key_of(one.play("a2"))


def test_large_game_is_refused_and_n_tuples_are_named(tmp_path: Path) -> None:
    game = apts.load("connect-four")
    with pytest.raises(AptsError, match=r"too large for a table.*more than 50 positions; learn it with n-tuples"):
        PositionTable(game, QSettings(), 50).learn(0, 100)
    with pytest.raises(AptsError, match=r"too large.*n-tuples are for games from rules text"):
        PositionTable(apts.load(Race(200)), QSettings(), 50).learn(0, 100)
    with pytest.raises(AptsError, match="Python class; n-tuples are for games from rules text"):
        begin(tmp_path / "r.q", apts.load(Race), "race", "tuples", settings_for("tuples"))


@pytest.mark.long
def test_method_follows_the_size_of_the_game() -> None:
    assert method_for(apts.load(Race)) == "table"
    assert method_for(apts.load("connect-four")) == "tuples"
    assert method_for(apts.load(STRIP)) == "table"
    assert not fits_table(apts.load(Race(200)), 100)
