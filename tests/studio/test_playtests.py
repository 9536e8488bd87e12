"""Play-tests: the form that asks for them, and what a job does with what was asked for."""

from __future__ import annotations

import html
import re

import pytest
from starlette.testclient import TestClient

from apts.games.library import load
from apts.playtest.matches.forecast import SETTLED_MOST
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_context import read_job_request
from apts.studio.jobs.kinds.playtest_job import fitting_request
from apts.studio.pages.playtest import askable
from apts.studio.store.jobs import Job, RunArtifacts
from tests.studio.played import again, performed

FORM = "/games/tic-tac-toe/playtest"


def started(client: TestClient, studio: Studio, **fields: object) -> dict[str, object]:
    """The request of the job that a form begins."""
    answer = client.post(FORM, data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return dict(studio.jobs.job(answer.headers["location"].removeprefix("/jobs/")).request)


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


def test_field_that_is_hidden_holds_nobody_up(client: TestClient, studio: Studio) -> None:
    refused = client.post(FORM, data={"amount": "number", "how_many": "99999999999"})
    assert "a whole number from 1 to" in refused.text
    assert 'class="playtest-form" novalidate>' in refused.text, "a browser would stop at a field that it cannot show"
    assert started(client, studio, amount="quick", how_many="99999999999")["amount"] == "quick"


def test_form_begins_a_job_with_what_was_chosen(client: TestClient, studio: Studio) -> None:
    job_request = started(
        client, studio, who="level:casual", amount="number", how_many="25", goal=["fair-seats", "few-draws"], seed="7",
        limit="60", evaluate="uct:iterations=50",
    )  # fmt: skip
    assert job_request == {
        "agents": "level:casual", "levels": None, "amount": "number", "matches": 25, "until": None, "quick": False,
        "one_strength": False, "seed": 7, "limit": 60,
        "evaluate": "uct:iterations=50", "evaluator": None, "luck": 50, "goals": ["fair-seats", "few-draws"],
        "settings": {}, "version": None,
    }  # fmt: skip


def test_own_players_may_differ_from_seat_to_seat(client: TestClient, studio: Studio) -> None:
    assert started(client, studio, who="own", agents="random\r\nlevel:casual")["agents"] == "random,level:casual"


def test_options_are_turned_for_one_test_and_usual_ones_are_no_setting(client: TestClient, studio: Studio) -> None:
    text = client.get(f"{FORM}?set.Grid=4x4").text
    assert re.search(r'<option value="4x4" selected>', text)
    job_request = started(client, studio, **{"set.Grid": "4x4", "set.Aim": "Win"})
    assert job_request["settings"] == {"Grid": "4x4"}
    assert job_request["told_settings"]["pt-BR"] == "Grid = 4x4"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"amount": "number", "how_many": ""}, "Say how many matches"),
        ({"amount": "number", "how_many": "many"}, "a whole number from 1 to 10,000,000, not &#39;many&#39;"),
        ({"amount": "number", "how_many": "-3"}, "a whole number from 1 to 10,000,000, not -3"),
        ({"amount": "for ever"}, "Choose how long"),
        ({"amount": "settled", "precision": "90"}, "A precision lies between 0 and 0.5 (50 %)"),
        ({"who": "own", "agents": " "}, "Say who plays"),
        ({"who": "own", "agents": "uct:iterationz=5"}, "iterations"),
        ({"who": "own", "agents": "human"}, "nly agents can be asked here"),
        ({"who": "level:grandmother"}, "grandmother"),
        ({"goal": "world-peace"}, "no such goal"),
        ({"seed": "1e400"}, "a whole number from 0 to"),
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
    broken = studio.game_store.add("Broken", '(game "Broken" (players 2) (equipment {(bord (square 3))}))')
    answer = client.get(f"/games/{broken.id}/playtest")
    assert answer.status_code == 400
    assert f'href="/games/{broken.id}/edit"' in answer.text
    assert "bord" in answer.text


