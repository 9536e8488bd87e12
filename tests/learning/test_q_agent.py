"""The agent ``q:FILE`` keeps the contract of agents, with both ways of learning."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.agents.agent_registry import AgentContract
from apts.engine.play.game import Game
from apts.games.library import load
from tests.agents.small_games import Race
from tests.learning.q_files import learnt


class TestTable(AgentContract):
    games = matches = ("tic-tac-toe",)

    @pytest.fixture(autouse=True)
    def _file(self, tmp_path: Path) -> None:
        self.spec = f"q:{learnt(tmp_path / 't.q', load('tic-tac-toe'), 'table', 300).path}"


class TestTableOfPythonClass(AgentContract):
    games = matches = ("race",)

    @pytest.fixture(autouse=True)
    def _file(self, tmp_path: Path) -> None:
        self.spec = f"q:{learnt(tmp_path / 'r.q', load(Race(21)), 'table', 200).path}"

    def game(self, name: str) -> Game:
        return load(Race(21) if name == "race" else name)

    @pytest.mark.skip("the end of another game is another test's")
    def test_finished_match_is_refused(self) -> None:
        """Tic-Tac-Toe is not what this file plays."""


class TestTuples(AgentContract):
    games = matches = ("tic-tac-toe",)

    @pytest.fixture(autouse=True)
    def _file(self, tmp_path: Path) -> None:
        self.spec = f"q:{learnt(tmp_path / 't.q', load('tic-tac-toe'), 'tuples', 100).path}"


def test_move_that_wins_at_once_is_proven(tmp_path: Path) -> None:
    game = load("connect-four")
    state = game.start()
    for move in ("a", "b", "a", "b", "a", "b"):
        state = state.play(move)
    analysis = apts.agent(f"q:{learnt(tmp_path / 'c.q', game, 'tuples', 50, walks=4).path}").analyze(state)
    assert str(analysis.best) == "a"
    assert analysis.moves[0].proven == 1.0
    assert analysis.value == 1.0
