"""The benchmark of tree search: what its table says."""

from __future__ import annotations

from bench.report import SEARCH, Row, markdown
from bench.samples import Samples
from tests.house.test_bench import ABOUT


def test_table_of_tree_search_says_what_was_measured() -> None:
    text = markdown([Row("Go", 1.0, Samples((100.0,)), Samples((250.0,)))], ABOUT, SEARCH)
    assert "iterations per processor-second of its tree search" in text
    assert "| Go | 100 ± 0% | 250 ± 0% | 2.50x | 1x | met |" in text
