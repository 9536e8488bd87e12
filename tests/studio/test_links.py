"""Playing each other by links: the right to one match, turns, agents at the table, news for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from apts.studio.frame.studio import Studio, open_studio
from apts.studio.play.tables import set_table
from apts.studio.server.app import create_app
from apts.studio.settings import StudioSettings
from tests.studio.test_matches import data_of
from tests.wording.golden import Wording

WON = ["a1", "b1", "a2", "b2", "a3"]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio with a password."""
    opened = open_studio(StudioSettings(tmp_path_factory.mktemp("guarded"), key="a password of many signs", workers=1))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def stranger(guarded: Studio) -> Iterator[TestClient]:
    """Somebody who has no password."""
    with TestClient(create_app(guarded.settings, guarded), base_url="http://localhost") as asking:
        yield asking


def table(studio: Studio, *seats: str, game: str = "tic-tac-toe") -> dict[int, str]:
    return set_table(studio, studio.game_store.game(game), seats, None, seed=1)[1]


def keys_on(page: Any) -> tuple[str, ...]:
    """The keys in a table page: that of the seat, and those of others that are to be sent on."""
    assert page.status_code == 200
    shown = data_of(page.text, "studio-table")
    links = [shown["link"], *(one["link"] for one in shown["invitations"])]
    assert all(link.startswith("http://localhost/m/") for link in links)
    return tuple(link.rpartition("/")[2] for link in links)


def move(client: TestClient, key: str, text: str, at: int) -> Any:
    return client.post(f"/api/m/{key}/moves", json={"move": text, "at": at})


def test_who_makes_a_table_comes_to_it_and_gets_the_links_of_the_others(client: TestClient, studio: Studio) -> None:
    client.cookies.clear()
    form = {"seat.1": "me", "seat.2": "link", "nickname": "Ana"}
    answer = client.post("/games/tic-tac-toe/invite", data=form, follow_redirects=False)
    page = client.get(answer.headers["location"])
    own, other = keys_on(page)
    match, seats = studio.matches.linked(own)
    assert (match.status, seats, studio.matches.linked(other)[1]) == ("waiting", (1,), (2,))
    assert own not in studio.database.file.read_bytes().decode("latin-1")
    assert "Sit down and play" in client.get(f"/m/{other}").text
    client.post(f"/m/{other}/join", data={"nickname": "Bea"})
    assert studio.matches.match(match.id).status == "running"
    assert data_of(client.get(answer.headers["location"]).text, "studio-table")["invitations"] == []


def test_address_of_a_seat_is_a_right_to_nothing(client: TestClient, studio: Studio) -> None:
    client.cookies.clear()
    form = {"seat.1": "me", "seat.2": "link", "nickname": "Ana"}
    place = client.post("/games/tic-tac-toe/invite", data=form, follow_redirects=False).headers["location"]
    own, other = keys_on(client.get(place))
    assert re.fullmatch(r"/m/at/[0-9a-f]{16}/1", place)
    assert own[16:] not in place
    seen = client.get(f"/m/{own}", follow_redirects=False)
    assert (seen.status_code, seen.headers["location"]) == (303, place)
    sat = client.post(f"/m/{other}/join", data={"nickname": "Bea"}, follow_redirects=False)
    assert sat.headers["location"] == place[:-1] + "2"
    assert own[16:] not in client.get(sat.headers["location"]).text
    assert [keys_on(client.get(one.headers["location"]))[0] for one in (seen, sat)] == [own, other]
    client.cookies.clear()
    copied = client.get(place)
    assert copied.status_code == 404
    assert "No seat for this browser" in copied.text
    assert not any(key[16:] in copied.text for key in (own, other))


def test_link_is_the_right_to_its_seat_and_to_nothing_else(
    stranger: TestClient, guarded: Studio, wording: Wording
) -> None:
    keys = table(guarded, "link", "link")
    assert stranger.get("/games/tic-tac-toe/play", follow_redirects=False).status_code == 303
    assert stranger.post("/games/tic-tac-toe/best", json={}).status_code == 401
    assert stranger.get(f"/m/{keys[1]}").status_code == 200
    assert stranger.get(f"/api/m/{keys[1]}").json()["seats"][0]["mine"] is True
    wording(move(stranger, keys[2], "a1", 0).json()["detail"])
    assert move(stranger, keys[1], "a1", 0).status_code == 200
    assert stranger.get(f"/m/{keys[1][:16]}").status_code == 404
    assert stranger.get(f"/m/{keys[1][:-1]}x").status_code == 404
    assert stranger.get("/people", follow_redirects=False).status_code == 303


