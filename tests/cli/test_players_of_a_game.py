"""``apts agents`` and ``apts calibrate``: what is known of the players of a game, and its levels set by matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apts.agents.calibrating import calibration
from apts.agents.engines import engine_choice, ladder
from apts.agents.engines.engine_choice import EngineChoice
from apts.agents.levels import level_names
from apts.games.library import load
from tests.agents.calibrating.test_calibration import LINE
from tests.cli.command_line import apts

QUICK = ("--minutes", "0.005", "--matches", "8")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of its own, a cache of its own, and an engine that needs no contest."""
    monkeypatch.setenv("APTS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(ladder, "_KNOWN", {})
    monkeypatch.setattr(engine_choice, "_KNOWN", {})
    monkeypatch.setattr(engine_choice, "chosen_engine", lambda own: EngineChoice("uct", 4_000.0))
    (tmp_path / "line.lud").write_text(LINE, encoding="utf-8")
    return tmp_path


def test_every_kind_of_agent_is_listed_with_its_settings(folder: Path) -> None:
    listed = json.loads(apts("agents", "--json", folder=folder).output)
    assert {"uct", "alphabeta", "level", "best"} <= {one["name"] for one in listed}
    (uct,) = (one for one in listed if one["name"] == "uct")
    assert "iterations" in [setting["name"] for setting in uct["settings"]]
    assert "busca em árvore" in apts("agents", "--lang", "pt-BR", folder=folder).output


def test_levels_of_a_class_are_plain_and_timed(folder: Path) -> None:
    found = json.loads(apts("agents", "snowball-class", "--json", folder=folder).output)
    assert found["levels"]["kind"] == "plain"
    assert found["evaluation"] is None
    assert all(step["seconds"] > 0 for step in found["levels"]["steps"])


def test_a_calibration_settles_the_levels_and_is_the_same_again(folder: Path) -> None:
    first = apts("calibrate", "line.lud", *QUICK, "--json", folder=folder)
    assert first.code == 0, first.complaint
    found = json.loads(first.output)
    assert found["kind"] == "settled"
    assert [step["level"] for step in found["steps"]] == list(level_names())
    (kept,) = (folder / "cache" / "levels").iterdir()
    kept.unlink()
    assert json.loads(apts("calibrate", "line.lud", *QUICK, "--json", folder=folder).output) == found


def test_whoever_gives_less_work_than_the_fewest_matches_take_is_told(folder: Path) -> None:
    least = calibration.least_minutes(calibration.rules_to_calibrate(load(LINE)))
    assert 0.005 < least < 1.0
    assert f"at least some {least:.2g} minutes" in apts("calibrate", "line.lud", *QUICK, folder=folder).complaint
    enough = ("--minutes", f"{2 * least:g}", "--matches", "8")
    assert "at least some" not in apts("calibrate", "line.lud", *enough, folder=folder).complaint


def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = calibration.Calibration._matches
    count = []

    def some(self: calibration.Calibration, *given: object) -> tuple[float, float, int]:
        count.append(1)
        if len(count) == 12:
            raise KeyboardInterrupt
        return played(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(calibration.Calibration, "_matches", some)
    stopped = apts("calibrate", "line.lud", *QUICK, folder=folder)
    assert stopped.code == 130
    (begun,) = (folder / "cache" / "levels").iterdir()
    assert len(json.loads(begun.read_text())["results"]) == 11
    before = len(count)
    broken = apts("calibrate", "line.lud", *QUICK, "--json", folder=folder)
    monkeypatch.undo()
    assert broken.code == 0, broken.complaint
    assert not begun.exists()
    again = len(count) - before
    count.clear()
    assert again > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("line.lud", "--minutes", "0"), "--minutes"),
        (("line.lud", "--minutes", "nan"), "--minutes"),
        (("snowball-class",), "Python class"),
    ],
)
def test_what_cannot_be_calibrated_is_told(words: tuple[str, ...], told: str, folder: Path) -> None:
    refused = apts("calibrate", *words, folder=folder)
    assert refused.code != 0
    assert told in refused.complaint
