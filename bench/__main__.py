"""``make bench``: measure both sides in turns, print the table and write it to ``bench/results``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from apts.errors import AptsError
from apts.version import apts_version
from bench.apts_side import Playouts, Searches, loaded
from bench.report import PLAYOUTS, SEARCH, Row, Subject, as_json, conditions, markdown
from bench.rivals import OpenSpiel
from bench.samples import Samples
from bench.table import CONTESTS, Contest

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; the exit status is 1 if a floor is asked for and not met."""
    options = _parser().parse_args(arguments)
    contests = [contest for contest in CONTESTS if not options.games or contest.apts in options.games.split(",")]
    if not contests:
        print(f"no such game; there are {', '.join(contest.apts for contest in CONTESTS)}", file=sys.stderr)
        return 2
    console = Console()
    with OpenSpiel(ROOT / ".venv-bench" / "bin" / "python", ROOT) as rival:
        playouts, searches = [], []
        for contest in contests:
            console.print(f"measuring {contest.title} ...", style="dim")
            played, searched = measure(contest, rival, options.repetitions, options.seconds)
            playouts.append(played)
            searches.append(searched)
        about = conditions(rival.version, apts_version(), options.repetitions, options.seconds)
    options.out.mkdir(parents=True, exist_ok=True)
    for rows, subject, name in ((playouts, PLAYOUTS, "playouts"), (searches, SEARCH, "search")):
        console.print(_screen(rows, subject))
        (options.out / f"{name}.md").write_text(markdown(rows, about, subject), encoding="utf-8")
        (options.out / f"{name}.json").write_text(as_json(rows, about), encoding="utf-8")
        console.print(f"written to {options.out}/{name}.md and {name}.json")
    return 1 if options.strict and not all(row.met for row in [*playouts, *searches]) else 0


def measure(contest: Contest, rival: OpenSpiel, repetitions: int, seconds: float) -> tuple[Row, Row]:
    """Both sides in turns, so that a disturbance of the machine meets both: a row of playouts and one of search."""
    absent = ""
    try:
        game = loaded(contest)
        playouts, searches = Playouts(game), Searches(game)
    except AptsError as error:
        playouts, searches, absent = None, None, str(error).splitlines()[0]
    rival_rates, playout_rates, search_rates = [], [], []
    for seed in range(1, repetitions + 1):
        rival_rates.append(rival.iteration_rate(contest.open_spiel, seed, seconds))
        if playouts is not None and searches is not None:
            playout_rates.append(playouts.rate(seed, seconds))
            search_rates.append(searches.rate(seed, seconds))
    other = Samples(tuple(rival_rates))
    return (
        Row(contest.title, contest.playout_floor, other, _samples(playout_rates), absent),
        Row(contest.title, contest.search_floor, other, _samples(search_rates), absent),
    )


def _samples(rates: list[float]) -> Samples | None:
    return Samples(tuple(rates)) if rates else None


def _screen(rows: list[Row], subject: Subject) -> Table:
    table = Table(title=f"{subject.heading} per processor-second beside OpenSpiel's MCTSBot", title_justify="left")
    table.add_column("game")
    for heading in ("OpenSpiel", "APTS", "ratio", "floor"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for row in rows:
        if row.apts is None:
            table.add_row(row.title, f"{row.rival.median:,.0f}", "-", "-", f"{row.floor:g}x", row.absent)
            continue
        verdict = "[green]met[/]" if row.met else "[red]not met[/]"
        table.add_row(
            row.title,
            f"{row.rival.median:,.0f}",
            f"{row.apts.median:,.0f}",
            f"{row.ratio:.2f}x",
            f"{row.floor:g}x",
            verdict,
        )
    return table


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Playouts and tree search beside OpenSpiel.")
    parser.add_argument("--games", default="", metavar="NAME,NAME", help="only these games")
    parser.add_argument("--repetitions", type=int, default=5, help="how often each side is measured (default 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor-seconds of one measurement (default 1)")
    parser.add_argument("--strict", action="store_true", help="fail if a floor is not met")
    parser.add_argument("--out", type=Path, default=ROOT / "bench" / "results", help="where the table is written")
    return parser


if __name__ == "__main__":
    sys.exit(main())
