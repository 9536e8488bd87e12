"""``apts perft``: counting the ways to play."""

from __future__ import annotations

import sys
from time import process_time
from typing import Annotated

import typer

from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, SETTINGS
from apts.cli.settings import load_game, print_json, print_notice


def perft(
    game: GAME,
    depth: Annotated[int, typer.Option("--depth", min=0, help="The number of moves.")] = 3,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count moves with the same effect only once.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Count turns instead of moves.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Count the sequences of moves of each length; matches that end earlier are not counted."""
    counted = load_game(game, option, set_)
    print_notice(counted)
    unit, chance = "turn" if turns else "move", counted.has_chance
    rows: list[dict[str, float]] = []
    interrupted = False
    try:
        for number in range(1, depth + 1):
            began = process_time()
            count = counted.perft(number, distinct=distinct, unit=unit)
            rows.append({"depth": number, "count": count, "seconds": round(process_time() - began, 3)})
            if not json:
                print(f"{number:3} {count:>16,}", flush=True)
            if count == 0:
                break
    except KeyboardInterrupt:
        interrupted = True
    if json:
        counts = {"game": counted.name, "unit": unit, "distinct": distinct, "counts": rows, "interrupted": interrupted}
        print_json({**counts, "chance": chance})
    elif rows and rows[-1]["count"] == 0 and len(rows) < depth:
        print(f"No match lasts {len(rows)} {unit}s; all counts beyond are 0.")
    elif interrupted:
        print(f"stopped while counting depth {len(rows) + 1}", file=sys.stderr)
    if chance and not json:
        print(
            "Chance has a say in this game: counted is one course of it (one set-up, one throw a turn); others differ."
        )
    if interrupted:
        sys.exit(130)
