"""Agents think beside the page, in a worker made from its own script; where workers are refused, in the page in slices."""

from __future__ import annotations

import base64
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.publish.description import describe
from apts.publish.game_page import bundled, policy_digest
from apts.publish.opponents import opponents, page_agent, published_sides
from apts.publish.program import wasm_module
from tests.browser import chromium, needs_browser
from tests.publish.node_matches import RUNTIME, needs_compiler

pytestmark = [needs_browser, needs_compiler, pytest.mark.long]
SPECS = ["level:expert", "uct:seconds=1", "uct:seconds=60"]
ASKED = {"moves": ["d", "d"], "spec": "level:expert"}


def page_that_asks(folder: Path, workers: str) -> str:
    """The address of a file with a page that lets agents think and shows what they say."""
    game = apts.load("connect-four")
    module = wasm_module(game, sides=published_sides(game, SPECS))
    shutil.copytree(RUNTIME, folder / "runtime")
    (folder / "page").mkdir()
    shutil.copy(Path(__file__).with_name("asking.js"), folder / "page" / "asking.js")
    script = bundled(folder, "page/asking.js")
    bundle = {"code": base64.b64encode(module.code).decode(), "layout": module.layout}
    bundle |= {"description": describe(game), "opponents": opponents(game, SPECS)}
    data = json.dumps({"bundle": bundle, "asked": ASKED}).replace("<", "\\u003c")
    policy = f"default-src 'none'; script-src '{policy_digest(script)}' 'wasm-unsafe-eval'; worker-src {workers}"
    file = folder / "page.html"
    file.write_text(
        f'<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<body><script type="application/json" id="data">{data}</script><script id="script">{script}</script>',
        encoding="utf-8",
    )
    return file.as_uri()


def answered(folder: Path, workers: str) -> dict[str, Any]:
    """What the agents of a page say that was opened from a file, without a network."""
    with chromium() as opened:
        context = opened.new_context(offline=True)
        page = context.new_page()
        page.goto(page_that_asks(folder, workers))
        page.wait_for_selector("body.answered", timeout=60_000)
        found: dict[str, Any] = json.loads(page.inner_text("body"))
        return found


@pytest.mark.parametrize(("workers", "beside"), [("blob:", True), ("'none'", False)])
def test_agents_of_a_page_decide_as_in_python_and_let_it_breathe(workers: str, beside: bool, tmp_path: Path) -> None:
    found = answered(tmp_path, workers)
    game = apts.load("connect-four")
    state = game.start()
    for move in ASKED["moves"]:
        state = state.play(move)
    expected = page_agent(game, "level:expert").player(state.mover, 3).decide(state, len(ASKED["moves"]))
    assert found["beside"] is beside
    assert found["text"] == str(expected.move)
    assert found["breaths"] >= 10  # times that the page could do something in a second of search
    assert found["cancelled"] is None
    judged = apts.agent("uct:iterations=300").analyze(game.start())
    assert [row["visits"] for row in found["analyzed"]["rows"]] == [row.visits for row in judged.moves]
