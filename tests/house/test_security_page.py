"""Every promise of the page about security names a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"


def named_tests(text: str) -> list[tuple[str, str | None]]:
    """The files of tests that a page names, each with the test in it where one is named."""
    return [(file, test or None) for file, test in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", text)]


def missing(text: str) -> list[str]:
    """The tests that a page names and that are not there."""
    found = []
    for file, test in named_tests(text):
        place = ROOT / file
        there = place.is_file() and (test is None or f"def {test}(" in place.read_text(encoding="utf-8"))
        found += [] if there else [f"{file}::{test}"]
    return found


def test_tests_of_the_security_page_are_there() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert len(named_tests(text)) > 10
    assert missing(text) == []
    assert missing("`tests/cli/test_tripwire.py::test_that_nobody_wrote`") != []


def test_every_row_about_bytes_of_others_names_a_test() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| ") and line.count(" | ") == 3]
    untested = [row for row in rows if "`tests/" not in row and not row.startswith(("| bytes", "| ---"))]
    assert untested == []
