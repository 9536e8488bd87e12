"""The editor behind its page: texts are checked and saved, with mistakes too, and with no script as well."""

from __future__ import annotations

import html

import pytest
from starlette.testclient import TestClient

from apts.errors import AptsError
from apts.games.catalogue import draft_text
from apts.games.checking import check_text
from apts.studio.frame.chosen_game import describe_mistake
from apts.studio.frame.studio import Studio
from apts.studio.words import words
from apts.studio.workers.answers import answer

ROW = draft_text("placement", "Row")
WRONG = ROW.replace("is Line", "is Lin")
JSON = {"Accept": "application/json"}


@pytest.fixture
def own(studio: Studio) -> str:
    """An own game, by its id."""
    return studio.game_store.add("Row", ROW).id


def test_page_has_the_text_in_a_plain_field(client: TestClient, own: str) -> None:
    text = client.get(f"/games/{own}/edit").text
    assert f">\n{html.escape(ROW, quote=True).replace('&#x27;', '&#39;').replace('&quot;', '&#34;')}</textarea>" in text
    assert 'value="save"' in text
    assert 'value="check"' in text


def test_text_of_a_library_game_is_read_and_not_changed(client: TestClient, studio: Studio) -> None:
    text = client.get("/games/tic-tac-toe/edit").text
    assert "readonly" in text
    assert 'action="/games/tic-tac-toe/copy"' in text
    assert client.post("/games/tic-tac-toe/edit", data={"rules": ROW}).status_code == 400


def test_game_written_in_python_is_not_edited(client: TestClient) -> None:
    answer = client.get("/games/snowball-class/edit")
    assert answer.status_code == 400
    assert "is written in Python" in answer.text


def test_mistakes_are_told_as_apts_check_tells_them(client: TestClient, own: str) -> None:
    found = client.post(f"/games/{own}/check", data={"rules": WRONG}).json()
    with pytest.raises(AptsError) as told:
        check_text(WRONG, f"{own}.lud")
    (problem,) = found["problems"]
    expected = told.value.problems[0]  # type: ignore[attr-defined]
    assert not found["ok"]
    assert (problem["line"], problem["column"]) == (expected.position.line, expected.position.column)
    assert problem["sentence"].rstrip(".").casefold() == expected.message.casefold()
    assert problem["nearest"] == list(expected.nearest)
    assert f"Did you mean: {', '.join(expected.nearest)}?" in problem["hints"]


def test_text_in_order_gives_the_board(client: TestClient, own: str) -> None:
    found = client.post(f"/games/{own}/check", data={"rules": ROW.replace("square 6", "square 4")}).json()
    assert found["ok"]
    assert found["problems"] == []
    assert "16 sites" in found["svg"]
    assert found["told"] == "No mistakes. 2 players, 16 first moves."


def test_random_matches_find_doubts_that_are_told_as_warnings(client: TestClient, own: str) -> None:
    one_sided = ROW.replace("result Mover Win", "result P1 Win")
    quick = client.post(f"/games/{own}/check", data={"rules": one_sided}).json()
    thorough = client.post(f"/games/{own}/check", data={"rules": one_sided, "thorough": "true"}).json()
    assert (quick["ok"], quick["problems"]) == (True, [])
    assert thorough["ok"]
    assert [problem["severity"] for problem in thorough["problems"]] == ["warning"]
    assert "Player 2 cannot win" in thorough["problems"][0]["sentence"]


@pytest.mark.parametrize("text", ["", "   ", "(game \x00)", "x" * 200_001], ids=["empty", "blank", "binary", "long"])
def test_what_is_no_text_is_a_problem_in_a_sentence(client: TestClient, own: str, text: str) -> None:
    found = client.post(f"/games/{own}/check", data={"rules": text}).json()
    assert not found["ok"]
    assert found["problems"][0]["sentence"].startswith("The text is ")
    saved = client.post(f"/games/{own}/edit", data={"rules": text}, headers=JSON)
    assert saved.status_code == 400


def test_saving_makes_a_version_with_its_note_and_the_name_in_the_text(
    client: TestClient, studio: Studio, own: str
) -> None:
    text = ROW.replace('(game "Row"', '(game "Long Row"')
    answer = client.post(f"/games/{own}/edit", data={"rules": text, "note": " a  note ", "base": "1"}, headers=JSON)
    assert answer.json() == {"version": 2, "name": "Long Row", "told": "Saved as version 2."}
    assert studio.game_store.versions(own)[0].note == "a note"
    again = client.post(f"/games/{own}/edit", data={"rules": text, "base": "2"}, headers=JSON).json()
    assert (again["version"], again["told"]) == (2, "Nothing has changed since version 2.")


