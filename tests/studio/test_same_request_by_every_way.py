"""A play-test and a training are the same whether a page, a program, the command line or Python asks for them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

import apts
from apts.archive import RunManifest
from apts.archive.records import canonical, match_document
from apts.cli.commands import app
from apts.errors import AptsError
from apts.games.library import load
from apts.learning.encodings.encoding import encoding_of, learnable
from apts.learning.networks.shape import NetworkShape
from apts.learning.training.training_settings import LearnSettings, MeasureSettings, TrainRequest
from apts.learning.training_defaults import SIZE_MINUTES, training_size
from apts.playtest.experiments.experiment_requests import ArenaRequest, StressRequest
from apts.playtest.goals.goal_files import requested_goals
from apts.playtest.matches.forecast import QUICK_LUCK, SETTLED_MOST
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.request_fields import Request, offered
from apts.studio.frame.studio import Studio
from apts.studio.jobs.job_context import ENDLESS, read_job_request, read_training, written_training
from apts.studio.jobs.kinds.playtest_job import fitting_request
from apts.studio.jobs.perform import perform
from apts.studio.store.jobs import JobGame
from apts.variants.search.improve_request import ImproveRequest
from tests.studio.asked import GAME, Way, taken


def raise_asked(_plan: Any, manifest: RunManifest, *_: Any, **__: Any) -> None:
    """In place of playing."""
    raise Asked(manifest)


class Asked(Exception):  # noqa: N818 - carries what a run was asked to be, in place of playing it
    """The manifest of a run that was about to be played, and with how many matches of luck."""

    def __init__(self, manifest: RunManifest) -> None:
        super().__init__("asked")
        self.manifest = manifest


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that are about to be played say what they would be."""

    monkeypatch.setattr("apts.playtest.run.play_missing", raise_asked)


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


def by_job(studio: Studio, job_request: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch) -> RunManifest:
    """What a job of the studio plays."""
    found: list[RunManifest] = []

    def play(_plan: Any, manifest: RunManifest, *_: Any, **__: Any) -> None:
        found.append(manifest)
        raise AptsError("not played")

    with monkeypatch.context() as patched:
        patched.setattr("apts.playtest.run.play_missing", play)
        job = studio.jobs.add("playtest", GAME, GAME, job_request)
        assert studio.jobs.claim(job.id)
        perform(studio.settings.folder, studio.settings.archive_place, job.id)
    assert found, studio.jobs.job(job.id).error
    return found[0]


def page_orders(client: TestClient, studio: Studio, **fields: Any) -> Mapping[str, Any]:
    """The request that a form of the studio makes."""
    answer = client.post(f"/games/{GAME}/playtest", data=fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return taken(studio, answer.headers["location"].removeprefix("/jobs/"))


def api_orders(client: TestClient, **words: Any) -> Mapping[str, Any]:
    """The request that a request of a program makes."""
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, **words})
    assert answer.status_code == 202, answer.text
    client.post(f"/api/jobs/{answer.json()['id']}/stop")
    job_request: Mapping[str, Any] = answer.json()["orders"]
    return job_request


SEARCH = "uct:iterations=9"
ONE = {"agents": ["random"]}
SHORT = {**ONE, "matches": 6}
TYPED = ("--agents", "random", "--matches", "6")
FILLED = {"who": "own", "agents": "random", "amount": "number", "how_many": "6"}

