"""What one of several players may delete, what the others see of it, and what is kept of those who have no link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from apts.errors import AptsError
from apts.studio.frame.studio import Studio
from apts.studio.play.tables import set_table
from apts.studio.security.authentication import Authenticator
from apts.studio.server.app import create_app

WON = ["a1", "b1", "a2", "b2", "a3"]
RUNNING = WON[:2]


@pytest.fixture(scope="module")
def guarded(studio: Studio) -> Studio:
    """The studio of this file with a password, so that players are no designers."""
    settings = replace(studio.settings, key="a password of many signs")
    return replace(studio, settings=settings, authenticator=Authenticator(studio.database, settings))


@pytest.fixture
def players(guarded: Studio) -> Iterator[list[TestClient]]:
    """Browsers of people who know nothing but links."""
    app = create_app(guarded.settings, guarded)
    with ExitStack() as open_ones:
        browsers = (TestClient(app, base_url="http://localhost", follow_redirects=False) for _ in range(3))
        yield [open_ones.enter_context(browser) for browser in browsers]


def table(studio: Studio, players: list[TestClient], moves: list[str], seats: int = 2) -> tuple[str, dict[int, str]]:
    """A match of two people who have come by their links and played."""
    match, keys = set_table(studio, studio.game_store.game("tic-tac-toe"), ["link"] * seats, None, seed=1)
    for seat, browser in enumerate(players[:seats], 1):
        assert browser.post(f"/m/{keys[seat]}/join", data={"nickname": f"Player{seat}"}).status_code == 303
    for at, text in enumerate(moves):
        sent = players[at % 2].post(f"/api/m/{keys[1 + at % 2]}/moves", json={"move": text, "at": at})
        assert sent.status_code == 200, sent.text
    return match.id, keys


def told(browser: TestClient, key: str) -> dict[str, Any]:
    answer: dict[str, Any] = browser.get(f"/api/m/{key}").json()
    return answer


def test_running_match_of_two_is_deleted_when_both_want_it_and_not_before(
    studio: Studio, players: list[TestClient]
) -> None:
    id, keys = table(studio, players, RUNNING)
    first, second, stranger = players
    assert stranger.post(f"/m/me/matches/{id}/delete").status_code == 404
    for _ in range(2):  # asking twice is no consent of the other
        assert first.post(f"/m/me/matches/{id}/delete").status_code == 303
    assert told(second, keys[2])["deleting"] == [1], "the other one sees who asks"
    assert "Deleted when the others agree" in first.get("/m/me").text
    assert second.post(f"/api/m/{keys[1]}/moves", json={"move": "a2", "at": 2}).status_code == 200, "it goes on"
    second.post(f"/m/me/matches/{id}/delete")
    gone = second.get(f"/api/m/{keys[2]}")
    assert gone.status_code == 404
    assert "deleted" in gone.json()["detail"]


def test_match_that_has_ended_stays_with_the_other_without_who_deleted_it(
    studio: Studio, players: list[TestClient]
) -> None:
    id, keys = table(studio, players, WON)
    first, second, _ = players
    first.post(f"/api/m/{keys[1]}/answers", json={"fun": 1, "word": "mine alone"})
    first.post(f"/m/me/matches/{id}/delete")
    kept = studio.matches.match(id)
    assert kept.sitters[0] is None
    assert kept.sitters[1] is not None
    assert "mine alone" not in str(kept)
    assert id not in first.get("/m/me").text
    assert id in second.get("/m/me").text
    assert told(second, keys[2])["left"] == [1]
    assert kept.archived
    match = studio.archive.match(kept.archived, int(kept.record["number"]))
    assert "mine alone" not in str(match)
    second.post(f"/m/me/matches/{id}/delete")
    assert id not in [match.id for match in studio.matches.listed()]


def test_who_is_forgotten_leaves_the_matches_of_others_to_them(studio: Studio, players: list[TestClient]) -> None:
    first, second, _ = players
    running, keys = table(studio, players, RUNNING)
    ended, _ = table(studio, players, WON)
    person = studio.matches.match(running).sitters[0]
    assert person is not None
    first.post("/m/me/delete")
    assert studio.people.person(person) is None
    assert person not in str([studio.matches.match(running), studio.matches.match(ended)])
    assert told(second, keys[2])["left"] == [1]
    second.post(f"/m/me/matches/{running}/delete")
    assert running not in [match.id for match in studio.matches.listed()], "the only one who is left decides"


def test_match_against_agents_is_deleted_by_who_plays_it(studio: Studio, players: list[TestClient]) -> None:
    match, keys = set_table(studio, studio.game_store.game("tic-tac-toe"), ["link", "level:beginner"], None)
    players[0].post(f"/m/{keys[1]}/join", data={})
    players[0].post(f"/m/me/matches/{match.id}/delete")
    assert match.id not in [one.id for one in studio.matches.listed()]


def test_designer_deletes_a_running_match_at_once(
    studio: Studio, client: TestClient, players: list[TestClient]
) -> None:
    id, keys = table(studio, players, RUNNING)
    client.post(f"/games/tic-tac-toe/people/{id}/delete")
    assert players[0].get(f"/api/m/{keys[1]}").status_code == 404


def people(studio: Studio) -> int:
    with studio.database.reading() as connection:
        return int(connection.exec_driver_sql("SELECT COUNT(*) FROM people").scalar_one())


def test_nothing_is_kept_of_strangers_without_a_link(studio: Studio, players: list[TestClient]) -> None:
    before = people(studio)
    for headers in ({}, {"Accept": "application/json"}):
        for number in range(3):
            answer = players[0].post("/m/me", data={"nickname": f"Nobody {number}"}, headers=headers)
            assert answer.status_code == 403
            assert "open the link" in answer.text
            assert "set-cookie" not in answer.headers
    assert "open the link" in players[0].get("/m/me").text
    assert players[0].post("/m/made-up/join", data={"nickname": "Nobody"}).status_code == 404
    assert people(studio) == before


def test_link_makes_one_person_however_often_it_is_used(studio: Studio, players: list[TestClient]) -> None:
    before = people(studio)
    _, keys = set_table(studio, studio.game_store.game("tic-tac-toe"), ["link", "link"], None)
    for number in range(5):
        players[0].cookies.clear()
        assert players[0].post(f"/m/{keys[1]}/join", data={"nickname": f"Same {number}"}).status_code == 303
    assert people(studio) == before + 1


def test_table_that_cannot_be_set_leaves_nobody_behind(studio: Studio, client: TestClient) -> None:
    client.cookies.clear()
    before = people(studio)
    wrong = {"seat.1": "me", "seat.2": "link", "seat.3": "link", "nickname": "Nobody"}
    assert client.post("/games/tic-tac-toe/invite", data=wrong).status_code == 400
    assert people(studio) == before


def test_people_without_a_match_are_forgotten_after_a_while(studio: Studio, players: list[TestClient]) -> None:
    idle, _ = studio.people.add("Idle")
    id, _ = table(studio, players, [])
    assert studio.people.forget_idle(1.0) == 0
    assert studio.people.forget_idle(-1.0) >= 1
    assert studio.people.person(idle.id) is None
    assert all(studio.people.person(sitter) for sitter in studio.matches.match(id).sitters if sitter)
    with pytest.raises(AptsError):
        studio.matches.match(idle.id)
