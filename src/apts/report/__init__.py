"""A run in, one HTML file out: findings first, then the figures behind them, replays, and how to do it again.

What is shown is computed in ``chart_data`` and ``tables`` as plain rows; ``charts`` and ``heat_maps`` draw them;
``page`` puts the texts of a language (``messages/``) and the drawings into one file that needs nothing else. What is
listed in ``__all__`` is imported when it is first used, so that writing a file costs no statistics.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apts.locales import LANGUAGES
    from apts.report.pages.comparison_page import (
        comparison_html,
        sensitivity_html,
        strengths_html,
        sweep_html,
        write_comparison,
        write_sensitivity,
        write_strengths,
        write_sweep,
    )
    from apts.report.pages.improvement_page import improvement_html, write_improvement
    from apts.report.pages.run_page import report_html, write_report
    from apts.report.subject import ReportedRun

__all__ = [
    "LANGUAGES",
    "ReportedRun",
    "comparison_html",
    "improvement_html",
    "report_html",
    "sensitivity_html",
    "strengths_html",
    "sweep_html",
    "write_comparison",
    "write_improvement",
    "write_report",
    "write_sensitivity",
    "write_strengths",
    "write_sweep",
]

_HOMES = {
    "LANGUAGES": "apts.locales",
    "ReportedRun": "apts.report.subject",
    "comparison_html": "apts.report.pages.comparison_page",
    "improvement_html": "apts.report.pages.improvement_page",
    "report_html": "apts.report.pages.run_page",
    "sensitivity_html": "apts.report.pages.comparison_page",
    "strengths_html": "apts.report.pages.comparison_page",
    "sweep_html": "apts.report.pages.comparison_page",
    "write_comparison": "apts.report.pages.comparison_page",
    "write_improvement": "apts.report.pages.improvement_page",
    "write_report": "apts.report.pages.run_page",
    "write_sensitivity": "apts.report.pages.comparison_page",
    "write_strengths": "apts.report.pages.comparison_page",
    "write_sweep": "apts.report.pages.comparison_page",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'apts.report' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
