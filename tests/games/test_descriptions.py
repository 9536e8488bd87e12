"""Lines about games in other languages."""

from __future__ import annotations

import re

from apts.games.catalogue import catalogue, description_in, library_files
from apts.games.rules_file import rules_text
from apts.language.options import Option
from apts.language.presentation import about


def test_every_game_of_the_library_is_described_in_portuguese_too() -> None:
    lines = [description_in(entry.description, "pt-BR") for entry in catalogue() if entry.made_of != "plug-in"]
    assert [line.text for line in lines if line.language != "pt-BR"] == []
    assert len({line.text for line in lines}) == len(lines)


def test_options_of_the_library_have_portuguese_words() -> None:
    options = [
        option
        for file in library_files().values()
        if file.suffix == ".lud"
        for option in about(rules_text(file)).options
    ]
    found = {text for option in options for text in (option.heading, *_said(option))}
    assert {"Grid", "Four in a row win.", "Two"} <= found
    left = {text for text in found if any(letter.isalpha() for letter in re.sub(r"\d+x\d+|Komi", "", text))}
    assert [text for text in sorted(left) if description_in(text, "pt-BR").language != "pt-BR"] == []
    assert description_in("Four in a row win.", "pt-BR").text == "Quatro em linha vencem."


def _said(option: Option) -> list[str]:
    return [text for item in option.items for text in (item.label, item.description) if text]


def test_lines_that_nobody_translated_stay_as_they_are() -> None:
    line = description_in("A game of my own.", "pt-BR")
    assert (line.text, line.language) == ("A game of my own.", "en")
