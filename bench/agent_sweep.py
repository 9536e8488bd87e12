"""``python -m bench.agent_sweep``: every kind of agent plays every game of a folder of rules; no match may break off.

Few moves and small budgets: this looks for agents that fail, not for who plays well. Games are played in child processes,
so that one that crashes or hangs is written down and the sweep goes on. What is done is in a file of one line a game, and
a sweep that is started again goes on from there.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT.parent / "shared" / "conformance" / "lud"
AGENTS = (
    "random",
    "greedy",
    "uct:iterations=12",
    "uct:iterations=12,grave=4",
    "uct:iterations=12,reuse=false,choice=value,softening=0.2",
    "uct:iterations=12,playout=3,heuristic=rules",
    "alphabeta:depth=2,samples=2",
    "alphabeta:depth=2,samples=2,opponents=maxn",
    "level:beginner",
    "adaptive:level=beginner",
)
TOLERANCE = 1e-5
"""How far the values of all seats may be from a sum of 0."""


# --- in a child -----------------------------------------------------------------------------------------------------


def play_games(turns: int) -> None:
    """Read files from standard input, one a line, and write what came of each, one line of JSON a game."""
    for line in sys.stdin:
        path = Path(line.strip())
        print(json.dumps(play_game(path, turns)), flush=True)


def play_game(path: Path, turns: int) -> dict[str, Any]:
    """One match of every agent in a game."""
    import apts
    from apts.errors import AptsError

    began = time.process_time()
    told: dict[str, Any] = {"game": path.stem, "status": "ok", "problems": {}}
    try:
        game = apts.load(path)
    except AptsError as problem:
        return {**told, "status": "refused", "problems": {"load": str(problem)[:200]}}
    told["seats"], told["chance"] = game.players, bool(getattr(game, "has_chance", False))
    for spec in AGENTS:
        print(json.dumps({"at": spec}), flush=True)
        found = match_problem(game, spec, turns)
        if found:
            told["status"] = "broken"
            told["problems"][spec] = found
    return {**told, "cpu_seconds": round(time.process_time() - began, 2)}


def match_problem(game: Any, spec: str, turns: int) -> str | None:
    """What went wrong in a match of an agent against itself, or None."""
    import apts
    from apts.agents.matches import play_match

    try:
        match = play_match(game, [apts.agent(spec)] * game.players, 1, limit=turns)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"[:300]
    if game.players == 1 or "Team" in game.rules:  # partners share their place, so that results have another sum
        return None
    for number, turn in enumerate(match.turns, 1):
        values = turn.decision.values
        if values is not None and abs(sum(values)) > TOLERANCE:
            return f"the values of turn {number} sum to {sum(values):.6f}"
    return None


# --- in the parent --------------------------------------------------------------------------------------------------


class Worker:
    """A child process that plays one game after another, and is started anew when it dies or hangs."""

    def __init__(self, turns: int, seconds: float):
        self._turns, self._seconds = turns, seconds
        self._child: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def _start(self) -> subprocess.Popen[str]:
        lines: queue.Queue[str | None] = queue.Queue()
        child = subprocess.Popen(
            [sys.executable, "-m", "bench.agent_sweep", "--child", "--turns", str(self._turns)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        )

        def listen() -> None:
            assert child.stdout is not None
            for line in child.stdout:
                lines.put(line)
            lines.put(None)

        threading.Thread(target=listen, daemon=True).start()
        self._child, self._lines = child, lines
        return child

    def play(self, path: Path) -> dict[str, Any]:
        """What came of a game."""
        child = self._child if self._child is not None and self._child.poll() is None else self._start()
        assert child.stdin is not None
        child.stdin.write(f"{path}\n")
        child.stdin.flush()
        at, deadline = "load", time.monotonic() + self._seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.1, deadline - time.monotonic()))
            except queue.Empty:
                self.close()
                problem = f"took more than {self._seconds:g} seconds"
                return {"game": path.stem, "status": "slow", "problems": {at: problem}}
            if line is None:
                code = child.wait()
                self._child = None
                return {"game": path.stem, "status": "crashed", "problems": {at: f"the process ended with {code}"}}
            told: dict[str, Any] = json.loads(line)
            if "game" in told:
                return told
            at = told["at"]

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._child = None


def chosen(folder: Path, sample: int, seed: int, names: Sequence[str]) -> list[Path]:
    """The files to play; a sample has a third with chance and a third for three or more."""
    files = sorted(folder.glob("*.lud"))
    if names:
        return [path for path in files if path.stem in names]
    dice = random.Random(seed)
    dice.shuffle(files)
    if not sample:
        return files
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in files}
    thrown = [path for path in files if re.search(r"\(roll\b|Random", texts[path])]
    crowded = [path for path in files if re.search(r"\(players (?:[3-9]|1\d|\{)", texts[path])]
    taken = dict.fromkeys(thrown[: sample // 3])
    taken |= dict.fromkeys([path for path in crowded if path not in taken][: sample // 3])
    for path in files:
        if len(taken) >= sample:
            break
        taken[path] = None
    return list(taken)


def main(arguments: Sequence[str] | None = None) -> int:
    """Sweep; the exit status is 1 if a match broke off."""
    options = _parser().parse_args(arguments)
    if options.child:
        play_games(options.turns)
        return 0
    done = {}
    if options.results.exists():
        done = {(told := json.loads(line))["game"]: told for line in options.results.read_text().splitlines() if line}
    waiting: queue.Queue[Path] = queue.Queue()
    for path in chosen(
        options.folder, options.sample, options.seed, [name for name in options.games.split(",") if name]
    ):
        if path.stem not in done:
            waiting.put(path)
    lock = threading.Lock()

    def work() -> None:
        worker = Worker(options.turns, options.seconds)
        while True:
            try:
                path = waiting.get_nowait()
            except queue.Empty:
                break
            told = worker.play(path)
            with lock:
                done[told["game"]] = told
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(told) + "\n")
                if told["status"] not in ("ok", "refused"):
                    print(f"{told['game']}: {told['status']}: {told['problems']}", flush=True)
        worker.close()

    options.results.parent.mkdir(parents=True, exist_ok=True)
    threads = [threading.Thread(target=work) for _ in range(options.jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts: dict[str, int] = {}
    for told in done.values():
        counts[told["status"]] = counts.get(told["status"], 0) + 1
    cpu = sum(told.get("cpu_seconds", 0.0) for told in done.values())
    print(
        ", ".join(f"{count} {status}" for status, count in sorted(counts.items())) + f"; {cpu:.0f} s of processor time"
    )
    return 1 if counts.keys() & {"broken", "crashed"} else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.agent_sweep", description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the rules are, one .lud file a game")
    parser.add_argument("--sample", type=int, default=0, help="so many games only; 0 means all")
    parser.add_argument("--games", default="", help="names of games, separated by commas")
    parser.add_argument("--seed", type=int, default=1, help="of the order and the sample")
    parser.add_argument("--turns", type=int, default=8, help="turns of a match")
    parser.add_argument("--seconds", type=float, default=600.0, help="the most time for one game")
    parser.add_argument("--jobs", type=int, default=2, help="child processes")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "agent-sweep.jsonl", help="one line a game")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
