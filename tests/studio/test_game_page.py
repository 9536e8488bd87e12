"""The page of a game: its rules in words, settings that are turned, files to take away, versions."""

from __future__ import annotations

import html
import re

import pytest
from starlette.testclient import TestClient

from apts.games.catalogue import draft_text
from apts.studio.frame.studio import Studio
from apts.studio.pages.game import nested, words_in
from apts.studio.words import shown_to, words

PART = {"HX-Request": "true"}
LENGTH = "set.rules.end.if.is Line.length"


@pytest.fixture
def own(studio: Studio) -> str:
    """An own game, by its id."""
    return studio.game_store.add("Row", draft_text("placement", "Row"), origin="test").id


def test_page_tells_the_rules_in_words(client: TestClient) -> None:
    text = client.get("/games/connect-four").text
    assert "A line of four is made: the mover wins." in text
    assert 'src="/games/connect-four/board.svg"' in text
    for capacity in ("play", "playtest", "improve"):
        assert f'href="/games/connect-four/{capacity}"' in text
    assert "Make a copy to change" in text
    assert "Delete this game" not in text


def test_options_are_menus_and_parameters_sliders_and_switches(client: TestClient) -> None:
    text = client.get("/games/connect-four").text
    assert '<select name="set.Grid">' in text
    assert re.search(rf'type="range" id="[^"]+" name="{re.escape(LENGTH)}" min="2" max="8"', text)
    assert 'role="switch" name="set.rules.play.move Add.stack"' in text
    assert 'name="set.players.count"' not in text, "what is fixed is not offered"


def test_turning_a_parameter_changes_board_words_and_links(client: TestClient) -> None:
    answer = client.get("/games/connect-four/turned", params={LENGTH: "5", "under": ""}, headers=PART)
    assert "A line of five is made" in answer.text
    assert 'src="data:image/svg+xml;base64,' in answer.text
    assert 'href="/games/connect-four/play?set.rules.end.if.is+Line.length=5"' in answer.text
    assert answer.headers["HX-Replace-Url"] == "/games/connect-four?set.rules.end.if.is+Line.length=5"
    assert 'id="turned-settings"' not in answer.text, "a slider that is being moved stays as it is"


def test_options_of_the_library_are_told_in_the_language_of_the_page(client: TestClient) -> None:
    shown = client.get("/games/tic-tac-toe", headers={"accept-language": "pt-BR"}).text
    assert '<label class="field">Grade\n' in shown
    assert '<select name="set.Grid">' in shown
    assert 'lang="en">Grid' not in shown


def test_choosing_an_option_puts_parameters_back_and_draws_them_anew(client: TestClient) -> None:
    asked = {"set.Grid": "8x7", "set.equipment.board.rectangle.columns": "7", LENGTH: "5", "under": ""}
    answer = client.get("/games/connect-four/turned", params=asked, headers=PART)
    assert answer.headers["HX-Replace-Url"] == "/games/connect-four?set.Grid=8x7"
    assert 'id="turned-settings"' in answer.text
    assert "1 × 8" in answer.text


def test_item_of_an_option_whose_value_was_turned_says_so(client: TestClient) -> None:
    columns = "set.equipment.board.rectangle.columns"
    usual = client.get("/games/connect-four").text
    assert "No longer as in" not in usual
    answer = client.get("/games/connect-four/turned", params={columns: "9", "under": ""}, headers=PART).text
    assert "No longer as in “7x6”: columns of the grid 9." in " ".join(answer.split())
    whole = client.get("/games/connect-four", params={columns: "9", LENGTH: "5"}).text
    assert "No longer as in “Four”: length of the line that wins 5." in " ".join(whole.split())
    assert "No longer as in “8x7”" not in client.get("/games/connect-four", params={"set.Grid": "8x7"}).text


def test_sliders_have_names_in_the_language_of_the_page(client: TestClient) -> None:
    page = client.get("/games/connect-four", headers={"Accept-Language": "pt"}).text
    assert "colunas da grade" in page
    assert "columns of the grid" not in page


