"""Archives, exports, models and goals of every earlier version are read, and say what they said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import apts
from apts.archive import import_json
from apts.archive.records import canonical, match_document
from apts.report.pages.run_page import report_html

FOLDER = Path(__file__).parent
VERSIONS = sorted(folder for folder in FOLDER.iterdir() if (folder / "runs.db").exists())


@pytest.fixture(params=VERSIONS, ids=lambda folder: str(folder.name))
def earlier(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of what a version wrote."""
    copy = tmp_path / "earlier"
    shutil.copytree(request.param, copy)
    return copy


def test_archive_is_read_and_measured(earlier: Path) -> None:
    run = apts.open_run(earlier / "runs.db", "kept")
    assert (run.manifest.agents, run.manifest.matches, run.manifest.seed) == (("uct:iterations=20", "random"), 4, 5)
    assert run.manifest.settings["turn_limit"] == 1000
    assert [match.status for match in run.matches] == ["finished"] * 4
    assert run.metrics["length"].value == 7.25
    assert all(f'lang="{language}"' in report_html(run, language) for language in ("en", "pt-BR"))


def test_export_is_what_stands_in_the_archive(earlier: Path) -> None:
    with apts.open_archive(earlier / "runs.db") as archive:
        wanted = [canonical(match_document(match)) for match in archive.matches("kept")]
    with apts.open_archive(earlier / "again.db") as archive:
        name = import_json(archive, earlier / "run.json").run
        assert [canonical(match_document(match)) for match in archive.matches(name)] == wanted


def test_model_plays(earlier: Path) -> None:
    pytest.importorskip("onnxruntime")
    state = apts.load("tic-tac-toe").start()
    decision = apts.agent(f"model:{earlier / 'tic-tac-toe.onnx'}").decide(state, seed=3)
    assert decision.move in state.moves()


def test_goals_are_read(earlier: Path) -> None:
    goals = apts.read_goals(earlier / "goals.toml")
    assert (goals.pace, goals.margin) == (30, 0.02)
    assert [(str(goal), goal.weight) for goal in goals.wanted] == [
        ("length between 5 and 9", None),
        ("drawishness at most 0.3", 2.0),
    ]
