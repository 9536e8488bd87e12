"""A search for better rules is the same whether a page, a program, the command line or Python asks for it."""

from __future__ import annotations

import json
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import apts
from apts.cli.commands import app
from apts.errors import AptsError
from apts.playtest.goals.goal_files import requested_goals
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.request_fields import offered, request_fields
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_context import read_search
from apts.variants.search.improve_request import MINUTES, ImproveRequest
from apts.variants.tunables import read_limits
from tests.studio.asked import GAME, Way, taken

LINE, BOUND = "rules.end.if.is Line.length", "rules.end.if.is Line.length=2..3"
GOAL = "few-draws"
SEARCHES: dict[str, Way] = {
    "goals": Way(["fair-seats"], ("--goal", "fair-seats"), {"question": "fair-seats"}),
    "minutes": Way(0.5, ("--minutes", "0.5"), {"minutes": "0,5"}),
    "matches": Way(700, ("--matches", "700"), {"budget": "700"}),
    "method": Way("evolve", ("--method", "evolve"), {"way": "evolve"}),
    "agents": Way("level:casual", ("--agents", "level:casual"), {"agents": "level:casual"}),
    "seed": Way(2**60, ("--seed", str(2**60)), {"seed": str(2**60)}),
    "most": Way(24, ("--most", "24"), {"most": "24"}),
    "fresh": Way(30, ("--fresh", "30"), {"fresh": "30"}),
    "edits": Way(["number"], ("--edits", "number"), {"kinds": ["number"]}),
    "pins": Way([LINE], ("--pin", LINE), {"pin": [LINE]}),
    "bounds": Way([BOUND], ("--bounds", BOUND), {f"low:{LINE}": "2", f"high:{LINE}": "3"}),
    "limit": Way(50, ("--limit", "50"), {"limit": "50"}),
}
"""Every field that pages and programs can ask a search for, as all four ways say it."""

MACHINE: dict[str, tuple[Any, tuple[str, ...]]] = {
    "axes": (["length", "balance"], ("--axes", "length,balance")),
    "games": (2, ("--games", "2")),
    "workers": (1, ("--workers", "1")),
    "cluster": ("local", ("--cluster", "local")),
}


def searched_by_command(monkeypatch: pytest.MonkeyPatch, *words: str) -> ImproveRequest:
    """The request that ``apts improve`` makes."""
    found: list[ImproveRequest] = []

    def search(_parent: Any, request: ImproveRequest, *_: Any) -> None:
        found.append(request)
        raise AptsError("not played")

    with monkeypatch.context() as patched:
        patched.setattr("apts.variants.search.improve.improve_by_request", search)
        done = CliRunner().invoke(app, ["improve", GAME, *words])
    assert found, (done.output, done.exception)
    return replace(found[0], command="")


def wanted_of(request: ImproveRequest) -> dict[str, Any]:
    """What a request says: its goals read, its kinds of edits one by one, and how much is played where nothing was said."""
    wanted = requested_goals(request.goals)
    assert wanted is not None
    agents = request.play().as_data()["agents"]
    return {
        **request.as_data(),
        "goals": [(str(goal), goal.weight) for goal in wanted.wanted],
        "agents": agents[0] if isinstance(agents, list) else agents,
        "edits": set(request.settings().kinds) if request.edits != ("all",) else "all",
        "minutes": MINUTES if request.matches is None and request.minutes is None else request.minutes,
    }


def test_every_field_of_a_search_is_tried_below() -> None:
    assert SEARCHES.keys() == offered(ImproveRequest, "api").keys() == offered(ImproveRequest, "form").keys()
    assert {*SEARCHES, *MACHINE} == offered(ImproveRequest, "command").keys()
    for name, (value, words) in MACHINE.items():
        assert name not in SEARCHES, (value, words)


