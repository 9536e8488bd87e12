"""Models as agents: the contract, and what only models do."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("torch")

from apts.agents.agent import Agent
from apts.agents.agent_registry import AgentContract, agent
from apts.agents.matches import play_match
from apts.agents.searching.reading import solve
from apts.engine.game_contract import refusal
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import CHANCE
from apts.games.library import load
from tests.learning.models import model_bytes, model_path, rules
from tests.search.small_games import DICE, TRIO


class _ModelContract(AgentContract):
    games = ("tic-tac-toe",)
    settings = ""

    @property
    def spec(self) -> str:  # type: ignore[override]
        return f"model:{model_path()}{self.settings}"


class TestModelWithSearch(_ModelContract):
    settings = ",simulations=16"


class TestModelAlone(_ModelContract):
    settings = ",simulations=0"


class TestModelWithPuct(_ModelContract):
    settings = ",simulations=16,formula=puct"


class TestModelByLot(_ModelContract):
    settings = ",simulations=4,softening=1"


class TestModelOfConnectFour(_ModelContract):
    games = ("connect-four",)
    matches = ()

    @property
    def spec(self) -> str:  # type: ignore[override]
        return f"model:{model_path('connect-four')},simulations=8"


@cache
def searching(simulations: int = 64) -> Agent:
    return agent(f"model:{model_path()},simulations={simulations}")


def test_search_sees_a_win_in_one_and_proves_it() -> None:
    state = rules().start()
    for move in ("a1", "a2", "b1", "b2"):
        state = state.play(move)
    analysis = searching().analyze(state)
    assert str(analysis.best) == "c1"
    assert analysis.proven == 1.0
    assert analysis.row("c1").proven == 1.0


def test_network_alone_does_not_search_but_judges_every_move() -> None:
    analysis = searching(0).analyze(rules().start())
    assert analysis.iterations == 0
    assert {row.visits for row in analysis.moves} == {1}
    assert len({row.value for row in analysis.moves}) > 1


def test_simulations_are_spent_and_lines_go_deeper() -> None:
    analysis = searching().analyze(rules().start())
    assert sum(row.visits for row in analysis.moves if row.visits > 1) <= 64
    assert analysis.iterations == 64
    assert max(len(row.line) for row in analysis.moves) > 1


def test_values_agree_with_the_solver_when_search_is_deep_enough() -> None:
    state = rules().start()
    for move in ("a1", "b2", "c3", "a3", "c1"):
        state = state.play(move)
    proven = solve(state).value
    analysis = searching(400).analyze(state)
    assert analysis.proven == proven
    assert analysis.values[state.mover - 1] == proven


def test_softening_plays_different_moves_for_different_seeds() -> None:
    soft = agent(f"model:{model_path()},simulations=0,softening=1")
    state = rules().start()
    assert len({str(soft.choose(state, seed)) for seed in range(20)}) > 2
    assert len({str(searching(0).choose(state, seed)) for seed in range(5)}) == 1


def test_other_game_is_refused_in_a_sentence() -> None:
    message = refusal(lambda _: searching().choose(load("connect-four").start()), "")
    assert "trained on Tic-Tac-Toe, not on Connect Four" in message


def test_python_class_is_refused_in_a_sentence() -> None:
    message = refusal(lambda _: searching().choose(load("snowball-class").start()), "")
    assert "Python class" in message


@pytest.mark.parametrize("name", ["breakthrough", "chance", "three players"])
def test_games_of_other_kinds_are_played_to_their_end(name: str, tmp_path: Path) -> None:
    game = {"chance": RulesGame(DICE), "three players": RulesGame(TRIO)}.get(name) or rules(name)
    file = tmp_path / "model.onnx"
    file.write_bytes(model_bytes(game))
    for simulations in (0, 8):
        player = agent(f"model:{file},simulations={simulations}")
        analysis = player.analyze(game.start(1), tree=5)
        assert {str(row.move) for row in analysis.moves} == {str(move) for move in game.start(1).moves()}
        assert sum(analysis.values) == pytest.approx(0, abs=1e-6)
        once, again = (play_match(game, [player] * game.players, seed=4) for _ in range(2))
        assert once.outcome is not None
        assert once.moves == again.moves


def test_playing_needs_neither_torch_nor_onnx() -> None:
    program = (
        "import sys\n"
        "for name in ('torch', 'onnx'):\n"
        "    sys.modules[name] = None\n"
        "import apts\n"
        f"agent = apts.agent('model:{model_path()},simulations=8')\n"
        "print(agent.choose(apts.load('tic-tac-toe').start()))\n"
        "print(agent.analyze(apts.load('tic-tac-toe').start()).best)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.split()) == 2


def test_model_file_that_was_replaced_is_read_again(tmp_path: Path) -> None:
    game, path = rules(), tmp_path / "model.onnx"
    path.write_bytes(model_bytes(game, seed=3))
    before = agent(f"model:{path},simulations=0").analyze(game.start())
    path.write_bytes(model_bytes(game, seed=4))
    after = agent(f"model:{path},simulations=0").analyze(game.start())
    assert [row.value for row in before.moves] != [row.value for row in after.moves]


def test_values_of_moves_do_not_know_the_dice_to_come(tmp_path: Path) -> None:
    game = load(DICE)
    assert isinstance(game, RulesGame)
    (tmp_path / "dice.onnx").write_bytes(model_bytes(game))
    rolled = agent(f"model:{tmp_path / 'dice.onnx'},simulations=0")
    position = game.start(seed=1).position
    values = []
    for chance in range(1, 6):
        other = game.machine.copy(position)
        other[CHANCE] = chance * 0x1234567
        rows = rolled.analyze(RulesState(game, other)).moves
        values.append({str(row.move): row.value for row in rows if str(row.move) != "pass"})
    assert len(values[0]) == 4
    assert all(found == values[0] for found in values)
