"""Damaged rules texts by the thousand: each loads or is refused with a sentence, and what loads plays to the end.

``python -m bench.fuzz --count 1000 --out FOLDER`` makes text ``number`` from the number alone: tokens are dropped, doubled
and swapped, numbers become negative or huge, clauses of other games are grafted in. Texts are tried in a child process that
is ended after a time or when it takes too much memory. What ended it is kept in the folder; a second run goes on where
the first one stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import selectors
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

SECONDS = 10.0
MEGABYTES = 1024
MATCHES = 20
LONGEST = 200  # moves of a match; the games are to be tried, not finished
TOKEN = re.compile(r'"[^"]*"|//[^\n]*|[A-Za-z_]\w*:?|-?\d+|[(){}<>#]|\S')
NUMBERS = (
    "-1",
    "-5",
    "0",
    "7777",
    "100000000",
    "2147483647",
    "-2147483648",
    "4000000000000000000",
    "99999999999999999999",
)


def texts(folder: Path | None) -> list[str]:
    """The texts that are damaged: those of the library, and of a folder."""
    import apts.games

    folders = [Path(str(apts.games.__file__)).parent, *([folder] if folder else [])]
    found = [path for place in folders for path in sorted(place.glob("*.lud"))]
    return [path.read_text(encoding="utf-8") for path in found]


def clauses(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a text begin and end."""
    found, open_at = [], []
    for match in TOKEN.finditer(text):
        if match.group() == "(":
            open_at.append(match.start())
        elif match.group() == ")" and open_at:
            found.append((open_at.pop(), match.end()))
    return found


def damaged(known: list[str], number: int) -> str:
    """Text ``number``: one of the known ones with one to four changes."""
    chance = random.Random(f"fuzz {number}")
    text = chance.choice(known)
    for _ in range(chance.choice((1, 1, 2, 2, 3, 4))):
        text = chance.choice(_CHANGES)(text, known, chance)
    return text


def _tokens(text: str) -> list[re.Match[str]]:
    return [match for match in TOKEN.finditer(text) if not match.group().startswith("//")]


def _drop(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    match = chance.choice(_tokens(text) or [re.match("", text)])
    return text if match is None else text[: match.start()] + text[match.end() :]


def _swap(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    matches = _tokens(text)
    if len(matches) < 2:
        return text
    one, other = sorted(chance.sample(matches, 2), key=lambda match: match.start())
    between = text[one.end() : other.start()]
    return text[: one.start()] + other.group() + between + one.group() + text[other.end() :]


def _renumber(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    matches = [match for match in _tokens(text) if re.fullmatch(r"-?\d+", match.group())]
    if not matches:
        return text
    match = chance.choice(matches)
    return text[: match.start()] + chance.choice(NUMBERS) + text[match.end() :]


def _graft(text: str, known: list[str], chance: random.Random) -> str:
    other = chance.choice(known)
    places, sources = clauses(text), clauses(other)
    if not places or not sources:
        return text
    (start, end), (first, last) = chance.choice(places), chance.choice(sources)
    return text[:start] + other[first:last] + text[end:]


def _double(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    places = clauses(text)
    if not places:
        return text
    start, end = chance.choice(places)
    return text[:end] + " " + text[start:end] + text[end:]


_CHANGES = (_drop, _swap, _renumber, _renumber, _graft, _graft, _double)


def tried(text: str, seed: int) -> str:
    """What becomes of a text: ``refused``, ``ended`` by a sentence in play, or ``played``."""
    from apts.engine.rules_game import RulesGame
    from apts.errors import AptsError

    answer = "refused"
    try:
        game = RulesGame(text)
        answer = "ended"
        game.playouts(MATCHES, seed=seed, limit=LONGEST)
    except AptsError as error:
        return answer if str(error).strip() else "silence: an error without a sentence"
    return "played"


def worker(folder: Path | None) -> None:
    """Try the numbers that come in, a line each; a line goes out for each."""
    known = texts(folder)
    for line in sys.stdin:
        number = int(line)
        try:
            answer = tried(damaged(known, number), number)
        except Exception:
            answer = "traceback: " + traceback.format_exc(limit=-3)
        print(json.dumps([number, answer]), flush=True)


class Child:
    """The process in which texts are tried."""

    def __init__(self, folder: Path | None):
        command = [sys.executable, "-m", "bench.fuzz", "--worker", *(["--texts", str(folder)] if folder else [])]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._pipe(self.process.stdout), selectors.EVENT_READ)
        self.fresh = True

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe

    def ask(self, number: int, seconds: float) -> str:
        """What becomes of a text; ends the process when it takes too long or too much."""
        stdin, stdout = self._pipe(self.process.stdin), self._pipe(self.process.stdout)
        stdin.write(f"{number}\n")
        stdin.flush()
        deadline = time.monotonic() + seconds + (60 if self.fresh else 0)
        self.fresh = False
        while time.monotonic() < deadline:
            if self._ready.select(timeout=0.2):
                line = stdout.readline()
                return str(json.loads(line)[1]) if line else f"crash: exit {self.process.wait()}"
            if self._megabytes() > MEGABYTES:
                self.end()
                return f"memory: more than {MEGABYTES} MB"
        self.end()
        return f"hang: more than {seconds} s"

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


def run(numbers: Iterator[int], folder: Path | None, seconds: float = SECONDS) -> Iterator[tuple[int, str]]:
    """Try texts one after the other; a child that was ended is replaced."""
    child: Child | None = None
    for number in numbers:
        child = child or Child(folder)
        answer = child.ask(number, seconds)
        yield number, answer
        if child.process.poll() is not None:
            child = None
    if child is not None:
        child.end()


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
    options = parser.parse_args()
    if options.worker:
        worker(options.texts)
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    journal = options.out / "progress.jsonl"
    done = {json.loads(line)[0] for line in journal.read_text("utf-8").splitlines()} if journal.exists() else set()
    wanted = (number for number in range(options.first, options.first + options.count) if number not in done)
    known, totals = texts(options.texts), Counter[str]()
    with journal.open("a", encoding="utf-8") as stream:
        for number, answer in run(wanted, options.texts, options.seconds):
            stream.write(json.dumps([number, answer]) + "\n")
            stream.flush()
            totals[answer.partition(":")[0]] += 1
            if answer not in ("refused", "ended", "played"):
                (options.out / f"{number}.lud").write_text(damaged(known, number), encoding="utf-8")
                print(f"{number}: {answer}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in totals.most_common()))
    return 0 if all(what in ("refused", "ended", "played") for what in totals) else 1


if __name__ == "__main__":
    sys.exit(main())
