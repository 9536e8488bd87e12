"""Random playouts beside those of the reference system: ``python -m bench.reference_speed [SLUG ..]``.

The reference's playouts a processor-second are in ``../shared/conformance/reference-speed.csv``. Every game of that table
which loads is played on one thread; loading and compiling are not measured. The ratios are printed from the lowest up.
"""

from __future__ import annotations

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


def measured(slugs: list[str]) -> list[tuple[float, str, float, float]]:
    """Ratio, name, own playouts and those of the reference, for each game that loads."""
    rows = []
    with (RECORDS / "reference-speed.csv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table):
            file = RECORDS / "lud" / f"{row['slug']}.lud"
            if (slugs and row["slug"] not in slugs) or not file.exists():
                continue
            try:
                playouts = Playouts(str(file), {})
            except apts.AptsError as error:
                print(f"{row['slug']}: {str(error).splitlines()[0]}", file=sys.stderr)
                continue
            own = median(playouts.rate(seed, ROUND_SECONDS) for seed in range(ROUNDS))
            reference = float(row["playouts_per_cpu_second"])
            rows.append((own / reference, row["slug"], own, reference))
            print(f"{row['slug']}: {own / reference:.1f}", file=sys.stderr, flush=True)
    return sorted(rows)


def main() -> None:
    """Print the table and the geometric mean."""
    rows = measured(sys.argv[1:])
    print("| game | playouts a processor-second | reference | ratio |\n| --- | ---: | ---: | ---: |")
    for ratio, slug, own, reference in rows:
        print(f"| {slug} | {own:,.0f} | {reference:,.0f} | {ratio:.1f} |")
    mean = math.exp(sum(math.log(row[0]) for row in rows) / len(rows))
    print(f"\n{len(rows)} games, geometric mean {mean:.1f}")


if __name__ == "__main__":
    main()
