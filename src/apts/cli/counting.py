"""``apts perft``: counting the ways to play."""

from __future__ import annotations

from time import process_time

from apts.cli.settings import load_game, print_json


def count_ways(
    name: str, depth: int, options: list[str], settings: list[str], *, distinct: bool, turns: bool, as_json: bool
) -> None:
    """Print the count of every depth up to the one asked for, each as soon as it is known."""
    game = load_game(name, options, settings)
    unit = "turn" if turns else "move"
    rows = []
    for number in range(1, depth + 1):
        began = process_time()
        count = game.perft(number, distinct=distinct, unit=unit)
        rows.append({"depth": number, "count": count, "seconds": round(process_time() - began, 3)})
        if not as_json:
            print(f"{number:3} {count:>16,}", flush=True)
    if as_json:
        print_json({"game": game.name, "unit": unit, "distinct": distinct, "counts": rows})
