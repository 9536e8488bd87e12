"""Improving a game in the studio: the form, the search as a job, its page, and candidates that are tried and adopted."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from apts.locales import LANGUAGES
from apts.playtest.goals import read_goal
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_context import JobContext
from apts.studio.jobs.kinds import improve_job
from apts.studio.jobs.search_summary import front_so_far
from apts.studio.pages.search_form import goal_label, questions
from apts.studio.pages.searches import evidence_of, in_words
from apts.studio.store.jobs import Job
from apts.studio.words import words
from apts.variants.search.improve_request import FRESH
from tests.wording.golden import Wording

RULES = """(game "Long Row"
    (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""
SMALL = {"agents": "random", "matches": 200, "most": 24, "fresh": 20}
ORDERS = {"goals": [{"goal": "length at most 6", "weight": None, "label": ""}], "edits": ["number"], **SMALL}


def desk_of(studio: Studio, job: Job) -> JobContext:
    return JobContext(job, studio.jobs, studio.game_store, studio.archive, studio.settings.folder)


def performed(studio: Studio, job: Job) -> Job:
    assert studio.jobs.claim(job.id)
    studio.jobs.found(job.id, improve_job.perform(desk_of(studio, job)))
    studio.jobs.end(job.id, "done")
    return studio.jobs.job(job.id)


@pytest.fixture(scope="module")
def done(studio: Studio) -> Job:
    """A search that was made of an own game."""
    game = studio.game_store.add("Long Row", RULES)
    return performed(studio, studio.jobs.add("improve", game.id, "Better rules for Long Row", ORDERS))


def filled(**fields: Any) -> dict[str, Any]:
    """The fields of the form as a browser sends them."""
    return {
        "question": ["few-draws"],
        "high:few-draws.1": "15",
        "own": "",
        "minutes": "2",
        "kinds": ["number"],
    } | fields


def test_every_question_has_a_title_and_names_of_its_goals_in_all_languages() -> None:
    for question in questions():
        told = [(question.title(one), question.why(one)) for one in LANGUAGES]
        assert len({*told, ("", "")}) == len(LANGUAGES) + 1
        for goal in question.goals:
            named = [goal_label(goal.label, one) for one in LANGUAGES]
            assert len({*named, "", str(goal.goal)}) == len(LANGUAGES) + 2
    assert [goal_label(label, "en") for label in ("few-draws", "few-draws.2", "few-draws.x", "", "of-nobody.1")] == [
        ""
    ] * 5


def test_goals_of_the_bank_are_read_again_from_their_texts() -> None:
    for question in questions():
        for one in question.goals:
            again = read_goal(str(one.goal), weight=one.goal.weight)
            assert (again.metric, again.part, again.each, again.level) == (
                one.goal.metric, one.goal.part, one.goal.each, one.goal.level,
            )  # fmt: skip
            assert (again.low, again.high) == pytest.approx((one.goal.low, one.goal.high))


def test_form_offers_questions_with_their_numbers_and_what_can_be_pinned(client: TestClient) -> None:
    page = client.get("/games/tic-tac-toe/improve").text
    assert "Does every seat have the same chance?" in page
    assert 'name="low:fair-seats.2" value="45"' in page
    assert "length of the line that wins" in page
    assert "skill-beats-luck" not in page  # a game without chance
    assert "Todos os lugares" in client.get("/games/tic-tac-toe/improve", headers={"Accept-Language": "pt"}).text


def test_search_is_ordered_as_the_form_says(client: TestClient, studio: Studio) -> None:
    path = "equipment.board.square.dim"
    fields = filled(own="length between 5 and 7", pin=[path], **{"low:rules.end.if.is Line.length": "2"})
    answer = client.post("/games/tic-tac-toe/improve", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    job = studio.jobs.job(answer.headers["location"].removeprefix("/improve/"))
    assert [one["goal"] for one in job.request["goals"]] == ["drawishness at most 0.15", "length between 5 and 7"]
    assert job.request["pins"] == [path]
    assert [bound.split("=")[0] for bound in job.request["bounds"]] in ([], ["rules.end.if.is Line.length"])
    assert job.request["edits"] == ["number"]
    assert job.request["minutes"] == 2.0
    assert client.get(f"/improve/{job.id}").status_code == 200


def test_search_begins_with_the_settings_of_the_page(client: TestClient, studio: Studio) -> None:
    address = "/games/connect-four/improve?set.Grid=5x4&set.rules.end.if.is+Line.length=3"
    form = client.get(address).text
    assert "Grid = 5x4, length of the line that wins = 3" in form
    assert address.replace("&", "&amp;") in form
    answer = client.post(address, data=filled(), follow_redirects=False)
    job = studio.jobs.job(answer.headers["location"].removeprefix("/improve/"))
    assert job.request["settings"] == {"Grid": "5x4", "rules.end.if.is Line.length": 3}
    variant = improve_job.searched_game(desk_of(studio, job))
    assert {one.path: one.value for one in variant.tunables()}["rules.end.if.is Line.length"] == 3
    page = client.get(f"/improve/{job.id}", headers={"Accept-Language": "pt"}).text
    assert "Grid = 5x4, comprimento da linha que vence = 3" in page


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"own": "lenght at most 6"}, "did you mean"),
        ({"own": "length at most 6 at model:/etc/passwd"}, "name no files"),
        ({"question": []}, "Tick at least one question"),
        ({"kinds": []}, "At least one sort of edit"),
        ({"minutes": "many"}, "The budget in minutes is a number, not"),
        ({"own": "length at most 6\nlength at least 8"}, "No game can keep both"),
        ({"high:few-draws.1": "150"}, "drawishness"),
        ({"way": "dowsing"}, "There is no method"),
    ],
)
def test_mistakes_are_told_at_their_fields_and_what_was_typed_stays(
    client: TestClient, studio: Studio, fields: dict[str, Any], told: str
) -> None:
    before = len(studio.jobs.listed())
    answer = client.post("/games/tic-tac-toe/improve", data=filled(**fields))
    assert answer.status_code == 400
    assert told in answer.text
    assert fields.get("own", "") in answer.text
    assert len(studio.jobs.listed()) == before


