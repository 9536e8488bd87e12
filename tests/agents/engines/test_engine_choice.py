"""The engine of a game is kept as it was found; files that were changed are refused and it is found again."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import apts
from apts.agents.engines import engine_choice
from apts.agents.engines.contest import Duel
from apts.agents.engines.engine_choice import EngineChoice, choice_as_data, choice_from_data, engine_of
from apts.search.fitting.contest import Score
from apts.search.kept_file import DamagedFile
from tests.agents.small_games import Race
from tests.search.fitting.small_fits import HUNT, game

CHOICE = EngineChoice(
    "uct:playout=4,heuristic=own", 500.0, (Duel("uct:playout=4,heuristic=own", "uct", Score(0.8, 0.1, 20), 3e5),)
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and nothing in memory."""
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    monkeypatch.setattr(engine_choice, "_KNOWN", {})
    return tmp_path


def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Contests are not played but counted."""
    asked: list[str] = []

    def choose(own: object, seed: int = 1) -> EngineChoice:
        asked.append(str(getattr(own, "name", own)))
        return CHOICE

    monkeypatch.setattr(engine_choice, "chosen_engine", choose)
    return asked


def test_an_engine_is_found_once_told_and_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = made(monkeypatch)
    with caplog.at_level(logging.WARNING, "apts.evaluations"):
        assert engine_of(game(HUNT)) == CHOICE
    assert "once" in caplog.text
    assert "Hunt" in caplog.text
    monkeypatch.setattr(engine_choice, "_KNOWN", {})
    assert engine_of(game(HUNT)) == CHOICE
    assert asked == ["Hunt"]


@pytest.mark.parametrize(
    "damage", [lambda text: text[:40], lambda text: text.replace("500.0", "5.0"), lambda text: "[]"]
)
def test_a_damaged_file_is_told_of_and_the_engine_found_again(
    damage: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, cache: Path
) -> None:
    asked = made(monkeypatch)
    engine_of(game(HUNT))
    file = next((cache / "engines").iterdir())
    file.write_text(damage(file.read_text()))  # type: ignore[operator]
    monkeypatch.setattr(engine_choice, "_KNOWN", {})
    with caplog.at_level(logging.WARNING, "apts.evaluations"):
        assert engine_of(game(HUNT)) == CHOICE
    assert "damaged" in caplog.text
    assert len(asked) == 2


@pytest.mark.parametrize(
    "change",
    [{"engine": "random"}, {"engine": "uct:wings=3"}, {"steps": 0}, {"steps": "many"}, {"duels": [{}]}, {"duels": 4}],
)
def test_data_that_no_contest_has_written_is_refused(change: dict[str, object]) -> None:
    data = choice_as_data(CHOICE)
    assert choice_from_data(data, "here") == CHOICE
    with pytest.raises(DamagedFile, match="here"):
        choice_from_data({**data, **change}, "here")


def test_budgets_are_spelled_in_the_units_of_the_engine() -> None:
    assert CHOICE.spelled(iterations=CHOICE.units(2.0)) == "uct:playout=4,heuristic=own,iterations=1000"
    assert EngineChoice("uct", 100.0).spelled(seconds=0.5) == "uct:seconds=0.5"
    assert EngineChoice("alphabeta:heuristic=fitted", 125.0).unit == "nodes"


def test_games_for_one_and_python_classes_have_tree_search_without_a_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = made(monkeypatch)
    assert engine_of(apts.load(Race)) == EngineChoice("uct")
    assert apts.agent("best:milliseconds=3").playing(apts.load(Race)).spec == "uct:iterations=60"
    assert asked == []


def test_best_plays_as_the_engine_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    made(monkeypatch)
    own = game(HUNT)
    best = apts.agent("best:milliseconds=1")
    behind = best.playing(own)
    assert behind.spec == apts.agent("uct:playout=4,heuristic=own,iterations=500").spec
    assert best.choose(own.start(), seed=3) == behind.choose(own.start(), seed=3)
    assert (
        apts.agent("best:seconds=0.01").playing(own).spec == apts.agent("uct:seconds=0.01,playout=4,heuristic=own").spec
    )
