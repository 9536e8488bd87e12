"""The published search for variants of six games, done again: ``python -m bench.variant_study [--games NAME ..]``.

Forty steps of hill climbing, 15 self-played matches a step, UCT with 1,000 iterations, once for each form of the
aggregate; then 400 fresh matches of the game as it was and of what the climb came to. What is printed is a row a game:
what the climb believes to have gained, and what fresh matches leave of it. With ``--archive`` all matches are kept, and a
study that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apts.playtest.matches.play_settings import PlaySettings
from apts.variants.search.climbing import AGGREGATES, ClimbSettings, climbed
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
    parser.add_argument("--archive", default=None)
    parser.add_argument("--results", type=Path, default=RESULTS)
    wanted = parser.parse_args(arguments)
    done = {(row["game"], row["aggregate"], row["seed"]) for row in rows(wanted.results)}
    for game in wanted.games:
        for aggregate in wanted.aggregates:
            if (game, aggregate, wanted.seed) in done:
                continue
            began = time.monotonic()
            settings = ClimbSettings(wanted.steps, wanted.matches, wanted.fresh, aggregate)
            found = climbed(as_variant(game), PlaySettings(wanted.agents, seed=wanted.seed), settings, wanted.archive)
            row = {"game": game, "seconds": round(time.monotonic() - began), **found.as_data()}
            with wanted.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(told(row), flush=True)
    print("\n" + "\n".join(told(row) for row in rows(wanted.results)))


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
