"""The page about repaired games: ``python -m bench.repairs_page`` writes ``docs/repaired-games.md``.

It tells what ``python -m bench.repairs`` found: of each broken game what is wrong with it, its goals, the edits that brought
it back, how many seeds did, and how long they took.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.repairs import FOLDER, RESULTS, SEARCH, rows

PAGE = Path(__file__).resolve().parent.parent / "docs" / "repaired-games.md"

ABOUT = """\
# Broken games, repaired

Each of these games was broken by one edit and misses its goals. `apts improve` was to bring it back inside them by
an edit no larger than that, in {minutes:g} minutes on {of}. It is not told what the edit was, and often finds another one
that does as well.

**{repaired} of {tried} searches repaired their game** ({seeds} seeds). *Confirmed* counts those of them whose goals are
all surely met by the fresh matches at every strength. A minute is a minute of {of}.

{older}The games are in `bench/broken`. `python -m bench.repairs` makes the figures, `python -m bench.repairs_page` this
page. [Improving a game](improve.md) tells how to do it with your own.

| game | what is wrong | goals | repaired | confirmed | minutes, median (longest) | edits that repaired it |
| --- | --- | --- | ---: | ---: | ---: | --- |
"""


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS)
    PAGE.write_text(page(rows(parser.parse_args().results)), encoding="utf-8")
    print(f"written to {PAGE}")


def _older(found: Sequence[dict[str, Any]]) -> str:
    """Which of the searches are from before the search became another one."""
    today = [one for one in found if one.get("search") == SEARCH]
    if len(today) == len(found):
        return ""
    repaired = sum(one["repaired"] for one in today)
    return f"""\
{len(today)} of the searches are by `improve` as it is, and repaired {repaired}: it counts a game as repaired where
fresh matches at three strengths a factor of four apart confirm its goals, and no figure leads out of them with stronger
players. In the others the figures of 400 fresh matches at two strengths, one with twice the thinking of the other, had to
lie inside the goals. That is too little: the larger boards of *no swap* hide a first player's win from weak players (on six
rows seat 1 scores .57, .60 and .63 at 50, 200 and 800 iterations: on its way out), and are
[not confirmed any more](decisions/0023-improve-that-confirms.md). An edit that puts a piece on a site that does not exist is
[no edit](improve.md#what-may-be-changed) any more, either.

"""


def page(found: Sequence[dict[str, Any]]) -> str:
    """The page as Markdown."""
    of = {"two processors": "two processors", "wall": "the clock"}[found[0]["of"]]
    about = ABOUT.format(
        minutes=found[0]["minutes"],
        of=of,
        repaired=sum(one["repaired"] for one in found),
        tried=len(found),
        seeds=len({one["seed"] for one in found}),
        older=_older(found),
    )
    names = sorted({one["game"] for one in found})
    return about + "\n".join([*(_row(name, [one for one in found if one["game"] == name]) for name in names), ""])


def _row(name: str, own: Sequence[dict[str, Any]]) -> str:
    """A game over all seeds."""
    repaired = [one for one in own if one["repaired"]]
    sure = sum(all(": met," in figure for figure in one["fresh"]) for one in repaired)
    minutes = [one["seconds"] / 60 for one in own]
    edits = Counter("; ".join(one["edits"]) for one in repaired)
    told = "<br>".join(f"{edit} ({count})" if count > 1 else edit for edit, count in edits.most_common())
    cells = [
        name.replace("-", " "),
        _wrong(name),
        "<br>".join(_goals(name)),
        f"{len(repaired)} of {len(own)}",
        str(sure),
        f"{median(minutes):.1f} ({max(minutes):.1f})",
        told.replace("|", "\\|"),
    ]
    return f"| {' | '.join(cells)} |"


def _wrong(name: str) -> str:
    """What the first line of the rules says."""
    return (FOLDER / f"{name}.lud").read_text(encoding="utf-8").splitlines()[0].removeprefix("// ")


def _goals(name: str) -> list[str]:
    with (FOLDER / f"{name}.toml").open("rb") as file:
        return [str(goal) for goal in tomllib.load(file)["goals"]]


if __name__ == "__main__":
    main()
