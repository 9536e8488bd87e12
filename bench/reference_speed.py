"""Random playouts beside those of the reference system: ``python -m bench.reference_speed [--keep FILE] [SLUG ..]``.

The reference's playouts a processor-second are in ``../shared/conformance/reference-speed.csv``. Every game of that table
which loads is played on one thread; loading and compiling are not measured. The ratios are printed from the lowest up.
With ``--keep`` each figure is written to the file at once, and games that are in it are not measured again.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from pathlib import Path
from statistics import median

import apts
from bench.apts_side import Playouts

RECORDS = Path(__file__).parents[2] / "shared" / "conformance"
ROUNDS = 3
ROUND_SECONDS = 0.1


Result = tuple[float, str, float, float]


def measured(slugs: list[str], keep: Path | None) -> list[Result]:
    """Ratio, name, own playouts and those of the reference, for each game that loads."""
    rows = _kept(keep)
    known = {slug for _, slug, _, _ in rows}
    with (RECORDS / "reference-speed.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            file = RECORDS / "lud" / f"{row['slug']}.lud"
            if (slugs and row["slug"] not in slugs) or row["slug"] in known or not file.exists():
                continue
            try:
                playouts = Playouts(apts.load(str(file)))
            except apts.AptsError as error:
                print(f"{row['slug']}: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            own = median(playouts.rate(seed, ROUND_SECONDS) for seed in range(ROUNDS))
            reference = float(row["playouts_per_cpu_second"])
            rows.append((own / reference, row["slug"], own, reference))
            print(f"{row['slug']}: {own / reference:.1f}", file=sys.stderr, flush=True)
            if keep is not None:
                with keep.open("a", encoding="utf-8") as results:
                    csv.writer(results).writerow(rows[-1])
    return sorted(rows)


def _kept(file: Path | None) -> list[Result]:
    if file is None or not file.exists():
        return []
    with file.open(encoding="utf-8") as results:
        return [(float(row[0]), row[1], float(row[2]), float(row[3])) for row in csv.reader(results)]


def main() -> None:
    """Print the table and the geometric mean."""
    parser = argparse.ArgumentParser(prog="python -m bench.reference_speed")
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="only these games")
    parser.add_argument(
        "--keep", type=Path, help="a file that keeps each figure, so that the run can be taken up again"
    )
    options = parser.parse_args()
    rows = measured(options.slugs, options.keep)
    print("| game | playouts a processor-second | reference | ratio |\n| --- | ---: | ---: | ---: |")
    for ratio, slug, own, reference in rows:
        print(f"| {slug} | {own:,.0f} | {reference:,.0f} | {ratio:.1f} |")
    mean = math.exp(sum(math.log(row[0]) for row in rows) / len(rows))
    print(f"\n{len(rows)} games, geometric mean {mean:.1f}")


if __name__ == "__main__":
    main()
