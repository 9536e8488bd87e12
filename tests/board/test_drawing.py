"""Pictures of boards: well-formed, complete, and readable by a page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from apts.board import PieceMark, board_svg
from apts.board.picture.drawing_pieces import draw_piece, letters
from apts.board.picture.drawing_sites import RegionMark
from apts.board.picture.drawing_style import COLOURS
from tests.board.description import board_of

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    "(board (square 8))",
    "(board (hex 5))",
    "(board (square 9) use:Vertex)",
    "(board (square 4) use:Edge)",
    "(board (concentric Square rings:3) use:Vertex)",
    "(board (concentric {1 8 8}))",
    "(board (concentric {1 8 8}) use:Vertex)",
    "(board (tri 4))",
    "(board (square 3 pyramidal:True) use:Vertex)",
    "(mancalaBoard 2 6)",
]


def _sites(svg: str) -> set[int]:
    root = ElementTree.fromstring(svg)
    return {int(element.attrib["data-site"]) for element in root.iter() if "data-site" in element.attrib}


def _texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("clause", BOARDS)
def test_every_site_can_be_clicked(clause: str) -> None:
    board = board_of(clause)
    assert _sites(board_svg(board)) == set(range(board.count()))


@pytest.mark.parametrize("clause", BOARDS)
def test_everything_is_inside_the_picture(clause: str) -> None:
    root = ElementTree.fromstring(board_svg(board_of(clause), size=300))
    width, height = (float(value) for value in root.attrib["viewBox"].split()[2:])
    assert max(width, height) == pytest.approx(300, abs=0.2)
    for circle in root.iter(f"{SVG}circle"):
        assert 0 <= float(circle.attrib["cx"]) <= width
        assert 0 <= float(circle.attrib["cy"]) <= height


def test_pieces_carry_letters_only_when_kinds_differ() -> None:
    men = [PieceMark(0, 1, "Pawn1"), PieceMark(1, 2, "Pawn2")]
    assert letters(men) == {}
    court = [PieceMark(0, 1, name) for name in ("King1", "Knight1", "Pawn1", "Prince1", "Disc1")]
    assert letters(court) == {"King": "K", "Knight": "N", "Pawn": "P", "Prince": "PR".title()}
    assert letters([PieceMark(0, 1, "Disc1"), PieceMark(1, 1, "Stone1")]) == {"Disc": "D", "Stone": "S"}
    assert letters([PieceMark(0, 1, "Disc1"), PieceMark(1, 2, "Stone2")]) == {}


def test_first_row_is_at_the_bottom() -> None:
    root = ElementTree.fromstring(board_svg(board_of("(board (square 3))"), pieces=[PieceMark(0, 1, "Disc1")]))
    (disc,) = root.iter(f"{SVG}circle")
    assert float(disc.attrib["cy"]) > float(root.attrib["height"]) / 2
    assert float(disc.attrib["cx"]) < float(root.attrib["width"]) / 2


def test_stack_shows_its_height_and_a_pile_its_count() -> None:
    board = board_of("(board (square 3))")
    tower = [PieceMark(4, 1 + level % 2, "Disc", level=level) for level in range(9)]
    assert "9" in _texts(board_svg(board, pieces=tower, coordinates=False))
    assert _texts(board_svg(board, pieces=[PieceMark(4, 1, "Disc", count=5)], coordinates=False)) == ["5"]


def test_piece_of_nobody_takes_the_colour_of_its_state() -> None:
    svg = board_svg(board_of("(board (square 2))"), pieces=[PieceMark(0, 0, "Disc0", state=2)])
    assert '<circle class="seat2"' in svg


def test_pits_show_numbers_of_seeds() -> None:
    seeds = [PieceMark(site, 0, "Seed", count=site) for site in range(1, 13)]
    board = board_of("(mancalaBoard 2 6)")
    numbers = [str(n) for n in range(1, 13)]
    assert _texts(board_svg(board, pieces=seeds, pits=True, coordinates=False)) == numbers
    assert _texts(board_svg(board, pieces=seeds, pits=True)) == [*numbers, *map(str.lower, board.labels())]


def test_hands_stand_beside_the_board() -> None:
    board = board_of("(board (square 3))")
    plain = ElementTree.fromstring(board_svg(board))
    held = ElementTree.fromstring(board_svg(board, hands={2: [PieceMark(-1, 2, "Disc2", count=4)]}))
    assert float(held.attrib["width"]) > float(plain.attrib["width"])
    (disc,) = held.iter(f"{SVG}circle")
    assert float(disc.attrib["cx"]) > float(plain.attrib["width"])


def test_highlights_and_heat_mark_their_sites() -> None:
    board = board_of("(board (square 3))")
    svg = board_svg(board, highlights={0: "last", 1: "move", 2: "win"}, heat={3: 0.5, 4: -1.0})
    for name in ("last", "move", "win", "warm", "cool"):
        assert len(re.findall(rf'class="{name}"', svg)) == 1
    assert re.search(r'class="cool"[^>]* fill-opacity="0.80"', svg)
    assert re.search(r'class="warm"[^>]* fill-opacity="0.40"', svg)


def test_endless_board_is_drawn_around_its_pieces() -> None:
    board = board_of("(boardless Square)")
    middle = board.sites("centre")[0]
    assert len(_sites(board_svg(board, pieces=[PieceMark(middle, 1, "Tile1")]))) == 25


def test_coordinates_are_written_beside_the_board() -> None:
    assert _texts(board_svg(board_of("(board (square 3))"))) == ["1", "2", "3", "a", "b", "c"]
    assert _texts(board_svg(board_of("(board (square 3))"), coordinates=False)) == []


def test_drawings_know_both_schemes_and_share_no_names() -> None:
    first, second = board_svg(board_of("(board (square 3))")), board_svg(board_of("(board (square 4))"))
    assert "prefers-color-scheme:dark" in first
    assert all(f"--apts-{name}" in first for name in COLOURS)
    assert " id=" not in first
    scopes = [re.search(r'class="(board-\w+)"', svg) for svg in (first, second)]
    assert scopes[0] is not None
    assert scopes[1] is not None
    assert scopes[0][1] != scopes[1][1]


def test_names_of_pieces_are_escaped() -> None:
    svg = board_svg(board_of("(board (square 2))"), pieces=[PieceMark(0, 1, "<Odd>&1")])
    assert ElementTree.fromstring(svg) is not None


class PlainReader:
    """A program that knows attributes but no style sheets."""

    def __init__(self, svg: str):
        self.root = ElementTree.fromstring(svg)

    def unpainted(self) -> list[str]:
        """Elements that would come out black because nobody says otherwise."""
        shapes = {f"{SVG}{name}" for name in ("path", "circle", "rect", "text", "line", "polygon", "ellipse")}
        return [
            ElementTree.tostring(element, encoding="unicode")[:100]
            for element in self.root.iter()
            if element.tag in shapes and "fill" not in element.attrib
        ]


@pytest.mark.parametrize("clause", BOARDS)
def test_colours_are_there_without_style_sheets(clause: str) -> None:
    board = board_of(clause)
    pieces = [PieceMark(site, 1 + site % 3, f"Kind{site % 2}") for site in range(min(6, board.count()))]
    marks = {0: "last", 1: "move", 2: "win"}
    svg = board_svg(board, pieces=pieces, highlights=marks, heat={3: 1.0, 4: -1.0}, scores=(1, 2, 3))
    assert PlainReader(svg).unpainted() == []


def test_variables_are_only_spoken_of_where_they_are_known() -> None:
    """A program that takes the last rule it reads for the right one must not end with a variable."""
    sheet = board_svg(board_of("(board (square 3))")).partition("<style>")[2].partition("</style>")[0]
    guarded = re.sub(r"@(?:supports|media)[^{]*\{(?:[^{}]*\{[^{}]*\})*\}", "", sheet)
    assert "var(" not in guarded
    assert "--" not in guarded
    assert "fill:#" in guarded


def test_names_stand_beside_sites_where_the_margin_cannot_tell_them() -> None:
    board = board_of("(board (concentric {3 6 6}) use:Vertex)")
    drawing = board_svg(board, names=[f"s{site}" for site in range(board.count())])
    assert _texts(drawing) == [f"s{site}" for site in range(board.count())]


def test_rows_that_count_from_the_top_are_labelled_so() -> None:
    board = board_of("(board (square 3))")
    board.rows_from_top = True
    assert _texts(board_svg(board)) == ["3", "2", "1", "a", "b", "c"]
    assert 'data-site="0" data-label="a3"' in board_svg(board)


def test_sides_have_the_colours_of_their_owners_and_only_the_edges_outside() -> None:
    board = board_of("(board (hex Diamond 3))")
    sides = board.sides()
    drawing = board_svg(board, owned={1: [sides["NE"], sides["SW"]], 2: [sides["NW"], sides["SE"]]})
    bands = re.findall(r'class="bar(\d)"[^>]* data-owner="(\d)"[^>]* d="([^"]*)"', drawing)
    assert [(colour, owner) for colour, owner, _ in bands] == [("1", "1")] * 2 + [("2", "2")] * 2
    strokes = [stroke for _, _, path in bands for stroke in path.split("M")[1:]]
    assert len(strokes) == len(set(strokes)) == 22  # all edges outside
    assert "data-owner" not in board_svg(board)


def test_tracks_are_lines_with_tips_where_they_begin_and_bend() -> None:
    board = board_of("(board (square 3))")
    drawing = board_svg(board, ways=[(0, 1, 2, 5, 8), (0, 1, 2)], coordinates=False)
    ElementTree.fromstring(drawing)
    (line,) = re.findall(r'<path class="line"[^>]* d="([^"]*)"', drawing)
    (tips,) = re.findall(r'<path class="dot"[^>]* d="([^"]*)"', drawing)
    assert line.count("M") == 4  # the two steps that both share are drawn once
    assert tips.count("Z") == 2
    assert board_svg(board, ways=[(0, 8)], coordinates=False) == board_svg(board, coordinates=False)  # too far to walk
    there_and_back = board_svg(board, ways=[(0, 1), (1, 0)], coordinates=False)
    (lines,) = re.findall(r'<path class="line"[^>]* d="([^"]*)"', there_and_back)
    one, other = (part.split("L")[0].split()[1] for part in lines.split("M")[1:])
    assert one != other


def test_kinds_that_are_called_small_are_drawn_smaller() -> None:
    board = board_of("(board (square 3))")
    kinds = ("Small", "MediumCup", "Large")
    pieces = [PieceMark(site, 1, f"{kind}1", called=kind) for site, kind in enumerate(kinds)]
    found = re.findall(r'<circle class="seat1"[^>]* r="([0-9.]+)"', board_svg(board, pieces=pieces))
    small, medium, large = map(float, found)
    assert small < medium < large
    assert _texts(board_svg(board, pieces=pieces, coordinates=False)) == ["S", "M", "L"]


def test_pieces_of_the_third_seat_and_later_ones_carry_its_number_for_readers_who_see_no_colours() -> None:
    marks = {"King": "K"}
    drawn = {seat: "".join(draw_piece(PieceMark(0, seat, f"King{seat}"), 0, 0, 10, marks)) for seat in (1, 2, 3)}
    assert [">K<" in drawn[seat] for seat in (1, 2)] == [True, True]
    assert ">K3<" in drawn[3]
    assert ">4<" in "".join(draw_piece(PieceMark(0, 4, "Disc4"), 0, 0, 10, {}))


def test_regions_of_seats_are_tinted_and_marked_with_a_legend_below() -> None:
    board = board_of("(board (square 4))")
    regions = [RegionMark(1, frozenset({0, 1}), "Home"), RegionMark(2, frozenset({1, 2}), "Goal", 1)]
    plain, drawn = board_svg(board), board_svg(board, regions=regions)
    for seat in (1, 2):
        tint = re.search(rf'class="tint{seat}"[^>]* data-region="{seat}" d="([^"]*)"', drawn)
        assert tint is not None
        assert tint[1].count("M") == 1  # the site of both has the tint of neither
    assert drawn.count('class="region seat1"') == 2 + 1  # on the sites and in the legend
    assert ">Home</text>" in drawn
    assert ">Goal</text>" in drawn
    assert drawn.count("data-legend") == 2
    assert "tint" not in plain


def test_marks_of_two_seats_on_one_site_keep_apart() -> None:
    for text in ("(square 3)", "(hex 3)", "(square 3) use:Vertex", "(tri 3)"):
        regions = [RegionMark(seat, frozenset({0})) for seat in (1, 2, 3, 4)]
        drawn = board_svg(board_of(f"(board {text})"), regions=regions).partition("data-legend")[0]
        places = re.findall(r'class="region seat\d"[^>]* cx="([\d.]+)" cy="([\d.]+)"', drawn)
        assert len(places) == 4
        assert len(set(places)) >= 3, text