def test_text_with_mistakes_is_saved_and_said_not_to_be_playable(client: TestClient, studio: Studio, own: str) -> None:
    answer = client.post(f"/games/{own}/edit", data={"rules": WRONG})
    assert answer.status_code == 200
    assert "Saved as version 2. It has mistakes, so it cannot be played yet." in answer.text
    assert "has no form Lin" in answer.text
    assert studio.game_store.game(own).rules == WRONG


def test_saving_without_a_script_leads_to_the_game(client: TestClient, own: str) -> None:
    changed = ROW.replace("square 6", "square 5").replace("\n", "\r\n")
    answer = client.post(f"/games/{own}/edit", data={"rules": changed}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/games/{own}")


def test_checking_without_a_script_saves_nothing(client: TestClient, studio: Studio, own: str) -> None:
    answer = client.post(f"/games/{own}/edit", data={"rules": WRONG, "action": "check", "note": "kept"})
    assert "has no form Lin" in answer.text
    assert 'value="kept"' in answer.text
    assert len(studio.game_store.versions(own)) == 1


def test_version_that_somebody_saved_meanwhile_is_told(client: TestClient, studio: Studio, own: str) -> None:
    studio.game_store.save(own, ROW.replace("square 6", "square 7"))
    mine = {"rules": ROW.replace("square 6", "square 8"), "base": "1"}
    answer = client.post(f"/games/{own}/edit", data=mine, headers=JSON)
    assert answer.status_code == 409
    assert "Version 2 was saved meanwhile" in answer.json()["detail"]
    assert len(studio.game_store.versions(own)) == 2
    del mine["base"]
    assert client.post(f"/games/{own}/edit", data=mine, headers=JSON).json()["version"] == 3


def test_words_to_offer_have_signatures_and_meanings(client: TestClient) -> None:
    known = client.get("/ludemes.json").json()
    line = next(one for one in known["ludemes"] if (one["head"], one["mode"]) == ("is", "Line"))
    assert line["signature"].startswith("(is Line")
    assert line["about"]
    assert "(is Line" in line["example"]
    assert "exact" in line["labels"]
    assert "Win" in {word for words in known["words"].values() for word in words}


BROKEN = '(game "Broken" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) }) (rules (play (mvoe Add))))'


def test_frequent_mistakes_are_told_in_portuguese_and_others_are_marked_as_english(
    client: TestClient, studio: Studio
) -> None:
    id = studio.game_store.add("Broken", BROKEN).id
    portuguese = {"Accept-Language": "pt", "HX-Request": "true"}
    problems = client.post(f"/games/{id}/check", data={"rules": BROKEN}, headers=portuguese).json()["problems"]
    problem = next(one for one in problems if "mvoe" in one["sentence"])
    assert problem["sentence"] == '(mvoe ..) não é um ludema, e não há (define "mvoe" ..)'
    assert problem["language"] == "pt-BR"
    assert "Você quis dizer" in problem["hints"][0]
    for area in ("", "/playtest", "/improve"):
        page = html.unescape(client.get(f"/games/{id}{area}", headers=portuguese).text)
        assert '(mvoe ..) não é um ludema, e não há (define "mvoe" ..)' in page
    assert describe_mistake("something that nobody has translated", words("pt-BR")) == (
        "Something that nobody has translated.",
        "en",
    )
    assert describe_mistake("this ( is never closed", words("en")) == ("This ( is never closed.", "en")


def test_mistakes_of_all_samples_are_told_in_portuguese() -> None:
    samples = {
        "(game": "este ( nunca se fecha",
        '(game "A" (players 2) (equipment {(board (square 3))}) (rules (play (move Ad))))': "A palavra Ad não é conhecida",
        '(game "A" (players 2) (equipment {(board (square "x"))}) (rules (play (pass))))': "não aceita",
        '(game "A (players 2))': "aqui se abrem aspas",
    }
    for rules, told in samples.items():
        found = answer("check", {"game": {"id": "sample", "rules": rules, "settings": {}}, "matches": 0})
        sentences = [describe_mistake(one["message"], words("pt-BR")) for one in found["problems"]]
        assert any(told in sentence.casefold() or told in sentence for sentence, _ in sentences), (rules, sentences)
