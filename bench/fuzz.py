"""Damaged rules texts by the thousand: each loads or is refused with a sentence, and what loads plays to the end.

``python -m bench.fuzz --count 1000 --out FOLDER`` makes text ``number`` from the number alone (:mod:`bench.damage`) and
tries it in a child process, which is ended when a text takes too much time or memory. What ended one is kept in the
folder; a second run goes on where the first one stopped.

Every text is read, and what loads plays. Most is compiled quickly, without optimisation, because compiling is nearly all of
the time; one text in ``--full`` is compiled as for players, and so is one that took too long the quick way, whose code is
several times slower. Time is that of the processor: on a busy machine the clock would call a slow compilation a hang.

``--shown`` asks also for all that people are told and shown of what loads (:mod:`bench.shown_games`).

``--intact`` tries the texts as they are, text ``number`` being the one of that number, with ``--matches`` whole matches.
"""

from __future__ import annotations

import argparse
import json
import os
import selectors
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bench.damage import damaged

SECONDS = 10.0  # of the processor
PATIENCE = 120.0  # seconds by the clock in which a child that waits for something may use no processor
RENEWED = (
    1000  # texts after which a child is replaced: what was loaded stays, and a start costs as much as thirty texts
)
FULL = 20
MEGABYTES = 1024
MATCHES = 20
GOOD = ("refused", "ended", "played")
AGAIN = "again "  # before the number of a text that is to be compiled as for players
LONGEST = 200  # moves of a match; the games are to be tried, not finished


def texts(folder: Path | None) -> list[str]:
    """The texts that are damaged: those of the library, and of a folder."""
    from apts.games.catalogue import SHIPPED

    folders = [SHIPPED, *([folder] if folder else [])]
    found = [path for place in folders for path in sorted(place.glob("*.lud"))]
    return [path.read_text(encoding="utf-8") for path in found]


def tried(text: str, seed: int, matches: int = MATCHES, longest: int | None = LONGEST, *, shown: bool = False) -> str:
    """What becomes of a text: ``refused``, ``ended`` by a sentence in play, or ``played``."""
    from apts.engine.rules_game import RulesGame
    from apts.errors import AptsError, InternalError

    answer = "refused"
    try:
        game = RulesGame(text)
        answer = "ended"
        game.playouts(matches, seed=seed, limit=longest)
        if shown:
            from bench.shown_games import show_all

            show_all(game, seed)
    except InternalError as error:
        return f"fault: {error}"
    except AptsError as error:
        return answer if str(error).strip() else "silence: an error without a sentence"
    return "played"


@dataclass(frozen=True)
class Way:
    """How texts are tried: those of which folder beside the library's; one in ``full`` compiled as for players.

    ``intact`` texts are as they are and play so many matches; of ``shown`` ones all is asked that people see.
    """

    folder: Path | None = None
    full: int = FULL
    intact: int = 0
    shown: bool = False

    @property
    def arguments(self) -> list[str]:
        """The same for the command line."""
        found = ["--full", str(self.full), *(["--shown"] if self.shown else [])]
        found += ["--intact", "--matches", str(self.intact)] if self.intact else []
        return [*found, *(["--texts", str(self.folder)] if self.folder else [])]


def worker(way: Way) -> None:
    """Try the numbers that come in, a line each; a line goes out for each."""
    from apts.engine.native import compile as compiling

    known, usual = texts(way.folder), (compiling.LARGE, compiling.HUGE)
    print("ready", flush=True)
    for line in sys.stdin:
        number = int(line.removeprefix(AGAIN))
        whole = number % way.full == 0 or line.startswith(AGAIN)
        compiling.LARGE, compiling.HUGE = usual if whole else (0, 0)
        try:
            text = known[number] if way.intact else damaged(known, number)
            longest = None if way.intact else LONGEST
            answer = tried(text, number, way.intact or MATCHES, longest, shown=way.shown)
        except Exception:
            answer = "traceback: " + traceback.format_exc(limit=-3)
        print(json.dumps([number, answer]), flush=True)


