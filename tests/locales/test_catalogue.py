"""The catalogue of texts: every language has every text with the same gaps, and no other language in it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apts import locales
from apts.locales import ENGLISH, LANGUAGES, catalogue, language_of, language_or_none
from apts.locales.grammar import grammar
from apts.publish.game_page import page_texts
from apts.report.texts import words as report_words
from apts.studio.words import words as studio_words
from apts.telling.voice import words_of
from tests.locales.english_words import english_in

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
BY_SENTENCE = {"mistakes", "library"}
"""Subjects whose keys are the English sentences themselves, so that English has no file of them."""
IN_CODE = {"sentences"}
"""Subjects whose English sentences stand beside what they are about; tests of reports compare them."""
DECLARED = ("meaning.",)
"""Texts whose English is declared by what they are about."""

_GAP = re.compile(r"\{-?(\w+)[^{}]*\}")
_OPTION = re.compile(r"--[a-z][a-z-]+")


def leaves(table: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """All texts of a table with their places in it."""
    entries = table.items() if isinstance(table, dict) else enumerate(table)
    for key, value in entries:
        if isinstance(value, dict | list):
            yield from leaves(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value)


def texts_of(subject: str, language: str) -> dict[str, str]:
    """The texts of a file by their places in it, without those that are declared elsewhere."""
    found = dict(leaves(catalogue.tables(subject, language)))
    return {key: text for key, text in found.items() if not key.startswith((*DECLARED, "grammar."))}


def gaps(text: str) -> list[str]:
    """What stands in a text for something else; a language may speak of the plural of a name where another does not."""
    return sorted({"name" if gap == "names" else gap for gap in _GAP.findall(text)})


def subjects_in_english() -> list[str]:
    return [subject for subject in catalogue.subjects()[ENGLISH] if subject != "language"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_files_of_english(language: str) -> None:
    own, english = (set(catalogue.subjects()[tag]) for tag in (language, ENGLISH))
    assert own - BY_SENTENCE - IN_CODE == english
    assert own >= BY_SENTENCE | IN_CODE
    assert set(catalogue.settings(language)) == set(catalogue.settings(ENGLISH))
    for table in ("numbers", "plural"):
        assert set(catalogue.settings(language)[table]) == set(catalogue.settings(ENGLISH)[table])


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("subject", subjects_in_english())
def test_every_text_is_there_with_the_same_gaps_and_options(subject: str, language: str) -> None:
    english, other = texts_of(subject, ENGLISH), texts_of(subject, language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert gaps(other[key]) == gaps(text), key
        assert set(_OPTION.findall(other[key])) == set(_OPTION.findall(text)), key


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_that_are_keys_keep_what_stands_in_their_gaps(language: str) -> None:
    for subject in BY_SENTENCE:
        table = catalogue.tables(subject, language)
        for english, text in {**table.get("parts", {}), **table}.items():
            if isinstance(text, str):
                assert set(_GAP.findall(text)) <= set(_GAP.findall(english.replace("~", ""))), english


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_of_another_language_has_english_in_it(language: str) -> None:
    for subject in catalogue.subjects()[language]:
        if subject != "language":
            found = {key: english_in(text, language) for key, text in leaves(catalogue.tables(subject, language))}
            assert {key: words for key, words in found.items() if words} == {}, subject


@pytest.mark.parametrize("language", OTHERS)
def test_long_texts_are_not_left_as_they_are_in_english(language: str) -> None:
    for subject in subjects_in_english():
        english, other = texts_of(subject, ENGLISH), texts_of(subject, language)
        long = [key for key, text in english.items() if len(re.findall(r"[a-z]{3}", _GAP.sub("", text))) > 6]
        assert [key for key in long if other[key] == english[key]] == [], subject


def test_english_inside_another_language_is_found() -> None:
    assert english_in("A partida ends cedo", "pt-BR") == ["ends"]
    assert english_in('Uma peça se move até "the site" `(move Add)` {rules}', "pt-BR") == []


def test_numbers_are_written_as_in_the_language() -> None:
    english, portuguese = catalogue.numbers("en"), catalogue.numbers("pt-BR")
    assert (english.written(-1234.56, 1), portuguese.written(-1234.56, 1)) == ("\u22121234.6", "\u22121234,6")
    assert (english.grouped(12345), portuguese.grouped(12345)) == ("12,345", "12.345")
    assert portuguese.in_percent(0.585, 1) == "58,5\u00a0%"
    assert english.written(-0.001, 1) == "0.0"
    assert portuguese.rewritten("-1,234.5 %") == "\u22121.234,5\u00a0%"


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("Pawn", "Pawns"), ("Fox", "Foxes"), ("Church", "Churches"), ("Fairy", "Fairies"), ("Boy", "Boys"),
        ("Man", "Men"), ("Swordsman", "Swordsmen"), ("Human", "Humans"), ("D6", "D6"),
    ],
)  # fmt: skip
def test_names_have_plurals(name: str, several: str) -> None:
    assert grammar("en").many(name) == several
    assert grammar("en").many_owned(f"{name} of player 1") == f"{several} of player 1"
    assert grammar("pt-BR").many_owned(f"{name} de jogador 1") == f"peças {name} de jogador 1"


def test_words_melt_together_but_rules_text_stays() -> None:
    portuguese = grammar("pt-BR").smoothed
    assert portuguese("De a casa em o lado por as bordas a o norte `de a casa`") == (
        "Da casa no lado pelas bordas ao norte `de a casa`"
    )
    assert portuguese("de essa casa a a casa em ela a norte, em a e b") == "dessa casa à casa nela ao norte, em a e b"
    assert grammar("en").smoothed("a empty site, a one-way `a end`") == "an empty site, a one-way `a end`"
    assert grammar("en").smoothed("up to one sites over up to two sites") == "up to one site over up to two sites"


def test_number_words_and_what_is_single_are_of_the_language() -> None:
    english, portuguese = grammar("en"), grammar("pt-BR")
    assert [english.number(number) for number in (0, 1, 12, 13)] == ["0", "one", "twelve", "13"]
    assert portuguese.number(2) == "2"
    assert (english.is_single("<", 1), portuguese.is_single(">", 1), english.is_single("<", 2)) == (True, True, False)
    assert [catalogue.plural_form(number, "en") for number in (0, 1, 2)] == ["many", "one", "many"]


def test_a_language_is_a_folder_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else names languages: with one more folder there is one more everywhere, English where it has no texts."""
    here = tmp_path / "locales"
    shutil.copytree(locales.FOLDER, here, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copytree(here / "pt-BR", here / "gl-ES")
    settings = (here / "gl-ES" / "language.toml").read_text(encoding="utf-8")
    settings = settings.replace('name = "Português"', 'name = "Galego"')
    settings = re.sub(r"(?m)^names = \[\"p.*$", 'names = ["galego", "galician"]', settings)
    (here / "gl-ES" / "language.toml").write_text(settings, encoding="utf-8")
    (here / "gl-ES" / "studio" / "library.toml").write_text('new = "Xogo novo"', encoding="utf-8")
    monkeypatch.setattr(locales, "FOLDER", str(here))
    assert dict(LANGUAGES) == {"en": "English", "gl-ES": "Galego", "pt-BR": "Português"}
    assert [language_or_none(text) for text in ("gl", "gl_ES", "Galician", "PT", "fr")] == [
        "gl-ES", "gl-ES", "gl-ES", "pt-BR", None,
    ]  # fmt: skip
    assert page_texts()["gl-ES"]["page.undo"] == "Desfazer"
    assert report_words("gl").counted("finding.more", 2) == report_words("pt").counted("finding.more", 2)
    assert words_of("gl-ES")["joining"]["and"] == "e"
    studio = studio_words("galego")
    assert (studio("library.new"), studio.language_of("library.new")) == ("Xogo novo", "gl-ES")
    assert studio.counted("library.versions", 2) == studio_words("en").counted("library.versions", 2)
    assert studio.language_of("library.versions.many") == "en"


@pytest.mark.parametrize("text", ["pt", "pt-BR", "pt_BR", "PT-pt", "pt_BR.UTF-8", "Português", "portuguese"])
def test_codes_of_portuguese_mean_the_same(text: str) -> None:
    assert language_of(text) == "pt-BR"
