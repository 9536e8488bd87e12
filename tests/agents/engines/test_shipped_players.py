"""What comes with APTS about the players of a game fits its rules and the agents of now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.agents.calibrating.calibration import least_minutes
from apts.agents.engines.engine_choice import SHIPPED, engine_of, origin_of
from apts.agents.engines.ladder import SETTLED, ladder_of, usual_player
from apts.games.catalogue import library_files
from tools import shipped_players
from tools.shipped_players import DEAREST, FOLDER, is_present, known, playable

FILES = sorted(path.stem for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("name", FILES)
def test_what_is_shipped_fits_the_rules_and_the_agents_of_now(name: str) -> None:
    game = playable(name)
    assert game is not None
    assert is_present(name, known(name)), f"run: python -m tools.shipped_players {name}"
    assert origin_of(game) == SHIPPED
    settled = "levels" in known(name)
    assert settled == (least_minutes(game) <= DEAREST)
    assert ladder_of(game).shipped is settled
    assert (ladder_of(game).kind == SETTLED) is settled
    assert (usual_player(game, "club") == "level:club") is settled
    assert apts.agent("best").playing(game).spec.startswith(engine_of(game).engine.partition(":")[0])


def test_every_game_of_the_library_for_two_and_more_has_its_players_with_apts() -> None:
    wanted = {name for name in library_files() if playable(name) is not None}
    assert set(FILES) == wanted, "run: python -m tools.shipped_players"


def test_files_of_other_agents_are_known_by_their_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_players, "FOLDER", tmp_path)
    data: dict[str, Any] = {"keys": shipped_players.keys_of("tic-tac-toe")}
    (tmp_path / "tic-tac-toe.json").write_text(json.dumps(data))
    assert is_present("tic-tac-toe", known("tic-tac-toe"))
    assert not is_present("connect-four", known("tic-tac-toe"))
    data["keys"]["levels"] += 1
    (tmp_path / "tic-tac-toe.json").write_text(json.dumps(data))
    assert not is_present("tic-tac-toe", known("tic-tac-toe"))
    assert not is_present("connect-four", known("connect-four"))