def test_search_gives_edits_in_words_with_fresh_matches_at_three_strengths(done: Job, wording: Wording) -> None:
    assert done.result["verdict"] == "met"
    wording(done.result["edits"])
    candidate = done.result["candidates"][0]
    assert candidate["chosen"]
    assert [change["words"] for change in candidate["differences"]] == done.result["edits"]
    assert {answer["agents"] for answer in candidate["answers"]} == {
        "random",
        "uct:iterations=50",
        "uct:iterations=200",
    }
    assert all(answer["after"]["low"] <= answer["after"]["value"] for answer in candidate["answers"])
    assert "(is Line 2)" in candidate["rules"]
    assert candidate["rules"].startswith("// Long Row, changed by")
    assert done.result["reasons"][0]["count"] > 0


def test_progress_has_the_trace_and_the_front(done: Job) -> None:
    assert [len(one["edits"]) for one in done.progress["front"]] == [0, 1]
    assert done.progress["trace"][-1]["value"] == 0.0
    assert done.progress["matches"] == done.result["matches"]
    assert done.progress["minutes"] > 0.0


def test_runs_of_the_fresh_matches_are_in_the_archive(done: Job, studio: Studio) -> None:
    names = {run.name for run in studio.archive.runs()}
    for strength in done.result["candidates"][0]["strengths"]:
        assert {strength["before"], strength["after"]} <= names


def test_page_of_a_search_says_what_was_taken_for_granted(client: TestClient, studio: Studio, done: Job) -> None:
    granted = "completion at least 0.5"
    first, *others = done.result["candidates"]
    first = {**first, "answers": [{**answer, "goal": granted} for answer in first["answers"]]}
    job = studio.jobs.add("improve", done.game, "Better rules for Long Row", ORDERS)
    studio.jobs.found(job.id, {**done.result, "granted": [granted], "candidates": [first, *others]})
    studio.jobs.end(job.id, "done")
    page = client.get(f"/improve/{job.id}").text
    assert "Taken for granted, as no goal speaks of it: Matches with a winner: at least 50" in page
    assert "<td>taken for granted<br>" in page
    portuguese = client.get(f"/improve/{job.id}", headers={"Accept-Language": "pt"}).text
    assert "Dado como certo, pois nenhuma meta fala disso: Partidas com vencedor: " in portuguese