def test_tabs_keep_the_settings_of_the_page(client: TestClient) -> None:
    kept = "?set.rules.end.if.is+Line.length=5"
    for page in (
        client.get("/games/connect-four", params={LENGTH: "5"}),
        client.get("/games/connect-four/turned", params={LENGTH: "5", "under": "", "set.Grid": "7x6"}, headers=PART),
        client.get("/games/connect-four/playtest", params={LENGTH: "5"}),
        client.get("/games/connect-four/improve", params={LENGTH: "5"}),
        client.get("/games/connect-four/learn", params={LENGTH: "5"}),
    ):
        (tabs,) = re.findall(r'<nav class="tabs".*?</nav>', page.text, re.DOTALL)
        for capacity in ("", "/play", "/playtest", "/improve", "/learn"):
            assert f'href="/games/connect-four{capacity}{kept}"' in tabs


def test_what_is_as_usual_is_not_carried_along(client: TestClient) -> None:
    asked = {"set.Grid": "7x6", LENGTH: "4", "under": ""}
    answer = client.get("/games/connect-four/turned", params=asked, headers=PART)
    assert answer.headers["HX-Replace-Url"] == "/games/connect-four"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (LENGTH, "abc", "is an integer, so it cannot be 'abc'"),
        ("set.Grid", "3x3", "There is no item of the option 'Grid' '3x3'"),
        ("set.nonsense", "1", "no option or parameter 'nonsense'"),
    ],
)
def test_setting_that_does_not_fit_is_told_in_a_sentence(
    client: TestClient, name: str, value: str, sentence: str
) -> None:
    part = client.get("/games/connect-four/turned", params={name: value}, headers=PART)
    assert part.status_code == 200
    assert sentence in html.unescape(part.text)
    whole = client.get("/games/connect-four", params={name: value})
    assert sentence in html.unescape(whole.text)
    assert "A line of four is made" in whole.text, "the game is shown as usual"


def test_page_with_settings_in_its_address_works_without_a_script(client: TestClient) -> None:
    text = client.get("/games/connect-four", params={LENGTH: "5"}).text
    assert "A line of five is made" in text
    assert re.search(rf'name="{re.escape(LENGTH)}"[^>]* value="5"', text)


def test_rules_page_and_sheets_to_print_are_attachments(client: TestClient) -> None:
    rules = client.get("/games/tic-tac-toe/rules.lud")
    assert rules.headers["Content-Disposition"] == 'attachment; filename="tic-tac-toe.lud"'
    assert '(game "Tic-Tac-Toe"' in rules.text
    page = client.get("/games/tic-tac-toe/page.html")
    assert page.headers["Content-Disposition"].startswith("attachment")
    assert "published-game" in page.text
    printed = client.get("/games/tic-tac-toe/print.pdf")
    assert printed.content.startswith(b"%PDF")


def test_settings_become_a_new_version_of_an_own_game(client: TestClient, studio: Studio, own: str) -> None:
    answer = client.post(f"/games/{own}/adopt?{LENGTH.replace(' ', '+')}=5", follow_redirects=False)
    assert answer.headers["location"] == f"/games/{own}/versions"
    newest = studio.game_store.versions(own)[0]
    assert (newest.number, shown_to(newest.note, "en")) == (2, "Settings: length 5")
    assert "(is Line 5)" in newest.rules
    assert "// six rows of six cells" in newest.rules, "comments stay"


def test_description_of_an_author_does_not_outlive_the_settings_it_speaks_of(
    client: TestClient, studio: Studio
) -> None:
    text = client.get("/games/yavalath/rules.lud").text
    own = studio.game_store.add("Own Yavalath", text).id
    assert "Four in a row win" in client.get(f"/games/{own}").text
    client.post(f"/games/{own}/adopt?set.Board=Side+4", follow_redirects=False)
    newest = studio.game_store.versions(own)[0]
    assert newest.number == 2
    assert "// description of the original: Four in a row win" in newest.rules
    assert "Four in a row win" not in client.get(f"/games/{own}").text.partition("<details")[0]


