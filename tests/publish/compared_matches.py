"""The same matches in Python and in node, position by position: ``python -m tests.publish.compared_matches [--games ..]``.

Of every game 1,000 random matches and 20 by tree search, from seeds: all games of the library that are written in rules
text, and the sample of ``../shared/conformance`` that the tests take, with one more in the place of a game whose matches are
too slow for so many (``SLOW_GAMES``). Results are added to a file; games that are in it already are not compared again. Ends
with 1 where a position or a search differs.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apts
from tests.publish.node_matches import (
    SAMPLE,
    SHARED,
    SLOW_TURNS,
    compiled_games,
    matches_in_node,
    published,
    random_matches_in_python,
    searched_matches_in_python,
)

ITERATIONS = 50
TURNS = 60
"""Turns of a searched match that are compared."""

SLOW_GAMES = ("shing-quon-tu",)
MORE = ("kharbaga",)
"""Beside the sample of the tests."""


def main() -> None:
    """Compare all games and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=1000)
    parser.add_argument("--searched", type=int, default=20)
    shared = [name for name in (*SAMPLE, *MORE) if name not in SLOW_GAMES and (SHARED / f"{name}.lud").exists()]
    parser.add_argument("--games", nargs="*", default=[*compiled_games(), *shared])
    parser.add_argument("--out", type=Path, default=Path("compared_matches.jsonl"))
    wanted = parser.parse_args()
    rows = [json.loads(line) for line in wanted.out.read_text().splitlines()] if wanted.out.exists() else []
    done = {row["game"] for row in rows}
    for name in wanted.games:
        if name not in done:
            rows.append(row := compared(name, wanted.random, wanted.searched))
            with wanted.out.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(row, flush=True)
    same = sum(row["same"] for row in rows)
    positions, searches = (sum(row[key] for row in rows) for key in ("positions", "searches"))
    print(f"{same} of {len(rows)} games are the same in node: {positions:,} positions, {searches:,} searches")
    sys.exit(same < len(rows))


def compared(name: str, random: int, searched: int) -> dict[str, Any]:
    """One game: whether all positions and all that searches know are the same, and how many there were."""
    file, began = SHARED / f"{name}.lud", time.process_time()
    game = apts.load(str(file) if file.exists() else name)
    turns = SLOW_TURNS.get(name, TURNS)
    with TemporaryDirectory() as folder:
        place = Path(folder)
        expected = random_matches_in_python(game, 1, random)
        same_random = matches_in_node(place, game, seed=1, count=random) == expected
        thought = searched_matches_in_python(game, 3, searched, ITERATIONS, turns)
        told = matches_in_node(place, game, seed=3, count=searched, iterations=ITERATIONS, turns=turns)
    return {
        "game": name,
        "same": same_random and told == thought,
        "random": random,
        "positions": sum(map(len, expected)),
        "searched": searched,
        "searches": sum(map(len, thought)),
        "bytes": len(published(game).code),
        "seconds": round(time.process_time() - began, 1),
    }


if __name__ == "__main__":
    main()