def test_page_of_a_search_shows_its_candidates_in_the_language_of_the_reader(client: TestClient, done: Job) -> None:
    page = client.get(f"/improve/{done.id}").text
    assert "Fresh matches confirm it." in page
    assert "length of the line that wins: 3 becomes 2" in page
    assert '<svg class="chart"' in page
    assert "<style" not in page
    assert "How the search went" in page
    portuguese = client.get(f"/improve/{done.id}", headers={"Accept-Language": "pt"}).text
    assert "Partidas novas confirmam." in portuguese
    assert "comprimento da linha que vence: 3 passa a 2" in portuguese
    assert "becomes" not in portuguese
    assert "Como foi a busca" in portuguese
    report = client.get(f"/improve/{done.id}/report", headers={"Accept-Language": "pt"}).text
    assert "comprimento da linha que vence: 3 passa a 2" in report
    assert client.get(f"/improve/{done.id}/candidates/1/board.svg").text.startswith("<svg")
    assert "(is Line 2)" in client.get(f"/improve/{done.id}/candidates/1/rules.lud").text


@pytest.mark.parametrize(("language", "told"), [("en", "seat 1 wins always"), ("pt", "o lugar 1 vence sempre")])
def test_what_became_worse_is_told_beside_the_verdict_and_above_every_button_that_adopts(
    client: TestClient, studio: Studio, done: Job, language: str, told: str
) -> None:
    worse = {"troubles": ["seat 1 wins always"], "told_troubles": {"pt-BR": ["o lugar 1 vence sempre"]}}
    candidates = [{**one, **worse} for one in done.result["candidates"]]
    job = studio.jobs.add("improve", done.game, "With troubles", ORDERS)
    studio.jobs.found(job.id, {**done.result, "troubles": worse["troubles"], "candidates": candidates})
    studio.jobs.end(job.id, "done")
    page = client.get(f"/improve/{job.id}", headers={"Accept-Language": language}).text
    verdict, *cards = page.split("<article")
    assert told in verdict
    assert "but-worse" in verdict
    assert cards
    assert all(told in card.partition("/adopt")[0] for card in cards)


def judged_as(done: Job, verdict: str, **more: Any) -> dict[str, Any]:
    """A candidate whose goals fresh matches judge in a way."""
    first = done.result["candidates"][0]
    answers = [{**one, "after": {**one["after"], "verdict": verdict}} for one in first["answers"]]
    return {**first, "verdict": verdict, "answers": answers, "troubles": [], "told_troubles": {}, **more}


@pytest.mark.parametrize(
    ("verdict", "more", "evidence"),
    [
        ("met", {}, "met"),
        ("met", {"troubles": ["seat 1 wins always"]}, "worse"),
        ("missed", {}, "missed"),
        ("open", {}, "open"),
        ("unconfirmed", {"fresh": 0, "answers": [], "strengths": []}, "unconfirmed"),
    ],
)
def test_adopting_is_the_main_button_only_where_fresh_matches_speak_for_it(
    client: TestClient, studio: Studio, done: Job, verdict: str, more: dict[str, Any], evidence: str
) -> None:
    one = judged_as(done, verdict, **more)
    assert evidence_of(one) == evidence
    job = studio.jobs.add("improve", done.game, "Evidence", ORDERS)
    studio.jobs.found(job.id, {**done.result, "candidates": [one]})
    studio.jobs.end(job.id, "done")
    for language in ("en", "pt-BR"):
        page = html.unescape(client.get(f"/improve/{job.id}", headers={"Accept-Language": language}).text)
        assert words(language)(f"improve.evidence.{evidence}") in page
        adopting = page.partition('/adopt">')[2].partition("</form>")[0]
        assert ('class="main"' in adopting) == (evidence == "met")
        main = page.partition('/more">')[2].partition("</form>")[0]
        assert ('class="main"' in main) == (evidence != "met")


def test_playing_more_offers_a_longer_play_test_of_the_candidate(client: TestClient, studio: Studio, done: Job) -> None:
    answer = client.post(f"/improve/{done.id}/candidates/1/more", follow_redirects=False)
    assert answer.status_code == 303
    page = client.get(answer.headers["location"]).text
    assert f'name="how_many" min="1" max="1000000" inputmode="numeric" value="{4 * (FRESH // 4)}"' in page
    assert 'name="amount" value="number" checked' in page
    assert ">random</textarea>" in page


