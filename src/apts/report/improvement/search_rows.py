"""How a search went, as plain rows: its trace, the front, what was tried, what was refused, and the map of games."""

from __future__ import annotations

from dataclasses import dataclass

from apts.report.charts.chart_data import Row
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts
from apts.statistics import Estimate
from apts.variants.difference import edits_in
from apts.variants.search.improvement import Improvement
from apts.variants.search.methods.game_map import Cell, cell_range
from apts.variants.search.result_sentences import message, size_message
from apts.variants.variant import Variant

MOST_TRIED = 40
"""Variants that are listed, the best first."""

MOST_EXAMPLES = 3
"""Refused variants that are shown for a reason."""

FULL = 0.3
"""The distance from the goals at which a cell of the map has no colour any more."""


def describe_edits(variant: Variant, chosen: ReportTexts) -> str:
    """The edits of a variant in words."""
    return "; ".join(edits_in(chosen.language, variant)) or chosen.render(message("improve/as-it-is"))


def describe_size(variant: Variant, chosen: ReportTexts) -> str:
    """How many edits a variant has."""
    return chosen.render(size_message(variant.size))


def trace_rows(found: Improvement) -> list[Row]:
    """For each step the matches spent until then, and how far the best variant was from the goals."""
    return [{"matches": step.matches, **_estimate(step.standing)} for step in found.trace]


def front_rows(found: Improvement, chosen: ReportTexts) -> list[Row]:
    """For each number of edits how far the best variant is from the goals."""
    return [{"label": describe_size(one.candidate, chosen), **_estimate(one.standing)} for one in found.front]


def _estimate(found: Estimate) -> Row:
    return {"value": found.value, "low": found.low, "high": found.high}


def front_table(found: Improvement, chosen: ReportTexts) -> Table:
    """The front with its edits; the chosen variant is marked."""
    rows = [
        (
            describe_size(one.candidate, chosen),
            describe_edits(one.candidate, chosen),
            distance(one.standing, chosen),
            chosen.count(one.matches),
        )
        for one in found.front
    ]
    marked = frozenset(place for place, one in enumerate(found.front) if one.candidate is found.chosen)
    return Table(_headings(chosen, "size", "edits", "distance", "matches"), rows, marked)


def tried_table(found: Improvement, chosen: ReportTexts) -> Table:
    """The variants that were played, the best first."""
    rows = [
        (
            describe_edits(one.candidate, chosen),
            distance(one.standing, chosen),
            chosen.count(one.matches),
            chosen("improve.dropped") if one.dropped else "",
        )
        for one in found.tried[:MOST_TRIED]
    ]
    return Table((*_headings(chosen, "edits", "distance", "matches"), ""), rows)


def refused_table(found: Improvement, chosen: ReportTexts) -> Table:
    """Why variants were refused before they cost matches: how often, a reason in words, and examples."""
    sorts: dict[str, list[tuple[str, str]]] = {}
    for one in found.refused:
        sorts.setdefault(one.kind, []).append((chosen.render(one.refusal.message), describe_edits(one.variant, chosen)))
    rows = [
        (entries[0][0], chosen.count(len(entries)), "\n".join(f"– {edits}" for _, edits in entries[:MOST_EXAMPLES]))
        for entries in sorted(sorts.values(), key=lambda entries: -len(entries))
    ]
    return Table(_headings(chosen, "why", "variants", "example"), rows)


def _headings(chosen: ReportTexts, *names: str) -> tuple[str, ...]:
    return tuple(chosen(f"heading.{name}" if name == "matches" else f"improve.heading-{name}") for name in names)


def distance(found: Estimate, chosen: ReportTexts) -> str:
    """How far a variant is from the goals, with its interval."""
    interval = chosen.interval(found.low, found.high) if found.low != found.high else ""
    return chosen.number(found.value) + (f" ({interval})" if interval else "")


@dataclass(frozen=True)
class MapGrid:
    """The map of games as a grid: ``columns`` along the first axis, a row for each part of the second, highest first.

    A cell is empty where no game of that kind was found.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def map_grid(found: Improvement, chosen: ReportTexts) -> MapGrid | None:
    """The map; None where the search drew none."""
    if not found.map:
        return None
    cells = {cell.place: cell for cell in found.map}
    across, up = (sorted({place[axis] for place in cells}) for axis in (0, 1))
    columns = range(across[0], across[-1] + 1)
    return MapGrid(
        tuple(_range(found.axes[0], column, chosen) for column in columns),
        tuple(
            (_range(found.axes[1], row, chosen), tuple(cells.get((column, row)) for column in columns))
            for row in range(up[-1], up[0] - 1, -1)
        ),
    )


def cell_depth(cell: Cell) -> float:
    """How strong the colour of a cell is: full for a game inside the goals, none for one far away."""
    return 0.55 * max(0.0, 1.0 - cell.elite.standing.value / FULL)


def _range(metric: str, cell: int, chosen: ReportTexts) -> str:
    low, high = cell_range(metric, cell)
    decimals = 2 if high <= 1.0 else 1 if low < 10.0 else 0
    return chosen("improve.range", low=chosen.number(low, decimals), high=chosen.number(high, decimals))
