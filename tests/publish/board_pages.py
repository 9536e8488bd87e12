"""The board of a game in Chromium, without the page around it."""

from __future__ import annotations

import base64
import json
import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apts
from apts.engine.play.game import Game
from apts.publish.description import board_style, describe
from apts.publish.game_page import page_style, page_texts
from tests.publish.node_matches import published

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
PUBLISH = Path(apts.__file__).parent / "publish"
ORIGIN = "http://board.test"

_PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Board</title><style>{style}
body {{ margin: 8px; background: #fff; }} @media (prefers-color-scheme: dark) {{ body {{ background: #14171b; }} }}
#board {{ width: min(100%, calc((100vh - 1rem) * var(--ratio, 1))); margin: 0 auto; }}</style>
<div id="board"></div><script type="module" src="/page/shown.js"></script></html>"""

_SCRIPT = """
import {{ Game }} from "../runtime/game.js";
import {{ BoardView }} from "./board.js";
import {{ Choosing }} from "./choosing.js";
import {{ Words }} from "./words.js";
const {{ code, layout, description, texts, seed, moves }} = {bundle};
const program = Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0));
const game = await Game.load({{ code: program, layout, description }});
let position = game.start(BigInt(seed));
for (const text of moves) position = game.after(position, game.find(position, text));
const view = new BoardView(document.getElementById("board"), game, new Words(texts, "en"));
const choosing = new Choosing(game.offered(position));
window.chosen = [];
window.show = () => view.draw(game.look(position), choosing.choice);
window.judge = (overlay) => view.draw(game.look(position), {{ overlay: new Map(overlay) }});
view.onSite = (site) => {{ window.chosen.push(site); choosing.tap(site); window.show(); }};
window.show();
window.ready = true;
"""


def open_board(browser: Browser, game: Game, moves: list[str], seed: int, **context: Any) -> Page:
    """A page that shows the board of a game after some moves; problems of its scripts are in ``page.problems``."""
    module = published(game)
    bundle = {
        "code": base64.b64encode(module.code).decode(),
        "layout": module.layout,
        "description": describe(game),
        "texts": page_texts(),
        "seed": str(seed),
        "moves": moves,
    }
    made = {
        "/": (_PAGE.format(style=page_style() + board_style()), "text/html"),
        "/page/shown.js": (_SCRIPT.format(bundle=json.dumps(bundle)), "text/javascript"),
    }

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in made:
            text, kind = made[path]
            route.fulfill(body=text, content_type=f"{kind}; charset=utf-8")
        elif (PUBLISH / path.strip("/")).is_file():
            file = PUBLISH / path.strip("/")
            kind = mimetypes.guess_type(file.name)[0] or "text/javascript"
            route.fulfill(body=file.read_text(encoding="utf-8"), content_type=kind)
        else:
            route.fulfill(status=204)

    page = browser.new_context(**context).new_page()
    problems: list[str] = []
    page.on("pageerror", lambda problem: problems.append(str(problem)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("window.ready === true", timeout=20_000)
    assert problems == []
    return page
