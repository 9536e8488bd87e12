"""The texts of the two languages, and how they write numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace

import pytest

from apts.engine.play.outcome import SeatCalled
from apts.errors import AptsError
from apts.locales import LANGUAGES
from apts.playtest.comparing import goal
from apts.playtest.evidence import sentences
from apts.playtest.evidence.sentences import (
    ENGLISH,
    RANDOM_PLAY,
    Amount,
    Listed,
    Message,
    Phrases,
    make_message,
    percent,
)
from apts.playtest.findings import Finding, declared_finding, finding_kinds
from apts.playtest.metrics import Texts
from apts.playtest.metrics.metric_registry import metric_entries
from apts.playtest.run import playtest
from apts.playtest.strengths import trends
from apts.report.page_frame import seat_key
from apts.report.table_rows import metric_rows
from apts.report.texts import words
from apts.variants import admission
from apts.variants.search import goal_scorer
from apts.variants.sensitivity import effects
from tests.playtest.rigged import HANDICAP
from tests.wording.golden import Wording

_FIELD = re.compile(r"\{(\w+)(?::[^}]+)?\}")
_SEATS = ("seat", "ahead", "behind")
PHRASES = tuple(
    module.TEXTS
    for module in (
        sentences,
        trends,
        goal,
        effects,
        goal_scorer,
        admission,
    )
)


def _finding(sentence: Message) -> Finding:
    return Finding(
        "kind", str(sentence), 0.11, 0.05, 0.17, 400, "random", (1, 2, 3), 0.5, 0.01, subject="it", message=sentence
    )


def _value(name: str) -> str:
    return SeatCalled(2, ("", f"<{name}>")) if name in _SEATS else f"<{name}>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_built_in_metrics_and_findings_have_names_in_every_language(language: str) -> None:
    own = [entry.declaration for entry in metric_entries().values() if not entry.is_own]
    assert "seat-score" in [one.name for one in own]
    assert [one.name for one in own if not (one.text(language).title and one.text(language).meaning)] == []
    kinds = [kind for kind, ask in finding_kinds().items() if ask.__module__.startswith("apts.")]
    assert [kind for kind in kinds if not declared_finding(kind).texts[language].title] == []


def test_metrics_say_the_same_in_every_language() -> None:
    """Every text has a translation, with the same words in braces, that is not left in English."""
    own = [entry.declaration for entry in metric_entries().values() if not entry.is_own]
    for one, text in ((one, text) for one in own for text in fields(Texts)):
        english, other = (getattr(one.text(language), text.name) for language in LANGUAGES)
        both = english.items() if isinstance(english, Mapping) else [("", english)]
        for key, words_of_it in both:
            translated = other[key] if key else other
            assert bool(words_of_it) == bool(translated), (one.name, text.name)
            assert _FIELD.findall(words_of_it) == _FIELD.findall(translated), (one.name, text.name)
            assert words_of_it != translated or len(words_of_it) < 10, (one.name, text.name)


def test_a_metric_has_one_definition_and_one_translation_of_it() -> None:
    """JSON, notebooks, reports, the studio and the documentation show what the metric itself declares."""
    for language in LANGUAGES:
        assert [key for key in words(language).texts if key.startswith(("metric.", "meaning."))] == []
        for name, entry in metric_entries().items():
            assert words(language).metric(name) == entry.declaration.title(language)
            assert words(language).meaning(name, "") == entry.declaration.meaning(language)


def test_reports_and_json_of_a_run_define_metrics_alike() -> None:
    run = playtest("tic-tac-toe", "random", matches=20)
    rows = {str(cells[0]): str(cells[-1]) for cells, measured in metric_rows(run, words("en")) if measured}
    for name, found in run.metrics.items():
        if found.value is not None and (title := words("en").metric(name)) in rows:
            assert rows[title] == found.as_data()["meaning"]
    assert len(rows) > 10


def test_sentences_say_the_same_in_every_language() -> None:
    """The same sentences, and in each of them the same figures."""
    portuguese = words("pt-BR").sentences
    english: dict[str, str] = {}
    for table in (ENGLISH, *PHRASES):
        assert not english.keys() & table.keys()
        english |= table
    assert portuguese.keys() == english.keys()
    for key, text in english.items():
        assert set(_FIELD.findall(portuguese[key])) == set(_FIELD.findall(text)), key


@pytest.mark.parametrize("table", PHRASES)
def test_sentences_of_pages_can_be_filled_in_and_are_not_english(table: Mapping[str, str]) -> None:
    message, portuguese = Phrases(table), words("pt-BR")
    for key, text in table.items():
        sentence = message(key, **{name: _value(name) for name in _FIELD.findall(text)})
        told = portuguese.render(sentence)
        assert set(re.findall(r"<\w+>", told)) == set(re.findall(r"<\w+>", str(sentence)))
        assert told != str(sentence) or not re.search("[a-z]{4}", re.sub(r"<\w+>", "", told)), key


def test_parts_and_lists_of_a_sentence_are_told_in_the_language_too(wording: Wording) -> None:
    message = Phrases(goal.TEXTS)
    sentence = message("sweep/still", metric=Listed(["length", "of a plug-in"]))
    wording(str(sentence))
    wording(words("pt-BR").render(sentence), "pt-BR")
    named = goal.enumerated(["a", "b", "c"])
    assert str(named) == "a, b and c"
    assert words("pt-BR").value("named", named) == "a, b e c"
    assert (
        words("pt-BR")
        .render(make_message("drawish", share=percent(0.25), low="x", high="y", n=4))
        .startswith("O jogo empata")
    )


def test_every_sentence_can_be_filled_in() -> None:
    portuguese = words("pt-BR")
    for key, text in ENGLISH.items():
        sentence = make_message(key, **{name: _value(name) for name in _FIELD.findall(text)})
        told = portuguese.sentence(_finding(sentence))
        assert told is not None
        assert told != str(sentence)
        assert set(re.findall(r"<\w+>", told)) == set(re.findall(r"<\w+>", str(sentence)))


def test_findings_of_a_run_are_told_with_all_their_figures() -> None:
    run = playtest(HANDICAP, ["random"], 80, seed=4, workers=1)
    assert {found.kind for found in run.findings} >= {"seat-advantage", "agents-too-weak"}
    for found in run.findings:
        told = words("pt-BR").sentence(found)
        assert told is not None
        figures = sorted(re.findall(r"\d+(?:\.\d+)?", found.sentence))
        assert sorted(text.replace(",", ".") for text in re.findall(r"\d+(?:,\d+)?", told)) == figures


def test_findings_speak_portuguese() -> None:
    figures = {"score": percent(0.61), "low": percent(0.035), "high": percent(0.7)}
    sentence = make_message("seat-advantage", seat=SeatCalled(1, ()), wins="x", n=9, how=RANDOM_PLAY, **figures)
    told = words("pt-BR").sentence(_finding(sentence))
    assert told is not None
    assert told.startswith("O lugar 1 tem vantagem entre agentes aleatórios: pontua 61\u00a0% (3,5\u00a0% a 70\u00a0%)")
    weak = make_message("agents-too-weak", metric="length", now=Amount("1.5"), strength="uct:c=1.4", then=Amount("2"))
    told = words("pt-BR").sentence(_finding(weak))
    assert told is not None
    assert "«Turnos por partida»: ela é 1,5 com uct:c=1.4 e 2" in told


def test_a_finding_without_a_translation_keeps_its_own_sentence() -> None:
    own = Finding("of-a-plug-in", "An English sentence.", 0.1, None, None, 4, "random", (), 0.5)
    assert words("pt-BR").sentence(own) is None
    assert words("en").sentence(_finding(make_message("agents-too-weak/random"))) is None


def test_numbers_are_written_as_in_the_language() -> None:
    english, portuguese = words("en"), words("pt-BR")
    assert (english.number(21.349), portuguese.number(21.349)) == ("21.3", "21,3")
    assert english.number(-0.25, 2) == "\u22120.25"
    assert english.number(-0.001, 1) == "0.0"
    assert english.number(12.0) == "12"
    assert portuguese.percent(0.585) == "58,5\u00a0%"
    assert english.interval(0.25, 0.5, percent=True) == "25\u00a0to\u00a050\u00a0%"
    assert english.interval(0.251, 0.26, percent=True) == "25.1\u00a0to\u00a026.0\u00a0%"
    assert english.share(1.0, 0.94, 1.0) == "100\u00a0% (94\u00a0to\u00a0100\u00a0%)"
    assert portuguese.share(0.5, 0.49, 0.512) == "50,0\u00a0% (49,0\u00a0a\u00a051,2\u00a0%)"
    assert english.interval(None, 0.5) == ""
    assert (english.count(12345), portuguese.count(12345)) == ("12,345", "12.345")
    assert english.number(None) == "–"


def test_an_unknown_language_lists_the_valid_ones() -> None:
    with pytest.raises(AptsError, match=r"'fr' .*there are: en, pt-BR"):
        words("fr")


def test_seats_are_told_with_their_names_where_they_have_one() -> None:
    named = replace(words("en"), seat_names=("", "Raiders <b>"))
    assert named("word.seat", seat=2) == "Raiders <b> (seat 2)"
    assert named("word.seat", seat=1) == words("en")("word.seat", seat=2).replace("2", "1") == "Seat 1"
    portuguese = replace(words("pt-BR"), seat_names=("", "Corsários"))
    assert portuguese("replay.won", seat=2, reason="x") == "Corsários (lugar 2) vence: x"
    assert portuguese("replay.won", seat=1, reason="x") == "O lugar 1 vence: x"
    assert "Raiders &lt;b&gt; (seat 2)" in seat_key(["Seat 1", named("word.seat", seat=2)])
