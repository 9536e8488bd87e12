"""What people read in another language has no English in it: reports, rules in words, findings, published pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import apts
from apts.board.picture.drawing import DieMark, draw_die
from apts.locales import ENGLISH, LANGUAGES
from apts.locales.grammar import read_in, seat_words
from apts.playtest.run import Run, playtest
from apts.publish.game_page import published_data
from apts.report.pages.run_page import report_html
from apts.report.print_and_play.sheets import rules_html
from apts.report.texts import words
from apts.telling.rules_in_words import rules_in_words
from tests.locales.english_words import english_in
from tests.locales.pages import texts_of_page
from tests.playtest.rigged import HANDICAP

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
DICE = "mail-coaches"


@pytest.fixture(scope="module", params=[HANDICAP, DICE], ids=["findings", "dice"])
def run(request: pytest.FixtureRequest) -> Run:
    return playtest(request.param, ["random"], 40, seed=4, workers=1)


def english_of(texts: list[str], language: str, names: frozenset[str]) -> dict[str, list[str]]:
    """The texts that have English words in them beside names."""
    found = {text: [word for word in english_in(text, language) if word not in names] for text in texts}
    return {text: wrong for text, wrong in found.items() if wrong}


def names_of(rules: str) -> frozenset[str]:
    """Words of a rules text, which stand in pages as they are."""
    return frozenset(re.findall(r"\w+", rules))


@pytest.mark.parametrize("language", OTHERS)
def test_report_of_a_run(run: Run, language: str) -> None:
    assert run.game is not None
    html = report_html(run, language)
    texts = texts_of_page(html, language)
    assert len(texts) > 100
    assert english_of(texts, language, names_of(run.game.rules)) == {}
    assert english_of(texts_of_page(report_html(run, ENGLISH), ENGLISH), language, frozenset())


@pytest.mark.parametrize("language", OTHERS)
def test_findings_of_a_run(run: Run, language: str) -> None:
    assert run.game is not None
    told = [words(language).finding(found) for found in run.weighed]
    assert told
    assert english_of(told, language, names_of(run.game.rules)) == {}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", [DICE, "kalah", "tablut"])
def test_rules_of_a_game(name: str, language: str) -> None:
    game = apts.load(name)
    told = rules_in_words(game, language)
    texts = [text for section in told.sections for item in section.items for _, text in item.walk()]
    assert english_of(texts, language, names_of(game.rules)) == {}
    page = texts_of_page(rules_html(game, language), language)
    assert english_of(page, language, names_of(game.rules)) == {}


def texts_in(data: Any, language: str, *, inside: bool = False) -> Iterator[str]:
    """The texts of plain values that stand under the tag of a language."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from texts_in(value, language, inside=inside or key == language)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from texts_in(value, language, inside=inside)
    elif inside and isinstance(data, str):
        yield data


@pytest.mark.parametrize("language", OTHERS)
def test_published_page(language: str) -> None:
    game = apts.load(DICE)
    texts = list(texts_in(published_data(game, levels=["level:beginner"], language=language), language))
    assert len(texts) > 150
    assert english_of(texts, language, names_of(game.rules) | {language, ENGLISH}) == {}


def test_pictures_are_told_in_the_language_of_the_reader() -> None:
    state = apts.load(DICE).start()
    label = re.compile(r'aria-label="([^"]*)"')
    found = {}
    for language in LANGUAGES:
        with read_in(language):
            found[language] = label.findall(state.svg())[0], draw_die(DieMark(3, used=True))
    assert found["en"][0].startswith("Board of 28 sites with")
    assert found["pt-BR"][0].startswith("Tabuleiro de 28 casas com")
    assert "3, used" in found["en"][1]
    assert "3, já usado" in found["pt-BR"][1]
    assert state.svg() == apts.load(DICE).start().svg()


def test_teams_are_called_by_the_words_of_the_language_of_a_seat() -> None:
    assert seat_words("lugar").team_called(2, [1, 3, 5]) == "time 2 (lugares 1, 3 e 5)"
    assert seat_words("seat").team_called(1, [4]) == seat_words("nowhere").team_called(1, [4]) == "team 1 (seat 4)"


def test_texts_of_a_page_are_those_that_are_read() -> None:
    page = (
        '<p>Um</p><code>the rules</code><p lang="en">the end</p><svg role="img" aria-label="Quadro">'
        '<path aria-label="each"/><text>dois</text></svg><img alt="três"><script>the();</script>'
    )
    assert texts_of_page(page, "pt-BR") == ["Um", "Quadro", "dois", "três"]
