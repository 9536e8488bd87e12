"""Network evaluations a second in self-play beside what ONNX Runtime gives for the bare network at the same batch size.

Both run in one thread and take turns; the figures are medians of CPU time.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import thread_time

import apts
from apts.engine.rules_game import RulesGame
from apts.learning.encodings.encoding import encoding_of
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_search import GuidedBatch
from apts.learning.guided.guided_settings import GuidedSettings, SelfPlaySettings
from apts.learning.networks.evaluators import OnnxEvaluator
from apts.learning.networks.exporting import export
from apts.learning.networks.network import Network
from apts.learning.networks.shape import NetworkShape


def compared(name: str, batch: int, width: int, depth: int, seconds: float, rounds: int) -> tuple[float, float, float]:
    """Evaluations a CPU-second in self-play, those of the bare network, and the median of their ratios."""
    game = apts.load(name)
    assert isinstance(game, RulesGame)
    shape = NetworkShape.of(encoding_of(game), width=width, depth=depth)
    evaluator = OnnxEvaluator(export(Network(shape, seed=1), {}))
    play = GuidedBatch(game, batch, GuidedSettings(), selfplay=SelfPlaySettings(), pair_width=shape.pair_width, seed=1)
    play.begin()
    rates: list[tuple[float, float]] = []
    for _ in range(rounds + 1):
        began, before = thread_time(), int(play.pool.counters[at.EVALUATED])
        while thread_time() - began < seconds:
            play.advance()
            play.evaluate(evaluator)
        playing = (int(play.pool.counters[at.EVALUATED]) - before) / (thread_time() - began)
        play.pool.take()
        began, count = thread_time(), 0
        while thread_time() - began < seconds:
            play.evaluate(evaluator)
            count += batch
        rates.append((playing, count / (thread_time() - began)))
    rates = rates[1:]  # the first round also loads code
    return median(a for a, _ in rates), median(b for _, b in rates), median(a / b for a, b in rates)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=["connect-four", "othello", "yavalath", "english-draughts"])
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"network {given.depth}x{given.width}, batch {given.batch}, one thread, evaluations a CPU-second")
    for name in given.games:
        playing, bare, share = compared(name, given.batch, given.width, given.depth, given.seconds, given.rounds)
        print(f"{name:20} self-play {playing:8,.0f}   bare {bare:8,.0f}   share {100 * share:.0f} %", flush=True)


if __name__ == "__main__":
    main()
