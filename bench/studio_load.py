"""Many people at a studio at once: ``python -m bench.studio_load [--browsers 500] [--served 50] [--links 10]``.

Real HTTP and event streams against a studio that is served as ``apts studio`` serves it. *Browsers* play Connect Four on
their own device and tell the studio after every move, as the page does; *served* people ask the server for the answer of
``level:club``; *links* are pairs who play each other by a link, each with an event stream open, and what is measured is how
long it takes until the other one sees a move. Everybody thinks ``--think`` seconds between moves, for ``--minutes``. Printed
are the shares of moves that were answered in time, and the memory of the server and of all its processes as time goes by.

``--pages`` measures instead how long the server takes for every page, with 1,000 runs and 50,000 matches in its archive.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import apts
from bench.http_line import HttpLine
from bench.served_studio import ServedProcess, served_process
from bench.studio_pages import timed_pages

GAME = "connect-four"
LEVEL = "club"
WANTED_SECONDS = 3.0
LINK = re.compile(r'/m/([\w-]+)" data-seat')


def random_matches(number: int) -> list[list[str]]:
    """Whole matches of random moves."""
    game, found = apts.load(GAME), []
    for seed in range(number):
        state, draw, moves = game.start(seed), Random(seed), []
        while state.outcome is None:
            move = draw.choice(state.moves())
            moves.append(str(move))
            state = state.play(move)
        found.append(moves)
    return found


@dataclass
class Load:
    """What everybody shares: the studio, when it ends, and what was measured."""

    address: str
    ends: float
    think: float
    matches: list[list[str]]
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[float, float, float]] = field(default_factory=list)

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return monotonic() >= self.ends

    async def thinking(self, draw: Random) -> None:
        """Think about a move, or begin later."""
        await asyncio.sleep(min(draw.expovariate(1.0 / self.think), max(0.0, self.ends - monotonic())))

    async def timed(self, kind: str, line: HttpLine, method: str, path: str, data: object = None) -> object | None:
        """A request whose time is counted; what it answers, or None where that is no success."""
        began = monotonic()
        try:
            reply = await line.ask(method, path, data)
        except (OSError, asyncio.IncompleteReadError) as problem:
            self.wrong[f"{kind}: {type(problem).__name__}"] += 1
            return None
        self.seconds[kind].append(monotonic() - began)
        if b"match is over" in reply.body:  # the person's own move has ended it
            return None
        if reply.status >= 300:
            self.wrong[f"{kind}: {reply.status} {reply.body[:80].decode(errors='replace')}"] += 1
            return None
        answer: object = reply.data()
        return answer


async def browser(load: Load, number: int) -> None:
    """Somebody whose browser plays, and tells the studio."""
    draw = Random(number)
    line = HttpLine(load.address, f"10.1.{number // 250}.{number % 250}")
    await asyncio.sleep(draw.uniform(0.0, 2 * load.think))
    await line.ask("POST", "/m/me", form={"nickname": f"Player {number}"})
    while not load.over:
        moves = draw.choice(load.matches)
        record = {
            "seed": str(draw.getrandbits(31)),
            "seats": ["person", "level:club"],
            "moves": [],
            "started": f"{monotonic():.3f}",
        }
        begun = await load.timed("browser", line, "POST", f"/games/{GAME}/matches", {"record": record})
        if not isinstance(begun, dict) or begun.get("id") is None:
            await load.thinking(draw)
            continue
        for turn in range(2, len(moves) + 1, 2):
            await load.thinking(draw)
            if load.over:
                break
            sent = {**record, "moves": moves[:turn], "times": [900] * turn}
            await load.timed("browser", line, "PUT", f"/games/{GAME}/matches/{begun['id']}", sent)
    line.close()


async def served_person(load: Load, number: int) -> None:
    """Somebody whose opponent thinks on the server."""
    draw = Random(1000 + number)
    line = HttpLine(load.address, f"10.2.{number // 250}.{number % 250}")
    await asyncio.sleep(draw.uniform(0.0, 2 * load.think))
    while not load.over:
        moves: list[str] = []
        while not load.over:
            asked = {"moves": moves, "level": LEVEL, "agent_seed": draw.getrandbits(31)}
            found = await load.timed("served", line, "POST", f"/api/games/{GAME}/best", asked)
            await load.thinking(draw)
            if not isinstance(found, dict) or found["after"]["outcome"] is not None:
                break
            moves = [*moves, found["move"], draw.choice(found["after"]["moves"])["text"]]
            if len(moves) >= 36:
                break
    line.close()


async def pair(load: Load, number: int) -> None:
    """Two who play each other by links, each with a stream of events open."""
    draw = Random(2000 + number)
    lines = [HttpLine(load.address, f"10.3.{number}.{seat}") for seat in (1, 2)]
    await asyncio.sleep(draw.uniform(0.0, 2 * load.think))
    while not load.over:
        made = await lines[0].ask("POST", f"/games/{GAME}/invite", form={"seat.1": "link", "seat.2": "link"})
        keys = LINK.findall(made.body.decode())
        if made.status != 200 or len(keys) != 2:
            load.wrong[f"links: {made.status}"] += 1
            return
        for line, key in zip(lines, keys, strict=True):
            await line.ask("POST", f"/m/{key}/join", form={"nickname": "A"})
        await _play_by_links(load, lines, keys, draw)
    for line in lines:
        line.close()


async def _play_by_links(load: Load, lines: Sequence[HttpLine], keys: Sequence[str], draw: Random) -> None:
    heard: list[dict[int, float]] = [{}, {}]

    async def listen(seat: int) -> None:
        async for name, told in lines[seat].events(f"/api/m/{keys[seat]}/events"):
            if name == "match":
                heard[seat].setdefault(len(told["moves"]), monotonic())

    listening = [asyncio.ensure_future(listen(seat)) for seat in (0, 1)]
    try:
        for at, move in enumerate(draw.choice(load.matches)):
            await load.thinking(draw)
            if load.over:
                return
            seat, began = at % 2, monotonic()
            asked = {"move": move, "at": at}
            if await load.timed("links: move", lines[seat], "POST", f"/api/m/{keys[seat]}/moves", asked) is None:
                return
            while at + 1 not in heard[1 - seat] and monotonic() - began < 30:
                await asyncio.sleep(0.01)
            load.seconds["links: seen by the other"].append(heard[1 - seat].get(at + 1, began + 30) - began)
    finally:
        for one in listening:
            one.cancel()
            with suppress(asyncio.CancelledError, OSError, asyncio.IncompleteReadError):
                await one


async def warmed(address: str, workers: int) -> None:
    """Wait until every worker has the game at hand, as in a studio that is open for a while."""
    lines = [HttpLine(address, f"10.9.0.{number}") for number in range(2 * workers)]
    for _ in range(2):
        await asyncio.gather(*(line.ask("POST", f"/api/games/{GAME}/best", {"level": LEVEL}) for line in lines))
    for line in lines:
        line.close()


async def watch(load: Load, served: ServedProcess, every: float) -> None:
    """Note the memory now and then."""
    began = monotonic()
    while not load.over:
        load.memory.append((monotonic() - began, served.server_megabytes(), served.megabytes()))
        await asyncio.sleep(every)


async def run(load: Load, served: ServedProcess, browsers: int, people: int, pairs: int) -> None:
    """Let everybody play until the time is up."""
    every = max(5.0, (load.ends - monotonic()) / 20)
    everybody = [browser(load, number) for number in range(browsers)]
    everybody += [served_person(load, number) for number in range(people)]
    everybody += [pair(load, number) for number in range(pairs)]
    await asyncio.gather(watch(load, served, every), *everybody)


def told(load: Load) -> str:
    """What was measured, as a table."""
    lines = [f"{'':26}{'requests':>9}{'p50':>8}{'p95':>8}{'p99':>8}{'longest':>9}{'in 3 s':>8}"]
    for kind, seconds in sorted(load.seconds.items()):
        ordered = sorted(seconds)

        def at(share: float, ordered: list[float] = ordered) -> str:
            return f"{1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]:,.0f} ms"

        in_time = sum(one <= WANTED_SECONDS for one in ordered) / len(ordered)
        lines.append(f"{kind:26}{len(ordered):>9,}{at(0.5):>8}{at(0.95):>8}{at(0.99):>8}{at(1.0):>9}{in_time:>8.1%}")
    lines += [f"not answered: {what} ({count:,})" for what, count in load.wrong.most_common(12)]
    lines += ["seconds  server MB  all MB"]
    lines += [f"{seconds:7.0f}{server:11.0f}{everything:8.0f}" for seconds, server, everything in load.memory]
    return "\n".join(lines)


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browsers", type=int, default=500)
    parser.add_argument("--served", type=int, default=50)
    parser.add_argument("--links", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--think", type=float, default=8.0, help="seconds between moves, on average")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pages", action="store_true", help="measure pages with a full archive instead")
    parser.add_argument("--json", type=Path, default=None, help="write what was measured")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        if asked.pages:
            print(timed_pages(Path(folder)))
            return
        options = ("--proxy", "127.0.0.1", "--workers", str(asked.workers))
        with served_process(Path(folder) / "studio", *options) as served:
            asyncio.run(warmed(served.address, asked.workers))
            load = Load(served.address, monotonic() + 60 * asked.minutes, asked.think, random_matches(40))
            asyncio.run(run(load, served, asked.browsers, asked.served, asked.links))
    print(told(load))
    if asked.json is not None:
        asked.json.write_text(json.dumps({"seconds": load.seconds, "wrong": load.wrong, "memory": load.memory}))


if __name__ == "__main__":
    main()
