"""The page about the study: ``python -m bench.study_page`` writes ``docs/variant-study.md`` and its curves.

It tells what ``python -m bench.variant_study`` found, game by game: the curve of both forms of the aggregate over the steps,
the figures that were published beside ours, and how much of a gain remains on fresh matches.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apts.report.charts.charts import HEIGHT, WIDTH, Drawer, alone, upright
from apts.report.charts.plot import Linear, Plot, Side, reach, stairs
from apts.report.page_frame import ACCENT, FAINT, SEATS
from apts.report.texts import words
from apts.variants.search.improve_request import AGGREGATES
from bench.variant_study import GAMES, PUBLISHED, RESULTS, rows

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURES = DOCS / "variant-study.md", DOCS / "pictures" / "study"

CROSS = 4.0
"""Half of a cross."""

ABOUT = """\
# A published search for variants, done again

A published study turned one random number or truth value of a game's rules at a time, let a tree search of 1,000 iterations
play 15 matches of each variant with itself, and kept the variant where a weighted sum of metrics (the *aggregate*) was
higher. It did 40 such steps for each of six games and took five days. Here are the same steps with our engine, once with
the aggregate as it was printed, which counts draws as a merit, and once with its sign mended (`ludi`). A match is drawn
after 50 turns a player, and players know that: the system of the study (Ludii) offers this number in its form for
evaluations. Which limit the study itself had is not known to us; another one would change all figures.

What a climb believes to have gained is what 15 matches said about the last variant that it kept, less what 15 matches said
about the game as it was. It kept the luckiest of 40, so that much of it is luck. So both were played again, in 400 fresh
matches each, which chose nothing: the last column says how much of the gain is left.

