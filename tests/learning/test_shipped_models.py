"""The models that come with the library: small, fitting their games, and as good as they are said to be."""

from __future__ import annotations

from typing import Any

import pytest

import apts
from apts.engine.play.game import State
from apts.engine.rules_game import RulesGame
from apts.learning.guided.guided_search import GuidedBatch
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.model_file import bundled_models, read_model
from apts.learning.training.contest import Contest, ModelPlayer, UctPlayer
from bench.connect_four_truth import SETS, TRUTH

GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "tic-tac-toe": ("tic-tac-toe", {}),
    "connect-four": ("connect-four", {}),
    "othello-6x6": ("othello", {"Board": "6x6"}),
    "yavalath": ("yavalath", {}),
}


def game_of(name: str) -> RulesGame:
    game = apts.load(GAMES[name][0], **GAMES[name][1])
    assert isinstance(game, RulesGame)
    return game


def test_every_model_is_small_and_says_how_it_was_made() -> None:
    assert set(bundled_models()) == set(GAMES)
    for path in bundled_models().values():
        assert path.stat().st_size < 2_000_000
        assert read_model(path).facts["training"]["command"].startswith("apts train ")


@pytest.mark.parametrize("name", GAMES)
def test_model_fits_its_game_and_chooses_legal_moves(name: str) -> None:
    game = game_of(name)
    read_model(name).check(game)
    state = game.start()
    for _ in range(4):
        state = state.play(apts.agent(f"model:{name},simulations=16").choose(state))


def chosen(batch: GuidedBatch, evaluator: Any, states: list[State]) -> list[State]:
    """The positions after the moves that the model plays."""
    after = []
    for first in range(0, len(states), batch.slots):
        part = states[first : first + batch.slots]
        batch.search([state.position for state in part], evaluator)  # type: ignore[attr-defined]
        for slot, state in enumerate(part):
            target = batch.best_record(slot)[2]
            moves = state.moves()
            after.append(state.after(next((move for move in moves if move.target == target), moves[0])))
    return after


@pytest.mark.parametrize("simulations", [0, 64])
def test_tic_tac_toe_is_never_lost_whatever_the_other_side_plays(simulations: int) -> None:
    game, model = game_of("tic-tac-toe"), read_model("tic-tac-toe")
    batch = GuidedBatch(game, 64, GuidedSettings(simulations=simulations), pair_width=model.shape.pair_width)
    evaluator = model.evaluator()
    seen = 0
    for seat in (1, 2):
        level: list[State] = [game.start()]
        while level:
            mine = [state for state in level if state.mover == seat]
            others = [state.after(move) for state in level if state.mover != seat for move in state.moves()]
            following = {str(state): state for state in [*chosen(batch, evaluator, mine), *others]}
            for state in following.values():
                assert state.outcome is None or state.outcome.utilities[seat - 1] >= 0, str(state)
            level = [state for state in following.values() if state.outcome is None]
            seen += len(mine)
    assert seen > 400


def test_connect_four_opens_in_the_centre() -> None:
    for simulations in (0, 64):
        agent = apts.agent(f"model:connect-four,simulations={simulations}")
        assert str(agent.choose(game_of("connect-four").start())) == "d"


@pytest.mark.long
@pytest.mark.skipif(not TRUTH.is_dir(), reason="the published positions are not beside the repository")
@pytest.mark.parametrize("name", SETS)
def test_connect_four_keeps_the_value_of_published_positions(name: str) -> None:
    from bench.connect_four_accuracy import Accuracy

    positions, evaluator = Accuracy(game_of("connect-four"), name), read_model("connect-four").evaluator()
    assert positions.kept(evaluator, 0) >= 0.97
    assert positions.kept(evaluator, 128) >= 0.995


@pytest.mark.long
@pytest.mark.parametrize("name", ["connect-four", "othello-6x6", "yavalath"])
def test_model_beats_tree_search(name: str) -> None:
    game, model = game_of(name), read_model(name)
    player = ModelPlayer(model.content, GuidedSettings(simulations=64), model.shape.pair_width)
    found = Contest(game, player, UctPlayer(1000), seed=7).play(40)
    assert found.score >= 0.8
