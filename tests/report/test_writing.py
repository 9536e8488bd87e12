"""Files that people wrote themselves are not written over."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.errors import AptsError
from apts.report.writing import check_target, write_file


@pytest.mark.parametrize("name", ["own.lud", "OWN.LUD", "own.py", "goals.toml", "runs.db"])
def test_own_work_is_not_written_over(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    assert check_target(file) == file
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(AptsError, match="exists already and holds"):
        write_file(file, "<!DOCTYPE html>")
    assert file.read_text(encoding="utf-8") == "mine"


def test_pages_and_repaired_rules_are_written_anew(tmp_path: Path) -> None:
    for name, replaced in (("page.html", ""), ("fixed.lud", ".lud")):
        file = tmp_path / name
        write_file(file, "first", replaced)
        write_file(file, "second", replaced)
        assert file.read_text(encoding="utf-8") == "second"