@pytest.mark.parametrize("name", SEARCHES)
def test_every_field_of_a_search_is_the_same_by_command_form_program_and_python(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    way = SEARCHES[name]
    beside: dict[str, Any] = {} if name == "goals" else {"goals": [GOAL]}
    if name != "edits":
        beside["edits"] = ["number", "truth"]
    wanted = ImproveRequest(**{**beside, name: way.value})
    assert getattr(wanted, name) != request_fields(ImproveRequest)[name].default
    assert ImproveRequest.from_data(json.loads(json.dumps(wanted.as_data()))) == wanted
    typed = (*(() if name == "goals" else ("--goal", GOAL)), *(() if name == "edits" else ("--edits", "number,truth")))
    assert wanted_of(searched_by_command(monkeypatch, *typed, *way.command)) == wanted_of(wanted)
    filled = {"question": GOAL, "kinds": ["number", "truth"], **way.form}
    answer = client.post(f"/games/{GAME}/improve", data=filled, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    form = taken(studio, answer.headers["location"].rpartition("/")[2])
    sent = {**beside, name: way.value}
    if name == "agents":
        sent["agents"] = [way.value]
    answer = client.post("/api/jobs", json={"kind": "improve", "game": GAME, **sent})
    assert answer.status_code == 202, answer.text
    api = taken(studio, answer.json()["id"])
    for job_request in (form, api):
        assert wanted_of(read_search(job_request)) == wanted_of(wanted), name
    found: list[ImproveRequest] = []
    monkeypatch.setattr(
        "apts.variants.search.improve.improve_by_request", lambda _parent, request, *_: found.append(request)
    )
    words = {key: value for key, value in sent.items() if key not in ("pins", "bounds", "edits", "agents")}
    limits = read_limits(wanted.pins, wanted.bounds)
    agents = way.value if name == "agents" else None
    apts.improve(GAME, **words, edits=",".join(wanted.edits), limits=limits, agents=agents)
    apts.improve(GAME, request=wanted)
    assert all(wanted_of(one) == wanted_of(wanted) for one in found)
    assert len(found) == 2


@pytest.mark.parametrize("name", MACHINE)
def test_what_a_search_needs_of_the_machine_is_asked_by_command_and_python_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    value, words = MACHINE[name]
    request = searched_by_command(monkeypatch, "--goal", GOAL, *words)
    assert wanted_of(request) == wanted_of(ImproveRequest(goals=[GOAL], **{name: value}))
    answer = client.post("/api/jobs", json={"kind": "improve", "game": GAME, "goals": [GOAL], name: value})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("name", "value", "words", "form"),
    [
        ("matches", 0, ("--matches", "0"), {"budget": "0"}),
        ("minutes", -1.0, ("--minutes", "-1"), {"minutes": "-1"}),
        ("most", 3, ("--most", "3"), {"most": "3"}),
        ("fresh", "x", ("--fresh", "x"), {"fresh": "x"}),
        ("method", "dowsing", ("--method", "dowsing"), {"way": "dowsing"}),
    ],
)
def test_a_wrong_value_of_a_search_is_refused_in_the_same_words_by_every_way(
    client: TestClient, name: str, value: Any, words: tuple[str, ...], form: dict[str, str]
) -> None:
    with pytest.raises(AptsError) as found:
        apts.improve(GAME, GOAL, **{name: value})
    sentence = str(found.value)
    typed = CliRunner().invoke(app, ["improve", GAME, "--goal", GOAL, *words])
    assert sentence in (typed.output if typed.exit_code == 2 else str(typed.exception))
    answer = client.post("/api/jobs", json={"kind": "improve", "game": GAME, "goals": [GOAL], name: value})
    assert answer.status_code in (400, 422)
    assert sentence[1:] in answer.json()["detail"]
    filled = {"question": GOAL, "kinds": ["number"], **form}
    page = client.post(f"/games/{GAME}/improve", data=filled, follow_redirects=False)
    assert page.status_code == 400
    assert sentence[1:] in unescape(page.text)


def test_orders_of_a_search_of_an_older_studio_mean_what_they_meant() -> None:
    old = {
        "goals": [{"goal": "drawishness at most 0.15", "weight": None, "label": "few-draws.1"}], "edits": ["number"],
        "method": "race", "agents": None, "seed": 3, "most": 400, "fresh": 400, "matches": None, "minutes": 10.0,
        "pins": [], "bounds": [BOUND], "settings": {}, "version": None,
    }  # fmt: skip
    request = read_search(old)
    assert (request.seed, request.minutes, request.limit) == (3, 10.0, DEFAULTS.limit)
    assert request.settings(spent=2.0).spent == 2.0
    assert request.settings().limits == read_limits((), [BOUND])
    assert read_search({"goals": [{"goal": "few-draws", "weight": 2.0}]}).edits == ("all",)
