"""Charts are drawn true to their rows, without any program besides, and fit into their frame."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from apts.report.charts.chart_data import ALL_WON, DRAWN, STOPPED
from apts.report.charts.charts import HEIGHT, WIDTH, Drawer, alone
from apts.report.charts.plot import Linear, cut, decimals_of, reach, rounded_reach, stairs
from apts.report.page_frame import INK, LOSS, SEATS, WIN, seat_colour
from apts.report.pages.improvement_page import SearchDrawer
from apts.report.texts import plain_width, words

ENGLISH, PORTUGUESE = Drawer(words("en")), Drawer(words("pt-BR"))
Row = dict[str, Any]


def read(chart: str) -> ElementTree.Element:
    return ElementTree.fromstring(chart)


def texts(chart: str) -> list[str]:
    return [found.text or "" for found in read(chart).iter("text")]


def bars(chart: str, colour: str) -> list[dict[str, float]]:
    """The bars of a colour, without the squares of the key."""
    found = [dict(mark.attrib) for mark in read(chart).iter("rect") if mark.get("fill") == colour]
    places = [{key: float(mark[key]) for key in ("x", "y", "width", "height")} for mark in found]
    return [place for place in places if (place["width"], place["height"]) != (10, 10)]


def share(seat: int, group: int, value: float | None, low: float | None, high: float | None) -> Row:
    return {"above": 10 * group, "up_to": 10 * group + 10, "seat": seat, "share": value, "low": low, "high": high}


def point(part: float, value: float | None, low: float | None, high: float | None, **more: Any) -> Row:
    return {"part": part, "value": value, "low": low, "high": high, **more}


def test_bars_are_as_long_as_their_shares() -> None:
    rows = [
        {"seat": 1, "result": "win", "order": 0, "start": 0.0, "end": 0.25},
        {"seat": 1, "result": "other", "order": 1, "start": 0.25, "end": 0.25},
        {"seat": 1, "result": "loss", "order": 2, "start": 0.25, "end": 1.0},
        {"seat": 2, "result": "loss", "order": 2, "start": 0.0, "end": 1.0},
    ]
    chart = ENGLISH.seats(rows)
    (won,), lost = bars(chart, WIN), bars(chart, LOSS)
    assert (won["x"], won["width"]) == (0, WIDTH / 4)
    assert [bar["width"] for bar in lost] == [WIDTH * 3 / 4, WIDTH]
    assert won["y"] == lost[0]["y"] < lost[1]["y"]
    assert {"Seat 1", "Seat 2", "Win", "Loss", "0\u00a0%", "40\u00a0%", "100\u00a0%"} <= {*texts(chart)}


def test_histogram_stacks_the_results_of_a_length() -> None:
    rows = [
        {"first": 5, "last": 6, "result": 1, "matches": 30}, {"first": 5, "last": 6, "result": DRAWN, "matches": 10},
        {"first": 9, "last": 10, "result": 2, "matches": 20}, {"first": 9, "last": 10, "result": STOPPED, "matches": 5},
        {"first": 9, "last": 10, "result": ALL_WON, "matches": 5},
    ]  # fmt: skip
    chart = ENGLISH.lengths(rows)
    (first,), (second,) = bars(chart, seat_colour(1)), bars(chart, seat_colour(2))
    assert first["height"] == pytest.approx(1.5 * second["height"], abs=0.02)
    assert first["y"] + first["height"] == second["y"] + second["height"] == HEIGHT
    (both,) = bars(chart, WIN)
    assert both["x"] == second["x"]
    assert both["y"] < second["y"]
    assert first["x"] < second["x"]
    assert all("." not in text for text in texts(chart))  # turns and matches are whole numbers


def test_numbers_and_names_are_those_of_the_language() -> None:
    rows = [{"first": 5, "last": 6, "result": 1, "matches": 12_000}]
    assert any("10,000" in text for text in texts(ENGLISH.lengths(rows)))
    assert any("10.000" in text for text in texts(PORTUGUESE.lengths(rows)))
    course = [point(0.25, 0.5, 0.25, 0.75, seat=1), point(0.75, 0.5, 0.25, 0.75, seat=1)]
    assert "0,5" in texts(PORTUGUESE.values(course))
    assert "\u22120.5" in texts(ENGLISH.values(course))


def test_each_seat_of_a_group_has_a_bar_with_its_interval() -> None:
    rows = [share(seat, group, 0.1 * seat, 0.05, 0.1 * seat + 0.1) for group in range(3) for seat in range(1, 7)]
    chart = ENGLISH.bands(rows)
    for seat in range(1, 7):
        found = bars(chart, seat_colour(seat))
        assert len(found) == 3
        assert found[0]["height"] == pytest.approx(seat * bars(chart, seat_colour(1))[0]["height"], abs=0.05)
    intervals = [mark for mark in read(chart).iter("line") if mark.get("stroke") == INK]
    assert len(intervals) == len(rows)
    lefts = [bars(chart, seat_colour(seat))[0]["x"] for seat in range(1, 7)]
    assert lefts == sorted(lefts)


def test_what_has_no_number_is_left_out() -> None:
    rows = [share(1, 0, 0.5, None, inf), share(2, 0, None, None, None), share(1, 1, 0.4, 0.3, 0.6)]
    chart = ENGLISH.bands(rows)
    assert len(bars(chart, seat_colour(1))) == 2
    assert bars(chart, seat_colour(2)) == []
    assert sum(mark.get("stroke") == INK for mark in read(chart).iter("line")) == 1
    course = [point(part / 10, 0.1, None if part == 5 else 0.0, 0.2, metric="branching") for part in range(10)]
    drawn = read(ENGLISH.choice(course))
    assert (
        sum(path.get("fill") == SEATS[0] for path in drawn.iter("path")) == 2
    )  # the band is broken where it has no end
    assert sum(path.get("stroke") == SEATS[0] for path in drawn.iter("path")) == 1
    nothing = read(ENGLISH.choice([point(0.5, nan, nan, nan, metric="branching")]))
    assert [*nothing.iter("path"), *nothing.iter("circle")] == []


CHARTS: dict[str, Callable[[Drawer, int], str]] = {
    "bands": lambda drawer, seats: drawer.bands([share(seat, 0, 0.5, 0.4, 0.6) for seat in range(1, seats + 1)]),
    "moves": lambda drawer, seats: drawer.moves(
        [
            {"move": f"{letter}1-{letter}2 and so on", "seat": seat, "mean": 2.5, "low": 2.0, "high": 1234.5}
            for letter in "abcdefghijkl"
            for seat in range(1, seats + 1)
        ]
    ),
    "values": lambda drawer, seats: drawer.values(
        [point(part, 0.5, 0.4, 0.6, seat=seat) for seat in range(1, seats + 1) for part in (0.25, 0.75)]
    ),
    "openings": lambda drawer, seats: drawer.openings(
        [{"name": "a1 <&> " + "b2 " * 30, "score": 0.5, "score_low": None, "score_high": 0.6}] * seats
    ),
    "skill": lambda drawer, seats: drawer.skill(
        [{"stronger": 4**seat, "score": 0.6, "low": 0.5, "high": 0.7} for seat in range(1, seats + 1)]
    ),
    "values along": lambda drawer, seats: drawer.values_along(
        "Draws", [{"label": f"value {seat}", "value": 7.0, "low": 7.0, "high": 7.0} for seat in range(seats)]
    ),
    "lines": lambda drawer, seats: drawer.lines(
        "Elo", [(f"line {seat}", [(1.0, 3.0), (2.0, -3.0)]) for seat in range(seats)], "cycle"
    ),
    "trace": lambda drawer, seats: SearchDrawer(drawer.words).trace(
        [{"matches": 900 * seat, "value": 0.3, "low": 0.1, "high": inf} for seat in range(1, seats + 1)]
    ),
    "nothing": lambda drawer, _: drawer.openings([{"name": "a1", "score": None}]) + "",
}


@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("drawer", [ENGLISH, PORTUGUESE], ids=["en", "pt-BR"])
@pytest.mark.parametrize("name", CHARTS)
def test_charts_fit_into_their_frame(name: str, drawer: Drawer, seats: int) -> None:
    chart = CHARTS[name](drawer, seats)
    drawn = read(chart)
    left, top, wide, high = map(float, drawn.attrib["viewBox"].split())
    for mark in drawn.iter():
        for across, up in (("x", "y"), ("cx", "cy"), ("x1", "y1"), ("x2", "y2")):
            if across in mark.attrib:
                assert left <= float(mark.attrib[across]) <= left + wide
                assert top <= float(mark.attrib[up]) <= top + high
    for text in drawn.iter("text"):
        length = plain_width(text.text or "", 12)
        if "transform" not in text.attrib:
            before = {"end": length, "middle": length / 2}.get(text.get("text-anchor", ""), 0.0)
            assert left <= float(text.attrib["x"]) - before
            assert float(text.attrib["x"]) - before + length <= left + wide
    assert drawn.attrib["aria-label"]
    assert read(alone(chart)).attrib["width"] == f"{wide:.0f}"


def test_scales_end_at_round_numbers_and_hold_what_they_show() -> None:
    for low, high in ((0.0, 1.0), (3.0, 17.0), (-0.4, 0.03), (1e-7, 3e-7), (0.0, 123_456.0)):
        wider = rounded_reach(low, high, 5)
        assert wider[0] <= low < high <= wider[1]
        ticks = Linear(*wider, 0, 100).ticks(5)
        assert 3 <= len(ticks) <= 12
        assert decimals_of(ticks) <= 9
    assert Linear(0, 3, 0, 100).ticks(5, 1) == [0, 1, 2, 3]
    assert reach([7.0, None, nan, inf], zero=False) == pytest.approx((6.3, 7.7))
    assert reach([], zero=True) == (0.0, 1.0)


def test_lines_that_keep_their_height_go_by_steps() -> None:
    assert stairs([(0, 1), (2, 3), (4, 0)]) == [(0, 1), (2, 1), (2, 3), (4, 3), (4, 0)]


def test_long_names_are_cut() -> None:
    assert cut("short") == "short"
    assert cut("w" * 200).endswith("w…")
    assert plain_width(cut("w" * 200), 12) <= 130
