"""``apts table``: lengths, wins by length band and moves by column of a run, on one screen."""

from __future__ import annotations

import sys

from apts.archive import archive_given
from apts.cli.playtesting.comparing import Side, run_of
from apts.cli.playtesting.playtest import bands_of
from apts.cli.settings import print_json
from apts.errors import AptsError
from apts.playtest.length_table import LengthTable, length_table
from apts.playtest.matches.play_settings import PlaySettings


def show_length_table(side: Side, play: PlaySettings, bands: str, *, archive: str | None, as_json: bool) -> None:
    """Play or open a run and print its table."""
    cuts = bands_of(bands)
    with archive_given(archive) as own:
        run = run_of(side, play, own, quiet=as_json)
    if run.interrupted and not run.evidence.n:
        print("stopped before a match was finished; there is nothing to tell yet", file=sys.stderr)
        sys.exit(130)
    if not run.evidence.n:
        raise AptsError(f"the run {run.name!r} has no match that counts, so there is no table of it")
    table = length_table(run, cuts)
    agents = list(dict.fromkeys(run.manifest.agents))
    if as_json:
        print_json({"game": run.manifest.game, "agents": agents, "seed": run.manifest.seed, **table.as_data()})
    else:
        print(f"{run.manifest.game}: {table.matches} matches, {' against '.join(agents)}, seed {run.manifest.seed}\n")
        print("\n".join(table_lines(table)))
    if run.interrupted:
        sys.exit(130)


def table_lines(table: LengthTable) -> list[str]:
    """The table in Markdown, as it is printed."""
    seats = len(table.bands[0].wins)
    names = [f"seat {seat}" for seat in range(1, seats + 1)]
    figures = [f"{table.mean:.2f}", f"{table.median:g}", f"{table.deviation:.2f}"]
    lines = [
        *_markdown(
            ["turns", "minimum", "maximum", "mean", "median", "deviation"],
            [["", str(table.minimum), str(table.maximum), *figures]],
        ),
        "",
        *_markdown(
            ["wins by turns", "matches", *names, "nobody"],
            [[band.name, str(band.matches), *map(str, band.wins), str(band.nobody)] for band in table.bands],
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
