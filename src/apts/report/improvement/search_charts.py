"""Charts of a search."""

from __future__ import annotations

from collections.abc import Sequence

from apts.report.charts.chart_data import Row
from apts.report.charts.charts import HEIGHT, WIDTH, Drawer, ends_of, unbroken, upright
from apts.report.charts.plot import Place, Plot, Side, stairs
from apts.report.charts.scales import Linear, reach
from apts.report.palette import ACCENT, FAINT


class SearchDrawer(Drawer):
    """Draws the charts of a page about a search."""

    def trace(self, rows: Sequence[Row]) -> str:
        """A line with its interval: how far the best variant was from the goals, over the matches that were spent."""
        across = Linear(*reach((row["matches"] for row in rows), zero=True), 0, WIDTH)
        up = upright(*reach(ends_of(rows), zero=True), HEIGHT)
        plot = Plot(
            Side(across, self.numbers(across, 1), self.words("improve.axis-matches"), grid=False),
            Side(up, self.numbers(up), self.words("improve.axis-distance")),
        )

        def places(part: Sequence[Row], key: str) -> list[Place]:
            return [(across.at(row["matches"]), up.at(row[key])) for row in part]

        for part in unbroken(rows, "low", "high"):
            plot.area(stairs(places(part, "low")), stairs(places(part, "high")), FAINT, 0.25)
        for part in unbroken(rows, "value"):
            plot.line(stairs(places(part, "value")), ACCENT, 2)
            plot.points(places(part, "value"), ACCENT, 3.4)
        return self.drawn(plot, "improve.trace")
