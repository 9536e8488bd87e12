"""Rules in words in Brazilian Portuguese."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load
from apts.locales import LANGUAGES
from apts.telling.outline import pattern_of
from apts.telling.rules_in_words import RulesInWords, rules_as_text, rules_in_words
from apts.telling.voice import sentence, words_of
from tests.locales.english_words import english_in

FOLDER = Path(apts.__file__).parent / "games" / "shipped"
GAMES = sorted(path.stem for path in FOLDER.glob("*.lud"))
TEMPLATES = sorted((FOLDER / "templates").glob("*.lud"))

UNMELTED = re.compile(r"\b(de|em|por) (o|a|os|as) [a-zç]|\b(de|em) (esse|essa|ele|ela)\b")
"""A preposition beside the article that it should have melted with."""


def left_in_english(text: str, game: Game) -> list[str]:
    """The English words of a sentence that are no names of the rules."""
    names = set(re.findall(r"\w+", " ".join(re.findall(r'"[^"]*"', game.rules))))
    return [word for word in english_in(text, "pt-BR") if word not in names]


def told(rules: RulesInWords) -> list[str]:
    """All sentences but those of options, which are the author's own, without names and rules text."""
    kept = [section for section in rules.sections if section.heading != "Opções escolhidas"]
    texts = [sentence(text) for section in kept for item in section.items for _, text in item.walk()]
    return [re.sub(r"`[^`]*`|“[^”]*”", "", text) for text in texts]


def patterns(entry: Any) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry)


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_has_words_for_everything_that_english_has(language: str) -> None:
    english, other = words_of("en"), words_of(language)
    assert {name: set(table) for name, table in other.items()} == {name: set(table) for name, table in english.items()}
    for name, table in english.items():
        if name == "grammar":
            continue
        for key, entry in table.items():
            ours, theirs = patterns(entry), patterns(other[name][key])
            assert len(ours) == len(theirs), (name, key)
            for one, another in zip(ours, theirs, strict=True):
                assert _places(one) == _places(another), (name, key)


def _places(text: str) -> set[tuple[str, bool, str | None]]:
    """The arguments of a pattern: each with whether it can be left out, and the flag that it stands under.

    A language may speak of the plural of a name where another does not.
    """
    found: set[tuple[str, bool, str | None]] = set()
    for part in pattern_of(re.sub(r"{name}/{names}|{names}", "{name}", text)).parts:
        found |= {(need, part.optional, part.flag) for need in part.needs}
        found |= {("", True, part.flag)} if part.flag else set()
    return found


@pytest.mark.parametrize("name", GAMES)
def test_game_of_the_library_is_told_in_portuguese(name: str) -> None:
    game = load(name)
    rules, english = rules_in_words(game, "pt-BR"), rules_in_words(game)
    assert {"Jogadores", "Na mesa", "A vez de jogar", "O fim da partida"} <= {one.heading for one in rules.sections}
    assert len(rules.sections) == len(english.sections)
    assert rules.clauses_in_code == english.clauses_in_code
    for text in told(rules):
        assert not UNMELTED.search(text), text
        assert left_in_english(text, game) == [], text
        assert "{" not in text
        assert not re.search(r"\(\w*/\w+\)|\(s\)", text), text


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_template_is_told_in_portuguese(path: Path) -> None:
    game = load(str(path))
    rules = rules_in_words(game, "pt-BR")
    assert rules.clauses_in_code == 0
    for text in told(rules):
        assert not UNMELTED.search(text), text
        assert left_in_english(text, game) == [], text


def test_sites_named_like_articles_are_left_alone() -> None:
    game = load(
        """(game "Small" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
          (rules (start (place "Disc1" coord:"A1")) (play (move Add (to (sites {"A1" "B2"}))))
            (end (if (is Full) (result Mover Win)))))"""
    )
    text = rules_as_text(rules_in_words(game, "pt-BR"), "", 200)
    assert "em a1." in text
    assert "em uma de a1 e b2." in text


def test_unknown_language_is_told_with_those_that_there_are() -> None:
    with pytest.raises(AptsError, match=r"no language 'xx' .*pt-BR"):
        rules_in_words(load("tic-tac-toe"), "xx")


def test_line_about_a_game_of_the_library_is_told_in_the_language_and_own_ones_stay() -> None:
    rules = rules_in_words(load("connect-four"), "pt-BR")
    assert (rules.lead, rules.lead_language) == ("Solte discos nas colunas; quatro em linha vencem.", "pt-BR")
    assert rules_in_words(load("connect-four")).lead_language == "en"
    own = load("connect-four").from_rules
    assert own is not None
    changed = load(own.rules.replace("Drop discs into columns", "Drop my discs into columns"))
    told_own = rules_in_words(changed, "pt-BR")
    assert (told_own.lead, told_own.lead_language) == ("Drop my discs into columns; four in a row win.", "en")
