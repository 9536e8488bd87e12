"""What of the documentation is made of the code never falls behind it."""

from __future__ import annotations

from tools.documentation import outdated
from tools.reference_pages import with_metric_table


def test_pages_are_what_the_code_makes_of_them() -> None:
    assert list(outdated()) == [], "run: make documentation"


def test_metrics_of_plug_ins_are_not_on_the_page() -> None:
    page = with_metric_table("before\n<!-- metrics: begin --><!-- metrics: end -->\nafter\n")
    assert page.startswith("before\n<!-- metrics: begin -->\n| metric | ")
    assert page.endswith("|\n<!-- metrics: end -->\nafter\n")
