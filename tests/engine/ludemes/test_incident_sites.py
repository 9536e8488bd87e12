"""Elements of the board that touch each other."""

from __future__ import annotations

import pytest

from tests.engine.region_values import region_values
from tests.engine.small_match import SmallMatch

KINDS = ("Cell", "Vertex", "Edge")
COUNTS = {"Cell": 4, "Vertex": 9, "Edge": 12}  # of a square of two by two cells

# A square of two by two cells: vertices 0 to 8 row by row, edges in the order of the graph.
CORNERS = [(0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8)]

BOXES = """
(game "Boxes"
    (players 2)
    (equipment { (board (square 3) use:Edge) (piece "Line" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then
            (forEach Site (sites Incident Cell of:Edge at:(last To))
                (if (= 4 (count Sites in:(sites Incident Edge of:Cell at:(site) owner:All))) (addScore Mover 1))))))
        (end (if (is Full) (byScore)))))
"""


def _all_of(use: str) -> dict[tuple[str, str, int], list[int]]:
    """What touches each element of a square of two by two cells, worked out in play, all by their numbers in their kind.

    Elements of other kinds than the board's own have the numbers behind those of its sites.
    """
    size = 2 if use == "Cell" else 3
    order = [use, *(kind for kind in KINDS if kind != use)]
    first = {kind: sum(COUNTS[other] for other in order[: order.index(kind)]) for kind in KINDS}
    found = {}
    for at in range(12):
        pairs = [(result, of) for result in KINDS for of in KINDS]
        texts = {
            result + of: f"(sites Incident {result} of:{of} at:(+ {first[of] + at} (who at:0)))" for result, of in pairs
        }
        values = region_values(texts, board=f"(board (square {size}) use:{use})", start="")
        for result, of in pairs:
            if at < COUNTS[of]:
                found[result, of, at] = [member - first[result] for member in values[result + of]]
    return found


@pytest.mark.parametrize("use", KINDS)
def test_elements_of_each_kind_that_touch_an_element_of_each_kind(use: str) -> None:
    found = _all_of(use)
    ends = [tuple(found["Vertex", "Edge", edge]) for edge in range(12)]
    assert [tuple(found["Vertex", "Cell", cell]) for cell in range(4)] == CORNERS
    assert sorted(ends) == sorted([(v, v + 1) for v in (0, 1, 3, 4, 6, 7)] + [(v, v + 3) for v in range(6)])
    for (result, of, at), members in found.items():
        assert members == sorted(set(members))
        if result != of:
            assert all(at in found[of, result, other] for other in members)
    assert [found["Cell", "Cell", cell] for cell in range(4)] == [[1, 2], [0, 3], [0, 3], [1, 2]]
    assert found["Cell", "Vertex", 4] == [0, 1, 2, 3]
    for edge in range(12):
        meeting = [other for other in range(12) if other != edge and set(ends[other]) & set(ends[edge])]
        assert found["Edge", "Edge", edge] == meeting
        sides = [cell for cell in range(4) if set(ends[edge]) <= set(CORNERS[cell])]
        assert found["Cell", "Edge", edge] == sides


def test_a_region_that_the_text_alone_decides_is_the_same() -> None:
    texts = {"here": "(sites Incident Vertex of:Cell at:1)", "none": "(sites Incident Vertex of:Cell at:8)"}
    board = "(board (square 3) use:Vertex)"
    assert region_values(texts, board=board, start="") == {"here": [1, 2, 4, 5], "none": []}


@pytest.mark.parametrize(
    ("owner", "sites"),
    [("P1", [0, 1]), ("P2", [4]), ("Mover", [0, 1]), ("Enemy", [4]), ("Friend", [0, 1]), ("Neutral", [3])]
    + [(everybody, [0, 1, 4]) for everybody in ("All", "Each", "Shared")]
    + [("(player 2)", [4])],
)
def test_only_sites_with_pieces_of_the_owner(owner: str, sites: list[int]) -> None:
    found = region_values(
        {"owned": f"(sites Incident Vertex of:Cell at:0 owner:{owner})"}, board="(board (square 3) use:Vertex)"
    )
    assert found == {"owned": sites}


def test_lines_around_a_cell_are_counted_on_a_board_of_edges() -> None:
    match = SmallMatch(BOXES)
    sides = [edge for edge in range(12) if 0 in _all_of("Edge")["Cell", "Edge", edge]]
    match.play(*sides)
    assert match.position.per_player("score") == [0, 1]
