"""Charts drawn from rows, each as the text of an SVG element that can stand in a page with others."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from itertools import count
from typing import Any

from apts.report.charts.chart_data import ALL_LOST, ALL_WON, DRAWN, STOPPED, Row
from apts.report.charts.chart_renderer import rendered
from apts.report.palette import ACCENT, DRAW, FAINT, INK, LOSS, RULE, SEATS, WIN, dark_rules, seat_colour
from apts.report.palette import STOPPED as STOPPED_COLOUR
from apts.report.texts import Words

WIDTH = 400
"""Narrow enough that the writing of a chart is still readable on a phone."""

_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
_THEME: dict[str, Any] = {
    "background": "transparent",
    "font": _FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "titleColor": FAINT,
        "gridColor": RULE,
        "domainColor": FAINT,
        "tickColor": FAINT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 130,
    },
    "legend": {
        "labelColor": INK,
        "labelFontSize": 12,
        "orient": "top",
        "title": None,
        "symbolType": "square",
        "symbolOpacity": 1,
        "columnPadding": 20,
        "labelLimit": 180,
    },
    "text": {"color": INK, "fontSize": 12},
}


class Drawer:
    """Draws the charts of one page; the names inside the drawings are kept apart by a running number."""

    def __init__(self, words: Words):
        self.words = words
        self._numbers = count(1)

    def seats(self, rows: Sequence[Row]) -> str:
        """Stacked bars for each seat: wins, all else and losses, or the places."""
        results = list(dict.fromkeys(row["result"] for row in rows))
        alone = len({row["seat"] for row in rows}) == 1
        places = [result for result in results if isinstance(result, int)]
        names: dict[str | int, str] = {"win": self.words("chart.win"), "loss": self.words("chart.loss")}
        names |= {place: self.words("seats.place", place=place) for place in places}
        names["other"] = self.words("chart.stopped" if places or alone else "chart.other")
        data = [{**row, "name": self._seat(row["seat"]), "shown": names[row["result"]]} for row in rows]
        order = [names[result] for result in results]
        middle = [DRAW, *(colour for colour in SEATS if colour not in (WIN, LOSS))]
        colours = [WIN, *middle[: len(places) - 2], LOSS, STOPPED_COLOUR] if places else [WIN, DRAW, LOSS]
        return self._svg(
            "chart.places" if places else "chart.seats",
            data,
            {
                "mark": {"type": "bar", "height": {"band": 0.7}},
                "encoding": {
                    "y": _axis("name", "nominal", None, sort=None),
                    "x": {
                        **_axis("start", "quantitative", self.words("chart.share"), format=".0%"),
                        "scale": {"domain": [0, 1]},
                    },
                    "x2": {"field": "end"},
                    "color": _colour("shown", order, colours),
                },
            },
            height=34 * max(1, len({row["seat"] for row in rows})),
        )

    def lengths(self, rows: Sequence[Row]) -> str:
        """A histogram of match lengths, stacked by result."""
        seen = sorted({row["result"] for row in rows}, key=lambda result: result if result > 0 else 100 - result)
        data = [
            {**row, "start": row["first"] - 0.5, "end": row["last"] + 0.5, "shown": self._result(row["result"])}
            for row in rows
        ]
        colours = [
            {DRAWN: DRAW, STOPPED: STOPPED_COLOUR, ALL_WON: WIN, ALL_LOST: LOSS}.get(result) or seat_colour(result)
            for result in seen
        ]
        return self._svg(
            "chart.lengths",
            data,
            {
                "mark": {"type": "bar", "binSpacing": 1},
                "encoding": {
                    "x": {
                        **_axis("start", "quantitative", self.words("chart.turns"), grid=False, tickMinStep=1),
                        "bin": "binned",
                    },
                    "x2": {"field": "end"},
                    "y": {
                        **_axis("matches", "quantitative", self.words("chart.matches"), tickMinStep=1),
                        "stack": "zero",
                    },
                    "color": _colour("shown", [self._result(result) for result in seen], colours),
                },
            },
        )

    def bands(self, rows: Sequence[Row]) -> str:
        """Bars with intervals: share of wins by seat in each band of lengths."""
        data = [{**row, "band": self.band(row), "name": self._seat(row["seat"])} for row in rows]
        return self._grouped("chart.bands", data, "band", "share", self.words("chart.wins"), ".0%")

    def moves(self, rows: Sequence[Row]) -> str:
        """Bars with intervals: uses of each move a match, by seat."""
        data = [{**row, "name": self._seat(row["seat"])} for row in rows]
        return self._grouped("chart.moves", data, "move", "mean", self.words("chart.uses"), None)

    def values(self, rows: Sequence[Row]) -> str:
        """Lines with intervals: value of the eventual winner over the match."""
        data = [{**row, "shown": self.words("chart.wins-seat", seat=row["seat"])} for row in rows]
        seats = sorted({row["seat"] for row in rows})
        names = [self.words("chart.wins-seat", seat=seat) for seat in seats]
        colour = _colour("shown", names, [seat_colour(seat) for seat in seats])
        return self._course("chart.values", data, colour, self.words("chart.value"), {"domain": [-1, 1]})

    def openings(self, rows: Sequence[Row]) -> str:
        """Points with intervals: the score of the opener after each opening; a line marks one half."""
        data = [row for row in rows if row["score"] is not None]
        scale = {"scale": {"domain": [0, 1]}}
        names = _axis("name", "nominal", None, sort=None)
        across = {**_axis("score_low", "quantitative", self.words("chart.opener-score"), format=".0%"), **scale}
        layers = [
            {"mark": {"type": "rule", "color": FAINT, "strokeDash": [3, 3]}, "encoding": {"x": {"datum": 0.5}}},
            {
                "mark": {"type": "rule", "color": ACCENT, "strokeWidth": 2},
                "encoding": {"y": names, "x": across, "x2": {"field": "score_high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "color": ACCENT, "opacity": 1},
                "encoding": {"y": names, "x": {**across, "field": "score"}},
            },
        ]
        return self._svg("chart.openings", data, {"layer": layers}, height=max(60, 24 * len(data)))

    def choice(self, rows: Sequence[Row]) -> str:
        """Lines with intervals: legal moves and moves worth considering over the match."""
        keys = {"branching": "chart.legal", "real-choice": "chart.worth"}
        data = [{**row, "shown": self.words(keys[row["metric"]])} for row in rows]
        present = [name for name in keys if any(row["metric"] == name for row in rows)]
        colour = _colour("shown", [self.words(keys[name]) for name in present], SEATS[: len(present)])
        return self._course("chart.choice", data, colour, self.words("chart.moves-a-turn"), {"zero": True})

    def skill(self, rows: Sequence[Row]) -> str:
        """Points with intervals: each strength against the one below it."""
        data = [{**row, "name": str(row["stronger"])} for row in rows]
        up = {
            **_axis("low", "quantitative", self.words("chart.skill-score"), format=".0%"),
            "scale": {"domain": [0, 1]},
        }
        names = {**_axis("name", "nominal", self.words("chart.strength"), sort=None, labelAngle=-35)}
        layers = [
            {"mark": {"type": "rule", "color": FAINT, "strokeDash": [3, 3]}, "encoding": {"y": {"datum": 0.5}}},
            {
                "mark": {"type": "rule", "color": ACCENT, "strokeWidth": 2},
                "encoding": {"x": names, "y": up, "y2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "color": ACCENT, "opacity": 1},
                "encoding": {"x": names, "y": {**up, "field": "score"}},
            },
        ]
        return self._svg("chart.skill", data, {"layer": layers})

    def values_along(self, title: str, rows: Sequence[Row]) -> str:
        """A figure with its interval for each value of a setting, in the order of the rows."""
        across = {"x": _axis("label", "nominal", None, sort=None, labelAngle=0 if _short(rows, "label") else -40)}
        up = {**_axis("value", "quantitative", None), "scale": {"zero": False}}
        ends = {**across, "y": {**up, "field": "low"}, "y2": {"field": "high"}}
        line = {"type": "line", "strokeWidth": 1.6, "color": ACCENT, "point": {"size": 40, "color": ACCENT}}
        layers = [
            {
                "transform": [{"filter": "isValid(datum.low) && isValid(datum.high)"}],
                "mark": {"type": "rule", "color": INK, "strokeWidth": 1.4},
                "encoding": ends,
            },
            {"mark": line, "encoding": {**across, "y": up}},
        ]
        return self._svg(title, rows, {"layer": layers}, height=150)

    def band(self, row: Row) -> str:
        """What a band of lengths is called."""
        if row["up_to"] is None:
            return "" if row["above"] is None else f"> {row['above']}"
        if row["above"] is None:
            return f"≤ {row['up_to']}"
        first, last = row["above"] + 1, row["up_to"]
        return str(last) if first == last else f"{first}–{last}"

    def _course(self, label: str, data: list[Row], colour: dict[str, Any], title: str, scale: dict[str, Any]) -> str:
        across = _axis("part", "quantitative", self.words("chart.course"), format=".0%")
        across["scale"] = {"domain": [0, 1]}
        up = {**_axis("value", "quantitative", title), "scale": scale}
        band = {"x": across, "y": {**up, "field": "low"}, "y2": {"field": "high"}, "color": colour}
        line = {"type": "line", "strokeWidth": 2.2, "point": {"size": 22, "filled": True}}
        layers = [
            {"mark": {"type": "area", "opacity": 0.22}, "encoding": band},
            {"mark": line, "encoding": {"x": across, "y": up, "color": colour}},
        ]
        return self._svg(label, data, {"layer": layers})

    def _grouped(self, label: str, data: list[Row], field: str, value: str, title: str, form: str | None) -> str:
        seats = sorted({row["seat"] for row in data})
        across = {
            "x": _axis(field, "nominal", None, sort=None, labelAngle=0 if _short(data, field) else -40),
            "xOffset": {"field": "name", "sort": None},
        }
        up = _axis(value, "quantitative", title, **({"format": form} if form else {}))
        colour = _colour("name", [self._seat(seat) for seat in seats], [seat_colour(seat) for seat in seats])
        layers = [
            {"mark": {"type": "bar"}, "encoding": {**across, "y": up, "color": colour}},
            {
                "transform": [{"filter": "isValid(datum.low) && isValid(datum.high)"}],
                "mark": {"type": "rule", "color": INK, "strokeWidth": 1.4},
                "encoding": {**across, "y": {**up, "field": "low"}, "y2": {"field": "high"}},
            },
        ]
        return self._svg(label, data, {"layer": layers})

    def _seat(self, seat: int) -> str:
        return self.words("word.seat", seat=seat)

    def _result(self, result: int) -> str:
        named = {
            DRAWN: "chart.no-winner", STOPPED: "chart.stopped", ALL_WON: "chart.all-win", ALL_LOST: "chart.all-lose"
        }  # fmt: skip
        return self.words(named[result]) if result in named else self.words("chart.wins-seat", seat=result)

    def _svg(self, label: str, data: Sequence[Row], body: dict[str, Any], *, height: int = 190) -> str:
        # An interval from a single match has no end, which a drawing cannot show.
        drawable = [{key: None if _endless(value) else value for key, value in row.items()} for row in data]
        specification = {"data": {"values": drawable}, "width": WIDTH - 70, "height": height, **body}
        drawn = rendered(json.dumps({**specification, "config": _THEME}), self.words.decimal)
        return embedded(drawn, f"chart{next(self._numbers)}", self.words.known(label, label))


def embedded(svg: str, name: str, caption: str) -> str:
    """A drawing ready to stand among others: its own names for what it refers to, a caption, and no fixed size."""
    head, _, rest = svg.partition(">")
    box = re.search(r'viewBox="([^"]*)"', head)
    width = re.search(r'width="([\d.]+)"', head)
    rest = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', rest)
    rest = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", rest)
    rest = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', rest)
    limit = f' style="max-width:{float(width[1]) * 1.35:.0f}px"' if width else ""
    shown = caption.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
    return f'<svg class="chart" role="img" aria-label="{shown}" viewBox="{box[1] if box else ""}"{limit}>{rest}'


def alone(chart: str) -> str:
    """A chart that can be a file of its own: it brings its size, and its colours in the dark."""
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', chart)
    size = f' width="{box[1]}" height="{box[2]}"' if box else ""
    head, _, rest = re.sub(r' style="[^"]*"', "", chart, count=1).partition(">")
    dark = f"<style>@media (prefers-color-scheme:dark){{{dark_rules()}}}</style>"
    named = head.replace("<svg", f'<svg xmlns="http://www.w3.org/2000/svg"{size}', 1)
    return f"{named}>{dark}{rest}"


def _axis(field: str, kind: str, title: str | None, *, sort: Any = "ascending", **axis: Any) -> dict[str, Any]:
    channel: dict[str, Any] = {"field": field, "type": kind, "axis": {"title": title, **axis}}
    if sort is None:
        channel["sort"] = None
    if kind == "nominal":
        channel["axis"]["grid"] = False
    return channel


def _colour(field: str, names: Sequence[str], colours: Sequence[str]) -> dict[str, Any]:
    scale = {"domain": list(names), "range": list(colours)}
    return {
        "field": field,
        "type": "nominal",
        "scale": scale,
        "legend": {"columns": 3 if sum(map(len, names)) <= 34 else 2},
    }


def _endless(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _short(data: Sequence[Row], field: str) -> bool:
    names = {str(row[field]) for row in data}
    return sum(len(name) + 2 for name in names) <= 46