def test_search_without_new_troubles_warns_of_none(client: TestClient, studio: Studio, done: Job) -> None:
    without: dict[str, Any] = {"troubles": [], "told_troubles": {}}
    job = studio.jobs.add("improve", done.game, "Without troubles", ORDERS)
    candidates = [{**one, **without} for one in done.result["candidates"]]
    studio.jobs.found(job.id, {**done.result, "troubles": [], "candidates": candidates})
    studio.jobs.end(job.id, "done")
    page = client.get(f"/improve/{job.id}").text
    assert "worse" not in page


def test_numbers_of_a_search_are_explained(client: TestClient, studio: Studio, done: Job) -> None:
    job = studio.jobs.add("improve", done.game, "Over its time", {**ORDERS, "minutes": 0.5, "matches": None})
    studio.jobs.report(job.id, {**done.progress, "minutes": 0.8, "matches": 110})
    studio.jobs.found(job.id, {**done.result, "matches": 1758})
    studio.jobs.end(job.id, "done")
    page = client.get(f"/improve/{job.id}").text
    assert "in all: 110 to choose among variants" in page
    assert "the search itself had 0.5" in page
    assert "of 0.5" not in page


def test_steps_of_a_search_are_told_in_the_language_of_the_reader(done: Job, wording: Wording) -> None:
    steps = [in_words(words("pt-BR"), step, "told") for step in done.result["trace"]]
    assert steps[0].words == "o jogo como é"
    assert {step.language for step in steps} == {"pt-BR"}
    assert any("restam" in step.words for step in steps[1:])
    wording(in_words(words("en"), done.result["trace"][0], "told").words)


def test_events_of_a_search_that_is_over_end(client: TestClient, done: Job) -> None:
    told = client.get(f"/improve/{done.id}/events").text
    assert told.startswith("event: changed\n")
    assert told.rstrip().endswith("event: over\ndata:")


def test_full_page_may_run_its_own_script_and_no_other(client: TestClient, done: Job) -> None:
    answer = client.get(f"/improve/{done.id}/report")
    policy = answer.headers["Content-Security-Policy"]
    assert "from goals to fixes" in answer.text
    assert f'href="/improve/{done.id}"' in answer.text
    assert "script-src 'sha256-" in policy
    assert "script-src 'unsafe-inline'" not in policy
    assert "default-src 'none'" in policy


def test_trying_a_candidate_makes_one_own_game_however_often(client: TestClient, studio: Studio, done: Job) -> None:
    places = {
        client.post(f"/improve/{done.id}/candidates/1/try", follow_redirects=False).headers["location"]
        for _ in range(2)
    }
    assert len(places) == 1
    place = places.pop()
    assert "was put among your own games" in client.get(place).text
    id = place.split("/")[2]
    assert "(is Line 2)" in studio.game_store.game(id).rules
    assert "search" in next(own.origin for own in studio.game_store.own() if own.id == id)


def test_adopting_a_candidate_saves_a_version_that_says_what_was_measured(
    client: TestClient, studio: Studio, done: Job
) -> None:
    before = studio.game_store.game(done.game).version
    client.post(f"/improve/{done.id}/candidates/1/adopt", follow_redirects=False)
    newest = studio.game_store.versions(done.game)[0]
    assert before is not None
    assert newest.number == before + 1
    assert "3 becomes 2" in newest.note
    assert "20 fresh matches confirm" in newest.note
    assert "→" in newest.note, "the figures before and after stand with the version"
    head, rules = newest.rules.split("\n", 1)
    assert head.startswith("// ")
    assert "3 becomes 2" in head
    assert rules.lstrip().startswith("(game"), "the rules begin on the first screen of a phone"
    assert "(is Line 2)" in newest.rules
    assert f"version {newest.number} of" in client.get(f"/games/{done.game}?done=adopted").text


def test_candidate_that_does_not_exist_is_not_found(client: TestClient, done: Job) -> None:
    assert client.post(f"/improve/{done.id}/candidates/99/adopt").status_code == 404
    assert client.get("/improve/none").status_code == 404


def test_search_of_a_library_game_is_adopted_as_an_own_game(client: TestClient, studio: Studio) -> None:
    job = performed(studio, studio.jobs.add("improve", "tic-tac-toe", "Better rules", ORDERS))
    answer = client.post(f"/improve/{job.id}/candidates/1/adopt", follow_redirects=False)
    id = answer.headers["location"].split("/")[2].partition("?")[0]
    assert studio.game_store.game(id).own
    assert "length of the line that wins: 3 becomes 2" in studio.game_store.game(id).rules


