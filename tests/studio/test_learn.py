"""Teaching networks in the studio: the form, the training as a job that goes on where it was, its page and its network."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from starlette.testclient import TestClient

from apts.agents.agent_registry import agent
from apts.errors import AptsError
from apts.games.library import load
from apts.studio.assets import Line, Point, frame_of, line_chart
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_context import JobContext
from apts.studio.jobs.kinds import train_job
from apts.studio.store.jobs import Job
from apts.studio.store.matches import Models
from apts.studio.words import words

pytest.importorskip("torch")

WISHES = {"cycles": 3, "positions": 64, "simulations": 4, "width": 8, "depth": 1, "slots": 8}
ORDERS: dict[str, Any] = {"wishes": WISHES, "measure": {"every": 1, "matches": 4, "iterations": 20}}


def desk_of(studio: Studio, job: Job) -> JobContext:
    return JobContext(studio.jobs.job(job.id), studio.jobs, studio.game_store, studio.archive, studio.settings.folder)


@pytest.fixture(scope="module")
def done(studio: Studio) -> Job:
    """A training that was made."""
    job = studio.jobs.add("train", "tic-tac-toe", "A network for Tic-Tac-Toe", ORDERS)
    assert studio.jobs.claim(job.id)
    studio.jobs.found(job.id, train_job.perform(desk_of(studio, job)))
    studio.jobs.end(job.id, "done")
    return studio.jobs.job(job.id)


def test_training_tells_its_curves_and_its_strength_with_intervals(done: Job) -> None:
    told = done.progress
    assert (told["cycles"], told["part"]) == (3, 1.0)
    assert [row["cycle"] for row in told["curves"]] == [1, 2, 3]
    assert all(row["policy"] > 0.0 for row in told["curves"])
    last = told["strength"][-1]
    assert last["low"] <= last["score"] <= last["high"]
    assert last["elo_low"] <= last["elo"] <= last["elo_high"]


def test_network_of_a_training_plays_its_game(done: Job, studio: Studio) -> None:
    (model,) = Models(studio.settings.folder).of("tic-tac-toe")
    assert model.job == done.id
    assert agent(f"{model.spec},simulations=8").choose(load("tic-tac-toe").start(), seed=1).text


def test_page_shows_curves_and_leads_to_a_match_against_the_network(client: TestClient, done: Job) -> None:
    page = client.get(f"/learn/{done.id}").text
    assert page.count('<svg class="chart"') == 3
    assert f"/games/tic-tac-toe/play?opponent=model:{done.id}" in page
    assert "<style" not in page
    assert "Pontuação contra" in client.get(f"/learn/{done.id}", headers={"Accept-Language": "pt"}).text
    assert client.get(f"/learn/{done.id}/events").text.rstrip().endswith("event: over\ndata:")
    assert len(client.get(f"/learn/{done.id}/model.onnx").content) > 1000


def test_all_trainings_stand_beside_the_models_that_come_with_the_system(client: TestClient, done: Job) -> None:
    page = client.get("/learn").text
    assert f"/learn/{done.id}" in page
    assert "/games/connect-four/play?opponent=model:connect-four" in page
    assert "It plays on the 6x6 board only" in page
    assert "Othello 6x6" in page
    assert "opponent=model:othello" not in page  # the usual board is another


def test_training_is_ordered_as_the_form_says(client: TestClient, studio: Studio, done: Job) -> None:
    fields = {"minutes": "2.5", "size": "glance", "start": done.id}
    answer = client.post("/games/tic-tac-toe/learn", data=fields, follow_redirects=False)
    job = studio.jobs.job(answer.headers["location"].removeprefix("/learn/"))
    assert (job.request["minutes"], job.request["start"]) == (2.5, done.id)
    assert "width" not in job.request["wishes"]
    assert client.get("/games/tic-tac-toe/learn").status_code == 200


@pytest.mark.parametrize("fields", [{"minutes": "-1"}, {"minutes": "x"}, {"minutes": "5", "size": "vast"}])
def test_mistakes_in_the_form_are_told(client: TestClient, studio: Studio, fields: dict[str, str]) -> None:
    before = len(studio.jobs.listed())
    answer = client.post("/games/tic-tac-toe/learn", data=fields)
    assert answer.status_code == 400
    assert "notice bad" in answer.text
    assert len(studio.jobs.listed()) == before


def test_training_begins_with_the_network_of_an_earlier_one(studio: Studio, done: Job) -> None:
    wishes = {name: value for name, value in WISHES.items() if name not in ("width", "depth")} | {"cycles": 1}
    job = studio.jobs.add("train", "tic-tac-toe", "On", {"wishes": wishes, "measure": {"every": 0}, "start": done.id})
    told = train_job.perform(desk_of(studio, job))
    assert told["cycles"] == 1
    assert told["parameters"] == done.progress["parameters"]


def test_interrupted_training_ends_after_its_cycle_and_goes_on_to_the_same_network(
    studio: Studio, done: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = studio.jobs.add("train", "tic-tac-toe", "Interrupted", ORDERS)
    told = train_job.training_data
    calls = []

    def interrupt(training: Any) -> dict[str, Any]:
        calls.append(training)
        if len(calls) == 2:  # after the first cycle
            os.kill(os.getpid(), signal.SIGINT)
        return told(training)

    with monkeypatch.context() as patched:
        patched.setattr(train_job, "training_data", interrupt)
        first = train_job.perform(desk_of(studio, job))
    assert (first["cycles"], first["stopped"]) == (1, True)
    models = Models(studio.settings.folder)
    assert models.place("tic-tac-toe", job.id).is_file()
    second = train_job.perform(desk_of(studio, job))
    assert (second["cycles"], second["stopped"]) == (3, False)
    assert second["curves"] == done.result["curves"]
    same = (models.place("tic-tac-toe", id).read_bytes() for id in (job.id, done.id))
    assert len(set(same)) == 1


def test_training_by_the_clock_learns_on_from_its_last_checkpoint(client: TestClient, studio: Studio) -> None:
    wishes = {name: value for name, value in WISHES.items() if name != "cycles"}
    job_request = {"minutes": 0.02, "wishes": wishes, "measure": {"every": 0}}
    job = studio.jobs.add("train", "tic-tac-toe", "Longer", job_request)
    assert studio.jobs.claim(job.id)
    first = train_job.perform(desk_of(studio, job))
    studio.jobs.end(job.id, "done")
    assert "Learn on" in client.get(f"/learn/{job.id}").text
    assert "Continuar aprendendo" in client.get(f"/learn/{job.id}", headers={"Accept-Language": "pt"}).text
    assert client.post(f"/learn/{job.id}/more", data={"minutes": "x"}).status_code == 400
    before = len(studio.jobs.listed(kind="train"))
    answer = client.post(f"/learn/{job.id}/more", data={"minutes": "0,05"}, follow_redirects=False)
    assert answer.headers["location"] == f"/learn/{job.id}"
    assert len(studio.jobs.listed(kind="train")) == before, "it is the same training"
    again = studio.jobs.job(job.id)
    assert again.state == "waiting"
    assert again.request["minutes"] == pytest.approx(0.07)
    assert "Learn on" not in client.get(f"/learn/{job.id}").text
    second = train_job.perform(desk_of(studio, job))
    assert second["cycles"] > first["cycles"]
    assert second["minutes"] > 0.06
    assert second["curves"][: len(first["curves"])] == first["curves"], "what it learnt before stays"
    studio.jobs.end(job.id, "stopped")


def test_training_that_ended_by_its_cycles_does_not_offer_to_learn_on(client: TestClient, done: Job) -> None:
    assert "Learn on" not in client.get(f"/learn/{done.id}").text


def test_missing_torch_is_told_with_the_extra_that_brings_it(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apts.learning.extra.find_spec", lambda name: None)
    assert "apts[learn]" in client.get("/games/tic-tac-toe/learn").text
    job = studio.jobs.add("train", "tic-tac-toe", "Without", ORDERS)
    with pytest.raises(AptsError, match=r"apts\[learn\]"):
        train_job.perform(desk_of(studio, job))


def test_rules_with_a_mistake_cannot_be_learnt(client: TestClient, studio: Studio) -> None:
    game = studio.game_store.add(
        "Broken", '(game "Broken" (players 2) (equipment { (board (square 3)) }) (rules (play (mvoe))))'
    )
    answer = client.post(f"/games/{game.id}/learn", data={"minutes": "1"})
    assert answer.status_code == 400
    assert "mvoe" in answer.text
    assert not studio.jobs.listed(game=game.id)


@pytest.mark.parametrize("way", ["page", "api"])
def test_deleted_training_takes_its_network_along(client: TestClient, studio: Studio, way: str) -> None:
    job = studio.jobs.add("train", "tic-tac-toe", "To be deleted", ORDERS)
    place = Models(studio.settings.folder).place("tic-tac-toe", job.id)
    place.write_bytes(b"network")
    client.post(f"/jobs/{job.id}/stop")
    if way == "page":
        client.post(f"/jobs/{job.id}/delete")
    else:
        assert client.delete(f"/api/jobs/{job.id}").status_code == 204
    assert not place.exists()
    assert client.get(f"/learn/{job.id}").status_code == 404


def test_long_curves_are_thinned_out_and_keep_their_last_cycle() -> None:
    rows = [{"number": number, "policy": 1.0, "value": float("nan")} for number in range(1, 1001)]
    found = train_job.curves(rows)
    assert len(found) <= train_job.MOST_POINTS
    assert found[-1]["cycle"] == 1000
    assert found[-1]["value"] is None


def test_chart_holds_all_points_and_has_no_style_of_its_own() -> None:
    points = (Point(1, 0.2, 0.1, 0.3), Point(5, 0.9, 0.5, 40.0))
    frame = frame_of([Line("a", points)])
    assert frame.bottom <= 0.1
    assert 0.9 <= frame.top < 40.0
    assert (frame.top - frame.bottom) / frame.step == pytest.approx(round((frame.top - frame.bottom) / frame.step))
    drawn = str(line_chart([Line("a", points)], "Title <", "cycles", words("pt-BR")))
    assert "style" not in drawn
    assert "Title &lt;: a 0,900" in drawn
    assert line_chart([Line("a", ())], "", "", words("en")) == ""
