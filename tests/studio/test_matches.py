"""Matches that a browser plays and the studio keeps: the page they are played on, every move, the way into the archive."""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import files
from typing import Any

import pytest
from starlette.testclient import TestClient

from apts.archive import MatchRecord
from apts.playtest.experiments.side_runs import notes_of
from apts.studio.frame.studio import Studio
from apts.studio.play.kept_matches import take_in_waiting
from apts.studio.store.matches import Models

WON = ["a1", "b1", "a2", "b2", "a3"]
"""A match of Tic-Tac-Toe that the first seat wins."""


def record(moves: list[str], /, **values: Any) -> dict[str, Any]:
    """A match as the page sends it."""
    over = {"ended": "2026-01-01T00:01:00Z", "outcome": {"ranks": [1, 2], "reason": "line"}} if moves == WON else {}
    times = [1500] * len(moves)
    started = {"seed": "7", "seats": ["person", "level:club"], "started": "2026-01-01T00:00:00Z"}
    return {**started, "moves": moves, "times": times, **over, **values}


@pytest.fixture
def player(client: TestClient) -> TestClient:
    """A browser whose person has agreed that matches are kept."""
    client.cookies.clear()
    client.post("/m/me", data={"nickname": "Ana"})
    return client


def begun(player: TestClient, moves: list[str], **values: Any) -> str:
    answer = player.post("/games/tic-tac-toe/matches", json={"record": record(moves, **values)})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def archived(studio: Studio, id: str) -> MatchRecord:
    match = studio.matches.match(id)
    assert match.archived, match.record
    return studio.archive.match(match.archived, match.record["number"])


