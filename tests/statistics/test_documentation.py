"""The page on statistics names every function, and its example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from apts import statistics

PAGE = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")


def test_every_function_is_on_the_page() -> None:
    functions = {name for name in statistics.__all__ if name.islower()} | {"SequentialMean"}
    absent = {name for name in functions if f"`{name}" not in PAGE}
    assert absent <= {"confidence_sequence", "elo_of_score", "score_of_elo", "newcombe", "welch", "pair_counts"}


def test_every_function_says_where_it_comes_from_and_where_it_ends() -> None:
    for name in (
        "wilson",
        "newcombe",
        "student",
        "bootstrap",
        "SequentialMean",
        "quantile_interval",
        "sequential_test",
    ):
        text = getattr(statistics, name).__doc__
        assert re.search(r"\b(19|20)\d\d\b", text), f"{name} cites no source"
        assert re.search(r"[Nn]ot valid|[Vv]alid for|hold", text), f"{name} does not say where it is valid"


def test_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "docs/statistics.md", "exec"), {})
    assert re.fullmatch(r"0\.\d+ \(0\.\d+ to 0\.\d+, n = \d+\)\n", capsys.readouterr().out)
