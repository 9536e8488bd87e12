"""``apts solve``: what a position is worth under best play."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from apts.agents.searching.default_table_size import MOST_TABLE, TABLE
from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, POSITION, SETTINGS
from apts.cli.interrupt_signals import INTERRUPTED
from apts.cli.playing.solve_progress import SolveProgress
from apts.cli.settings import load_game, print_json


def solve(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, help="Give up after this many CPU seconds.")
    ] = None,
    margin: Annotated[
        bool, typer.Option("--scores", help="Solve for the score difference instead of the winner.")
    ] = False,
    table: Annotated[
        int, typer.Option("--table", min=10, max=MOST_TABLE, help="Size of the table of positions, as a power of 2.")
    ] = TABLE,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Prove the value of a position under best play, with a line of play; exits with 1 if the time runs out."""
    from apts.agents.searching.solving import solve as solved_exactly

    played = load_game(game, option, set_)
    state = played.state(position) if position is not None else played.start()
    watch = SolveProgress(played.name, seconds, quiet=json)
    try:
        with watch:
            solved = solved_exactly(state, seconds, margin=margin, table=table, watch=watch.update)
    except KeyboardInterrupt:
        if json:
            stopped = {"value": None, "nodes": watch.positions, "seconds": round(watch.spent, 4), "interrupted": True}
            print_json({"game": played.name, "position": str(state), "mover": state.mover, **stopped})
        else:
            print(f"{played.name}: stopped after {watch.far}; nothing is proven yet", file=sys.stderr)
        sys.exit(INTERRUPTED)
    if json:
        print_json({**solved.as_data(), "interrupted": False})
    else:
        print(f"{played.name}: {solved.sentence}")
        if played.notice is not None:
            print(f"Note: {played.notice}")
        if solved.line:
            on = ", and so on: the position repeats" if solved.repeats else ""
            cut = f" ... ({solved.reason})" if solved.reason else ""
            print(f"line: {' '.join(str(move) for move in solved.line)}{on}{cut}")
        print(f"{solved.nodes:,} positions, {solved.seconds:.2f} s")
    if solved.value is None:
        sys.exit(1)
