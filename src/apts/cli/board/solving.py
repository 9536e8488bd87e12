"""``apts solve``: what a position is worth under best play."""

from __future__ import annotations

import sys

from apts.agents.searching.solving import solve
from apts.cli.settings import load_game, print_json


def solve_position(
    name: str,
    position: str | None,
    options: list[str],
    settings: list[str],
    *,
    seconds: float | None,
    margin: bool,
    table: int,
    as_json: bool,
) -> None:
    """Print the value and a line of play; ends with 1 when the time did not suffice."""
    game = load_game(name, options, settings)
    state = game.state(position) if position is not None else game.start()
    solved = solve(state, seconds, margin=margin, table=table)
    if as_json:
        print_json(solved.as_data())
    else:
        print(f"{game.name}: {solved.sentence}")
        if game.notice is not None:
            print(f"Note: {game.notice}")
        if solved.line:
            on = ", and so on: the position repeats" if solved.repeats else ""
            cut = f" ... ({solved.reason})" if solved.reason else ""
            print(f"line: {' '.join(str(move) for move in solved.line)}{on}{cut}")
        print(f"{solved.nodes:,} positions, {solved.seconds:.2f} s")
    if solved.value is None:
        sys.exit(1)
