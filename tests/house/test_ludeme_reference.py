"""The page of ludemes is made from the signatures and never falls behind them."""

from __future__ import annotations

from pathlib import Path

from apts.games.ludeme_examples import ludeme_page

PAGE = Path(__file__).parents[2] / "docs" / "ludemes.md"


def test_page_of_ludemes_is_up_to_date() -> None:
    command = "python -c 'from apts.games.ludeme_examples import *; print(ludeme_page())'"
    assert PAGE.read_text(encoding="utf-8").strip() == ludeme_page().strip(), f"run {command} > docs/ludemes.md"
