"""In which order the edits of a game are tried."""

from __future__ import annotations

from apts.variants.search.methods.racing import in_turns
from apts.variants.tunables import NUMBER, tunable
from apts.variants.variant import Edit

TURNED = """
(game "Turned" (players 2)
    (equipment { (board (square 5)) (piece "Stone" Each) })
    (rules
        (start { (place "Stone1" 7) (place "Stone2" (sites Row 3)) })
        (play (move Add (to (sites Empty))))
        (end (if (>= (count Moves) 300) (result Mover Draw)))
    )
)
"""


def edits(path: str, before: int, values: range) -> list[Edit]:
    return [Edit(NUMBER, path, before, value, f"{before} becomes {value}") for value in values if value != before]


def test_few_values_are_tried_the_nearest_first() -> None:
    tried = [edit.after for edit in in_turns(edits("length", 4, range(2, 7)))]
    assert tried == [3, 5, 2, 6]


def test_many_values_are_tried_from_the_middles_of_both_sides() -> None:
    tried = [edit.after for edit in in_turns(edits("turns", 300, range(60, 541, 20)))]
    assert tried[:6] == [440, 160, 380, 220, 500, 100]
    assert len(tried) == len(set(tried)) == 24


def test_places_take_turns() -> None:
    both = [*edits("a", 4, range(2, 7)), *edits("b", 2, range(1, 4))]
    assert [edit.path for edit in in_turns(both)][:4] == ["a", "b", "a", "b"]


def test_places_of_the_start_and_rows_can_be_turned() -> None:
    found = {one.path.rpartition(".")[2]: one for one in tunable(TURNED) if one.fixed is None}
    assert found["site"].value == 7
    assert found["index"].value == 3
    assert found["site"].name == "site of Stone1 at the start"
    assert found["index"].name == "row of Stone2 at the start"
