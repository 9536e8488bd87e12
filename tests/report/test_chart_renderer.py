"""Charts of a process that has too few addresses for the renderer are drawn beside it, and are the same."""

from __future__ import annotations

import json
import subprocess
import sys

from apts.report.charts.chart_renderer import rendered

BAR = json.dumps(
    {
        "data": {"values": [{"a": "x", "b": 1.5}]},
        "mark": "bar",
        "encoding": {"x": {"field": "a"}, "y": {"field": "b", "type": "quantitative"}},
    }
)
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, resource.getrlimit(resource.RLIMIT_AS)[1]))
from apts.report.charts.chart_renderer import rendered
sys.stdout.write(rendered(sys.argv[1], ","))
"""


def test_chart_of_a_limited_process_is_drawn_beside_it() -> None:
    drawn = subprocess.run(
        [sys.executable, "-c", LIMITED, BAR], capture_output=True, text=True, check=True, timeout=120
    )
    assert drawn.stdout == rendered(BAR, ",")
    assert "1,5" in drawn.stdout


def test_charts_write_thousands_as_the_language_does() -> None:
    many = BAR.replace("1.5", "12000")
    assert "12,000" in rendered(many, ".")
    assert "12.000" in rendered(many, ",")
