"""The texts of the two languages, and how they write numbers."""

from __future__ import annotations

import re

import pytest

from apts.errors import AptsError
from apts.playtest.findings import Finding
from apts.playtest.findings.registry import finding_kinds
from apts.playtest.metrics import metric_names
from apts.report.words import LANGUAGES, words

_FIELD = re.compile(r"\{(\w+)\}")


def _finding(kind: str, subject: str = "") -> Finding:
    return Finding(kind, "An English sentence.", 0.11, 0.05, 0.17, 400, "random", (1, 2, 3), 0.5, 0.01, subject=subject)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_fields(language: str) -> None:
    english, other = words("en").texts, words(language).texts
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert set(_FIELD.findall(other[key])) == set(_FIELD.findall(text)), key


def test_portuguese_is_not_left_in_english() -> None:
    english, other = words("en").texts, words("pt-BR").texts
    long = [key for key, text in english.items() if len(text) > 25]
    assert [key for key in long if other[key] == english[key]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_metrics_and_findings_have_names_in_every_language(language: str) -> None:
    texts = words(language).texts
    assert [name for name in metric_names() if f"metric.{name}" not in texts or f"meaning.{name}" not in texts] == []
    assert [kind for kind in finding_kinds() if f"finding-kind.{kind}" not in texts] == []


def test_findings_speak_portuguese() -> None:
    said = words("pt-BR").sentence(_finding("seat-advantage", "seat 1"))
    assert said is not None
    assert said.startswith("O lugar 1 tem vantagem: pontua 11,0\u00a0% a mais")
    assert words("pt-BR").sentence(_finding("dead-use", "piece Knight")) == (
        "A peça Knight não tem uso: aparece em 11,0\u00a0% de 400 partidas (no máximo 17,0\u00a0%)."
    )


def test_every_sentence_can_be_filled_in() -> None:
    portuguese = words("pt-BR")
    for key in portuguese.sentences:
        kind, _, first = key.partition("/")
        said = portuguese.sentence(_finding(kind, f"{first or 'seat'} 7"))
        assert said
        assert "{" not in said


def test_a_finding_without_a_translation_keeps_its_own_sentence() -> None:
    assert words("pt-BR").sentence(_finding("of-a-plug-in")) is None
    assert words("en").sentence(_finding("seat-advantage", "seat 1")) is None


def test_numbers_are_written_as_in_the_language() -> None:
    english, portuguese = words("en"), words("pt-BR")
    assert (english.number(21.349), portuguese.number(21.349)) == ("21.3", "21,3")
    assert english.number(-0.25, 2) == "\u22120.25"
    assert english.number(-0.001, 1) == "0.0"
    assert english.number(12.0) == "12"
    assert portuguese.percent(0.585) == "58,5\u00a0%"
    assert english.interval(0.25, 0.5, percent=True) == "25.0\u00a0to\u00a050.0\u00a0%"
    assert english.interval(None, 0.5) == ""
    assert english.count(12345) == "12\u202f345"
    assert english.number(None) == "–"


def test_an_unknown_language_lists_the_valid_ones() -> None:
    with pytest.raises(AptsError, match=r"'fr'; valid languages are en, pt-BR"):
        words("fr")
