"""``apts table``: lengths, wins by length band and moves by column of a run, on one screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import (
    FOUND,
    JSON,
    OPTIONS,
    PLUGINS,
    SETTINGS,
)
from apts.cli.interrupt_signals import INTERRUPTED
from apts.cli.playtesting.compare import ComparedRun, run_of
from apts.cli.playtesting.playtest import bands_of
from apts.cli.request_options import asks_for
from apts.cli.settings import print_json
from apts.errors import AptsError
from apts.playtest.matches.playtest_request import PlaytestRequest

if TYPE_CHECKING:
    from apts.playtest.length_table import LengthTable


@asks_for(
    PlaytestRequest,
    *("agents", "matches", "seed", "limit", "workers", "cluster"),
    beside={"luck": 0},
    matches={"about": "The number of matches; the default fits the game."},
)
def table(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of the library, a rules file, a run, or 'last'.")],
    request: PlaytestRequest,
    bands: Annotated[
        str, typer.Option("--bands", metavar="A,B", help="The lengths at which to divide matches into bands.")
    ] = "20,30",
    archive: FOUND = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show how long matches last, who wins at which length, and where each seat moves."""
    side = ComparedRun(game, tuple(option or ()), tuple(set_ or ()))
    show_length_table(side, request, bands, archive=archive, as_json=json)


def show_length_table(
    side: ComparedRun, play: PlaytestRequest, bands: str, *, archive: str | None, as_json: bool
) -> None:
    """Play or open a run and print its table."""
    from apts.archive import opened_archive
    from apts.playtest.length_table import length_table

    cuts = bands_of(bands)
    with opened_archive(archive) as own:
        run = run_of(side, play, own, hint="; fewer --matches take less", quiet=as_json)
    if run.interrupted and not run.evidence.n:
        print("stopped before a match was finished; there is nothing to tell yet", file=sys.stderr)
        sys.exit(INTERRUPTED)
    if not run.evidence.n:
        raise AptsError(f"the run {run.name!r} has no match that counts, so there is no table of it")
    table = length_table(run, cuts)
    agents = list(dict.fromkeys(run.manifest.agents))
    if as_json:
        print_json({"game": run.manifest.game, "agents": agents, "seed": run.manifest.seed, **table.as_data()})
    else:
        print(f"{run.manifest.game}: {table.matches} matches, {' against '.join(agents)}, seed {run.manifest.seed}\n")
        print("\n".join(table_lines(table, run.evidence.seat)))
    if run.interrupted:
        sys.exit(INTERRUPTED)


def table_lines(table: LengthTable, called: Callable[[int], str]) -> list[str]:
    """The table in Markdown, as it is printed; ``called`` gives the name of a seat."""
    seats = len(table.bands[0].wins)
    names = [called(seat) for seat in range(1, seats + 1)]
    single = len(table.sides) == seats
    sides = names if single else [name for name, _ in table.sides]
    won = [seat for _, seat in table.sides]
    figures = [f"{table.mean:.2f}", f"{table.median:g}", f"{table.deviation:.2f}"]
    lines = [
        *_markdown(
            ["turns", "minimum", "maximum", "mean", "median", "deviation"],
            [["", str(table.minimum), str(table.maximum), *figures]],
        ),
        "",
        *_markdown(
            ["wins by turns", "matches", *sides, "nobody"],
            [
                [band.name, str(band.matches), *(str(band.wins[seat - 1]) for seat in won), str(band.nobody)]
                for band in table.bands
            ],
        ),
    ]
    if table.moves:
        rows = [[name, *map(str, counts)] for name, counts in table.moves]
        totals = [sum(counts[seat] for _, counts in table.moves) for seat in range(seats)]
        lines += ["", *_markdown(["moves by column", *names], [*rows, ["all", *map(str, totals)]])]
    return lines


def _markdown(head: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]

    def line(cells: list[str]) -> str:
        first, *others = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        right = [cell.strip().rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        return "| " + " | ".join([first, *right]) + " |"

    rule = "| " + " | ".join(["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]) + " |"
    return [line(head), rule, *(line(row) for row in rows)]
