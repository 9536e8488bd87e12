"""Twelve broken games are repaired: ``python -m bench.repairs [--seeds 5] [--minutes 10] [--games NAME ..]``.

Each game of ``bench/broken`` misses its goals by one edit. A repair counts when the search comes back with no more than
one edit, and fresh matches at all strengths confirm the goals. Results are added to ``bench/results/repairs.jsonl``;
what is there already is not done again, unless the search was another one then.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import Improvement
from apts.variants.search.improving import improved
from apts.variants.variant import as_variant

FOLDER = Path(__file__).parent / "broken"
RESULTS = Path(__file__).parent / "results" / "repairs.jsonl"
BROKEN_BY = 1
"""Edits that broke each of the games."""

SEARCH = 3
"""Raised when the search becomes another one. 2: races go on with what one had no room for, fresh matches choose, and
matches that have a winner are to keep one. 3: fresh matches at three strengths until the goals are decided, and what leads
out of them with stronger players is not confirmed."""


def main() -> None:
    """Repair every game from every seed, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processor", action="store_true", help="minutes of two processors, not those on the wall")
    parser.add_argument("--games", nargs="*", default=sorted(path.stem for path in FOLDER.glob("*.lud")))
    parser.add_argument("--out", type=Path, default=RESULTS)
    wanted = parser.parse_args()
    done = {(row["game"], row["seed"]) for row in rows(wanted.out) if row.get("search") == SEARCH}
    for seed in range(1, wanted.seeds + 1):
        for name in wanted.games:
            if (name, seed) not in done:
                row = repaired(name, seed, wanted.minutes, processor=wanted.processor)
                with wanted.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
                print(row, flush=True)
    found = rows(wanted.out)
    print(f"{sum(row['repaired'] for row in found)} of {len(found)} repaired")


def rows(path: Path) -> list[dict[str, Any]]:
    """What was done so far; of each game and seed the latest."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    found = {(row["game"], row["seed"]): row for row in map(json.loads, lines)}
    return list(found.values())


def repaired(name: str, seed: int, minutes: float, *, processor: bool = False) -> dict[str, Any]:
    """One game from one seed."""
    clock = two_processors if processor else time.monotonic
    began = clock()
    found = improved(
        as_variant(FOLDER / f"{name}.lud"),
        read_goals(FOLDER / f"{name}.toml"),
        PlaytestRequest(seed=seed),
        ImproveSettings(minutes=minutes, clock=clock),
    )
    return {
        "game": name,
        "seed": seed,
        "search": SEARCH,
        "repaired": is_repaired(found),
        "edits": [] if found.chosen is None else [edit.words for edit in found.chosen.edits],
        "fresh": fresh_figures(found),
        "fresh_matches": 0 if found.confirmation is None else found.confirmation.matches,
        "agents": [] if found.plan is None else list(found.plan.strengths),
        "matches": found.matches,
        "minutes": minutes,
        "sentence": found.sentence(),
        "seconds": round(clock() - began),
        "of": "two processors" if processor else "wall",
    }


def two_processors() -> float:
    """The time that two processors would have taken for what this process did so far."""
    return time.process_time() / 2


def is_repaired(found: Improvement) -> bool:
    """Whether an edit no larger than the one that broke the game is confirmed by fresh matches."""
    confirmed = found.confirmation
    if confirmed is None or found.chosen is None or found.chosen.size > BROKEN_BY:
        return False
    return confirmed.verdict == "met"


def fresh_figures(found: Improvement) -> list[str]:
    """What the fresh matches say about each goal at each strength."""
    if found.confirmation is None:
        return []
    return [
        f"{answer.goal} by {answer.agents}: {answer.after.verdict}, "
        f"{'not measured' if answer.after.estimate is None else format(answer.after.estimate.value, '.3g')}"
        for answer in found.confirmation.answers
    ]


if __name__ == "__main__":
    main()
