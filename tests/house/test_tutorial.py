"""Every game that the tutorial and its recipes have the reader write is checked without warnings, and comes to an end."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import apts

FOLDER = Path(__file__).parents[2] / "docs" / "tutorial"
GAME = re.compile(r"^```text (\S+\.lud)\n(.*?)^```", re.DOTALL | re.MULTILINE)
MECHANISMS = {
    *("Line", "Capture by pinching", "Capture by moving there", "Hop", "Promotion", "Stacking", "Sowing"),
    *("Dice race", "Hand", "Score", "Three players", "Swap rule"),
}
GAMES = [
    pytest.param(name, text, id=f"{page.stem}: {name} {number}")
    for page in sorted(FOLDER.glob("*.md"))
    for number, (name, text) in enumerate(GAME.findall(page.read_text(encoding="utf-8")), start=1)
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "text"), GAMES)
def test_game_of_the_tutorial_is_checked_without_warnings_and_played(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    checked = apts.check(file)
    assert not checked.warnings, [doubt.problem.message for doubt in checked.warnings]
    assert checked.game.playouts(50, seed=1).finished == 50


def test_every_mechanism_has_a_recipe_with_one_game() -> None:
    sections = re.split(r"^## ", (FOLDER / "recipes.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    games = {section.partition("\n")[0]: len(GAME.findall(section)) for section in sections}
    assert set(games) >= MECHANISMS
    assert set(games.values()) == {1}


def test_chapters_are_in_the_index_and_lead_to_the_next() -> None:
    chapters = sorted(path.name for path in FOLDER.glob("[0-9]*.md"))
    index = (FOLDER.parent / "index.md").read_text(encoding="utf-8")
    assert all(f"(tutorial/{name})" in index for name in [*chapters, "recipes.md"])
    for chapter, following in itertools.pairwise(chapters):
        last_line = (FOLDER / chapter).read_text(encoding="utf-8").strip().splitlines()[-1]
        assert last_line.startswith("Next: [")
        assert f"({following})" in last_line