def data_of(text: str, id: str) -> dict[str, Any]:
    found = re.search(rf'<script type="application/json" id="{id}">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    read: dict[str, Any] = json.loads(found[1])
    return read


def test_page_has_the_game_as_browsers_play_it(client: TestClient) -> None:
    answer = client.get("/games/tic-tac-toe/play", headers={"Accept-Language": "pt-BR"})
    assert answer.status_code == 200
    data = data_of(answer.text, "published-game")
    assert data["variants"][0]["description"]["name"] == "Tic-Tac-Toe"
    assert "level:master" in [entry["spec"] for entry in data["variants"][0]["opponents"]]
    assert data["language"] == "pt-BR"
    assert data["texts"]["pt-BR"]["studio.agree"] == "Sim, podem guardar"


def test_nothing_is_kept_of_somebody_who_has_not_agreed(client: TestClient, studio: Studio) -> None:
    client.cookies.clear()
    before = len(studio.matches.listed())
    answer = client.post("/games/tic-tac-toe/matches", json={"record": record(["a1"])})
    assert answer.json() == {"id": None}
    assert len(studio.matches.listed()) == before


def test_match_is_kept_move_by_move_and_goes_on_after_a_reload(player: TestClient, studio: Studio) -> None:
    id = begun(player, WON[:1])
    player.put(f"/games/tic-tac-toe/matches/{id}", json=record(WON[:3]))
    assert studio.matches.match(id).moves == ("a1", "b1", "a2")
    assert studio.matches.match(id).status == "running"
    table = data_of(player.get(f"/games/tic-tac-toe/play?match={id}").text, "studio-table")
    assert table["match"]["record"]["moves"] == WON[:3]
    assert table["person"] == "Ana"


def test_match_that_ended_is_in_the_archive_with_its_answers(player: TestClient, studio: Studio) -> None:
    id = begun(player, WON[:4])
    player.put(f"/games/tic-tac-toe/matches/{id}", json=record(WON))
    kept = archived(studio, id)
    assert (kept.moves, kept.winner) == (tuple(WON), 1)
    assert notes_of(kept)["seats"] == ["person", "level:club"]
    player.put(f"/games/tic-tac-toe/matches/{id}", json=record(WON, answers={"fun": 4, "word": "quick"}))
    again = archived(studio, id)
    assert again.number == kept.number
    assert notes_of(again)["answers"] == {"fun": 4, "word": "quick"}


def test_match_that_goes_on_after_its_end_leaves_the_archive(player: TestClient, studio: Studio) -> None:
    id = begun(player, WON, started="2026-01-02T00:00:00Z")
    run = studio.matches.match(id).archived
    assert run is not None
    number = studio.matches.match(id).record["number"]
    player.put(f"/games/tic-tac-toe/matches/{id}", json=record(WON[:4], started="2026-01-02T00:00:00Z", undone=1))
    assert studio.matches.match(id).archived is None
    assert number not in studio.archive.numbers(run)


def test_match_that_breaks_the_rules_is_not_taken_in(player: TestClient, studio: Studio) -> None:
    id = begun(player, WON, seats=["person", "level:casual"], outcome={"ranks": [2, 1], "reason": "line"})
    match = studio.matches.match(id)
    assert match.archived == ""
    assert "by the rules they are" in match.record["refused"]


def test_match_is_taken_in_later_where_the_studio_was_killed(player: TestClient, studio: Studio) -> None:
    id = begun(player, WON[:4], started="2026-01-03T00:00:00Z")
    studio.matches.change(
        id, lambda own: own.__class__(**{**vars(own), "moves": tuple(WON), "times": (1,) * 5, "status": "finished"})
    )
    assert take_in_waiting(studio) >= 1
    assert archived(studio, id).moves == tuple(WON)


@pytest.mark.parametrize(
    "wrong", [{"seed": "x"}, {"moves": ["a"] * 20_001}, {"answers": {"fun": 9}}, {"seats": []}, {"given": -1}]
)
def test_record_of_a_wrong_form_is_refused_in_a_sentence(player: TestClient, wrong: dict[str, Any]) -> None:
    answer = player.post("/games/tic-tac-toe/matches", json={"record": record(["a1"], **wrong)})
    assert answer.status_code == 422


def test_page_opens_at_a_position_of_an_archived_match(player: TestClient, studio: Studio) -> None:
    match = studio.matches.match(begun(player, WON, started="2026-01-04T00:00:00Z"))
    found = player.get(f"/games/tic-tac-toe/play?from={match.archived}&match={match.record['number']}&ply=2")
    assert data_of(found.text, "studio-table")["start"] == {"seed": "7", "moves": ["a1", "b1"]}
    assert player.get("/games/tic-tac-toe/play?from=nowhere&match=1").status_code == 404
    behind = player.get("/games/tic-tac-toe/play?moves=a1,b2&seed=3").text
    assert data_of(behind, "studio-table")["start"] == {"seed": "3", "moves": ["a1", "b2"]}


def test_settings_come_from_the_address(player: TestClient) -> None:
    table = data_of(player.get("/games/connect-four/play?set.Line=Five").text, "studio-table")
    assert table["settings"] == {"Line": "Five"}


def test_invitation_keeps_the_settings_of_the_board(player: TestClient) -> None:
    assert (
        'href="/games/connect-four/invite?set.Line=Five"' in player.get("/games/connect-four/play?set.Line=Five").text
    )
    assert 'name="set.Line" value="Five"' in player.get("/games/connect-four/invite?set.Line=Five").text


def test_opponent_of_the_address_is_told_to_the_page(player: TestClient) -> None:
    page = player.get("/games/tic-tac-toe/play?opponent=model:tic-tac-toe").text
    assert data_of(page, "studio-table")["opponent"] == "model:tic-tac-toe"
    opponents = data_of(page, "published-game")["variants"][0]["opponents"]
    assert "model:tic-tac-toe" in [one["spec"] for one in opponents]
    assert "model:tic-tac-toe" in data_of(player.get("/games/tic-tac-toe/play").text, "published-game")["elsewhere"]


def test_agent_of_the_server_decides(client: TestClient) -> None:
    asked = {"agent": "level:strong", "seed": "1", "moves": ["a1", "b1", "a2", "b2"]}
    assert client.post("/games/tic-tac-toe/best", json=asked).json() == {"move": "a3"}
    wrong = client.post("/games/tic-tac-toe/best", json={**asked, "agent": "model:/etc/passwd"})
    assert wrong.status_code == 400


def test_search_tree_is_a_picture(client: TestClient) -> None:
    drawn = client.post("/games/tic-tac-toe/tree", json={"agent": "", "seed": "1", "moves": ["a1"]}).json()
    assert drawn["svg"].startswith("<svg")


def test_page_that_was_reloaded_too_soon_begins_no_second_match(player: TestClient) -> None:
    first = begun(player, ["a1"], started="2026-01-05T00:00:00Z")
    assert begun(player, ["a1", "b1"], started="2026-01-05T00:00:00Z") == first
    assert begun(player, ["a1", "b1"], started="2026-01-05T00:00:01Z") != first


def test_network_that_was_taught_here_is_an_opponent(client: TestClient, studio: Studio) -> None:
    file = Models(studio.settings.folder).place("tic-tac-toe", "lesson")
    shutil.copy(str(files("apts.learning").joinpath("models", "tic-tac-toe.onnx")), file)
    wrong = Models(studio.settings.folder).place("othello", "other")
    shutil.copy(file, wrong)
    text = client.get("/games/tic-tac-toe/play?opponent=model:lesson").text
    taught = data_of(text, "published-game")["variants"][0]["opponents"][-1]
    assert (taught["spec"], taught["network"] is not None) == ("model:lesson", True)
    assert str(studio.settings.folder) not in text
    asked = {"agent": "model:lesson", "seed": "1", "moves": ["a1", "b1", "a2", "b2"]}
    assert client.post("/games/tic-tac-toe/best", json=asked).json() == {"move": "a3"}
    of_others = data_of(client.get("/games/othello/play").text, "published-game")
    assert of_others["elsewhere"] == []


def test_match_that_is_over_or_somebody_elses_is_only_looked_at(player: TestClient) -> None:
    running = begun(player, WON[:2], started="2026-01-06T00:00:00Z")
    over = begun(player, WON, started="2026-01-07T00:00:00Z")

    def seen(id: str) -> bool:
        table = data_of(player.get(f"/games/tic-tac-toe/play?match={id}").text, "studio-table")
        return bool(table["match"]["seen"])

    assert (seen(running), seen(over)) == (False, True)
    player.cookies.clear()
    assert seen(running)
