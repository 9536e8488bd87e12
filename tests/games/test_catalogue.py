"""What games say of themselves before they are compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.games.catalogue import CatalogueEntry, catalogue, library_files, players_shown
from apts.language.presentation import about
from tests.engine import small_games

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
ENTRIES = {entry.name: entry for entry in catalogue()}


def page_row(entry: CatalogueEntry) -> str:
    """The row of a game in the page of the library."""
    file = library_files()[entry.name].name
    link, players = f"[{entry.name}](../src/apts/games/shipped/{file})", players_shown(entry.players)
    return f"| {link} | {players} | {entry.kind} | {entry.description} |"


def test_every_game_says_its_kind_and_a_line() -> None:
    assert set(ENTRIES) == set(apts.library_names())
    for entry in ENTRIES.values():
        assert entry.kind, entry.name
        assert 10 < len(entry.description) < 90, entry.name


@pytest.mark.parametrize("name", ["backgammon", "snowball-class", "tablut", "trefoil"])
def test_title_and_players_are_those_of_the_game(name: str) -> None:
    game = apts.load(name)
    assert (ENTRIES[name].title, ENTRIES[name].players) == (game.name, (game.players,))


def test_players_are_all_that_the_options_allow() -> None:
    assert ENTRIES["mail-coaches"].players == (2, 3, 4)
    assert ENTRIES["mail-coaches"].options == ("Players",)


def test_page_lists_the_library() -> None:
    rows = "\n".join(map(page_row, ENTRIES.values()))
    assert rows in PAGE.read_text(encoding="utf-8"), f"the page {PAGE.name} must have these rows:\n{rows}"


@pytest.mark.parametrize(
    ("players", "shown"), [((), "?"), ((1,), "1"), ((2, 4), "2 or 4"), ((2, 3), "2 or 3"), ((2, 3, 4), "2 to 4")]
)
def test_numbers_of_players_are_shown_as_people_say_them(players: tuple[int, ...], shown: str) -> None:
    assert players_shown(players) == shown


def test_text_without_metadata_says_nothing_of_its_kind() -> None:
    said = about(small_games.NOUGHTS)
    assert (said.title, said.players, said.kind, said.description) == ("Noughts", (2,), "", "")


def test_players_may_be_written_one_by_one() -> None:
    text = '(define "All" (players All)) (game "Three" (players { (player N) (player S) (player E) }) (equipment {}))'
    assert about(text).players == (3,)


def test_text_without_a_game_has_no_title() -> None:
    assert about('(define "A" 1)').title == ""
