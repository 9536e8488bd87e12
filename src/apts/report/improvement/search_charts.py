"""Charts of a search."""

from __future__ import annotations

from collections.abc import Sequence

from apts.report.charts.chart_data import Row
from apts.report.charts.charts import Drawer
from apts.report.palette import ACCENT, FAINT


class SearchDrawer(Drawer):
    """Draws the charts of a page about a search."""

    def trace(self, rows: Sequence[Row]) -> str:
        """A line with its interval: how far the best variant was from the goals, over the matches that were spent."""
        across = {
            "field": "matches",
            "type": "quantitative",
            "axis": {"title": self.words("improve.axis-matches"), "grid": False, "tickCount": 5, "format": ",d"},
        }
        up = {"type": "quantitative", "axis": {"title": self.words("improve.axis-distance")}, "scale": {"domainMin": 0}}
        line = {"type": "line", "strokeWidth": 2, "color": ACCENT, "interpolate": "step-after"}
        layers = [
            {
                "mark": {"type": "area", "color": FAINT, "opacity": 0.25, "interpolate": "step-after"},
                "encoding": {"x": across, "y": {**up, "field": "low"}, "y2": {"field": "high"}},
            },
            {"mark": line, "encoding": {"x": across, "y": {**up, "field": "value"}}},
            {
                "mark": {"type": "point", "filled": True, "size": 36, "color": ACCENT, "opacity": 1},
                "encoding": {"x": across, "y": {**up, "field": "value"}},
            },
        ]
        return self._svg("improve.trace", rows, {"layer": layers})
