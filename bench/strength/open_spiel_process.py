"""OpenSpiel's C++ ``MCTSBot`` with random playouts, run by the interpreter that has OpenSpiel.

:class:`bench.strength.open_spiel.OpenSpielPlayer` starts it. Before each search it foresees how many simulations fit into
the CPU time from the rate of the searches before, and tells how long the search really took.
"""

from __future__ import annotations

from importlib.metadata import version
from time import process_time
from typing import Any

import pyspiel

from bench.strength.answering import answer_lines
from bench.strength.open_spiel_pairings import PASS, Pairing

MEMORY_MB = 1000
FEWEST = 2
FIRST_SIMULATIONS = 50
NEW = 0.3
"""How much a new measurement of the rate of a turn counts beside the earlier ones."""


class Rates:
    """Simulations per CPU second, turn by turn: near its end a match is played out sooner."""

    def __init__(self) -> None:
        self._by_turn: dict[int, float] = {}
        self._last: tuple[int, float] | None = None

    def begin(self) -> None:
        """A new match, of which nothing is known."""
        self._last = None

    def foreseen(self, turn: int) -> float | None:
        """The rate at a turn: that of the last search, changed as it changed between these turns in other matches."""
        usual = self._usual(turn)
        if self._last is None:
            return usual
        before, rate = self._last
        earlier = self._usual(before)
        return rate if usual is None or earlier is None else rate * min(2.0, max(0.5, usual / earlier))

    def seen(self, turn: int, rate: float) -> None:
        """Learn from a search."""
        known = self._by_turn.get(turn)
        self._by_turn[turn] = rate if known is None else known + NEW * (rate - known)
        self._last = (turn, rate)

    def _usual(self, turn: int) -> float | None:
        near = [self._by_turn[at] for at in range(max(0, turn - 1), turn + 2) if at in self._by_turn]
        return sum(near) / len(near) if near else None


class Player:
    """One game and one bot."""

    def __init__(self) -> None:
        self._rates = Rates()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        if "load" in request:
            self._pairing = Pairing(**request["load"])
            self._game = pyspiel.load_game(self._pairing.open_spiel)
            self._c, self._solve, self._fixed = request["c"], request["solve"], request["simulations"]
            return {"version": version("open_spiel")}
        if "begin" in request:
            self._state, self._turn, self._seed = self._game.new_initial_state(), 0, request["begin"]
            self._rates.begin()
            return {}
        if "play" in request:
            return self._play(request["play"])
        if "legal" in request:
            return {"moves": sorted(self._actions()), "over": self._state.is_terminal(), **self._result()}
        return self._search(request["search"], set(request["among"]))

    def _actions(self) -> dict[str, int]:
        player = self._state.current_player()
        if self._state.is_terminal():
            return {}
        return {
            self._pairing.text(self._state.action_to_string(player, action)): action
            for action in self._state.legal_actions()
        }

    def _result(self) -> dict[str, Any]:
        return {"returns": self._state.returns()} if self._state.is_terminal() else {}

    def _play(self, text: str) -> dict[str, Any]:
        if not self._state.is_terminal():
            actions = self._actions()
            if text not in actions:
                raise ValueError(f"{text!r} is not legal here, but {', '.join(sorted(actions))} in\n{self._state}")
            self._state.apply_action(actions[text])
            self._turn += 1
        return {"over": self._state.is_terminal(), **self._result()}

    def _search(self, seconds: float | None, among: set[str]) -> dict[str, Any]:
        """A move among those that are legal on the other side too; where there is none, a pass."""
        actions = self._actions()
        if not among & set(actions):
            return {"move": PASS, "seconds": 0.0, "early": True, "replaced": True}
        count = self._fixed
        if count is None:
            assert seconds is not None
            rate = self._rates.foreseen(self._turn)
            if rate is None:
                self._measured(FIRST_SIMULATIONS)
                rate = self._measured(FIRST_SIMULATIONS)[2]
            count = max(FEWEST, round(rate * seconds))
        root, spent, rate = self._measured(count)
        self._rates.seen(self._turn, rate)
        texts = {action: text for text, action in actions.items()}
        best = texts[root.best_child().action]
        replaced = best not in among
        if replaced:
            player = self._state.current_player()
            best = max(
                (
                    (_worth(child, player), texts[child.action])
                    for child in root.children
                    if texts[child.action] in among
                ),
                default=((), min(among & set(actions))),
            )[1]
        return {"move": best, "seconds": spent, "early": root.explore_count < count, "replaced": replaced}

    def _measured(self, count: int) -> tuple[Any, float, float]:
        """A search with so many simulations from an empty tree: its root, its CPU seconds, simulations a second."""
        seed = (self._seed + self._turn) % 2**31
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self._game, evaluator, self._c, count, MEMORY_MB, self._solve, seed, False)
        began = process_time()
        root = bot.mcts_search(self._state)
        spent = process_time() - began
        return root, spent, root.explore_count / max(spent, 1e-6)


def _worth(child: Any, player: int) -> tuple[float, float, float]:
    """What the bot chooses its move by."""
    proven = float(child.outcome[player]) if child.outcome else 0.0
    return proven, float(child.explore_count), float(child.total_reward)


if __name__ == "__main__":
    answer_lines(Player().answer)
