"""The OpenSpiel side: iterations of its C++ ``MCTSBot``, run by the interpreter that has OpenSpiel.

Reads one request a line (``{"game": ..., "seed": ..., "seconds": ...}``) and answers with one line each.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from typing import Any

import pyspiel

from bench.samples import rate

SIMULATIONS = 1000
EXPLORATION = 2.0
MEMORY_MB = 1000


def iteration_rate(name: str, seed: int, seconds: float) -> float:
    """Iterations per processor-second from the start position, one rollout each, one thread."""
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, MEMORY_MB, False, seed, False)
    state = game.new_initial_state()

    def search() -> int:
        bot.step(state)
        return SIMULATIONS

    search()
    return rate(search, seconds)


def main() -> None:
    """Answer requests until the input ends."""
    print(json.dumps({"version": version("open_spiel")}), flush=True)
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        answer = iteration_rate(request["game"], request["seed"], request["seconds"])
        print(json.dumps({"rate": answer}), flush=True)


if __name__ == "__main__":
    main()
