"""A play-test, a search and a training are the same whether a page, a program, the command line or Python asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import apts
from apts.archive import RunManifest
from apts.cli.commands import app
from apts.errors import AptsError
from apts.games.library import load
from apts.learning.teaching.learn_settings import LearnSettings, MeasureSettings
from apts.learning.usual_learning import SIZE_MINUTES, training_size
from apts.playtest.goals import read_goals
from apts.playtest.matches.forecast import QUICK_LUCK, SETTLED_MOST
from apts.playtest.matches.play_settings import USUAL, PlaySettings
from apts.studio.frame.studio import Studio
from apts.studio.jobs.kinds import improve_job
from apts.studio.jobs.kinds.playtest_job import settings_of
from apts.studio.jobs.perform import perform
from apts.studio.jobs.playtest_orders import PlaytestOrders
from apts.variants.search.improve_settings import ImproveSettings

GAME = "tic-tac-toe"


class Asked(Exception):  # noqa: N818 - carries what a run was asked to be, in place of playing it
    """The manifest of a run that was about to be played, and with how many matches of luck."""

    def __init__(self, manifest: RunManifest) -> None:
        super().__init__("asked")
        self.manifest = manifest


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that are about to be played say what they would be."""

    def play(_plan: Any, manifest: RunManifest, *_: Any, **__: Any) -> None:
        raise Asked(manifest)

    monkeypatch.setattr("apts.playtest.run.play_missing", play)


def facts(manifest: RunManifest) -> dict[str, Any]:
    """All of a manifest but the command that was typed."""
    return asdict(replace(manifest, command=""))


def by_python(**words: Any) -> RunManifest:
    """What ``apts.playtest`` plays."""
    game = apts.load(GAME, **words.pop("set", {}))
    with pytest.raises(Asked) as found:
        apts.playtest(game, **words)
    return found.value.manifest


def by_command(*words: str) -> RunManifest:
    """What ``apts playtest`` plays."""
    done = CliRunner().invoke(app, ["playtest", GAME, *words])
    assert isinstance(done.exception, Asked), (done.output, done.exception)
    return done.exception.manifest


def by_job(studio: Studio, orders: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> RunManifest:
    """What a job of the studio plays."""
    found: list[RunManifest] = []

    def play(_plan: Any, manifest: RunManifest, *_: Any, **__: Any) -> None:
        found.append(manifest)
        raise AptsError("not played")

    with monkeypatch.context() as patched:
        patched.setattr("apts.playtest.run.play_missing", play)
        job = studio.jobs.add("playtest", GAME, GAME, orders)
        assert studio.jobs.claim(job.id)
        perform(studio.settings.folder, studio.settings.archive_place, job.id)
    assert found, studio.jobs.job(job.id).error
    return found[0]


def page_orders(client: TestClient, studio: Studio, **fields: str) -> Mapping[str, Any]:
    """The orders that a form of the studio makes."""
    answer = client.post(f"/games/{GAME}/playtest", data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return studio.jobs.job(answer.headers["location"].removeprefix("/jobs/")).orders


def api_orders(client: TestClient, **words: Any) -> Mapping[str, Any]:
    """The orders that a request of a program makes."""
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, **words})
    assert answer.status_code == 202, answer.text
    orders: Mapping[str, Any] = answer.json()["orders"]
    return orders


CASES: list[tuple[dict[str, str], dict[str, Any], tuple[str, ...], dict[str, Any]]] = [
    ({"amount": "usual"}, {}, (), {}),
    ({"amount": "quick"}, {"amount": "quick"}, ("--quick",), {"quick": True}),
    ({"amount": "settled"}, {"amount": "settled"}, ("--until", "settled"), {"until": "settled"}),
    (
        {"amount": "settled", "precision": "3"},
        {"until": "precision=0.03"},
        ("--precision", "0.03"),
        {"until": "precision=0.03"},
    ),
    (
        {"amount": "number", "how_many": "30", "who": "level:casual", "seed": "7", "limit": "60"},
        {"matches": 30, "agents": ["level:casual"], "seed": 7, "limit": 60},
        ("--matches", "30", "--agents", "level:casual", "--seed", "7", "--limit", "60"),
        {"matches": 30, "agents": "level:casual", "seed": 7, "limit": 60},
    ),
    (
        {"who": "own", "agents": "random\nlevel:casual", "evaluate": "uct:iterations=50", "set.Grid": "4x4"},
        {"agents": ["random", "level:casual"], "evaluate": "uct:iterations=50", "settings": {"Grid": "4x4"}},
        ("--agents", "random,level:casual", "--evaluate", "uct:iterations=50", "--option", "Grid/4x4"),
        {"agents": ["random", "level:casual"], "evaluate": "uct:iterations=50", "set": {"Grid": "4x4"}},
    ),
    (
        {"set.Grid": "3x3", "set.Aim": "Win"},
        {"settings": {"Grid": "3x3"}},
        ("--set", "Grid=3x3"),
        {"set": {"Grid": "3x3"}},
    ),
]


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(("page", "api", "command", "python"), CASES)
def test_the_same_request_gives_the_same_manifest_whoever_asks(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch, page: dict[str, str], api: dict[str, Any],
    command: tuple[str, ...], python: dict[str, Any],
) -> None:  # fmt: skip
    wanted = facts(by_python(**python))
    assert facts(by_command(*command)) == wanted
    assert facts(by_job(studio, page_orders(client, studio, **page), monkeypatch)) == wanted
    assert facts(by_job(studio, api_orders(client, **api), monkeypatch)) == wanted


