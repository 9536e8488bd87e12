"""A language is named alike everywhere: one option with an old name, any country, and a refusal that lists what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts as lab
from apts.errors import AptsError
from apts.locales import LANGUAGES, language_of
from apts.publish.game_page import SiteEntry, index_page, page_texts, published_data
from apts.report.texts import words as report_words
from apts.studio.words import language_wanted
from apts.studio.words import words as studio_words
from apts.telling.rules_in_words import rules_in_words
from tests.cli.command_line import apts

SPELLINGS = {"pt": "pt-BR", "pt-br": "pt-BR", "pt_BR.UTF-8": "pt-BR", "Português": "pt-BR", "en-US": "en", "EN": "en"}


@pytest.mark.parametrize(("written", "meant"), SPELLINGS.items())
def test_a_language_of_any_country_is_understood_everywhere(written: str, meant: str) -> None:
    game = lab.load("tic-tac-toe")
    assert language_of(written) == meant
    assert rules_in_words(game, written) == rules_in_words(game, meant)
    assert report_words(written) is report_words(meant)
    assert studio_words(written).language == meant
    assert published_data(game, levels=["level:beginner"], language=written)["language"] == meant
    entry = SiteEntry("a.html", "A", "2", "", "<svg></svg>")
    assert f'id="in-{meant}" checked' in index_page([entry], written)


def test_the_old_name_of_the_option_works_on_with_a_note() -> None:
    new, old = (apts("rules", "tic-tac-toe", option, "pt") for option in ("--lang", "--language"))
    assert (new.code, old.code) == (0, 0)
    assert (old.output, new.complaint) == (new.output, "")
    assert "--lang;" in old.complaint
    twice = apts("rules", "tic-tac-toe", "--lang", "pt", "--language", "en")
    assert (twice.code, "pt, en" in twice.complaint) == (2, True)


def test_a_language_is_asked_for_by_one_option_everywhere() -> None:
    page = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page.count(f"--lang {'|'.join(LANGUAGES)}") == page.count("--lang") >= 7


@pytest.mark.parametrize("ask", [language_of, report_words, lambda text: rules_in_words(lab.load("tic-tac-toe"), text)])
def test_an_unknown_language_is_refused_with_those_that_there_are(ask: object) -> None:
    assert callable(ask)
    for text in ("klingon", "de", "", "portugal"):
        with pytest.raises(AptsError, match=r"there are: en, pt-BR"):
            ask(text)


def test_pages_and_studio_have_the_same_tags_of_languages() -> None:
    assert list(page_texts()) == list(LANGUAGES)
    assert language_wanted("pt", None) == "pt-BR"
    assert language_wanted("klingon", "de, pt-PT;q=0.5") == "pt-BR"