WAYS: dict[str, Way] = {
    "agents": Way(
        [SEARCH, "random"], ("--agents", f"{SEARCH},random", "--matches", "6"),
        {**FILLED, "agents": f"{SEARCH}\nrandom"}, {"matches": 6},
    ),
    "matches": Way(7, ("--agents", "random", "--matches", "7"), {**FILLED, "how_many": "7"}, ONE),
    "seed": Way(2**60, (*TYPED, "--seed", str(2**60)), {**FILLED, "seed": str(2**60)}, SHORT),
    "limit": Way(5, (*TYPED, "--limit", "5"), {**FILLED, "limit": "5"}, SHORT),
    "until": Way(
        "precision=0.2", ("--agents", "random", "--precision", "0.2"),
        {"who": "own", "agents": "random", "amount": "settled", "precision": "20"}, ONE,
    ),
    "quick": Way(
        True, ("--agents", "random", "--quick"), {"who": "own", "agents": "random", "amount": "quick"}, ONE
    ),
    "levels": Way(
        ["beginner", "casual"], ("--levels", "beginner,casual", "--matches", "6"),
        {"who": "levels", "level": ["beginner", "casual"], "amount": "number", "how_many": "6"}, {"matches": 6},
    ),
    "one_strength": Way(
        True, ("--one-strength", "--matches", "6"),
        {"who": "fitting", "amount": "number", "how_many": "6", "one_strength": "true"}, {"matches": 6},
    ),
    "evaluate": Way(SEARCH, (*TYPED, "--evaluate", SEARCH), {**FILLED, "evaluate": SEARCH}, SHORT),
    "evaluator": Way(SEARCH, (*TYPED, "--evaluator", SEARCH), {**FILLED, "evaluator": SEARCH}, SHORT),
    "luck": Way(3, (*TYPED, "--luck", "3"), {**FILLED, "luck": "3"}, SHORT),
    "goals": Way(["few-draws"], (*TYPED, "--goal", "few-draws"), {**FILLED, "goal": "few-draws"}, SHORT),
}  # fmt: skip
"""Every field that pages and programs can ask for, as all four ways say it."""

IN_A_TERMINAL: dict[str, tuple[Any, tuple[str, ...]]] = {
    "train": (0.5, ("--train", "0.5")),
    "guard": (True, ("--guard",)),
    "resume": (True, ("--resume",)),
    "name": ("mine", ("--name", "mine")),
    "workers": (1, ("--workers", "1")),
    "cluster": ("local", ("--cluster", "local")),
}
"""The others, which the owner of the machine alone can ask for, by command and from Python."""


def asked_by_command(monkeypatch: pytest.MonkeyPatch, *words: str) -> PlaytestRequest:
    """The request that a command makes."""
    found: list[PlaytestRequest] = []
    module = import_module("apts.cli.playtesting.playtest")
    with monkeypatch.context() as patched:
        patched.setattr(module, "play_and_print", lambda _game, request, *_, **__: found.append(request))
        patched.setattr(module, "play_levels_and_print", lambda _game, request, **_: found.append(request))
        done = CliRunner().invoke(app, ["playtest", GAME, *words], catch_exceptions=False)
    assert found, done.output
    return replace(found[0], command="", goals=tuple(goal for goal in found[0].goals if isinstance(goal, str)))


def said(request: PlaytestRequest) -> dict[str, Any]:
    """What a request says, however its lists were written."""
    data = request.as_data()
    for name in ("agents", "levels"):
        data[name] = ",".join(data[name]) if isinstance(data[name], list) else data[name]
    return data


def test_every_field_of_the_request_is_tried_below() -> None:
    assert WAYS.keys() == offered(PlaytestRequest, "api").keys() == offered(PlaytestRequest, "form").keys()
    assert {*WAYS, *IN_A_TERMINAL} == offered(PlaytestRequest, "command").keys()
    assert offered(PlaytestRequest, "python").keys() - offered(PlaytestRequest, "command").keys() == {"command"}


