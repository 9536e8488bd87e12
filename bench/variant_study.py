"""The published search for variants of six games, done again: ``python -m bench.variant_study [--games NAME ..]``.

Forty steps of hill climbing, 15 self-played matches a step, UCT with 1,000 iterations, once for each form of the
aggregate; then 400 fresh matches of the game as it was and of what the climb came to. What is printed is a row a game:
what the climb believes to have gained, and what fresh matches leave of it. All matches are kept in ``--archive``: a study
that was interrupted goes on, and what both climbs of a game play alike is played once.

Matches are drawn after 50 turns a seat, in the thoughts of the players too, as in the system that the study was done with
(Ludii's form for evaluations has 50 in it).
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.search.improve_request import AGGREGATES
from apts.variants.search.methods.climbing import ClimbSettings, climbed
from apts.variants.variant import as_variant

GAMES = ("bravalath", "brazilian-draughts", "ancient-merels", "1d-chess", "alquerque", "al-qirq")
PUBLISHED = {
    "brazilian-draughts": {11: 0.817, 14: 0.831, 30: 0.848},
    "1d-chess": {2: 0.392},
    "alquerque": {12: 0.936, 22: 0.877},
}
"""The aggregate at steps of the study, as it was printed; draughts are its damas."""

RESULTS = Path(__file__).parent / "results" / "variant_study.jsonl"


def main(arguments: Sequence[str] | None = None) -> None:
    """Climb from every game that has not been climbed from yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--aggregates", nargs="*", default=AGGREGATES)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--matches", type=int, default=15)
    parser.add_argument("--fresh", type=int, default=400)
    parser.add_argument("--agents", default="uct:iterations=1000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns-each", type=int, default=50)
    parser.add_argument("--archive", default="build/variant-study.db")
    parser.add_argument("--results", type=Path, default=RESULTS)
    wanted = parser.parse_args(arguments)
    Path(wanted.archive).parent.mkdir(parents=True, exist_ok=True)
    done = {(row["game"], row["aggregate"], row["seed"]) for row in rows(wanted.results)}
    for game in wanted.games:
        for aggregate in wanted.aggregates:
            if (game, aggregate, wanted.seed) in done:
                continue
            began, used = time.monotonic(), processor_seconds()
            settings = ClimbSettings(
                wanted.steps, wanted.matches, wanted.fresh, aggregate, turns_each=wanted.turns_each
            )
            found = climbed(
                as_variant(game), PlaytestRequest(wanted.agents, seed=wanted.seed), settings, wanted.archive
            )
            spent = {"seconds": round(time.monotonic() - began), "cpu_seconds": round(processor_seconds() - used)}
            row = {"game": game, **spent, **found.as_data()}
            with wanted.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(told(row), flush=True)
    print("\n" + "\n".join(told(row) for row in rows(wanted.results)))


def processor_seconds() -> float:
    """What this process has used of its processors."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def rows(path: Path) -> list[dict[str, Any]]:
    """What was climbed so far."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def told(row: dict[str, Any]) -> str:
    """A row as text."""
    kept = [step for step in row["steps"] if step["kept"]]
    figures = f"{kept[0]['value']:.3f} at the start, {kept[-1]['value']:.3f} at step {kept[-1]['step']}"
    remaining = "no fresh matches" if row["remaining"] is None else f"{row['remaining']:+.3f} on fresh matches"
    printed = ", ".join(f"{value:.3f} at step {step}" for step, value in PUBLISHED.get(row["game"], {}).items())
    published = f"; published: {printed}" if printed and row["aggregate"] == "ludi-as-printed" else ""
    return (
        f"{row['game']}, {row['aggregate']}: {figures}; gain {row['gain']:+.3f}, of which {remaining} "
        f"({row['seconds']} s){published}"
    )


if __name__ == "__main__":
    main()
