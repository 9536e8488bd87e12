"""``python -m bench.playtest_share``: how much of a play-test's processor time is spent in compiled search.

Counted as search is the processor time of each thread inside the compiled loop that searches, chooses and plays (the
choosing and playing are microseconds of it). Everything else is Python: seats and seeds, texts of moves, the archive.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FLOOR = 0.9
"""The share of compiled search that a run must reach, start-up and evaluation left out."""


@dataclass(frozen=True)
class Shares:
    """Processor seconds of one play-test: before it, playing, judging, and inside compiled search."""

    start_up: float
    playing: float
    judging: float
    search: float
    matches: int
    turns: int

    @property
    def of_playing(self) -> float:
        """The share of search in playing the matches and storing them."""
        return self.search / self.playing

    @property
    def of_everything(self) -> float:
        """The share of search in the whole process, from its start to the findings."""
        return self.search / (self.start_up + self.playing + self.judging)


class SearchClock:
    """Adds up the processor time that threads spend in the compiled loop."""

    def __init__(self) -> None:
        from apts.search.trees import match_loop

        self._routine: Any = match_loop.play_turns
        self._lock = threading.Lock()
        self.seconds = 0.0
        match_loop.play_turns = self._timed

    def _timed(self, *arguments: Any) -> int:
        began = time.thread_time()
        reason: int = self._routine(*arguments)
        spent = time.thread_time() - began
        with self._lock:
            self.seconds += spent
        return reason


def measure(game: str, agent: str, matches: int, workers: int, seed: int) -> Shares:
    """One play-test into an archive of its own, with what it cost."""
    from apts.playtest.run import playtest

    clock = SearchClock()
    playtest(game, [agent], workers, seed + 1, workers=workers)  # machine code is loaded by the first matches
    clock.seconds = 0.0
    start_up = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        run = playtest(game, [agent], matches, seed, workers=workers, archive=Path(folder) / "apts.db")
        playing = time.process_time() - start_up
    turns = sum(match.length for match in run.matches)
    _ = run.findings
    judging = time.process_time() - start_up - playing
    return Shares(start_up, playing, judging, clock.seconds, matches, turns)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the exit status is 1 if the floor is asked for and not met."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.playtest_share", description="Compiled search in a play-test."
    )
    parser.add_argument("--game", default="connect-four", help="a game of the library (default connect-four)")
    parser.add_argument("--agent", default="uct:iterations=1000", help="who sits in all seats")
    parser.add_argument("--matches", type=int, default=400, help="matches to be played (default 400)")
    parser.add_argument("--workers", type=int, default=2, help="threads (default 2)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strict", action="store_true", help=f"fail if less than {FLOOR:.0%} of playing is search")
    parser.add_argument("--out", type=Path, help="write the figures here as JSON")
    options = parser.parse_args(arguments)
    shares = measure(options.game, options.agent, options.matches, options.workers, options.seed)
    turn = 1000.0 / max(1, shares.turns)
    print(f"{options.game}, {options.agent}, {shares.matches} matches, {options.workers} threads, processor seconds:")
    print(f"  compiled search     {shares.search:8.2f}  ({turn * shares.search:.3f} ms a turn)")
    print(f"  playing and storing {shares.playing:8.2f}  of which search {shares.of_playing:.1%}")
    print(f"  start-up            {shares.start_up:8.2f}  imports, rules, machine code from the disk, first matches")
    print(f"  metrics, findings   {shares.judging:8.2f}")
    print(
        f"  all                 {shares.search / shares.of_everything:8.2f}  of which search {shares.of_everything:.1%}"
    )
    if options.out is not None:
        figures = {**asdict(shares), "of_playing": shares.of_playing, "of_everything": shares.of_everything}
        options.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 1 if options.strict and shares.of_playing < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main())
