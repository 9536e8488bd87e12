"""Random playouts of this tree beside those of another: ``python -m bench.beside OTHER/src GAME ..``.

``OTHER`` is a checkout of the commit to compare with (``git worktree add OTHER COMMIT``). Each game is loaded in one process
for each tree; the two take turns, so that whatever disturbs the machine meets both, and medians are compared.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

ROUNDS = 7
ROUND_SECONDS = 0.15

_WORKER = """
import sys, time
import apts

game = apts.load(sys.argv[1])
count, spent = 1, 0.0
while spent < float(sys.argv[2]):
    count *= 2
    began = time.process_time()
    game.playouts(count, seed=1)
    spent = time.process_time() - began
print("ready", flush=True)
for line in sys.stdin:
    began = time.process_time()
    game.playouts(count, seed=int(line))
    print(count / (time.process_time() - began), flush=True)
"""


class Side:
    """A process with one game, loaded from one tree."""

    def __init__(self, source: Path, game: str):
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WORKER, game, str(ROUND_SECONDS)],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def rate(self, seed: int) -> float:
        """Playouts a processor-second."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seed}\n")
        self._process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("one side ended before its answer")
        return answer

    def close(self) -> None:
        """Let it end."""
        self._process.communicate()


def main() -> None:
    """Print a row for each game, and the geometric mean of the ratios."""
    other, games = Path(sys.argv[1]).resolve(), sys.argv[2:]
    own = Path(__file__).parents[1] / "src"
    print("| game | before | now | ratio |\n| --- | ---: | ---: | ---: |")
    ratios = []
    for game in games:
        sides = [Side(other, game), Side(own, game)]
        pairs = [[side.rate(seed) for side in sides] for seed in range(ROUNDS)]
        for side in sides:
            side.close()
        before, now = (median(column) for column in zip(*pairs, strict=True))
        ratios.append(now / before)
        print(f"| {Path(game).stem} | {before:,.0f} | {now:,.0f} | {now / before:.2f} |", flush=True)
    print(f"\n{len(games)} games, geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}")


if __name__ == "__main__":
    main()