def test_own_game_is_deleted_and_a_library_game_is_not(client: TestClient, studio: Studio, own: str) -> None:
    asking = client.get(f"/games/{own}/delete").text
    assert "Delete Row for good?" in asking
    assert "1 version;" in asking
    client.post(f"/games/{own}/delete")
    assert client.get(f"/games/{own}").status_code == 404
    assert client.post("/games/tic-tac-toe/delete").status_code == 400
    assert client.get("/games/tic-tac-toe").status_code == 200


def test_game_with_mistakes_says_what_is_wrong_and_leads_to_the_editor(client: TestClient, studio: Studio) -> None:
    game = studio.game_store.add("Broken", draft_text("placement", "Broken").replace("is Line", "is Lin")).id
    text = client.get(f"/games/{game}").text
    assert "has no form Lin" in text
    assert f'href="/games/{game}/edit"' in text
    assert client.get(f"/games/{game}/board.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("tab", ["play", "invite"])
def test_game_with_mistakes_is_not_played_and_leads_to_the_editor(client: TestClient, studio: Studio, tab: str) -> None:
    broken = studio.game_store.add("Broken", '(game "Broken" (players 2)\n (equipment {(bord (square 3))}))').id
    answer = client.get(f"/games/{broken}/{tab}")
    assert answer.status_code == 400
    assert "Line 2" in answer.text
    assert "^" not in answer.text, "a line with a caret is for command lines"
    assert f'href="/games/{broken}/edit"' in answer.text
    assert client.get(f"/games/tic-tac-toe/{tab}?set.Grid=9x9").status_code == 400


def test_versions_tell_what_changed_and_come_back(client: TestClient, studio: Studio, own: str) -> None:
    first = studio.game_store.game(own).rules
    studio.game_store.save(own, first.replace("is Line 4", "is Line 3"), note="shorter lines")
    studio.game_store.save(own, first.replace("is Line 4", "is Lin 3"))
    listed = client.get(f"/games/{own}/versions").text
    assert "shorter lines" in listed
    assert listed.count('hx-trigger="revealed"') == 2, "the first version changed nothing"
    assert "The first version." in listed
    in_words = client.get(f"/games/{own}/versions/2/changes", headers=PART).text
    assert "length of the line that wins: 4 becomes 3" in in_words
    by_line = client.get(f"/games/{own}/versions/3/changes", headers=PART).text
    assert '<span class="in">+        (end (if (is Lin 3)' in by_line
    assert "The first version." in client.get(f"/games/{own}/versions/1").text
    client.post(f"/games/{own}/versions/1/restore")
    newest = studio.game_store.versions(own)[0]
    assert (newest.number, newest.rules, shown_to(newest.note, "en")) == (4, first, "Version 1 again")
    exported = client.get(f"/games/{own}/rules.lud", params={"version": 2})
    assert "(is Line 3)" in exported.text
    assert client.get(f"/games/{own}/versions/9").status_code == 404
    assert client.get(f"/games/{own}/versions/{10**30}").status_code == 404


def test_library_game_has_no_versions(client: TestClient) -> None:
    assert "A copy of it has versions of its own." in client.get("/games/hex/versions").text


def test_words_are_taken_in_the_language_of_the_reader_where_they_are_told_in_it() -> None:
    english, portuguese = {"sections": [1]}, {"sections": [2]}
    assert words_in({"en": english, "pt": portuguese}, "pt-BR") == portuguese
    assert words_in({"en": english, "pt-BR": portuguese}, "pt-BR") == portuguese
    assert words_in({"en": english}, "pt-BR") == english
    assert words_in(english, "pt-BR") == english


def test_sentences_with_depths_become_lists_in_lists() -> None:
    made = nested([(0, "a"), (1, "b"), (2, "c"), (1, "d"), (0, "e")])
    assert [one["text"] for one in made] == ["a", "e"]
    assert [one["text"] for one in made[0]["items"]] == ["b", "d"]
    assert made[0]["items"][0]["items"][0]["text"] == "c"


@pytest.mark.long
def test_every_game_of_the_library_has_its_page(client: TestClient, studio: Studio) -> None:
    for entry in studio.game_store.library():
        text = client.get(f"/games/{entry.name}").text
        assert 'id="turned-words"' in text, entry.name
        assert f"library.kind.{entry.kind}" in words("pt-BR").texts, entry.kind
