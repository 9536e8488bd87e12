"""What can be turned in a game, edits of one value, and texts that say the same as the edited rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.errors import AptsError
from apts.games.catalogue import library_names
from apts.games.shipped.snowball_class import Snowball
from apts.language.parameters import parameters
from apts.language.presentation import about
from apts.language.reading import build
from apts.variants.search.methods.climbing import study_values
from apts.variants.sensitivity.effects import steps
from apts.variants.tree_changes import same_rules
from apts.variants.tunables import Limits, keeps_limits, tunable
from apts.variants.variant import (
    Edit,
    as_variant,
    number_edits,
    option_edits,
    other_values,
    study_range,
    truth_edits,
    value_edits,
)
from tests.cli.command_line import apts as command

TEXT_GAMES = [name for name in library_names() if name != "snowball-class"]

LINES = """// A comment that stays.
(define "Row" (is Line #1))
(game "Rows" (players 2)
    (equipment { (board (rotate 90 (square 5))) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty)))) // and one more
        (end {
            (if ("Row" 4) (result Mover Win))
            (if (= (mover) 1) (result Mover Loss))
        })
    )
)
"""


def test_numbers_have_names_in_words_ranges_and_places() -> None:
    line = next(one for one in tunable(LINES) if one.name == "length of the line that wins")
    assert (line.value, line.kind, line.fixed) == (4, "number", None)
    assert line.low is not None
    assert line.low < 4 < (line.high or 0)
    assert (line.place.line, line.place.column) == (8, 24) if line.place else False


def test_grid_into_which_pieces_drop_has_columns_with_a_height() -> None:
    named = {one.name: one.value for one in tunable("connect-four")}
    assert named["columns of the grid"] == 7
    assert named["height of the columns"] == 6
    assert named["depth of the grid, in columns"] == 1
    assert "rows of the board" not in named
    assert "whether lines run through the levels of stacks (to win)" in named


def test_numbers_that_make_no_sense_to_turn_say_why() -> None:
    fixed = {one.path: one.fixed for one in tunable(LINES) if one.fixed}
    assert "drawing" in str(fixed["equipment.board.rotate.degrees"])
    assert "player" in str(fixed["rules.end.if[2].=.b"])


def test_sizes_and_faces_that_are_spelled_like_places_can_be_turned() -> None:
    text = (
        '(game "Snail" (players 2) (equipment { (board (spiral turns:2 sites:12) use:Vertex) (piece "S" Each)'
        " (dice d:6 from:0 num:1) }) (rules (play (do (roll) next:(move Add (to (sites Empty)))))"
        " (end (if (is Full) (result Mover Win)))))"
    )
    named = {one.name: (one.value, one.fixed) for one in tunable(text)}
    assert named["sites of the spiral"] == (12, None)
    assert named["lowest face of a die"] == (0, None)


def test_number_that_is_reckoned_with_is_named_by_what_comes_out() -> None:
    text = LINES.replace("(square 5)", "(square (+ 2 (* 1 3)))")
    assert {one.name for one in tunable(text) if "board" in one.path} == {
        "degrees of (rotate)",
        "size of the board (one part)",
    }


def test_pins_and_bounds_of_a_designer_count() -> None:
    limits = Limits(frozenset({"square.dim"}), {"length": (3, 5)})
    found = {one.name: one for one in tunable(LINES, limits=limits)}
    assert found["size of the board"].fixed == "you pinned it"
    line = found["length of the line that wins"]
    assert (line.low, line.high) == (3, 5)
    edits = number_edits(as_variant(LINES), limits)
    assert [edit.after for edit in edits if edit.path.endswith("length")] == [3, 5]
    with pytest.raises(AptsError, match="no option or parameter"):
        tunable(LINES, limits=Limits(frozenset({"nonsense"})))
    with pytest.raises(AptsError, match="pinned and has bounds"):
        tunable(LINES, limits=Limits(frozenset({"length"}), {"length": (3, 5)}))


@pytest.mark.parametrize("called", ["length", "length of the line that wins"])
def test_bounds_may_leave_out_what_a_number_is_now(called: str) -> None:
    limits, before = Limits(bounds={called: (2, 3)}), as_variant(LINES)
    line = next(one for one in before.tunables(limits) if one.path.endswith("length"))
    assert (line.value, line.fixed) == (4, None)
    assert other_values(line) == [2, 3] == study_values(line)
    assert steps(line) == [3]
    dim = next(edit for edit in number_edits(before, limits) if edit.path.endswith("square.dim"))
    lines = {edit.after: edit for edit in number_edits(before) if edit.path.endswith("length")}
    kept = {"as it is": [dim], "inside": [lines[3]], "outside": [lines[5]]}
    known = {
        name: keeps_limits(before.tunables(), before.edited(*edits).tunables(), limits) for name, edits in kept.items()
    }
    assert known == {"as it is": True, "inside": True, "outside": False}


def test_edit_is_made_at_its_place_and_leaves_the_rest_of_the_text_alone() -> None:
    path = "rules.end.if[1].is Line.length"
    text = as_variant(LINES).edited(Edit("number", path, 4, 3)).text()
    assert text == LINES.replace('("Row" 4)', '("Row" 3)')


def test_number_that_several_places_share_is_turned_at_all_of_them() -> None:
    shared = LINES.replace("(is Line #1)", "(is Line 4)").replace('("Row" 4)', '(or "Row" (not "Row"))')
    line = next(one for one in tunable(shared) if "line" in one.name)
    assert len(line.paths) == 2
    text = as_variant(shared).edited(Edit("number", line.path, 4, 3)).text()
    assert text == shared.replace("(is Line 4)", "(is Line 3)")


def test_number_that_an_option_gives_makes_a_new_item() -> None:
    variant = as_variant("tic-tac-toe").edited(Edit("number", "equipment.board.square.dim", 3, 6))
    assert '(item "3x3 changed" <6> <3> "As 3x3, changed.")*' in variant.text()
    assert len(variant.game().start().moves()) == 36


def test_option_moves_the_star() -> None:
    variant = as_variant("tic-tac-toe")
    edit = next(edit for edit in option_edits(variant) if edit.after == "5x5")
    assert len(variant.edited(edit).game().start().moves()) == 25
    assert edit.words == "Grid: 3x3 becomes 5x5"


def test_key_is_that_of_the_rules_not_of_the_way() -> None:
    path = "rules.end.if[1].is Line.length"
    base = as_variant(LINES)
    there = base.edited(Edit("number", path, 4, 3))
    back = there.edited(Edit("number", path, 3, 4))
    assert back.key == base.key != there.key
    assert (back.size, there.size) == (2, 1)


def test_class_is_turned_by_its_arguments() -> None:
    variant = as_variant(Snowball, {"size": 5})
    found = {one.name: one for one in variant.tunables()}
    assert (found["size"].value, found["goal"].value) == (5, 15)
    other = variant.edited(Edit("argument", "size", 5, 4))
    assert len(other.game().start().moves()) == 16
    assert other.key != variant.key
    with pytest.raises(AptsError, match="no rules text"):
        other.text()
    with pytest.raises(AptsError, match="cannot be made to this game"):
        variant.edited(Edit("number", "size", 5, 4)).game()


def test_settings_of_a_game_are_where_its_variants_start() -> None:
    variant = as_variant("tic-tac-toe", {"grid": "5x5", "is Line.length": 3})
    assert same_rules(build(variant.text()), variant.rules)
    assert '"5x5 changed" <5> <3>' in variant.text()


def test_range_of_the_study_is_a_fifth_to_nine_fifths() -> None:
    assert [study_range(value) for value in (5, 3, 0, -10)] == [(1, 9), (1, 5), (0, 0), (-18, -2)]


@pytest.mark.parametrize("name", TEXT_GAMES)
def test_texts_of_edits_read_back_as_the_edited_rules(name: str) -> None:
    base = as_variant(name)
    edits = [*value_edits(base)]
    assert edits
    assert {edit.kind for edit in edits} >= ({"truth"} if truth_edits(base) else set())
    for edit in edits[:: max(1, len(edits) // 3)]:
        variant = base.edited(edit)
        assert same_rules(build(variant.text()), variant.rules)
        assert variant.key != base.key


def test_number_that_may_be_anything_goes_further_than_one_with_bounds() -> None:
    text = """(game "Points" (players 2) (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover 1))))
        (end { (if (>= (score Mover) 2) (result Mover Win)) (if (>= (count Moves) 300) (result Mover Draw)) })))"""
    ranges = {(one.path.rpartition(".")[2], one.value): (one.low, one.high) for one in parameters(build(text))}
    assert ranges["dim", 4] == (2, 8)
    assert ranges["b", 2] == (0, 10)
    assert ranges["b", 300] == (60, 600)


def test_description_of_changed_rules_becomes_a_comment_about_the_original() -> None:
    same = (
        '(game "Own" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)}) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 4) (result Mover Win)))))\n"
    )
    text = (
        same + '(metadata (info { (description "Four in a row win.") (classification "line") (rules "Four wins.") }))\n'
    )
    variant = as_variant(text)
    assert variant.own_text() == text
    (length,) = [one for one in variant.tunables() if one.path.endswith("length")]
    changed = variant.edited(Edit("number", length.path, 4, 5))
    assert "(is Line 5)" in changed.own_text()
    assert about(changed.own_text()).description == ""
    assert about(changed.own_text()).kind == "line"
    assert "// description of the original: Four in a row win.\n" in changed.own_text()
    assert "// rules of the original: Four wins.\n" in changed.own_text()
    assert same_rules(build(changed.own_text()), build(changed.text()))
    assert about(changed.text()).description == "Four in a row win."


def test_written_rules_are_not_told_with_the_words_of_the_original(tmp_path: Path) -> None:
    variant = as_variant("yavalath")
    edit = next(edit for edit in number_edits(variant) if edit.before == 4 and edit.after == 5)
    for name, text in (("before", variant.own_text()), ("after", variant.edited(edit).own_text())):
        file = tmp_path / f"{name}.lud"
        file.write_text(text, encoding="utf-8")
        told = command("rules", file)
        assert told.code == 0, told.complaint
        assert ("Four in a row win, but three" in told.output) == (name == "before")
