"""``apts perft``: counting the ways to play."""

from __future__ import annotations

import sys
from time import process_time

from apts.cli.settings import load_game, print_json, tell_notice


def count_ways(
    name: str, depth: int, options: list[str], settings: list[str], *, distinct: bool, turns: bool, as_json: bool
) -> None:
    """Print the count of every depth up to the one asked for, each as soon as it is known; Ctrl-C ends it there."""
    game = load_game(name, options, settings)
    tell_notice(game)
    unit, chance = "turn" if turns else "move", game.has_chance
    rows: list[dict[str, float]] = []
    interrupted = False
    try:
        for number in range(1, depth + 1):
            began = process_time()
            count = game.perft(number, distinct=distinct, unit=unit)
            rows.append({"depth": number, "count": count, "seconds": round(process_time() - began, 3)})
            if not as_json:
                print(f"{number:3} {count:>16,}", flush=True)
            if count == 0:
                break
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        counts = {"game": game.name, "unit": unit, "distinct": distinct, "counts": rows, "interrupted": interrupted}
        print_json({**counts, "chance": chance})
    elif rows and rows[-1]["count"] == 0 and len(rows) < depth:
        print(f"No match lasts {len(rows)} {unit}s; all counts beyond are 0.")
    elif interrupted:
        print(f"stopped while counting depth {len(rows) + 1}", file=sys.stderr)
    if chance and not as_json:
        print(
            "Chance has a say in this game: counted is one course of it (one set-up, one throw a turn); others differ."
        )
    if interrupted:
        sys.exit(130)
