"""Play-tests: the form that asks for them, and what a job does with what was asked for."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from apts.games.library import load
from apts.studio.frame.studio import Studio
from apts.studio.jobs.kinds.playtest_job import SETTLED_MOST, settings_of
from apts.studio.pages.playtest import askable
from apts.studio.store.run_papers import RunPapers
from tests.studio.played import again, performed

FORM = "/games/tic-tac-toe/playtest"


def started(client: TestClient, studio: Studio, **fields: object) -> dict[str, object]:
    """The orders of the job that a form begins."""
    answer = client.post(FORM, data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return dict(studio.jobs.job(answer.headers["location"].removeprefix("/jobs/")).orders)


def test_form_speaks_of_players_and_wishes_not_of_statistics(client: TestClient) -> None:
    text = client.get(FORM).text
    for words in ("Casual players", "A quick look", "Does every seat have the same chance?", "Start the play-test"):
        assert words in text
    portuguese = client.get(FORM, headers={"Accept-Language": "pt-BR"}).text
    assert "Jogadores casuais" in portuguese
    assert "Todos os lugares têm a mesma chance?" in portuguese


def test_form_offers_only_goals_that_one_play_test_can_answer() -> None:
    assert "fair-seats" in askable()
    assert "learns-well" not in askable()
    assert "not-solved-by-the-first-player" not in askable()


def test_form_begins_a_job_with_what_was_chosen(client: TestClient, studio: Studio) -> None:
    orders = started(
        client, studio, who="level:casual", amount="number", how_many="25", goal=["fair-seats", "few-draws"], seed="7",
        limit="60", evaluate="uct:iterations=50",
    )  # fmt: skip
    assert orders == {
        "agents": "level:casual", "amount": "number", "matches": 25, "precision": None, "seed": 7, "limit": 60,
        "evaluate": "uct:iterations=50", "goals": ["fair-seats", "few-draws"], "settings": {}, "version": None,
    }  # fmt: skip


def test_own_players_may_differ_from_seat_to_seat(client: TestClient, studio: Studio) -> None:
    assert started(client, studio, who="own", agents="random\r\nlevel:casual")["agents"] == "random,level:casual"


def test_options_are_turned_for_one_test_and_usual_ones_are_no_setting(client: TestClient, studio: Studio) -> None:
    text = client.get(f"{FORM}?set.Grid=4x4").text
    assert re.search(r'<option value="4x4" selected>', text)
    orders = started(client, studio, **{"set.Grid": "4x4", "set.Aim": "Win"})
    assert orders["settings"] == {"Grid": "4x4"}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"amount": "number", "how_many": ""}, "Say how many matches"),
        ({"amount": "number", "how_many": "many"}, "a number from 1 to"),
        ({"amount": "number", "how_many": "-3"}, "a number from 1 to"),
        ({"amount": "for ever"}, "Choose how long"),
        ({"amount": "settled", "precision": "90"}, "a number from 0.5 to 20"),
        ({"who": "own", "agents": " "}, "Say who plays"),
        ({"who": "own", "agents": "uct:iterationz=5"}, "iterations"),
        ({"who": "own", "agents": "human"}, "a person cannot be asked"),
        ({"who": "level:grandmother"}, "grandmother"),
        ({"goal": "world-peace"}, "no such goal"),
        ({"seed": "1e400"}, "a number from 0 to"),
        ({"set.Grid": "9x9"}, "9x9"),
    ],
)
def test_what_makes_no_sense_is_told_on_the_form_and_begins_nothing(
    client: TestClient, studio: Studio, fields: dict[str, str], sentence: str
) -> None:
    before = len(studio.jobs.listed(most=10_000))
    answer = client.post(FORM, data=fields, follow_redirects=False)
    assert answer.status_code == 400
    assert sentence in answer.text
    assert 'action="/games/tic-tac-toe/playtest"' in answer.text
    assert len(studio.jobs.listed(most=10_000)) == before


def test_text_that_cannot_be_played_leads_to_the_editor(client: TestClient, studio: Studio) -> None:
    broken = studio.shelf.add("Broken", '(game "Broken" (players 2) (equipment {(bord (square 3))}))')
    answer = client.get(f"/games/{broken.id}/playtest")
    assert answer.status_code == 400
    assert f'href="/games/{broken.id}/edit"' in answer.text
    assert "bord" in answer.text


def test_amounts_become_settings_of_a_play_test() -> None:
    game = load("tic-tac-toe")
    quick = settings_of({"amount": "quick"}, game)
    assert quick.quick
    assert quick.resume
    assert quick.matches
    usual = settings_of({"amount": "usual", "matches": 3}, game)
    assert not usual.quick
    assert usual.matches == 400
    until = settings_of({"amount": "settled"}, game)
    assert (str(until.until), until.matches) == ("settled", SETTLED_MOST)
    assert str(settings_of({"amount": "settled", "precision": 0.03}, game).until) == "precision=0.03"
    number = settings_of({"amount": "number", "matches": 12, "seed": 5, "limit": 9, "agents": "random"}, game)
    assert (number.matches, number.seed, number.limit, number.agents) == (12, 5, 9, "random")


def test_job_plays_tells_and_writes_reports_in_both_languages(studio: Studio) -> None:
    job = performed(studio, goals=["few-draws"], seed=11)
    assert (job.state, job.error) == ("done", None)
    run = job.result["run"]
    assert studio.archive.summary(run).matches == 40
    assert job.result["matches"] == 40
    assert {"en", "pt-BR"} == set(job.result["languages"])
    for told in job.result["languages"].values():
        assert told["verdict"]
        assert len(told["figures"]) == 4
        assert [goal["verdict"] for goal in told["goals"]] in (["met"], ["missed"], ["open"])
    papers = RunPapers(studio.settings.folder, studio.archive.manifest(run), 40, ["few-draws"])
    assert "Play-test of Tic-Tac-Toe" in (papers.text("report.en.html") or "")
    assert 'lang="pt-BR"' in (papers.text("report.pt-BR.html") or "")


def test_job_done_again_plays_no_match_twice(studio: Studio) -> None:
    job = performed(studio, matches=10, seed=12)
    first = list(studio.archive.matches(job.result["run"]))
    assert list(studio.archive.matches(again(studio, job).result["run"])) == first


def test_job_plays_the_version_and_the_settings_that_were_asked_for(studio: Studio) -> None:
    rules = studio.shelf.game("tic-tac-toe").rules
    own = studio.shelf.add("My Game", rules)
    studio.shelf.save(own.id, rules.replace("Tic-Tac-Toe", "Another Name"))
    job = performed(studio, own.id, version=1, settings={"Grid": "4x4"}, matches=4)
    manifest = studio.archive.manifest(job.result["run"])
    assert manifest.game == "Tic-Tac-Toe"
    assert manifest.options["Grid"] == "4x4"


def test_job_that_asks_for_what_the_game_lacks_fails_with_a_sentence(studio: Studio) -> None:
    job = performed(studio, agents="random,random,random")
    assert job.state == "failed"
    assert job.error is not None
    assert "3" in job.error
