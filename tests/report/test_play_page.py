"""From a report to a page on which its game is played, and on from positions of its matches."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from apts.archive import MatchRecord, TurnRecord
from apts.errors import AptsError
from apts.playtest.run import Run, playtest
from apts.report import LANGUAGES, report_html, write_report
from apts.report.pages.first_page import position_link
from tests.report.runs import Page


@pytest.fixture(scope="module")
def run() -> Run:
    return playtest("tic-tac-toe", "random", matches=60, seed=2, workers=1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_stands_beside_the_report_and_matches_lead_to_it(run: Run, tmp_path: Path, lang: str) -> None:
    write_report(run, tmp_path / "my report.html", lang, play=True)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["my report-play.html", "my report.html"]
    html = (tmp_path / "my report.html").read_text(encoding="utf-8")
    page = Page(html)
    assert page.addresses[0] == "my%20report-play.html"
    assert all(address.startswith("my%20report-play.html") for address in page.addresses)
    links = {
        number: unescape(link)
        for number, link in re.findall(r'data-match="(\d+)".*?class="go-on" href="([^"]+)"', html, re.S)
    }
    assert len(links) > 2
    for number, link in links.items():
        match = run.match(int(number))
        assert f"#seed={match.start_seed}&" in link
        assert tuple(map(unquote, link.split("&moves=")[1].split(","))) == match.moves
    assert f'"language":"{lang}"' in (tmp_path / "my report-play.html").read_text(encoding="utf-8")


def test_signs_of_moves_are_written_out_in_links() -> None:
    turns = tuple(TurnRecord(1, move, 2) for move in ("a1-b2,c3", "x & y", "né#1"))
    link = position_link(MatchRecord(1, 1, (0, 0), turns, "stopped", facts={"start_seed": 7}))
    assert link == "#seed=7&moves=a1-b2%2Cc3,x%20%26%20y,n%C3%A9%231"


def test_report_alone_leads_nowhere(run: Run) -> None:
    assert Page(report_html(run)).addresses == []


def test_game_that_no_page_can_play_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    run = playtest("snowball-class", "random", matches=2, workers=1)
    with pytest.raises(AptsError, match="written in Python"):
        write_report(run, tmp_path / "report.html", play=True)
    run.game = None
    with pytest.raises(AptsError, match="not at hand"):
        write_report(run, tmp_path / "report.html", play=True)
    assert list(tmp_path.iterdir()) == []