def test_moves_are_checked_by_the_rules_and_in_turn(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link")
    assert "is not a legal move" in move(client, keys[1], "z9", 0).json()["detail"]
    assert move(client, keys[1], "a1", 0).json()["moves"] == ["a1"]
    assert "not on the board any more" in move(client, keys[2], "b1", 0).json()["detail"]
    for at, text in enumerate(WON[1:], 1):
        answer = move(client, keys[1 + at % 2], text, at)
    told = answer.json()
    assert (told["status"], told["outcome"]["ranks"]) == ("finished", [1.0, 2.0])
    assert move(client, keys[2], "c3", 5).json()["detail"] == "The match is over."


def test_match_by_a_link_goes_into_the_archive_with_what_was_said(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link")
    for at, text in enumerate(WON):
        move(client, keys[1 + at % 2], text, at)
    client.post(f"/api/m/{keys[2]}/answers", json={"fun": 2, "length": "short"})
    match = studio.matches.linked(keys[1])[0]
    assert match.archived is not None
    kept = studio.archive.match(match.archived, match.record["number"])
    assert kept.facts["people"]["answers"] == {"fun": 2, "length": "short"}
    assert kept.facts["people"]["seats"] == ["person", "person"]


def test_resigning_ends_the_match_for_everybody(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link")
    told = client.post(f"/api/m/{keys[2]}/resign").json()
    assert (told["resigned"], told["outcome"]["ranks"]) == (2, [1.0, 2.0])
    assert client.get(f"/api/m/{keys[1]}").json()["status"] == "finished"


def test_agent_sits_at_a_seat_and_answers_on_the_server(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link", "level:casual", game="trefoil")
    first = client.get(f"/api/m/{keys[1]}/position").json()["moves"]
    move(client, keys[1], first[0]["text"], 0)
    move(client, keys[2], client.get(f"/api/m/{keys[1]}/position").json()["moves"][0]["text"], 1)
    told = client.get(f"/api/m/{keys[1]}").json()
    assert (told["thinks"], len(told["moves"]), told["mover"]) == ("server", 3, 1)


def test_agents_of_one_player_think_on_the_device_unless_it_is_slow(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "level:casual")
    assert move(client, keys[1], "b2", 0).json()["thinks"] == "device"
    assert client.get(f"/api/m/{keys[1]}").json()["moves"] == ["b2"]
    assert move(client, keys[1], "a1", 1).json()["moves"] == ["b2", "a1"]
    move(client, keys[1], "c3", 2)
    client.post(f"/api/m/{keys[1]}/think")
    assert len(client.get(f"/api/m/{keys[1]}").json()["moves"]) == 4
    back = client.post(f"/api/m/{keys[1]}/undo").json()
    assert (back["moves"], back["undone"]) == (["b2", "a1"], 2)


def test_nothing_is_taken_back_where_somebody_else_plays(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link")
    move(client, keys[1], "b2", 0)
    assert "no move can be taken back" in client.post(f"/api/m/{keys[1]}/undo").json()["detail"]


def test_three_sit_at_a_table_each_with_a_link(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link", "link", game="trefoil")
    assert len({*keys.values()}) == 3
    first = client.get(f"/api/m/{keys[1]}/position").json()
    move(client, keys[first["mover"]], first["moves"][0]["text"], 0)
    told = client.get(f"/api/m/{keys[3]}").json()
    assert len(told["moves"]) == 1
    assert [seat["mine"] for seat in told["seats"]] == [False, False, True]


def test_game_that_browsers_cannot_play_is_drawn_by_the_server(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "level:beginner", game="snowball-class")
    assert "Player 1" in client.get("/games/snowball-class/play").text
    drawn = client.get(f"/api/m/{keys[1]}/position").json()
    assert drawn["svg"].startswith("<svg")
    assert len(drawn["moves"]) == 81
    move(client, keys[1], "e5", 0)
    assert len(client.get(f"/api/m/{keys[1]}").json()["moves"]) == 2


def test_wrong_tables_are_refused_in_a_sentence(client: TestClient) -> None:
    few = client.post("/games/tic-tac-toe/invite", data={"seat.1": "me"})
    assert "has 2 seats, and 1 were filled" in few.text
    nobody = client.post("/games/tic-tac-toe/invite", data={"seat.1": "level:club", "seat.2": "level:club"})
    assert "At least one seat is for a person" in nobody.text
    unknown = client.post("/games/tic-tac-toe/invite", data={"seat.1": "me", "seat.2": "level:clbu"})
    assert "did you mean level:club?" in unknown.text


def test_hidden_information_is_not_played_by_a_link(client: TestClient, studio: Studio) -> None:
    rules = """(game "Secret" (players 2)
      (equipment { (board (square 3)) (piece "Disc" Each) })
      (rules (start (set Hidden (sites Board) to:P2)) (play (move Add (to (sites Empty))))
      (end (if (is Line 3) (result Mover Win)))))"""
    game = studio.game_store.add("Secret", rules)
    answer = client.post(f"/games/{game.id}/invite", data={"seat.1": "me", "seat.2": "link"})
    assert answer.status_code == 400
    assert "Secret has hidden information" in answer.text


def test_table_goes_on_with_another_match_and_the_same_links(client: TestClient, studio: Studio) -> None:
    keys = table(studio, "link", "link")
    assert "not over yet" in client.post(f"/api/m/{keys[1]}/again").json()["detail"]
    client.post(f"/api/m/{keys[1]}/resign")
    first = studio.matches.linked(keys[1])[0]
    told = client.post(f"/api/m/{keys[1]}/again").json()
    assert (told["status"], told["moves"], [seat["mine"] for seat in told["seats"]]) == ("running", [], [False, True])
    again = client.post(f"/api/m/{keys[2]}/again")
    assert again.status_code == 400
    assert client.get(f"/api/m/{keys[2]}").json()["id"] == told["id"] != first.id
    assert move(client, keys[2], "a1", 0).status_code == 200
