"""People: their matches, how they stand, what they can delete."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.testclient import TestClient

from apts.publish.people.match_import import import_people
from apts.studio.frame.studio import Studio, open_studio
from apts.studio.play.page_data import standings
from apts.studio.play.tables import set_table
from apts.studio.server.app import create_app
from apts.studio.settings import StudioSettings
from tests.studio.played import performed

WON = ["a1", "b1", "a2", "b2", "a3"]


def played(client: TestClient, studio: Studio, nickname: str, word: str = "") -> str:
    """A match that somebody with this nickname wins at seat 1."""
    client.cookies.clear()
    _, keys = set_table(studio, studio.game_store.game("tic-tac-toe"), ["link", "link"], None, seed=1)
    client.post(f"/m/{keys[1]}/join", data={"nickname": nickname})
    for at, text in enumerate(WON):
        client.post(f"/api/m/{keys[1 + at % 2]}/moves", json={"move": text, "at": at})
    client.post(f"/api/m/{keys[1]}/answers", json={"fun": 5, "word": word})
    return studio.matches.linked(keys[1])[0].id


def test_people_page_lists_games_and_matches(client: TestClient, studio: Studio) -> None:
    played(client, studio, "Ana <b>", "nice & short")
    text = client.get("/people").text
    assert "Ana &lt;b&gt;" in text
    assert "Tic-Tac-Toe" in text
    of_game = client.get("/games/tic-tac-toe/people").text
    assert "nice &amp; short" in of_game


def test_figures_are_worked_out_beside_the_page(client: TestClient, studio: Studio) -> None:
    played(client, studio, "Bea")
    text = client.get("/games/tic-tac-toe/people/figures").text
    assert "Score of people" in text
    assert "Ratings of people" in text
    assert "There is no play-test of these rules" in text
    assert "no match of the present rules" in client.get("/games/othello/people/figures").text


def test_run_beside_people_is_told_by_who_played_it(client: TestClient, studio: Studio) -> None:
    played(client, studio, "Dora")
    run = performed(studio, matches=4).result["run"]
    text = client.get("/games/tic-tac-toe/people/figures").text
    assert f'<a href="/runs/{run}">Tic-Tac-Toe · random' in text
    assert f">{run}</a>" not in text


def test_who_wins_is_rated_higher_and_the_unknown_are_not_listed(client: TestClient, studio: Studio) -> None:
    played(client, studio, "Carl")
    rated = standings(studio.matches.results("tic-tac-toe")[-1:])
    assert [one.rating.value > 1500 for one in rated] == [True]
    assert rated[0].rating.n == 1


def test_person_sees_and_deletes_their_matches_and_nobody_elses(client: TestClient, studio: Studio) -> None:
    other = played(client, studio, "Dora")
    own = played(client, studio, "Eva")
    match = studio.matches.match(own)
    assert match.archived is not None
    assert "Tic-Tac-Toe" in client.get("/m/me").text
    assert client.post(f"/m/me/matches/{other}/delete").status_code == 404
    assert client.get(f"/m/me/matches/{other}").status_code == 404
    assert '"seen":true' in client.get(f"/m/me/matches/{own}").text
    drawn = client.get(f"/m/me/matches/{own}/positions").json()
    assert len(drawn["positions"]) == 6
    client.post(f"/m/me/matches/{own}/delete")
    assert own not in [one.id for one in studio.matches.listed()]
    assert match.record["number"] not in studio.archive.numbers(match.archived)


def test_person_is_forgotten_with_everything(client: TestClient, studio: Studio) -> None:
    own = played(client, studio, "Fred")
    person = studio.matches.match(own).sitters[0]
    assert person is not None
    client.post("/m/me/delete")
    assert studio.people.person(person) is None
    assert studio.matches.listed(person=person) == ()


def test_designer_deletes_anybodys_match(client: TestClient, studio: Studio) -> None:
    id = played(client, studio, "Gil")
    assert client.post(f"/games/othello/people/{id}/delete").status_code == 404
    client.post(f"/games/tic-tac-toe/people/{id}/delete")
    assert id not in [one.id for one in studio.matches.listed()]


def test_imported_matches_are_listed_beside_those_of_the_studio_and_can_be_deleted(
    client: TestClient, studio: Studio
) -> None:
    played(client, studio, "Hal")
    own = client.get("/people").text
    assert "imported" not in own
    document = json.loads((Path(__file__).parents[2] / "docs" / "people-example.json").read_text(encoding="utf-8"))
    taken = import_people(studio.archive, document)
    assert taken.run is not None
    assert f"{taken.added} imported" in client.get("/people").text
    page = client.get("/games/tic-tac-toe/people").text
    assert "Imported matches" in page
    ours = {match.record.get("number") for match in studio.matches.listed(game="tic-tac-toe")}
    numbers = [number for number in studio.archive.numbers(taken.run) if number not in ours]
    assert len(numbers) == taken.added
    for number in numbers:
        assert f"/runs/{taken.run}/matches/{number}" in page
    gone = {"run": taken.run, "number": numbers[0]}
    assert client.post("/games/othello/people/imported/delete", data=gone).status_code == 404
    assert (
        client.post("/games/tic-tac-toe/people/imported/delete", data=gone, follow_redirects=False).status_code == 303
    )
    assert numbers[0] not in studio.archive.numbers(taken.run)
    kept = next(number for number in ours if number is not None)
    own_match = {"run": taken.run, "number": kept}
    assert client.post("/games/tic-tac-toe/people/imported/delete", data=own_match).status_code == 404


def test_games_whose_matches_were_all_imported_are_listed_too(client: TestClient, own_folder: Path) -> None:
    fresh = open_studio(StudioSettings(own_folder, workers=1, token=False))
    document = json.loads((Path(__file__).parents[2] / "docs" / "people-example.json").read_text(encoding="utf-8"))
    import_people(fresh.archive, document)
    with TestClient(create_app(fresh.settings, fresh), base_url="http://localhost") as asking:
        assert "Tic-Tac-Toe" in asking.get("/people", headers={"Accept-Language": "pt"}).text
        page = asking.get("/games/tic-tac-toe/people", headers={"Accept-Language": "pt"}).text
        assert "Partidas importadas" in page
        assert 'id="figures"' in page
    fresh.close()