class Child:
    """The process in which texts are tried; its kernels are kept apart from those of the user."""

    def __init__(self, way: Way):
        command = [sys.executable, "-m", "bench.fuzz", "--worker", *way.arguments]
        self._kernels = tempfile.TemporaryDirectory(prefix="fuzz-")
        environment = {**os.environ, "APTS_CACHE": self._kernels.name}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._pipe(self.process.stdout), selectors.EVENT_READ)
        self.tried = 0
        self._pipe(self.process.stdout).readline()  # it has read all texts; what it does from now on counts

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe

    def ask(self, number: int, seconds: float, *, again: bool = False) -> str:
        """What becomes of a text; ends the process when it takes too long or too much."""
        stdin, stdout = self._pipe(self.process.stdin), self._pipe(self.process.stdout)
        self.tried += 1
        began = used = self._seconds()
        deadline, taken = time.monotonic() + PATIENCE, self._megabytes()
        stdin.write(f"{AGAIN if again else ''}{number}\n")
        stdin.flush()
        while used - began <= seconds and time.monotonic() < deadline:
            if self._ready.select(timeout=0.2):
                line = stdout.readline()
                return str(json.loads(line)[1]) if line else f"crash: exit {self.process.wait()}"
            if self._megabytes() - taken > MEGABYTES:
                self.end()
                return f"memory: more than {MEGABYTES} MB"
            before, used = used, self._seconds()
            if used > before:
                deadline = time.monotonic() + PATIENCE
        self.end()
        return f"hang: more than {seconds} s"

    def _seconds(self) -> float:
        """Processor time of the child so far."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _megabytes(self) -> int:
        try:
            pages = Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1]
        except (OSError, IndexError):
            return 0
        return int(pages) * 4096 >> 20

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.wait()
        self._kernels.cleanup()


def run(numbers: Iterator[int], way: Way, seconds: float = SECONDS) -> Iterator[tuple[int, str]]:
    """Try texts one after the other; a child that was ended, or is old, is replaced."""
    child: Child | None = None
    for number in numbers:
        child = child or Child(way)
        answer = child.ask(number, seconds)
        if answer.startswith("hang") and number % way.full != 0 and not way.intact:
            child = Child(way)
            answer = child.ask(number, seconds, again=True)
        yield number, answer
        if child.process.poll() is not None or child.tried >= RENEWED:
            child.end()
            child = None
    if child is not None:
        child.end()


class Journal:
    """What became of which text, kept in a folder."""

    def __init__(self, folder: Path, way: Way):
        self._intact = bool(way.intact)
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._file, self._lock = folder, folder / "progress.jsonl", threading.Lock()
        self._known, self.totals = texts(way.folder), Counter[str]()
        lines = self._file.read_text("utf-8").splitlines() if self._file.exists() else []
        self.done = {json.loads(line)[0] for line in lines}

    def note(self, number: int, answer: str) -> None:
        """Write it down; a text that ended its child is kept."""
        with self._lock:
            with self._file.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps([number, answer]) + "\n")
            self.totals[answer.partition(":")[0]] += 1
            if answer not in GOOD:
                text = self._known[number] if self._intact else damaged(self._known, number)
                (self._folder / f"{number}.lud").write_text(text, encoding="utf-8")
                print(f"{number}: {answer}", flush=True)


def main() -> int:
    """Try texts, print what became of them, keep those that ended the child."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first text")
    parser.add_argument("--texts", type=Path, default=None, help="a folder with more texts to damage")
    parser.add_argument(
        "--out", type=Path, default=Path("fuzz-finds"), help="where the finds and the progress are kept"
    )
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--jobs", type=int, default=1, help="children at a time")
    parser.add_argument("--full", type=int, default=FULL, help="one text in so many is compiled with all optimisations")
    parser.add_argument("--intact", action="store_true", help="try the texts as they are")
    parser.add_argument("--shown", action="store_true", help="ask also for all that people are told and shown")
    parser.add_argument("--matches", type=int, default=1000, help="how many matches an intact text plays")
    options = parser.parse_args()
    way = Way(options.texts, options.full, options.matches if options.intact else 0, options.shown)
    if options.worker:
        worker(way)
        return 0
    journal = Journal(options.out, way)
    if way.intact:
        options.count = min(options.count, len(texts(options.texts)) - options.first)
    wanted = [number for number in range(options.first, options.first + options.count) if number not in journal.done]

    def share(job: int) -> None:
        for number, answer in run(iter(wanted[job :: options.jobs]), way, options.seconds):
            journal.note(number, answer)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(share, range(options.jobs)))
    print(", ".join(f"{count} {what}" for what, count in journal.totals.most_common()))
    return 0 if all(what in GOOD for what in journal.totals) else 1


if __name__ == "__main__":
    sys.exit(main())
