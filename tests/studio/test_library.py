"""The first page and the page of a new game: games are found, begun, copied and taken in."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from apts.games.catalogue import draft_text, templates
from apts.studio.frame.studio import Studio
from apts.studio.workers.pool import WorkerPool
from bench.studio_boards import STATIC, drawn_boards

ROW = draft_text("placement", "Taken In")


def names(text: str) -> list[str]:
    """The names of the games that a page lists."""
    return re.findall(r"<h3>([^<]+)</h3>", text)


def begun(client: TestClient, **form: str) -> str:
    """The id of a game that is begun."""
    answer = client.post("/games/new", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return re.fullmatch(r"/games/([^/]+)/edit", answer.headers["location"])[1]  # type: ignore[index]


def test_without_own_games_the_page_offers_to_begin_one(client: TestClient) -> None:
    text = client.get("/").text
    assert "Games of your own stand here." in text
    assert 'href="/games/new"' in text


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"q": "connect discs"}, ["Connect Four"]),
        ({"q": "OTHELLO"}, ["Othello"]),
        ({"players": "3"}, None),
        ({"kind": "connection"}, ["Hex"]),
        ({"q": "no such words"}, []),
        ({"whose": "own", "q": "hex"}, []),
    ],
)
def test_games_are_searched_and_filtered(client: TestClient, asked: dict[str, str], found: list[str] | None) -> None:
    whole = client.get("/", params=asked).text
    part = client.get("/", params=asked, headers={"HX-Request": "true"}).text
    assert "<html" in whole
    assert "<html" not in part
    listed = names(part)
    assert names(whole) == listed
    if found is not None:
        assert [name for name in listed if name in found] == listed
        assert set(found) <= set(listed)
    else:
        assert 0 < len(listed) < len(names(client.get("/").text))


def test_nothing_found_says_so_and_leads_back(client: TestClient) -> None:
    text = client.get("/", params={"q": "no such words"}).text
    assert "No game fits what you look for." in text
    assert "Show all games" in text


def test_search_keeps_what_was_asked_and_escapes_it(client: TestClient) -> None:
    text = client.get("/", params={"q": '"><script>'}).text
    assert "<script>" not in text.replace("<script src", "")
    assert "&gt;&lt;script&gt;" in text


def test_every_template_becomes_an_own_game_in_the_editor(client: TestClient, studio: Studio) -> None:
    for template in templates():
        game = begun(client, way="template", template=template, name=f'Own "{template}" (1)')
        assert studio.game_store.game(game).name == f"Own {template} 1"
        assert f'(game "Own {template} 1"' in studio.game_store.game(game).rules
    assert "Own race 1" in names(client.get("/", params={"whose": "own"}).text)


def test_template_has_a_board(client: TestClient) -> None:
    assert client.get("/games/new/board.svg", params={"template": "placement"}).text.startswith("<svg")
    assert client.get("/games/new/board.svg", params={"template": "placment"}).status_code == 400


def test_copy_of_a_game_has_a_title_of_its_own(client: TestClient, studio: Studio) -> None:
    game = studio.game_store.game(begun(client, way="copy", copied="tic-tac-toe"))
    assert game.name == "My Tic-Tac-Toe"
    assert '(game "My Tic-Tac-Toe"' in game.rules
    assert studio.game_store.game("tic-tac-toe").name == "Tic-Tac-Toe"


def test_copy_carries_settings_in_its_text(client: TestClient, studio: Studio) -> None:
    address = "/games/connect-four/copy?set.Grid=8x7&set.rules.end.if.is+Line.length=5"
    answer = client.post(address, follow_redirects=False)
    game = studio.game_store.game(answer.headers["location"].split("/")[2])
    sheet = studio.workers.ask("game_summary", game={"id": game.id, "rules": game.rules, "settings": {}})
    assert sheet["chosen"]["Grid"] == "8x7"
    assert {one["path"]: one["value"] for one in sheet["tunables"]}["rules.end.if.is Line.length"] == 5


def test_game_written_in_python_has_no_copy(client: TestClient) -> None:
    answer = client.post("/games/new", data={"way": "copy", "copied": "snowball-class"})
    assert answer.status_code == 400
    assert "is written in Python" in answer.text
    settled = client.get("/games/snowball-class/rules.lud?set.size=5", headers={"Accept": "application/json"})
    assert (settled.status_code, "is written in Python" in settled.text) == (400, True)


def test_file_and_pasted_text_are_taken_in(client: TestClient, studio: Studio) -> None:
    content = b"\xef\xbb\xbf" + ROW.replace("\n", "\r\n").encode()
    answer = client.post(
        "/games/new", data={"way": "file"}, files={"file": ("row.lud", content, "text/plain")}, follow_redirects=False
    )
    game = studio.game_store.game(answer.headers["location"].split("/")[2])
    assert (game.name, game.rules) == ("Taken In", ROW)
    pasted = studio.game_store.game(begun(client, way="file", rules=ROW, name="Another"))
    assert pasted.name == "Another"
    assert '(game "Another"' in pasted.rules


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b" \n\t ", "is empty"),
        ("(game)".encode("utf-16"), "it is written in UTF-16"),
        ('(game "Damão")'.encode("latin-1"), "it is not a text in UTF-8"),
        (b"(game \x00\x01)", "is not a rules text"),
        (b"\x89PNG\r\n\x1a\n\x00", "is a picture (PNG), not a rules text"),
        (b"PK\x03\x04\x14\x00", "is a ZIP archive"),
        (b"x" * 200_001, "is too long"),
    ],
    ids=["empty", "blank", "utf-16", "latin-1", "zeros", "picture", "archive", "long"],
)
def test_file_that_is_no_rules_text_is_refused_in_a_sentence(
    client: TestClient, studio: Studio, content: bytes, sentence: str
) -> None:
    before = studio.game_store.own()
    answer = client.post("/games/new", data={"way": "file"}, files={"file": ("x.lud", content, "text/plain")})
    assert answer.status_code == 400
    assert sentence in answer.text
    assert answer.text.index(sentence) < answer.text.index('id="way-template"'), "it is told where the page begins"
    assert '<a href="#way-file">' in answer.text
    assert studio.game_store.own() == before


def test_text_with_mistakes_is_taken_in_all_the_same(client: TestClient) -> None:
    game = begun(client, way="file", rules='(game "Half" (players 2', name="")
    assert "Half" in names(client.get("/", params={"whose": "own"}).text) or game == "game"
    assert client.get(f"/games/{game}/board.svg").text.startswith("<svg")


def test_both_languages_have_names_for_templates_and_kinds(client: TestClient) -> None:
    english = client.get("/games/new", headers={"Accept-Language": "en"}).text
    portuguese = client.get("/games/new", headers={"Accept-Language": "pt-BR"}).text
    assert "<strong>Race</strong>" in english
    assert "<strong>Corrida</strong>" in portuguese
    assert "linhas" in client.get("/", headers={"Accept-Language": "pt-BR"}).text


def test_games_of_one_name_are_told_apart(client: TestClient, studio: Studio) -> None:
    for _ in range(2):
        studio.game_store.add("Twice", ROW)
    page = client.get("/", params={"q": "snowball"}).text
    assert "written in Python" in page
    assert "written as rules" in page
    twice = client.get("/", params={"q": "twice"}).text
    assert 'class="tag">twice ·' in twice
    assert 'class="tag">twice-2 ·' in twice
    assert 'class="apart"' not in client.get("/", params={"q": "othello"}).text


def test_board_of_a_game_that_was_deleted_is_a_sign_and_not_a_broken_picture(
    client: TestClient, studio: Studio
) -> None:
    gone = studio.game_store.add("Soon Gone", ROW).id
    client.post(f"/games/{gone}/delete")
    answer = client.get(f"/games/{gone}/board.svg?version=1")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "image/svg+xml")
    assert "<svg" in answer.text
    assert gone not in client.get("/").text


def test_boards_that_were_drawn_beforehand_are_those_of_the_rules() -> None:
    shipped = dict(drawn_boards())
    assert len(shipped) > 30
    wrong = [place for place, drawn in shipped.items() if (STATIC / place).read_text(encoding="utf-8") != drawn]
    assert wrong == [], "python -m bench.studio_boards draws them anew"


def test_first_page_needs_no_worker_for_its_pictures(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*words: object, **values: object) -> object:
        raise AssertionError("a worker was asked")

    monkeypatch.setattr(WorkerPool, "remembered", refused)
    for address in ("/games/hex/board.svg", "/games/new/board.svg?template=race", "/api/games/oware/board.svg"):
        answer = client.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


def test_lines_about_games_are_in_the_language_of_the_reader(client: TestClient) -> None:
    portuguese = client.get("/?q=colunas", headers={"accept-language": "pt-BR"}).text
    assert '<p lang="pt-BR">Solte discos nas colunas; quatro em linha vencem.</p>' in portuguese
    assert '<p lang="en">Drop discs into columns; four in a row win.</p>' in client.get("/?q=columns").text


@pytest.mark.parametrize(
    ("name", "address"),
    [("Peões", "peoes"), ("Ação à vista", "acao-a-vista"), ("Шашки", "shashki"), ("장기", "janggi")],
)
def test_address_of_a_game_keeps_letters_with_accents_and_spells_other_scripts(
    studio: Studio, client: TestClient, name: str, address: str
) -> None:
    made = studio.game_store.add(name, ROW)
    assert made.id == address
    page = client.get(f"/games/{address}")
    assert page.status_code == 200
    assert name in page.text
    studio.game_store.remove(address)


def test_name_that_cannot_be_spelled_gets_an_address_all_the_same(studio: Studio, client: TestClient) -> None:
    made = studio.game_store.add("围棋", ROW)
    assert re.fullmatch(r"game(-\d+)?", made.id)
    assert "围棋" in client.get(f"/games/{made.id}").text
    studio.game_store.remove(made.id)
