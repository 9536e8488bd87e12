"""The page in a real browser: it fits a phone, and matches can be stepped through."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from apts.playtest.run import playtest
from apts.report import report_html
from tests.browser import BROWSER, needs_browser

PHONE = 360

pytestmark = needs_browser

# The page says what it is like to the page around it: a frame is as narrow as a phone, a browser window is not.
REPORTER = """<script>addEventListener("load", () => {
  const replay = document.querySelector(".replay");
  replay.querySelector('[data-go="first"]').click();
  const start = replay.querySelector(".board").innerHTML.length + ":" + replay.querySelector("output").textContent;
  replay.querySelector('[data-go="forward"]').click();
  const next = replay.querySelector("output").textContent;
  const wide = [...document.querySelectorAll("body *")].filter((element) =>
    element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".scroll, svg")).length;
  const narrow = document.documentElement.scrollWidth;
  parent.postMessage(["width", narrow, "start", start, "next", next, "wide", wide, "end"].join("|"), "*");
});</script>"""
AROUND = """<!DOCTYPE html><title>none</title><body><iframe src="page.html" style="width:{width}px;height:800px;border:0">
</iframe><script>addEventListener("message", (event) => {{ document.title = event.data; }});</script></body>"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("browser")
    html = report_html(playtest("tic-tac-toe", ["random"], matches=40, seed=1, workers=1))
    (folder / "page.html").write_text(html.replace("</body>", REPORTER + "</body>"), encoding="utf-8")
    (folder / "around.html").write_text(AROUND.format(width=PHONE), encoding="utf-8")
    command = [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom"]
    shown = subprocess.run(
        [*command, f"--user-data-dir={folder / 'profile'}", (folder / "around.html").as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
    )
    found = re.search(r"<title>(.*?)</title>", shown.stdout)
    assert found is not None, shown.stderr[-500:]
    parts = found[1].split("|")
    return dict(zip(parts[0::2], parts[1::2], strict=False))


def test_the_page_is_no_wider_than_a_phone(told: dict[str, str]) -> None:
    assert int(told["width"]) <= PHONE
    assert told["wide"] == "0"


def test_a_match_can_be_stepped_through(told: dict[str, str]) -> None:
    size, _, text = told["start"].partition(":")
    assert int(size) > 1000
    assert text == "Start"
    assert re.match(r"1 / \d+ · Seat 1: \w+", told["next"])