def test_amounts_become_settings_of_a_play_test() -> None:
    game = load("tic-tac-toe")
    quick = fitting_request(read_job_request({"amount": "quick"}), game)
    assert quick.quick
    assert quick.resume
    assert quick.matches
    usual = fitting_request(read_job_request({"amount": "usual", "matches": 3}), game)
    assert not usual.quick
    assert usual.matches == 400
    until = fitting_request(read_job_request({"amount": "settled"}), game)
    assert (str(until.until), until.matches) == ("settled", SETTLED_MOST)
    number = fitting_request(
        read_job_request({"amount": "number", "matches": 12, "seed": 5, "limit": 9, "agents": "random"}), game
    )
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
        assert re.search(r"(Goals met|Metas atingidas): \d", told["verdict"]), "the verdict speaks of goals too"
    artifacts = RunArtifacts(studio.settings.folder, studio.archive.manifest(run), 40, ["few-draws"])
    assert "Play-test of Tic-Tac-Toe" in (artifacts.text("report.en.html") or "")
    assert 'lang="pt-BR"' in (artifacts.text("report.pt-BR.html") or "")


def test_page_of_a_job_shows_its_goals_and_says_what_their_intervals_hold_for(
    client: TestClient, studio: Studio
) -> None:
    job = performed(studio, goals=["fair-seats", "few-draws"], seed=11)
    for address in (f"/jobs/{job.id}", f"/runs/{job.result['run']}"):
        page = html.unescape(client.get(address).text)
        assert "Your goals" in page
        assert "hold for all goals together" in page
        for goal in job.result["languages"]["en"]["goals"]:
            assert goal["measured"] in page


def test_job_done_again_plays_no_match_twice(studio: Studio) -> None:
    job = performed(studio, matches=10, seed=12)
    first = list(studio.archive.matches(job.result["run"]))
    assert list(studio.archive.matches(again(studio, job).result["run"])) == first


def test_job_plays_the_version_and_the_settings_that_were_asked_for(studio: Studio) -> None:
    rules = studio.game_store.game("tic-tac-toe").rules
    own = studio.game_store.add("My Game", rules)
    studio.game_store.save(own.id, rules.replace("Tic-Tac-Toe", "Another Name"))
    job = performed(studio, own.id, version=1, settings={"Grid": "4x4"}, matches=4)
    manifest = studio.archive.manifest(job.result["run"])
    assert manifest.game == "Tic-Tac-Toe"
    assert manifest.options["Grid"] == "4x4"


def test_job_that_asks_for_what_the_game_lacks_fails_with_a_sentence(studio: Studio) -> None:
    job = performed(studio, agents="random,random,random")
    assert job.state == "failed"
    assert job.error is not None
    assert "3" in job.error


def test_form_asks_for_several_strengths_at_once(client: TestClient, studio: Studio) -> None:
    page = client.get("/games/tic-tac-toe/playtest").text
    assert 'name="who" value="levels"' in page
    assert re.search(r'name="level" value="club" checked', page)
    job_request = started(client, studio, who="levels", level=["expert", "casual"], amount="quick")
    assert (job_request["levels"], job_request["agents"]) == (["casual", "expert"], None)
    for fields in ({"level": ["club"]}, {"level": ["club", "casual"], "amount": "settled"}):
        answer = client.post("/games/tic-tac-toe/playtest", data={"who": "levels", "amount": "quick", **fields})
        assert answer.status_code == 400


@pytest.fixture(scope="module")
def at_levels(studio: Studio) -> Job:
    """A play-test at two strengths."""
    goals = ["few-draws", "balance at least 0.5 at level:expert"]
    return performed(studio, agents=None, levels=["beginner", "casual"], matches=24, goals=goals)