@pytest.mark.usefixtures("unplayed")
def test_until_settled_has_one_most_of_matches_by_every_way() -> None:
    assert by_python(until="settled").matches == by_command("--until", "settled").matches == SETTLED_MOST
    assert by_python(until="settled", matches=40).matches == 40


def test_first_look_measures_luck_only_for_goals_that_speak_of_it() -> None:
    dice = load("mail-coaches")
    for goals, luck in ((["skill-beats-luck"], QUICK_LUCK), (["few-draws"], 0)):
        orders = PlaytestOrders(amount="quick", goals=goals).as_data()
        assert settings_of(orders, dice, read_goals(goals)).luck == luck


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"amount": "number"}, "give matches"),
        ({"amount": "quick", "until": "settled"}, "goes with the amount"),
        ({"until": "tired"}, "settled"),
        ({"levels": ["club", "casual"], "until": "settled"}, "levels say who plays"),
        ({"evaluate": "human"}, "a person cannot be asked"),
    ],
)
def test_what_does_not_go_together_is_refused_by_the_api_with_a_sentence(
    client: TestClient, words: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, **words})
    assert answer.status_code in (400, 422), answer.text
    assert said in answer.json()["detail"]


def test_orders_of_an_older_studio_mean_what_they_meant() -> None:
    read: Callable[[Mapping[str, Any]], PlaySettings] = lambda orders: PlaytestOrders.read(orders).play_settings()  # noqa: E731
    assert read({"amount": "usual", "matches": 400}).matches is None
    assert read({"amount": "settled"}).matches == SETTLED_MOST
    old = read({"amount": "settled", "precision": 0.03, "matches": 400})
    assert (str(old.until), old.matches) == ("precision=0.03", 400)
    assert read({"amount": "number", "matches": 12}).matches == 12
    levels = read({"amount": "usual", "levels": ["club", "casual"], "evaluate": "level:club"})
    assert (levels.evaluate, levels.evaluator) == (None, "level:club")


def test_a_search_has_the_same_settings_by_page_program_and_command(client: TestClient, studio: Studio) -> None:
    form = client.get(f"/games/{GAME}/improve").text
    ticked = [part.split('"')[0] for part in form.split('name="kinds" value="')[1:]]
    answer = client.post(
        f"/games/{GAME}/improve", data={"question": "fair-seats", "kinds": ticked}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    page = studio.jobs.job(answer.headers["location"].rpartition("/")[2]).orders
    api = client.post("/api/jobs", json={"kind": "improve", "game": GAME, "goals": ["fair-seats"]}).json()["orders"]
    usual = ImproveSettings(minutes=10.0)
    for orders in (page, api):
        assert replace(improve_job.settings_of(orders), kinds=()) == replace(usual, kinds=())
        assert set(improve_job.settings_of(orders).kinds) <= set(usual.kinds)
        assert orders["seed"] == USUAL.seed
        assert [(one["goal"], one["weight"]) for one in orders["goals"]] == [
            (str(goal), goal.weight) for goal in read_goals(["fair-seats"]).wanted
        ]
    assert improve_job.settings_of(api).kinds == usual.kinds


def test_a_training_of_a_size_is_the_same_by_page_program_and_command(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    answer = client.post(f"/games/{GAME}/learn", data={"minutes": "2", "size": "glance"}, follow_redirects=False)
    page = studio.jobs.job(answer.headers["location"].rpartition("/")[2]).orders
    ask = partial(client.post, "/api/jobs")
    api = ask(json={"kind": "train", "game": GAME, "size": "glance"}).json()["orders"]
    taken: list[Any] = []
    monkeypatch.setattr("apts.cli.learning.train.train_model", taken.append)
    CliRunner().invoke(app, ["train", GAME, "--size", "glance"], catch_exceptions=False)
    assert page["wishes"] == api["wishes"] == taken[0].wishes == training_size("glance")
    assert page["minutes"] == api["minutes"] == SIZE_MINUTES["glance"] == 2.0
    assert page["measure"] == api["measure"] == asdict(MeasureSettings())
    assert LearnSettings().with_wishes(taken[0].wishes).width == 8
    fitting = ask(json={"kind": "train", "game": GAME}).json()["orders"]
    assert (fitting["size"], fitting["minutes"]) == ("small", SIZE_MINUTES["small"])
    refused = CliRunner().invoke(app, ["train", GAME, "--size", "vast"])
    assert "there are: glance, small, medium, large" in str(refused.exception)
