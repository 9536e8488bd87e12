"""Lines about games in other languages."""

from __future__ import annotations

from apts.games.catalogue import catalogue
from apts.games.descriptions import description_in


def test_every_game_of_the_library_is_described_in_portuguese_too() -> None:
    lines = [description_in(entry.description, "pt-BR") for entry in catalogue() if entry.made_of != "plug-in"]
    assert [line.text for line in lines if line.language != "pt-BR"] == []
    assert len({line.text for line in lines}) == len(lines)


def test_lines_that_nobody_translated_stay_as_they_are() -> None:
    line = description_in("A game of my own.", "pt-BR")
    assert (line.text, line.language) == ("A game of my own.", "en")
