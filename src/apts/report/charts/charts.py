"""Charts drawn from rows, each as the text of an SVG element that can stand in a page with others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from apts.board.board import Board
from apts.board.generators.squares import rectangle_graph
from apts.board.picture.drawing import board_svg
from apts.engine.play.game import Game
from apts.playtest.evidence.evidence import Evidence
from apts.report.charts.chart_data import ALL_LOST, ALL_WON, DRAWN, STOPPED, Row
from apts.report.charts.plot import Bands, Linear, Place, Plot, Side, decimals_of, is_drawable, reach, rounded_reach
from apts.report.page_frame import ACCENT, DRAW, FAINT, INK, LOSS, SEATS, WIN, dark_rules, seat_colour
from apts.report.page_frame import STOPPED as STOPPED_COLOUR
from apts.report.subject import ReportedRun, detail
from apts.report.texts import ReportTexts

WIDTH, HEIGHT = 330, 190
"""Of the marks of a chart: narrow enough that its writing is still readable on a phone."""

_TICK_ACROSS, _TICK_UP = 60, 38
"""A side has about one number for so much of its length."""
_SHORT = 46
"""So many letters of names stand side by side below a chart; more are turned."""


class Drawer:
    """Draws the charts of one page."""

    def __init__(self, words: ReportTexts):
        self.words = words

    def seats(self, rows: Sequence[Row]) -> str:
        """Stacked bars for each seat: wins, all else and losses, or the places."""
        results = list(dict.fromkeys(row["result"] for row in rows))
        alone = len({row["seat"] for row in rows}) == 1
        places = [result for result in results if isinstance(result, int)]
        names: dict[str | int, str] = {"win": self.words("chart.win"), "loss": self.words("chart.loss")}
        names |= {place: self.words("seats.place", place=place) for place in places}
        names["other"] = self.words("chart.stopped" if places or alone else "chart.other")
        middle = [DRAW, *(colour for colour in SEATS if colour not in (WIN, LOSS))]
        colours = [WIN, *middle[: len(places) - 2], LOSS, STOPPED_COLOUR] if places else [WIN, DRAW, LOSS]
        colour_of = dict(zip(results, colours, strict=False))
        seats = _distinct(self._seat(row["seat"]) for row in rows)
        bands = Bands(seats, 0, 34 * max(1, len(seats)), gap=0.3)
        across = Linear(0.0, 1.0, 0, WIDTH)
        plot = Plot(
            Side(across, self._shares(across), self.words("chart.share")),
            _names(bands),
            [(names[result], colour) for result, colour in colour_of.items()],
        )
        for row in rows:
            middle_of = bands.middle(self._seat(row["seat"]))
            ends = (across.at(row["start"]), across.at(row["end"]))
            plot.bar(ends, (middle_of - bands.width / 2, middle_of + bands.width / 2), colour_of[row["result"]])
        return self.drawn(plot, "chart.places" if places else "chart.seats")

    def lengths(self, rows: Sequence[Row]) -> str:
        """A histogram of match lengths, stacked by result."""
        seen = sorted({row["result"] for row in rows}, key=lambda result: result if result > 0 else 100 - result)
        own = {DRAWN: DRAW, STOPPED: STOPPED_COLOUR, ALL_WON: WIN, ALL_LOST: LOSS}
        colours = {result: own.get(result) or seat_colour(result) for result in seen}
        across = Linear(min(row["first"] for row in rows) - 0.5, max(row["last"] for row in rows) + 0.5, 0, WIDTH)
        bars = {
            first: sorted(bar, key=lambda row: seen.index(row["result"]))
            for first, bar in groupby(sorted(rows, key=lambda row: row["first"]), key=lambda row: row["first"])
        }
        most = max(sum(row["matches"] for row in bar) for bar in bars.values())
        up = upright(0, most, HEIGHT, least_step=1)
        plot = Plot(
            Side(across, self.numbers(across, 1), self.words("chart.turns"), grid=False),
            Side(up, self.numbers(up, 1), self.words("chart.matches")),
            [(self._result(result), colour) for result, colour in colours.items()],
        )
        for first, bar in bars.items():
            base = 0
            ends = (across.at(first - 0.5) + 0.5, across.at(bar[0]["last"] + 0.5) - 0.5)
            for row in bar:
                top = base + row["matches"]
                plot.bar(ends, (up.at(base), up.at(top)), colours[row["result"]])
                base = top
        return self.drawn(plot, "chart.lengths")

    def bands(self, rows: Sequence[Row]) -> str:
        """Bars with intervals: share of wins by seat in each band of lengths."""
        data = [{**row, "group": self.band(row), "value": row["share"]} for row in rows]
        return self._grouped("chart.bands", data, self.words("chart.wins"), shares=True)

    def moves(self, rows: Sequence[Row]) -> str:
        """Bars with intervals: uses of each move a match, by seat."""
        data = [{**row, "group": row["move"], "value": row["mean"]} for row in rows]
        return self._grouped("chart.moves", data, self.words("chart.uses"), shares=False)

    def values(self, rows: Sequence[Row]) -> str:
        """Lines with intervals: value of the eventual winner over the match."""
        lines = {
            (self.words("chart.wins-seat", seat=seat), seat_colour(seat)): [row for row in rows if row["seat"] == seat]
            for seat in sorted({row["seat"] for row in rows})
        }
        up = Linear(-1.0, 1.0, HEIGHT, 0)
        return self._course("chart.values", lines, up, self.words("chart.value"))

    def openings(self, rows: Sequence[Row]) -> str:
        """Points with intervals: the score of the opener after each opening; a line marks one half."""
        data = [row for row in rows if row["score"] is not None]
        names = _distinct(row["name"] for row in data)
        bands = Bands(names, 0, max(60, 24 * len(names)))
        across = Linear(0.0, 1.0, 0, WIDTH)
        plot = Plot(Side(across, self._shares(across), self.words("chart.opener-score")), _names(bands))
        half = across.at(0.5)
        plot.rule((half, 0), (half, plot.height), FAINT, 1, dash="3,3")
        for row in data:
            y = bands.middle(row["name"])
            if is_drawable(row["score_low"]) and is_drawable(row["score_high"]):
                plot.rule((across.at(row["score_low"]), y), (across.at(row["score_high"]), y), ACCENT, 2)
            plot.points([(across.at(row["score"]), y)], ACCENT, 4.4)
        return self.drawn(plot, "chart.openings")

    def choice(self, rows: Sequence[Row]) -> str:
        """Lines with intervals: legal moves and moves worth considering over the match."""
        keys = {"branching": "chart.legal", "real-choice": "chart.worth"}
        present = [name for name in keys if any(row["metric"] == name for row in rows)]
        lines = {
            (self.words(keys[name]), colour): [row for row in rows if row["metric"] == name]
            for name, colour in zip(present, SEATS, strict=False)
        }
        up = upright(*reach(ends_of(rows), zero=True), HEIGHT)
        return self._course("chart.choice", lines, up, self.words("chart.moves-a-turn"))

    def skill(self, rows: Sequence[Row]) -> str:
        """Points with intervals: each strength against the one below it."""
        bands = Bands(_distinct(str(row["stronger"]) for row in rows), 0, WIDTH)
        up = Linear(0.0, 1.0, HEIGHT, 0)
        across = Side(bands, _named(bands), self.words("chart.strength"), grid=False, angle=-35)
        plot = Plot(across, Side(up, self._shares(up), self.words("chart.skill-score")))
        plot.rule((0, up.at(0.5)), (WIDTH, up.at(0.5)), FAINT, 1, dash="3,3")
        for row in rows:
            x = bands.middle(str(row["stronger"]))
            _interval(plot, x, up, row, ACCENT, 2)
            if is_drawable(row["score"]):
                plot.points([(x, up.at(row["score"]))], ACCENT, 4.4)
        return self.drawn(plot, "chart.skill")

    def values_along(self, title: str, rows: Sequence[Row]) -> str:
        """A figure with its interval for each value of a setting, in the order of the rows."""
        bands = Bands(_distinct(str(row["label"]) for row in rows), 0, WIDTH)
        up = upright(*reach(ends_of(rows), zero=False), 150)
        plot = Plot(_below(bands), Side(up, self.numbers(up)))
        for row in rows:
            _interval(plot, bands.middle(str(row["label"])), up, row, INK, 1.4)
        for part in unbroken(rows, "value"):
            places = [(bands.middle(str(row["label"])), up.at(row["value"])) for row in part]
            plot.line(places, ACCENT, 1.6)
            plot.points(places, ACCENT, 3.6)
        return self.drawn(plot, title)

    def strengths(self, title: str, rows: Sequence[Row], *, share: bool) -> str:
        """A figure at each strength with its interval, and the line through all matches, thin where nobody played."""
        seen = [row for row in rows if not row["of_line"]]
        line = [row for row in rows if row["of_line"]]
        across = Linear(min(row["place"] for row in rows) - 0.3, max(row["place"] for row in rows) + 0.3, 0, WIDTH)
        up = upright(*reach(ends_of(rows), zero=False), HEIGHT)
        ticks = {row["budget"]: row["place"] for row in rows}
        labels = tuple((across.at(place), self.words.count(budget)) for budget, place in ticks.items())
        sideways = Side(across, labels, self.words("chart.budget"), grid=False)
        plot = Plot(sideways, Side(up, self._shares(up) if share else self.numbers(up)))

        def places(part: Iterable[Row], end: str) -> list[Place]:
            return [(across.at(row["place"]), up.at(row[end])) for row in part]

        plot.area(places(line, "low"), places(line, "high"), ACCENT, 0.15)
        plot.line(places(line[:-1], "value"), ACCENT, 1.8)
        if len(line) > 1:
            last, beyond = places(line[-2:], "value")
            plot.rule(last, beyond, ACCENT, 1.4, dash="4,4")
        for row in seen:
            _interval(plot, across.at(row["place"]), up, row, INK, 1.4)
        plot.points(places(seen, "value"), INK, 3.8)
        return self.drawn(plot, title)

    def lines(self, title: str, lines: Sequence[tuple[str, Sequence[Place]]], across: str) -> str:
        """Lines through numbered steps: for each its name, and numbers with values."""
        steps = [float(step) for _, places in lines for step, _ in places]
        sideways = Linear(*reach(steps, zero=False), 0, WIDTH)
        up = upright(*reach((value for _, places in lines for _, value in places), zero=False), HEIGHT)
        named = [(name, SEATS[number % len(SEATS)]) for number, (name, _) in enumerate(lines)]
        ticks = [step for step in sideways.ticks(WIDTH // _TICK_ACROSS, 1) if min(steps) <= step <= max(steps)]
        labels = tuple((sideways.at(step), self.words.count(int(step))) for step in ticks)
        plot = Plot(Side(sideways, labels, across), Side(up, self.numbers(up)), named if len(named) > 1 else ())
        for (_, places), (_, colour) in zip(lines, named, strict=True):
            drawn = [(sideways.at(step), up.at(value)) for step, value in places]
            plot.line(drawn, colour, 2)
            if len(drawn) < 60:
                plot.points(drawn, colour, 2.8)
        return self.drawn(plot, title)

    def band(self, row: Row) -> str:
        """What a band of lengths is called."""
        if row["up_to"] is None:
            return "" if row["above"] is None else f"> {row['above']}"
        if row["above"] is None:
            return f"≤ {row['up_to']}"
        first, last = row["above"] + 1, row["up_to"]
        return str(last) if first == last else f"{first}–{last}"

    def _course(self, label: str, lines: dict[tuple[str, str], list[Row]], up: Linear, title: str) -> str:
        """Lines over the course of matches with their intervals as bands."""
        across = Linear(0.0, 1.0, 0, WIDTH)
        sideways = Side(across, self._shares(across), self.words("chart.course"))
        plot = Plot(sideways, Side(up, self.numbers(up), title), list(lines))

        def places(rows: Iterable[Row], end: str) -> list[Place]:
            return [(across.at(row["part"]), up.at(row[end])) for row in rows]

        for (_, colour), rows in lines.items():
            for part in unbroken(rows, "low", "high"):
                plot.area(places(part, "low"), places(part, "high"), colour, 0.22)
        for (_, colour), rows in lines.items():
            for part in unbroken(rows, "value"):
                plot.line(places(part, "value"), colour, 2.2)
                plot.points(places(part, "value"), colour, 2.7)
        return self.drawn(plot, label)

    def _grouped(self, label: str, data: list[Row], title: str, *, shares: bool) -> str:
        """For each group a bar with its interval for each seat."""
        seats = sorted({row["seat"] for row in data})
        groups = Bands(_distinct(row["group"] for row in data), 0, WIDTH)
        up = upright(*reach(ends_of(data), zero=True), HEIGHT)
        key = [(self._seat(seat), seat_colour(seat)) for seat in seats]
        plot = Plot(_below(groups), Side(up, self._shares(up) if shares else self.numbers(up), title), key)
        wide = groups.width / len(seats)
        middles = {seat: (number + 0.5) * wide - groups.width / 2 for number, seat in enumerate(seats)}
        for row in data:
            x = groups.middle(row["group"]) + middles[row["seat"]]
            if is_drawable(row["value"]):
                plot.bar((x - wide / 2, x + wide / 2), (up.at(0), up.at(row["value"])), seat_colour(row["seat"]))
        for row in data:
            _interval(plot, groups.middle(row["group"]) + middles[row["seat"]], up, row, INK, 1.4)
        return self.drawn(plot, label)

    def _shares(self, scale: Linear) -> tuple[tuple[float, str], ...]:
        """Shares of 1 beside a side, in per cent."""
        ticks = scale.ticks(_most(scale))
        decimals = max(0, decimals_of(ticks) - 2)
        return tuple((scale.at(tick), self.words.percent(tick, decimals)) for tick in ticks)

    def numbers(self, scale: Linear, least_step: float = 0.0) -> tuple[tuple[float, str], ...]:
        """Numbers beside a side, as the language writes them."""
        ticks = scale.ticks(_most(scale), least_step)
        decimals = decimals_of(ticks)
        return tuple(
            (scale.at(tick), self.words.number(tick, decimals) if abs(tick) < 1000 else self.words.count(int(tick)))
            for tick in ticks
        )

    def _seat(self, seat: int) -> str:
        return self.words("word.seat", seat=seat)

    def _result(self, result: int) -> str:
        named = {
            DRAWN: "chart.no-winner", STOPPED: "chart.stopped", ALL_WON: "chart.all-win", ALL_LOST: "chart.all-lose"
        }  # fmt: skip
        return self.words(named[result]) if result in named else self.words("chart.wins-seat", seat=result)

    def drawn(self, plot: Plot, label: str) -> str:
        """The picture of a chart with its caption in the language of the page."""
        return plot.svg(self.words.known(label, label))


def alone(chart: str) -> str:
    """A chart that can be a file of its own: it brings its size, and its colours in the dark."""
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', chart)
    size = f' width="{box[1]}" height="{box[2]}"' if box else ""
    head, _, rest = re.sub(r' style="[^"]*"', "", chart, count=1).partition(">")
    dark = f"<style>@media (prefers-color-scheme:dark){{{dark_rules()}}}</style>"
    named = head.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg"{size}', 1)
    return f"{named}>{dark}{rest}"


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _interval(plot: Plot, x: float, up: Linear, row: Row, colour: str, width: float) -> None:
    """The interval of a row as an upright line; one from a single match has no ends, and is not drawn."""
    if is_drawable(row["low"]) and is_drawable(row["high"]):
        plot.rule((x, up.at(row["low"])), (x, up.at(row["high"])), colour, width)


def _most(scale: Linear) -> int:
    sideways = scale.last > scale.first
    return max(2, int(abs(scale.last - scale.first)) // (_TICK_ACROSS if sideways else _TICK_UP))


def upright(low: float, high: float, height: int, least_step: float = 0.0) -> Linear:
    """A scale from the bottom up that ends at round numbers."""
    most = max(2, height // _TICK_UP)
    return Linear(*rounded_reach(low, high, most, least_step), height, 0)


def _named(bands: Bands) -> tuple[tuple[float, str], ...]:
    return tuple((bands.middle(name), name) for name in bands.names)


def _names(bands: Bands) -> Side:
    """Names one below the other."""
    return Side(bands, _named(bands), grid=False)


def _below(bands: Bands) -> Side:
    """Names side by side, turned where they are long."""
    short = sum(len(name) + 2 for name in bands.names) <= _SHORT
    return Side(bands, _named(bands), grid=False, angle=0 if short else -40)


def ends_of(rows: Iterable[Row]) -> list[Any]:
    """The values of rows with the ends of their intervals."""
    return [row[key] for row in rows for key in ("value", "low", "high")]


def unbroken(rows: Iterable[Row], *keys: str) -> Iterator[list[Row]]:
    """The rows in parts in which all have certain numbers."""
    for known, part in groupby(rows, key=lambda row: all(is_drawable(row[key]) for key in keys)):
        if known:
            yield list(part)


# ----------------------------------------------------------------------------------------------------------------
# Where the seats play, as warm colours on the drawn board.

SIZE = 300


@dataclass(frozen=True)
class Heat:
    """A board, what people call its sites, and for each seat how often it moved to each site."""

    board: Board
    names: tuple[str, ...]
    seats: tuple[dict[int, int], ...]

    def total(self, seat: int) -> int:
        """All moves of a seat to sites of the board."""
        return sum(self.seats[seat - 1].values())

    def most_used(self, seat: int) -> tuple[str, int]:
        """The label of the site that a seat moved to most often, and how often."""
        counts = self.seats[seat - 1]
        site = min(counts, key=lambda site: (-counts[site], site))
        return self.names[site], counts[site]


def site_heat(run: ReportedRun) -> Heat | None:
    """The uses of the sites by seat; None for games without a board, or matches without notes on sites.

    A row of columns that pieces are dropped into is shown upright, as the board itself is drawn.
    """
    board = None if run.game is None else run.game.board
    if run.game is None or board is None:
        return None
    if _is_row_of_stacks(run.game) and board.count() > 1:
        return _upright(run.evidence, board.count())
    counts = detail(run, "board-use", "seats")
    seats = tuple({site: count for site, count in enumerate(row) if count} for row in counts)
    return Heat(board, tuple(run.game.site_names[: board.count()]), seats) if any(seats) else None


def _is_row_of_stacks(game: Game) -> bool:
    return game.has_stacks and game.board is not None and len(game.board.rows()) == 1


def _upright(evidence: Evidence, columns: int) -> Heat | None:
    """The level a piece comes to is the number of moves to its column before; that holds while nothing is taken away."""
    seats: tuple[dict[int, int], ...] = tuple({} for _ in range(evidence.players))
    tallest = columns - 1
    for match in evidence.matches:
        heights = [0] * columns
        for turn, column in zip(match.turns, match.facts.get("targets", ()), strict=False):
            if column is not None and column < columns and 1 <= turn.mover <= evidence.players:
                site = heights[column] * columns + column
                heights[column] += 1
                seats[turn.mover - 1][site] = seats[turn.mover - 1].get(site, 0) + 1
        tallest = max(tallest, *heights)
    if not any(seats) or tallest > 3 * columns:
        return None
    board = Board(rectangle_graph(tallest + 1, columns + 1, "Implied"), "Cell")
    return Heat(board, tuple(label.lower() for label in board.labels()), seats)


def site_effects(run: ReportedRun) -> dict[int, float]:
    """For each site what moving there does to the score of a seat, where the interval of that leaves out 0."""
    if run.game is None or _is_row_of_stacks(run.game):
        return {}
    numbers = {name: site for site, name in enumerate(detail(run, "board-use", "names"))}
    return {
        numbers[row["name"]]: float(row["effect"])
        for row in detail(run, "board-use", "rows")
        if row["effect"] is not None and row["effect_low"] * row["effect_high"] > 0 and row["name"] in numbers
    }


def draw_effects(heat: Heat, effects: dict[int, float]) -> str:
    """The board with warm colours where moving goes together with a better score, cool ones with a worse."""
    return board_svg(heat.board, heat=effects, size=SIZE, names=heat.names)


def draw_heat(heat: Heat) -> Iterable[str]:
    """One board for each seat, each as the text of an SVG element; the darkest site is the most used one."""
    for seat in heat.seats:
        drawn = {site: float(count) for site, count in seat.items()}
        yield board_svg(heat.board, heat=drawn, size=SIZE, names=heat.names)
