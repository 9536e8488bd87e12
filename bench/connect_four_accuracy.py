"""How often a model keeps the value of Connect Four positions: the network alone, and with search."""

from __future__ import annotations

from typing import Any

from apts.engine.play.game import State
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.learning.guided.guided_search import GuidedBatch
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.evaluators import Evaluator
from bench.connect_four_truth import test_set

COLUMNS = "abcdefg"


class Accuracy:
    """Test positions with the values of their moves, ready to be asked about."""

    def __init__(self, game: RulesGame, name: str, count: int | None = None):
        self.game = game
        self.rows = test_set(name)[:count]
        self.positions = [self._position(played) for played, _ in self.rows]

    def _position(self, played: str) -> Any:
        state: State = self.game.start()
        for sign in played:
            state = state.play(COLUMNS[int(sign) - 1])
        assert isinstance(state, RulesState)
        return state.position

    def kept(self, evaluator: Evaluator, simulations: int, **settings: Any) -> float:
        """The share of the positions in which the move keeps the value."""
        slots = min(250, len(self.rows))
        batch = GuidedBatch(self.game, slots, GuidedSettings(simulations=simulations, **settings))
        good = 0
        for first in range(0, len(self.rows), slots):
            positions = self.positions[first : first + slots]
            batch.search(positions, evaluator)
            for slot, (_, values) in enumerate(self.rows[first : first + slots]):
                target = batch.best_record(slot)[2]
                good += values[target] == max(value for value in values if value is not None)
        return good / len(self.rows)