@pytest.mark.parametrize("name", WAYS)
def test_every_field_is_the_same_by_command_form_program_and_python(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    way = WAYS[name]
    wanted = PlaytestRequest(**{**way.beside, name: way.value})
    assert getattr(wanted, name) != getattr(DEFAULTS, name)
    assert PlaytestRequest.from_data(json.loads(json.dumps(wanted.as_data()))) == wanted
    assert said(asked_by_command(monkeypatch, *way.command)) == said(wanted)
    form, api = page_orders(client, studio, **way.form), api_orders(client, **way.beside, **{name: way.value})
    for job_request in (form, api):
        assert said(replace(read_job_request(job_request), resume=False)) == said(wanted)
    if name != "levels":
        game = apts.load(GAME)
        monkeypatch.setattr("apts.playtest.run.play_missing", raise_asked)
        monkeypatch.setattr("apts.playtest.run.first_limit", lambda *_: 60)
        manifests = [by_python(**{**way.beside, name: way.value}), by_python(request=wanted)]
        manifests.append(by_command(*way.command))
        manifests += [by_job(studio, job_request, monkeypatch) for job_request in (form, api)]
        assert all(facts(one) == facts(manifests[0]) for one in manifests)
        assert manifests[0].players == game.players


def test_nobody_named_is_three_strengths_by_every_way(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"who": "fitting", "amount": "number", "how_many": "6"}
    job_requests = (page_orders(client, studio, **form), api_orders(client, matches=6))
    monkeypatch.setattr("apts.playtest.run.play_missing", raise_asked)
    manifests = [by_python(matches=6), by_command("--matches", "6")]
    manifests += [by_job(studio, job_request, monkeypatch) for job_request in job_requests]
    assert [one["agents"] for one in manifests[0].settings["panel"]] == [
        "uct:iterations=100,loss=0.02,breadth=4", "uct:iterations=1600,loss=0.02,breadth=64"
    ]  # fmt: skip
    assert all(facts(one) == facts(manifests[0]) for one in manifests)


def stored(place: Path) -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Every run of an archive: its manifest without the command, and its matches as they are written."""
    with apts.open_archive(place) as archive:
        return {
            known.name: (
                facts(archive.manifest(known.name)),
                [canonical(match_document(match)) for match in archive.matches(known.name)],
            )
            for known in archive.runs()
        }


@pytest.mark.long
@pytest.mark.parametrize("name", WAYS)
def test_every_field_plays_the_same_bytes_by_every_way(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    way = WAYS[name]
    places = [tmp_path / f"{number}.db" for number in range(4)]
    monkeypatch.setattr("apts.playtest.run.first_limit", lambda *_: 60)
    job_requests = (page_orders(client, studio, **way.form), api_orders(client, **way.beside, **{name: way.value}))
    for place, job_request in zip(places, job_requests, strict=False):
        job = studio.jobs.add("playtest", GAME, GAME, job_request)
        assert studio.jobs.claim(job.id)
        perform(studio.settings.folder, str(place), job.id)
    done = CliRunner().invoke(app, ["playtest", GAME, *way.command, "--archive", str(places[2]), "--json"])
    assert done.exit_code == 0, done.output
    play = apts.playtest_levels if name == "levels" else apts.playtest
    play(GAME, **way.beside, **{name: way.value}, archive=places[3])
    found = [stored(place) for place in places]
    with_matches = [name for name, (_, matches) in found[0].items() if matches]  # what was proved has none
    assert len(with_matches) == (2 if name == "levels" else 1)
    assert [one == found[0] for one in found] == [True] * 4


@pytest.mark.parametrize("name", IN_A_TERMINAL)
def test_what_needs_the_machine_is_asked_by_command_and_python_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    value, words = IN_A_TERMINAL[name]
    beside = {} if name == "train" else {"agents": "random"}
    typed = () if name == "train" else ("--agents", "random")
    assert said(asked_by_command(monkeypatch, *typed, *words)) == said(PlaytestRequest(**beside, **{name: value}))
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, name: value})
    assert answer.status_code == 422


def test_the_same_request_plays_the_same_matches_by_every_way(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = {
        "agents": ["uct:iterations=9", "random"],
        "matches": 6,
        "seed": 77,
        "limit": 60,
        "evaluator": "uct:iterations=5",
    }
    command = ("--agents", "uct:iterations=9,random", "--matches", "6", "--seed", "77", "--limit", "60")
    form = {
        **FILLED,
        "agents": "uct:iterations=9\nrandom",
        "seed": "77",
        "limit": "60",
        "evaluator": "uct:iterations=5",
    }
    played = []
    for number, job_request in enumerate((page_orders(client, studio, **form), api_orders(client, **asked))):
        job = studio.jobs.add("playtest", GAME, GAME, job_request)
        assert studio.jobs.claim(job.id)
        place = str(tmp_path / f"job{number}.db")  # of its own, or the second would find the matches of the first
        perform(studio.settings.folder, place, job.id)
        with apts.open_archive(place) as archive:
            played.append(list(archive.matches(studio.jobs.job(job.id).result["run"])))
    done = CliRunner().invoke(app, ["playtest", GAME, *command, "--evaluator", "uct:iterations=5"])
    assert done.exit_code == 0, done.output
    with apts.open_archive(tmp_path / "apts.db") as archive:
        played.append(list(archive.matches(archive.runs()[0].name)))
    played.append(list(apts.playtest(GAME, request=PlaytestRequest(**asked)).matches))
    written = [[canonical(match_document(match)) for match in matches] for matches in played]
    assert len(played[0]) == 6
    assert all(matches == written[0] for matches in written)


@pytest.mark.usefixtures("unplayed")
def test_options_and_parameters_of_the_game_are_the_same_by_every_way(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form, api, command, python in (
        ({"set.Grid": "4x4"}, {"Grid": "4x4"}, ("--option", "Grid/4x4"), {"Grid": "4x4"}),
        ({"set.Grid": "3x3", "set.Aim": "Win"}, {"Grid": "3x3"}, ("--set", "Grid=3x3"), {"Grid": "3x3"}),
    ):
        wanted = facts(by_python(set=python, agents="random"))
        assert facts(by_command(*command, "--agents", "random")) == wanted
        filled = page_orders(client, studio, **form, who="own", agents="random")
        assert facts(by_job(studio, filled, monkeypatch)) == wanted
        sent = api_orders(client, settings=api, agents=["random"])
        assert facts(by_job(studio, sent, monkeypatch)) == wanted


WRONG: dict[str, tuple[Any, tuple[str, ...], dict[str, str]]] = {
    "matches": (0, ("--matches", "0"), {"amount": "number", "how_many": "0"}),
    "matches as a text": ("x", ("--matches", "x"), {"amount": "number", "how_many": "x"}),
    "seed": (-1, ("--seed", "-1"), {"seed": "-1"}),
    "limit": (0, ("--limit", "0"), {"limit": "0"}),
    "luck": (-1, ("--luck", "-1"), {"luck": "-1"}),
    "until": ("precision=0.9", ("--until", "precision=0.9"), {"amount": "settled", "precision": "90"}),
    "evaluate": ("uct:iterationz=5", ("--evaluate", "uct:iterationz=5"), {"evaluate": "uct:iterationz=5"}),
    "agents": (["uct:iterationz=5"], ("--agents", "uct:iterationz=5"), {"who": "own", "agents": "uct:iterationz=5"}),
    "levels": (["club"], ("--levels", "club"), {"who": "levels", "level": "club"}),
}
"""Values that no way takes."""


@pytest.mark.parametrize("label", WRONG)
def test_a_wrong_value_is_refused_in_the_same_words_by_every_way(client: TestClient, label: str) -> None:
    name = label.partition(" ")[0]
    value, command, form = WRONG[label]
    ask = apts.playtest_levels if name == "levels" else apts.playtest
    with pytest.raises(AptsError) as found:
        ask(GAME, **{name: value})
    sentence = str(found.value)
    typed = CliRunner().invoke(app, ["playtest", GAME, *command])
    assert sentence in (typed.output if typed.exit_code == 2 else str(typed.exception))
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, name: value})
    assert answer.status_code in (400, 422)
    assert sentence[1:] in answer.json()["detail"]
    page = client.post(f"/games/{GAME}/playtest", data=form, follow_redirects=False)
    assert page.status_code == 400
    assert sentence[1:] in unescape(page.text)
    told = client.post(f"/games/{GAME}/playtest", data=form, headers={"Accept-Language": "pt-BR"})
    assert sentence[1:] not in unescape(told.text), "a reader of Portuguese reads it in Portuguese"


@pytest.mark.parametrize(
    ("made", "name", "value"),
    [
        (PlaytestRequest, "agents", 7),
        (PlaytestRequest, "agents", [7]),
        (PlaytestRequest, "agents", {"a": 1}),
        (PlaytestRequest, "evaluate", ["random"]),
        (PlaytestRequest, "evaluator", True),
        (PlaytestRequest, "until", 3),
        (PlaytestRequest, "until", ""),
        (PlaytestRequest, "levels", 3),
        (PlaytestRequest, "goals", 3),
        (PlaytestRequest, "quick", ""),
        (ImproveRequest, "agents", 7),
        (ImproveRequest, "method", 7),
        (ImproveRequest, "edits", 7),
        (ImproveRequest, "pins", "length"),
        (TrainRequest, "start", 7),
    ],
)
def test_a_value_of_a_wrong_kind_is_refused_when_the_request_is_made_and_alike_by_the_api(
    client: TestClient, made: type[Request], name: str, value: Any
) -> None:
    with pytest.raises(AptsError) as found:
        made(**{name: value})
    kind = {PlaytestRequest: "playtest", ImproveRequest: "improve", TrainRequest: "train"}[made]  # type: ignore[index]
    answer = client.post("/api/jobs", json={"kind": kind, "game": GAME, name: value})
    assert answer.status_code == 422
    assert str(found.value)[1:] in answer.json()["detail"]


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999"])
def test_a_number_of_minutes_is_finite_by_every_way(client: TestClient, number: str) -> None:
    for command, said, ask in (
        ("improve", "the budget in minutes is a number", lambda value: ImproveRequest(minutes=value)),
        ("train", "minutes is a number", lambda value: TrainRequest(minutes=value)),
        ("playtest", "the time of training in minutes is a number", lambda value: PlaytestRequest(train=value)),
    ):
        with pytest.raises(AptsError, match=said):
            ask(float(number))
        option = "--train" if command == "playtest" else "--minutes"
        assert said in " ".join(CliRunner().invoke(app, [command, GAME, f"{option}={number}"]).output.split())
        if command != "playtest":
            sent = client.post("/api/jobs", json={"kind": command, "game": GAME, "minutes": number})
            assert said[1:] in sent.json()["detail"]


def test_agents_are_kept_one_by_one_whatever_they_come_in() -> None:
    one = apts.agent("random")
    given = PlaytestRequest(agents=(spec for spec in (one, "greedy")))  # type: ignore[arg-type]
    assert given.agents == (one, "greedy")
    assert given.as_data()["agents"] == ["random", "greedy"]
    with pytest.raises(AptsError, match=r"make an object of it: RandomAgent\(\)"):
        PlaytestRequest(agents=type(one))  # type: ignore[arg-type]
    for made, name in ((ArenaRequest, "agents"), (StressRequest, "agent")):
        with pytest.raises(AptsError, match="an agent is a spelling"):
            made(**{name: 7})  # type: ignore[arg-type]


def test_what_is_too_much_for_a_studio_alone_says_so(client: TestClient) -> None:
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, "limit": 2_000_000})
    assert (
        "the most turns of a match is 1,000,000 at most in the studio, not 2,000,000" in answer.json()["detail"].lower()
    )
    assert PlaytestRequest(limit=2_000_000).limit == 2_000_000


def test_a_request_says_all_of_it_and_nothing_that_there_is_not() -> None:
    with pytest.raises(AptsError, match=r"leave out matches, seed"):
        apts.playtest(GAME, matches=3, seed=2, request=PlaytestRequest())
    with pytest.raises(AptsError, match=r"is an apts\.PlaytestRequest, not 'quick'"):
        apts.playtest(GAME, request="quick")  # type: ignore[arg-type]
    with pytest.raises(AptsError, match="no field 'macthes'; did you mean matches"):
        PlaytestRequest.from_data({"macthes": 3})
    with pytest.raises(AptsError, match=r"for apts\.playtest_levels"):
        apts.playtest(GAME, request=PlaytestRequest(levels="club,casual"))


def test_names_of_before_are_the_same_value() -> None:
    old = import_module("apts.playtest.matches.play_settings")
    assert old.PlaySettings("random", 6, 7, 8) == PlaytestRequest(agents="random", matches=6, seed=7, limit=8)
    assert old.DEFAULTS == DEFAULTS


def test_goals_of_any_make_come_back_from_json() -> None:
    goals = apts.Goals(min_turns=3, bands=(4, 6), wanted=apts.read_goals("few-draws").wanted)
    one = apts.read_goal("length at most 9", weight=2.0)
    request = PlaytestRequest(goals=[goals, one, "seat-score[1] at most 0.9"])
    back = PlaytestRequest.from_data(json.loads(json.dumps(request.as_data())))
    assert requested_goals(back.goals) == requested_goals(request.goals)
    assert requested_goals(()) is None


@pytest.mark.usefixtures("unplayed")
def test_until_settled_has_one_most_of_matches_by_every_way() -> None:
    assert by_python(until="settled").matches == by_command("--until", "settled").matches == SETTLED_MOST
    assert by_python(until="settled", matches=40).matches == 40


def test_first_look_measures_luck_only_for_goals_that_speak_of_it() -> None:
    dice = load("mail-coaches")
    for goals, luck in ((["skill-beats-luck"], QUICK_LUCK), (["few-draws"], 0)):
        assert fitting_request(PlaytestRequest(quick=True, goals=goals), dice).luck == luck


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"amount": "number"}, "give matches"),
        ({"amount": "quick", "until": "settled"}, "goes with the amount"),
        ({"until": "tired"}, "settled"),
        ({"levels": ["club", "casual"], "until": "settled"}, "evels say who plays"),
        ({"evaluate": "human"}, "nly agents can be asked here"),
    ],
)
def test_what_does_not_go_together_is_refused_by_the_api_with_a_sentence(
    client: TestClient, words: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/jobs", json={"kind": "playtest", "game": GAME, **words})
    assert answer.status_code in (400, 422), answer.text
    assert said in answer.json()["detail"]


def test_game_of_a_job_is_read_from_jobs_of_an_older_studio_too() -> None:
    read = JobGame.read
    assert read({}) == read({"settings": None}) == JobGame()
    assert read({"version": 3, "settings": {"Grid": "4x4"}, "goals": []}) == JobGame(3, {"Grid": "4x4"})
    whole = JobGame(None, {"Grid": "4x4"}, {"en": "Grid = 4x4", "pt-BR": "Grid = 4x4"})
    assert read(json.loads(json.dumps(whole.as_data()))) == whole


def test_orders_of_an_older_studio_mean_what_they_meant() -> None:
    read = read_job_request
    assert read({"amount": "usual", "matches": 400}).matches is None
    assert read({"amount": "settled"}).matches == SETTLED_MOST
    old = read({"amount": "settled", "precision": 0.03, "matches": 400})
    assert (str(old.until), old.matches) == ("precision=0.03", 400)
    assert read({"amount": "number", "matches": 12}).matches == 12
    levels = read({"amount": "usual", "levels": ["club", "casual"], "evaluate": "level:club"})
    assert (levels.evaluate, levels.evaluator) == (None, "level:club")


TRAININGS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "start": ("ttt.onnx", ("--from", "ttt.onnx")),
    "size": ("glance", ("--size", "glance")),
    "resume": (True, ("--resume",)),
    "measure": (3, ("--measure", "3")),
    "matches": (8, ("--matches", "8")),
    "iterations": (50, ("--iterations", "50")),
    "workers": (1, ("--workers", "1")),
    "device": ("cpu", ("--device", "cpu")),
    "minutes": (2.0, ("--minutes", "2")),
    "formula": ("puct", ("--formula", "puct")),
}
"""The fields of a training, as Python and the command say them; the other settings are a half of themselves."""


def trained(monkeypatch: pytest.MonkeyPatch) -> list[TrainRequest]:
    """The requests that reach what trains, in place of being trained."""
    found: list[TrainRequest] = []

    def take(_game: Any, _out: Any, request: TrainRequest) -> None:
        found.append(request)
        raise Asked(cast(RunManifest, None))

    monkeypatch.setattr("apts.learning.training.training_run.open_training", take)
    monkeypatch.setattr("apts.studio.jobs.kinds.train_job.open_training", take)
    return found


def test_every_field_of_a_training_is_the_same_by_command_and_python(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    settings = LearnSettings().options()
    halves = {
        name: value // 2 if isinstance(value, int) else value / 2
        for name, value in settings.items()
        if not isinstance(value, str)
    }
    fields = {
        **{name: (value, (f"--{name.replace('_', '-')}", str(value))) for name, value in halves.items()},
        **TRAININGS,
    }
    assert fields.keys() == offered(TrainRequest, "command").keys()
    assert {"size", "minutes", "start"} == offered(TrainRequest, "api").keys() == offered(TrainRequest, "form").keys()
    keywords = inspect.signature(apts.train).parameters
    found = trained(monkeypatch)
    for name, (value, words) in fields.items():
        wanted = TrainRequest(**{name: value})
        assert TrainRequest.from_data(json.loads(json.dumps(wanted.as_data()))) == wanted
        game = () if name == "resume" else (GAME,)
        CliRunner().invoke(app, ["train", *game, *words])
        with pytest.raises(Asked):
            apts.train(GAME, request=wanted)
        asked = [replace(found[-2], command=""), found[-1]]
        if name in keywords:
            with pytest.raises(Asked):
                apts.train(GAME, **{name: value})
            asked.append(found[-1])
        assert asked == [wanted] * len(asked), name
    with pytest.raises(AptsError, match="leave out minutes"):
        apts.train(GAME, minutes=2, request=TrainRequest())


def test_a_training_is_the_same_by_page_program_command_and_python(
    client: TestClient, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    answer = client.post(f"/games/{GAME}/learn", data={"minutes": "3", "size": "glance"}, follow_redirects=False)
    page = studio.jobs.job(answer.headers["location"].rpartition("/")[2])
    ask = partial(client.post, "/api/jobs")
    sent = ask(json={"kind": "train", "game": GAME, "size": "glance", "minutes": 3})
    api = studio.jobs.job(sent.json()["id"])
    assert page.request == api.request
    assert (page.request["size"], page.request["minutes"], page.request["measure"]) == (
        "glance",
        3.0,
        asdict(MeasureSettings()),
    )
    found = trained(monkeypatch)
    for job in (page, api):
        studio.jobs.claim(job.id)
        perform(studio.settings.folder, studio.settings.archive_place, job.id)
    typed = ("--size", "glance", "--minutes", "3", "--cycles", str(ENDLESS), "--device", "cpu")
    CliRunner().invoke(app, ["train", GAME, *typed])
    with pytest.raises(Asked):
        apts.train(GAME, size="glance", minutes=3, cycles=ENDLESS, device="cpu")
    assert len(found) == 4
    assert len({(one.settings(), one.measured, one.device, one.start) for one in found}) == 1
    assert found[0].settings().width == 8
    fitting = ask(json={"kind": "train", "game": GAME}).json()["orders"]
    assert (fitting["size"], fitting["minutes"]) == ("small", SIZE_MINUTES["small"])


@pytest.mark.parametrize(
    ("asked", "words", "said"),
    [
        ({"size": "vast"}, ("--size", "vast"), "there are: glance, small, medium, large"),
        ({"minutes": "many"}, ("--minutes", "many"), "minutes is a number, not 'many'"),
    ],
)
def test_a_wrong_training_is_refused_in_the_same_words(
    client: TestClient, asked: dict[str, Any], words: tuple[str, ...], said: str
) -> None:
    with pytest.raises(AptsError, match=said):
        TrainRequest(**asked)
    refused = CliRunner().invoke(app, ["train", GAME, *words])
    assert said in str(refused.exception) or refused.exit_code == 2
    answer = client.post("/api/jobs", json={"kind": "train", "game": GAME, **asked})
    assert (answer.status_code, said in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize(("minutes", "said"), [(0.01, "0.05 minutes at least"), (241, "240 at most in the studio")])
def test_trainings_of_a_studio_take_some_minutes(client: TestClient, minutes: float, said: str) -> None:
    answer = client.post("/api/jobs", json={"kind": "train", "game": GAME, "minutes": minutes})
    assert answer.status_code in (400, 422)
    assert said in answer.json()["detail"]


def test_training_of_a_class_is_refused_at_once_in_the_same_words(client: TestClient) -> None:
    with pytest.raises(AptsError) as found:
        apts.train("snowball-class")
    assert "is a Python class" in str(found.value)
    answer = client.post("/api/jobs", json={"kind": "train", "game": "snowball-class"})
    assert (answer.status_code, answer.json()["detail"]) == (400, f"{found.value}.")


def test_network_that_is_trained_on_keeps_its_shape_whatever_the_size() -> None:
    request = TrainRequest(size="small", start="large.onnx")
    shape = NetworkShape.of(encoding_of(learnable(load(GAME))), width=64, depth=6)
    assert [(one.width, one.depth, one.positions) for one in (request.settings(shape), request.settings())] == [
        (64, 6, 2048),
        (24, 2, 2048),
    ]
    assert replace(request, width=8).settings(shape).width == 8
    assert "width" not in written_training(request)["wishes"]


def test_orders_of_an_older_training_mean_what_they_meant() -> None:
    old = read_training({"minutes": 3.0, "size": "glance", "wishes": training_size("glance"), "measure": {"every": 0}})
    assert old.settings() == LearnSettings(cycles=ENDLESS, minutes=3.0).with_options(training_size("glance"))
    assert (old.measured, old.start) == (MeasureSettings(every=0), None)