`python -m bench.variant_study` makes the figures, `python -m bench.study_page` this page. [Searches for goals](improve.md)
are our answer to the same question.
"""


class StudyDrawer(Drawer):
    """Draws the curve of a climb."""

    def climb(self, title: str, curves: Sequence[dict[str, Any]], published: Sequence[dict[str, Any]]) -> str:
        """Lines of what was kept, faint points of all that was tried, and crosses of what was published."""
        steps = [*curves, *published]
        across = Linear(*reach((row["step"] for row in steps), zero=True), 0, WIDTH)
        values = [*(row["value"] for row in steps), *(row["kept"] for row in curves)]
        up = upright(*reach(values, zero=False), HEIGHT)
        colours = dict(zip(AGGREGATES, (ACCENT, SEATS[1]), strict=False))
        plot = Plot(
            Side(across, self.numbers(across, 1), "step", grid=False),
            Side(up, self.numbers(up), "aggregate of 15 matches"),
            list(colours.items()),
        )
        for name, colour in colours.items():
            own = [row for row in curves if row["aggregate"] == name]
            plot.points([(across.at(row["step"]), up.at(row["value"])) for row in own], colour, 2.4, opacity=0.35)
            plot.line(stairs([(across.at(row["step"]), up.at(row["kept"])) for row in own]), colour, 2)
        for row in published:
            x, y = across.at(row["step"]), up.at(row["value"])
            plot.rule((x - CROSS, y), (x + CROSS, y), FAINT, 2.5)
            plot.rule((x, y - CROSS), (x, y + CROSS), FAINT, 2.5)
        return self.drawn(plot, title)


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, default=RESULTS)
    found = rows(parser.parse_args().results)
    PICTURES.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(found), encoding="utf-8")
    print(f"written to {PAGE}")


def page(found: Sequence[dict[str, Any]]) -> str:
    """The page as Markdown; the pictures are written beside it."""
    lines = [*ABOUT.splitlines(), ""]
    lines += [
        "| game | aggregate | at the start | at the end, step | gain believed | fresh: before | fresh: after | gain left |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *(_row(one) for one in found),
    ]
    lines += ["", *_summary(found)]
    spent = sum(one["cpu_seconds"] for one in found)
    lines += [
        "",
        f"All of this took {spent:,} seconds of a processor, measured beside other work: {spent / 120:.0f} minutes of two "
        "that are always busy. It was not timed by the clock.",
    ]
    missing = [game for game in GAMES if not any(one["game"] == game for one in found)]
    if missing:
        lines += ["", f"Not climbed from yet: {', '.join(missing)}."]
    for game in GAMES:
        own = [one for one in found if one["game"] == game]
        if own:
            lines += ["", *_section(game, own)]
    return "\n".join([*lines, ""])


def _summary(found: Sequence[dict[str, Any]]) -> list[str]:
    """How much of all gains is left, in a sentence."""
    risen = [one for one in found if one["gain"] > 0.0 and one["remaining"] is not None]
    if not risen:
        return []
    believed, left = (sum(one[key] for one in risen) for key in ("gain", "remaining"))
    few = sum(one["remaining"] < one["gain"] / 2 for one in risen)
    return [
        f"{len(risen)} of {len(found)} climbs believed to have gained something, {believed:+.3f} together. Fresh matches "
        f"leave {left:+.3f} of it; in {few} of the {len(risen)} less than half is left."
    ]


def _row(one: dict[str, Any]) -> str:
    kept = [step for step in one["steps"] if step["kept"]]
    fresh = ["–" if one[key] is None else _estimate(one[key]) for key in ("before", "after")]
    left = "–" if one["remaining"] is None else f"{one['remaining']:+.3f}"
    start, end = f"{kept[0]['value']:.3f}", f"{kept[-1]['value']:.3f}, {kept[-1]['step']}"
    return (
        f"| {one['game']} | {one['aggregate']} | {start} | {end} | {one['gain']:+.3f} | {' | '.join(fresh)} | {left} |"
    )


def _estimate(found: dict[str, Any]) -> str:
    return f"{found['value']:.3f} ({found['low']:.3f} to {found['high']:.3f})"


def _curve(one: dict[str, Any]) -> list[dict[str, Any]]:
    """For each step the value that was tried, and that of the variant that was kept by then."""
    found, kept = [], 0.0
    for step in one["steps"]:
        kept = step["value"] if step["kept"] else kept
        found.append({"step": step["step"], "value": step["value"], "kept": kept, "aggregate": one["aggregate"]})
    return found


def _beside(published: dict[str, Any], own: Sequence[dict[str, Any]]) -> str:
    """A published figure, and what our climbs had kept by the same step."""
    kept = [next(point["kept"] for point in _curve(one) if point["step"] == published["step"]) for one in own]
    return f"| {published['step']} | {published['value']:.3f} | {' | '.join(f'{value:.3f}' for value in kept)} |"


def _is_luck(one: dict[str, Any]) -> bool:
    """Whether a climb came to another text of the same game: fresh matches from the same seeds are the same then."""
    return bool(one["edits"]) and one["before"] is not None and one["before"] == one["after"]


def _section(game: str, own: Sequence[dict[str, Any]]) -> list[str]:
    published = [{"step": step, "value": value} for step, value in PUBLISHED.get(game, {}).items()]
    curves = [point for one in own for point in _curve(one)]
    drawn = StudyDrawer(words("en")).climb(f"The aggregate of {game} over the steps", curves, published)
    (PICTURES / f"{game}.svg").write_text(alone(drawn), encoding="utf-8")
    lines = [f"## {game}", "", f"![The aggregate of {game} over the steps](pictures/study/{game}.svg)", ""]
    if published:
        names = [one["aggregate"] for one in own]
        lines += [
            f"| step | published (crosses) | {' | '.join(f'ours, `{name}`' for name in names)} |",
            f"| ---: | ---: | {' | '.join('---:' for _ in names)} |",
            *(_beside(one, own) for one in sorted(published, key=lambda one: one["step"])),
            "",
        ]
    for one in own:
        edits = "; ".join(one["edits"]) or "nothing was kept"
        luck = " This changes nothing that is played: all of the gain was luck." if _is_luck(one) else ""
        lines.append(f"- `{one['aggregate']}`: {edits}.{luck}")
    return lines


if __name__ == "__main__":
    main()
