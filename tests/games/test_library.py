"""Finding games and setting them up."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.games.catalogue import SHIPPED, library_files
from apts.variants.authored_text import origin_of
from tests.engine import small_games


def test_every_file_of_the_folder_is_a_game_of_the_library() -> None:
    stems = {path.stem.replace("_", "-") for path in SHIPPED.glob("*.lud")} | {"snowball-class"}
    assert stems == set(apts.library_names())
    assert all(path.exists() for path in library_files().values())


@pytest.mark.parametrize("name", ["snowball-class", "Snowball Class", "snowball_class"])
def test_name_may_be_written_with_spaces_and_capitals(name: str) -> None:
    assert apts.load(name).name == "Snowball"


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(apts.AptsError, match=r"'snowbal-class'; did you mean snowball-class\? \(there are: .*\)"):
        apts.load("snowbal-class")


def test_rules_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "noughts.lud"
    file.write_text(small_games.NOUGHTS, encoding="utf-8")
    assert apts.load(file).name == apts.load(str(file)).name == "Noughts"


def test_brackets_in_the_name_of_a_file_make_no_rules_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "games (old)"
    folder.mkdir()
    file = folder / "noughts (2).lud"
    file.write_text(small_games.NOUGHTS, encoding="utf-8")
    assert apts.load(str(file)).name == apts.check(str(file)).game.name == "Noughts"
    assert origin_of(str(file)) == origin_of(file)


def test_text_of_rules_is_checked_as_it_is_loaded() -> None:
    checked = apts.check(small_games.NOUGHTS)
    assert (checked.game.name, checked.warnings) == ("Noughts", ())
    with pytest.raises(apts.AptsError, match=r"<rules>:6:22: "):
        apts.check(small_games.NOUGHTS.replace("(is Line 3)", "(is Lin 3)"))


def test_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(apts.AptsError, match="cannot be read: there is no such file"):
        apts.load(tmp_path / "nothing.lud")


def test_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "picture.lud"
    file.write_bytes(b"\x89PNG\r\n\xff\xfe")
    with pytest.raises(apts.AptsError, match="it is a picture"):
        apts.load(file)


def test_mistakes_in_a_file_are_shown_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "wrong.lud"
    file.write_text(small_games.NOUGHTS.replace("(is Line 3)", "(is Lin 3)"), encoding="utf-8")
    with pytest.raises(apts.AptsError, match=r"wrong\.lud:6:22: (.|\n)*\^"):
        apts.load(file)


@pytest.mark.parametrize("keyword", ["board_size", "Board Size"])
def test_options_are_chosen_by_heading(keyword: str) -> None:
    game = apts.load(small_games.NOUGHTS, **{keyword: "4x4"})
    assert len(game.start().moves()) == 16
    assert game.chosen == {"Board Size": "4x4"}


@pytest.mark.parametrize(
    "keyword",
    ["rules.end.if.is Line.length", "rules_end_if_is_line_length", "is_line_length", "length", "is Line.length"],
)
def test_parameters_are_set_by_path_or_its_end(keyword: str) -> None:
    game = apts.load(small_games.NOUGHTS, **{keyword: 2})
    assert {known.path: known.value for known in game.parameters}["rules.end.if.is Line.length"] == 2
    assert game.start().play("a1").play("c3").play("b1").outcome is not None


def test_options_and_parameters_go_together() -> None:
    game = apts.load(small_games.NOUGHTS, board_size="4x4", length=4)
    state = game.start()
    for move in ("a1", "a2", "b1", "b2", "c1", "c2"):
        state = state.play(move)
    assert state.outcome is None
    assert state.play("d1").outcome is not None


def test_unknown_keyword_lists_options_and_parameters() -> None:
    with pytest.raises(apts.AptsError, match=r"'lenght'; did you mean 'length'\? \(options: Board Size; param"):
        apts.load(small_games.NOUGHTS, lenght=3)


def test_unknown_label_lists_the_labels() -> None:
    with pytest.raises(apts.AptsError, match=r"'5x5'.*there are: '3x3', '4x4'"):
        apts.load(small_games.NOUGHTS, board_size="5x5")


def test_wrong_kind_of_value_is_refused() -> None:
    with pytest.raises(apts.AptsError, match="is an integer, so it cannot be 'three'"):
        apts.load(small_games.NOUGHTS, length="three")


def test_end_of_a_path_that_several_share_is_refused() -> None:
    with pytest.raises(apts.AptsError, match="names several parameters"):
        apts.load(small_games.NOUGHTS.replace("(is Line 3)", "(or (is Line 3) (is Line 2))"), length=3)


def test_public_names_can_be_imported() -> None:
    assert set(dir(apts)) == set(apts.__all__)
    for name in apts.__all__:
        assert getattr(apts, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        apts.lod  # noqa: B018
