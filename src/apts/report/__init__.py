"""A run in, one HTML file out: findings first, then the figures behind them, replays, and how to do it again.

What is shown is computed in ``chart_data`` and ``tables`` as plain rows; ``charts`` and ``heat_maps`` draw them;
``page`` puts the texts of a language (``messages/``) and the drawings into one file that needs nothing else.
"""

from apts.locales import LANGUAGES
from apts.report.comparisons.comparison_page import comparison_html, write_comparison
from apts.report.comparisons.sensitivity_page import sensitivity_html, write_sensitivity
from apts.report.comparisons.strengths_page import strengths_html, write_strengths
from apts.report.comparisons.sweep_page import sweep_html, write_sweep
from apts.report.improvement.improvement_page import improvement_html, write_improvement
from apts.report.run_page.page import report_html, write_report
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
