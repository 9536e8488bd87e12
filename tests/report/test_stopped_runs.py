"""A run that stopped because enough was known is told apart from one that was cut short."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.playtest import playtest
from tests.playtest import rigged


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "words"), [("en", "until the seats were known"), ("pt-BR", "até que os assentos")]
)
def test_settled_run_is_no_interrupted_run(tmp_path: Path, language: str, words: str) -> None:
    run = playtest(rigged.HANDICAP, ["random"], 1000, 2, until="settled")
    run.report(tmp_path / "report.html", lang=language)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert words in page
    assert "ended early" not in page
    assert "encerrada antes do fim" not in page