def test_interrupted_search_keeps_what_it_has_and_plays_no_match_twice(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = studio.game_store.add("Interrupted Row", RULES)
    job = studio.jobs.add("improve", game.id, "Interrupted", {**ORDERS, "seed": 7})
    step, match = improve_job.SearchProgress.step, improve_job.SearchProgress.match
    played: list[int] = []

    def interrupt(self: improve_job.SearchProgress, found: Any) -> None:
        step(self, found)
        if found.best.size:
            raise KeyboardInterrupt

    def count(self: improve_job.SearchProgress, done: int, wanted: int) -> None:
        played.append(done)
        match(self, done, wanted)

    monkeypatch.setattr(improve_job.SearchProgress, "match", count)
    with monkeypatch.context() as patched:
        patched.setattr(improve_job.SearchProgress, "step", interrupt)
        first = improve_job.perform(desk_of(studio, job))
    assert (first["interrupted"], first["verdict"]) == (True, "unconfirmed")
    assert first["candidates"]
    before = len(played)
    again = desk_of(studio, studio.jobs.job(job.id))
    assert improve_job.SearchProgress(again).spent > 0.0
    second = improve_job.perform(again)
    assert second["verdict"] == "met"
    assert second["trace"][: len(first["trace"])] == first["trace"]
    assert before < len(played)
    whole = len(played)
    improve_job.perform(again)
    assert len(played) == whole  # everything is in the archive now


def test_front_so_far_keeps_the_nearest_of_each_size() -> None:
    def step(key: str, size: int, value: float) -> dict[str, Any]:
        return {"key": key, "edits": ["x"] * size, "value": value, "low": 0.0, "high": 1.0}

    trace = [step("a", 0, 0.5), step("b", 1, 0.1), step("b", 1, 0.3), step("c", 2, 0.2), step("d", 2, 0.4)]
    assert [(len(one["edits"]), one["value"]) for one in front_so_far(trace)] == [(0, 0.5), (1, 0.3), (2, 0.2)]


def test_game_of_a_class_is_searched_by_its_arguments_and_has_no_rules_to_adopt(
    client: TestClient, studio: Studio
) -> None:
    form = client.get("/games/snowball-class/improve").text
    assert 'value="argument"' in form
    assert 'value="remove"' not in form
    job_request = {
        **ORDERS,
        "goals": [{"goal": "length at most 3", "weight": None, "label": ""}],
        "edits": ["argument"],
    }
    job = performed(
        studio, studio.jobs.add("improve", "snowball-class", "Better arguments", {**job_request, "matches": 60})
    )
    assert job.result["agents"] == "random"
    assert all(one["rules"] is None for one in job.result["candidates"])
    page = client.get(f"/improve/{job.id}")
    assert page.status_code == 200
    assert "/adopt" not in page.text
    if job.result["candidates"]:
        assert client.post(f"/improve/{job.id}/candidates/1/adopt").status_code == 400


def test_rules_with_a_mistake_are_shown_with_it_instead_of_a_form(client: TestClient, studio: Studio) -> None:
    game = studio.game_store.add("Broken", RULES.replace("(is Line 3)", "(is Lien 3)"))
    page = client.get(f"/games/{game.id}/improve")
    assert page.status_code == 200
    assert "Lien" in page.text
    assert f"/games/{game.id}/edit" in page.text
    assert '<form method="post" action="/games/broken/improve"' not in page.text


def test_stop_go_on_and_delete(client: TestClient, studio: Studio, tmp_path: Path) -> None:
    job = studio.jobs.add("improve", "tic-tac-toe", "To be stopped", ORDERS)
    client.post(f"/jobs/{job.id}/stop")
    assert studio.jobs.job(job.id).state == "stopped"
    client.post(f"/jobs/{job.id}/resume")
    assert studio.jobs.job(job.id).state == "waiting"
    client.post(f"/jobs/{job.id}/stop")
    folder = desk_of(studio, job).own_folder()
    assert client.post(f"/jobs/{job.id}/delete").status_code == 200
    assert not folder.exists()
    assert client.get(f"/improve/{job.id}").status_code == 404