def test_play_test_at_several_strengths_tells_what_changes_with_strength(client: TestClient, at_levels: Job) -> None:
    assert (at_levels.state, at_levels.error) == ("done", None)
    assert [level["label"] for level in at_levels.result["levels"]] == ["beginner", "casual"]
    assert at_levels.result["matches"] == at_levels.result["wanted"] == 48
    page = html.unescape(client.get(f"/jobs/{at_levels.id}").text)
    assert "What changes with strength" in page
    assert at_levels.result["strengths"]["en"]["sentences"][0] in page
    portuguese = html.unescape(client.get(f"/jobs/{at_levels.id}", headers={"Accept-Language": "pt"}).text)
    assert at_levels.result["strengths"]["pt-BR"]["sentences"][0] in portuguese
    assert portuguese.count('<th scope="col">Jogadores casuais</th>') >= 1, "levels are called alike everywhere"
    assert "uma de várias forças: Iniciantes, Jogadores casuais" in html.unescape(
        client.get(f"/runs/{at_levels.result['levels'][0]['run']}", headers={"Accept-Language": "pt"}).text
    )
    (goal,) = at_levels.result["strengths"]["en"]["goals"]
    assert [one["verdict"] in ("met", "missed", "open") for one in goal["levels"]] == [True, True]
    assert all(one["measured"] in page for one in goal["levels"])
    (unjudged,) = at_levels.result["strengths"]["en"]["unjudged"]
    assert unjudged.startswith("not judged: balance at least 0.5 at level:expert")
    assert unjudged in page
    report = client.get(f"/jobs/{at_levels.id}/report")
    assert "default-src 'none'" in report.headers["Content-Security-Policy"]
    assert f'href="/jobs/{at_levels.id}"' in report.text
    assert 'lang="pt-BR"' in client.get(f"/jobs/{at_levels.id}/report", headers={"Accept-Language": "pt"}).text


def test_run_of_one_strength_shows_what_changes_with_strength(client: TestClient, at_levels: Job) -> None:
    for level in at_levels.result["levels"]:
        page = html.unescape(client.get(f"/runs/{level['run']}").text)
        assert at_levels.result["strengths"]["en"]["sentences"][0] in page
        assert f'href="/jobs/{at_levels.id}"' in page
        assert 'class="verdict"' in page, "what the run shows by itself is there at once"


def test_play_test_at_several_strengths_done_again_plays_no_match_twice(studio: Studio, at_levels: Job) -> None:
    assert again(studio, at_levels).result["strengths"] == at_levels.result["strengths"]


def test_first_look_that_was_cut_says_so(client: TestClient, studio: Studio) -> None:
    job = studio.jobs.add("playtest", "tic-tac-toe", "Tic-Tac-Toe", {"amount": "quick"})
    studio.jobs.report(job.id, {"stage": "over", "played": 37, "wanted": 100})
    studio.jobs.found(job.id, {"matches": 37, "wanted": 100, "languages": {}})
    studio.jobs.end(job.id, "done")
    page = client.get(f"/jobs/{job.id}").text
    assert "cut off after half a minute, with 37 matches" in page
    assert 'value="0.3700"' in page
    assert ">done<" not in page
    assert ">first look<" in client.get("/jobs").text


def test_job_that_has_just_begun_does_not_say_that_it_waits(client: TestClient, studio: Studio) -> None:
    job = studio.jobs.add("playtest", "tic-tac-toe", "Tic-Tac-Toe", {"amount": "quick"})
    assert "Waits for its turn" in client.get(f"/jobs/{job.id}").text
    assert studio.jobs.claim(job.id)
    page = client.get(f"/jobs/{job.id}").text
    assert "Waits for its turn" not in page
    assert "It begins" in page
    studio.jobs.report(job.id, {"stage": "over", "played": 1, "wanted": 9})
    studio.jobs.end(job.id, "stopped")
    client.post(f"/jobs/{job.id}/resume")
    assert studio.jobs.claim(job.id)
    assert "It begins" in client.get(f"/jobs/{job.id}").text
