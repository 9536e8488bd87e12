"""The page of ludemes is made from the signatures and never falls behind them."""

from __future__ import annotations

from pathlib import Path

import apts.engine.compiler.compiling  # noqa: F401 - registers the ludemes
from apts.language.reference import reference_page

PAGE = Path(__file__).parents[2] / "docs" / "ludemes.md"


def test_page_of_ludemes_is_up_to_date() -> None:
    lines = "import apts.engine.compiler.compiling; from apts.language.reference import *; print(reference_page())"
    command = f"python -c '{lines}'"
    assert PAGE.read_text(encoding="utf-8").strip() == reference_page().strip(), f"run {command} > docs/ludemes.md"
