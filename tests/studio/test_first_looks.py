"""What somebody sees first on a page: where they are, what tells things apart, what is wrong, and nothing that misleads."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import apts
from apts.locales import LANGUAGES
from apts.studio.frame.known_runs import fitting_size
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_kinds import job_kind, job_kinds
from apts.studio.store.jobs import Job
from apts.studio.words import StudioTexts, words

PORTUGUESE = {"Accept-Language": "pt"}
BROKEN = """(game "Half"
    (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Lien 3) (result Mover Win)))))
"""


def about(job: Job, message: StudioTexts) -> str:
    """What the list says of a job."""
    return job_kind(job.kind).about(job, message)


def ended(
    studio: Studio, kind: str, job_request: dict[str, Any], progress: dict[str, Any], result: dict[str, Any]
) -> Job:
    """A job of Tic-Tac-Toe that is over, with what it told."""
    job = studio.jobs.add(kind, "tic-tac-toe", "Tic-Tac-Toe", job_request)
    studio.jobs.report(job.id, progress)
    studio.jobs.found(job.id, result)
    studio.jobs.end(job.id, "done")
    return studio.jobs.job(job.id)


def marked(page: str) -> list[str]:
    """The areas that the bar marks as the present one."""
    bar = page.partition('class="areas"')[2].partition("</nav>")[0]
    return re.findall(r'aria-current="page">([^<]+)<', bar)


@pytest.mark.parametrize(
    ("address", "section"),
    [("/", "Games"), ("/games/tic-tac-toe/improve", "Games"), ("/m/me", "People"), ("/runs", "Play-tests")],
)
def test_bar_marks_the_section_that_a_page_belongs_to(client: TestClient, address: str, section: str) -> None:
    assert marked(client.get(address).text) == [section]


def test_search_belongs_to_games(client: TestClient, studio: Studio) -> None:
    job = studio.jobs.add("improve", "tic-tac-toe", "Better rules", {"goals": [], "minutes": 1.0})
    assert marked(client.get(f"/improve/{job.id}").text) == ["Games"]


@pytest.mark.parametrize("part", ["", "/invite", "/people", "/playtest", "/improve", "/learn", "/edit"])
def test_title_of_a_game_stands_above_its_tabs(client: TestClient, part: str) -> None:
    page = client.get(f"/games/tic-tac-toe{part}").text
    assert 0 < page.index("<h1") < page.index('id="game-tabs"')


def test_page_that_is_not_there_is_called_so(client: TestClient) -> None:
    assert "<h1>Not found</h1>" in client.get("/nowhere").text
    assert "<h1>Não encontrado</h1>" in client.get("/runs/nobody", headers=PORTUGUESE).text


def test_jobs_of_one_game_are_told_apart(client: TestClient, studio: Studio) -> None:
    for agents, matches in ((["level:casual"], 60), (["level:beginner", "level:club"], 40)):
        ended(studio, "playtest", {"agents": agents}, {"agents": agents}, {"matches": matches, "wanted": matches})
    page = client.get("/jobs?kind=playtest").text
    assert "Casual players · 60 matches" in page
    assert "Beginners · Club players · 40 matches" in page
    assert "Jogadores casuais · 60 partidas" in client.get("/jobs", headers=PORTUGUESE).text
    own = {"agents": ["uct:iterations=400"]}
    told = "Tree search, 400 looks ahead · 9 matches"
    assert about(ended(studio, "playtest", own, own, {"matches": 9, "wanted": 9}), words("en")).lower() == told.lower()
    waiting = studio.jobs.add("playtest", "tic-tac-toe", "Tic-Tac-Toe", {"levels": ["beginner", "club"]})
    assert about(waiting, words("en")) == "Beginners · Club players"
    assert about(studio.jobs.add("train", "tic-tac-toe", "Tic-Tac-Toe", {}), words("en")) == ""
    assert about(ended(studio, "train", {}, {"cycles": 1}, {}), words("pt-BR")) == "1 ciclo"


def test_state_of_a_job_is_said_once(client: TestClient, studio: Studio) -> None:
    job = ended(studio, "playtest", {}, {}, {"matches": 4, "wanted": 4})
    page = client.get(f"/jobs/{job.id}").text
    assert len(re.findall(r">\s*[Dd]one\s*<", page)) == 1


def test_training_offers_the_size_that_fits_the_board(client: TestClient, studio: Studio) -> None:
    sizes = {
        game: fitting_size(studio, studio.game_store.game(game)) for game in ("tic-tac-toe", "connect-four", "hex")
    }
    assert sizes == {"tic-tac-toe": "small", "connect-four": "medium", "hex": "large"}
    own = studio.game_store.add("Half", BROKEN)
    assert fitting_size(studio, own) == "small"
    page = client.get("/games/connect-four/learn").text
    if 'name="size"' in page:  # where networks can be taught at all
        assert 'value="medium" checked' in page
        assert 'required value="45"' in page


def test_training_tells_what_it_reached_before_it_offers_to_delete_it(client: TestClient, studio: Studio) -> None:
    told = {"minutes": 0.7, "cycles": 2, "positions": 512, "matches": 40, "part": 1.0}
    job = ended(studio, "train", {"minutes": 0.4, "size": "small"}, told, {})
    page = client.get(f"/learn/{job.id}").text
    assert page.index("How the training goes") < page.index(f"/jobs/{job.id}/delete")
    assert "of 0.4" not in page, "more minutes than were asked for are no part of them"
    within = ended(studio, "train", {"minutes": 0.9, "size": "small"}, told, {})
    assert "of 0.9" in client.get(f"/learn/{within.id}").text


def test_line_of_a_mistake_is_shown(client: TestClient, studio: Studio) -> None:
    game = studio.game_store.add("Half", BROKEN)
    page = client.get(f"/games/{game.id}").text
    assert "(is Lien 3)" in page
    assert "(equipment" not in page, "only the line that is wrong"


def test_note_of_a_version_is_told_as_the_words_of_who_saved_it(client: TestClient, studio: Studio) -> None:
    game = studio.game_store.add("Noted", BROKEN.replace("Lien", "Line"), note="first thoughts")
    studio.game_store.save(game.id, BROKEN.replace("Lien 3", "Line 2"))
    page = client.get(f"/games/{game.id}/versions").text
    assert '<blockquote class="note">first thoughts</blockquote>' in page
    assert page.count("<blockquote") == 1


def test_number_of_games_that_were_found_is_seen_and_the_search_can_be_cleared(client: TestClient) -> None:
    found = client.get("/?q=columns").text
    assert '<p class="found" role="status">' in found
    assert '<a href="/">Show all games</a>' in found
    assert '<p class="found"' not in client.get("/").text
    nothing = client.get("/?q=nonsensical").text
    assert nothing.count("Show all games") == 1


def test_who_has_no_matches_is_told_so(client: TestClient) -> None:
    page = client.get("/m/me").text
    assert "No match of yours is kept." in page
    assert "Agree that my matches are kept" in page
    assert "Under “My matches”" not in page, "that is this page"


def test_a_kind_of_job_is_declared_in_its_file_and_has_words(client: TestClient) -> None:
    package = Path(apts.__file__).parent / "studio"
    assert tuple(job_kinds()) == ("playtest", "improve", "train")
    assert client.get("/jobs").text.count('<option value="train">') == 1
    for kind in job_kinds():
        assert all(words(language).known(f"jobs.kind.{kind}", "") for language in LANGUAGES)
        assert client.get("/api/jobs", params={"kind": kind}).status_code == 200
    refused = client.get("/api/jobs", params={"kind": "trian"})
    assert (refused.status_code, "did you mean train?" in refused.json()["detail"]) == (422, True)
    lists = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Tuple | ast.List | ast.Dict | ast.Set)
        if len({str(one.value) for one in ast.walk(node) if isinstance(one, ast.Constant)} & set(job_kinds())) > 1
    }
    assert lists == set(), "every kind stands in its own file alone"
