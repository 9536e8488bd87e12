"""A trained model as the opponent on a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import apts
from apts.learning.networks.model_file import ModelProblem
from apts.publish.description import describe
from apts.publish.game_page import publish_page
from apts.publish.opponents import fitting, opponents, published_model, published_sides
from apts.publish.program import wasm_module
from tests.browser import chromium, needs_browser
from tests.publish.node_matches import RUNTIME, needs_compiler, needs_node, printed_by_node
from tests.publish.thinking import match_in_python

pytestmark = needs_compiler
HERE = Path(__file__).parent


def match_in_node(folder: Path, name: str, seats: list[str], turns: int) -> list[list[object]]:
    """What agents, one of them a model, decide in node."""
    game = apts.load(name)
    module = wasm_module(game, model=published_model(seats), sides=published_sides(game, seats))
    told = opponents(game, seats)
    task = {"kind": "match", "seats": [entry["spec"] for entry in told], "seed": 4, "turns": turns}
    (folder / "game.wasm").write_bytes(module.code)
    (folder / "game.json").write_text(json.dumps(module.layout), encoding="utf-8")
    wanted = {"description": describe(game), "opponents": told, "tasks": [task]}
    (folder / "wanted.json").write_text(json.dumps(wanted), encoding="utf-8")
    files = [str(folder / file) for file in ("game.wasm", "game.json")]
    given = json.dumps({"file": str(folder / "wanted.json")})
    found: list[list[object]] = json.loads(printed_by_node(HERE / "thinking.mjs", RUNTIME.as_posix(), *files, given))
    return found


@needs_node
@pytest.mark.parametrize(
    ("name", "seats", "turns"),
    [
        ("tic-tac-toe", ["model:tic-tac-toe", "level:casual"], 9),
        ("tic-tac-toe", ["level:beginner", "model:tic-tac-toe,simulations=0"], 9),
        pytest.param("connect-four", ["model:connect-four", "level:club"], 12, marks=pytest.mark.long),
        pytest.param("yavalath", ["level:casual", "model:yavalath,simulations=20"], 12, marks=pytest.mark.long),
    ],
)
def test_model_plays_in_node_as_in_python(name: str, seats: list[str], turns: int, tmp_path: Path) -> None:
    found = match_in_node(tmp_path, name, seats, turns)
    expected = match_in_python(apts.load(name), seats, 4, turns)
    assert [text for text, *_ in found] == [text for text, *_ in expected]
    for (_, value, *_), (_, known, _) in zip(found, expected, strict=True):
        assert value == pytest.approx(known, abs=1e-4)


def test_page_with_a_model_tells_nothing_of_where_its_file_lay(tmp_path: Path) -> None:
    from apts.learning.networks.model_file import bundled_models

    file = tmp_path / "mine.onnx"
    file.write_bytes(bundled_models()["tic-tac-toe"].read_bytes())
    page = publish_page(apts.load("tic-tac-toe"), levels=["level:club", f"model:{file}"])
    assert "model:mine" in page
    assert str(tmp_path) not in page


def test_model_of_other_rules_is_refused_or_left_out() -> None:
    other = apts.load("connect-four")
    assert fitting(other, ["level:club", "model:tic-tac-toe"]) == ["level:club"]
    with pytest.raises(ModelProblem, match="was trained on Tic-Tac-Toe"):
        publish_page(other, levels=["model:tic-tac-toe"])


@needs_browser
@pytest.mark.long
def test_model_answers_on_a_page_that_was_opened_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(publish_page(apts.load("tic-tac-toe"), levels=["model:tic-tac-toe"]), encoding="utf-8")
    with chromium() as opened:
        page = opened.new_context(offline=True).new_page()
        page.goto(file.as_uri())
        page.click("[data-site='0']")
        # Against a corner everything but the middle loses.
        page.wait_for_selector("[data-label='b2'][aria-label*='Player 2']", timeout=20_000)
