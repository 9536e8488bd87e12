"""Rules as pages and as PDFs to print and play."""

from __future__ import annotations

import re
from math import hypot
from pathlib import Path

import pytest

import apts
from apts.board.picture.drawing_sites import site_spacing
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.games.library import load
from apts.report.print_and_play.pdf import CODE, PAPERS, Page, Picture, path_commands, pdf_file, text_width
from apts.report.print_and_play.sheets import (
    LEAST_SITE,
    MOST,
    MOST_SHEETS,
    board_print,
    board_sheets,
    check_rules_file,
    piece_kinds,
    print_and_play,
    rules_html,
    write_rules,
)

A4 = PAPERS["a4"]


def rules_game(name: str, **options: str) -> RulesGame:
    """A game of the library."""
    game = load(name, **options).from_rules
    assert game is not None
    return game


def pages_of(pdf: bytes) -> int:
    """How many pages a file has."""
    return len(re.findall(rb"/Type /Page ", pdf))


def edges_game(size: int) -> RulesGame:
    """A game on the edges of a hexagonal board."""
    game = load(
        f"""(game "Lines" (players 2) (equipment {{ (board (hex {size}) use:Edge) (piece "Line" Each) }})
          (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
    )
    assert isinstance(game, RulesGame)
    return game


def test_file_is_a_pdf_whose_table_finds_every_object() -> None:
    page = Page(100, 100)
    page.text(10, 10, "a (b) \\ “c”", 9)
    pdf = pdf_file([page], "Zürich")
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])  # type: ignore[index]
    assert pdf[start:].startswith(b"xref")
    places = [int(found) for found in re.findall(rb"(\d{10}) 00000 n", pdf)]
    assert [int(pdf[place : place + 4].split()[0]) for place in places] == list(range(1, len(places) + 1))
    assert rb"(a \(b\) \\ " in pdf


def test_same_game_gives_the_same_bytes() -> None:
    assert print_and_play(load("tablut")) == print_and_play(load("tablut"))


def test_large_board_is_cut_into_parts_with_sites_large_enough() -> None:
    board = board_print(rules_game("hex"), A4)
    assert board.frame.spacing * board.scale >= LEAST_SITE - 0.01
    assert len(list(board_sheets(board, A4))) > 1


def test_each_sheet_of_a_large_board_has_only_what_falls_on_it() -> None:
    board = board_print(edges_game(12), A4)
    sheets = list(board_sheets(board, A4))
    whole = Page(*A4)
    Picture(board.bare.svg(1000)).put(whole, 0, 0, board.scale)
    assert len(sheets) > 4
    written = sum(len(sheet.content()) for sheet in sheets)
    assert len(whole.content()) < written < 3 * len(whole.content())


def test_board_of_thousands_of_sites_takes_no_hundred_sheets() -> None:
    board = board_print(edges_game(24), A4)
    assert len(list(board_sheets(board, A4))) <= 1.5 * MOST_SHEETS
    assert board.frame.spacing * board.scale < LEAST_SITE


@pytest.mark.parametrize(
    "text", ["(hex 4)", "(tiling T488 3)", "(celtic 3)", "(spiral turns:3 sites:40)", "(square 1)"]
)
def test_distance_of_sites_is_that_of_the_nearest_ones(text: str) -> None:
    for use in ("Cell", "Vertex", "Edge"):
        try:
            board = load(f"""(game "B" (players 2) (equipment {{ (board {text} use:{use}) (piece "Disc" Each) }})
                (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))""").from_rules.board
        except AptsError:
            continue
        places = board.xy()
        near = sorted(min((hypot(x - u, y - v) for u, v in places if (x, y) != (u, v)), default=1.0) for x, y in places)
        assert site_spacing(board, range(len(places))) == near[len(near) // 5]


@pytest.mark.parametrize("name", ["breakthrough", "tablut", "trefoil", "kalah", "nine-mens-morris", "mail-coaches"])
def test_small_board_is_on_one_sheet(name: str) -> None:
    assert len(list(board_sheets(board_print(rules_game(name), A4), A4))) == 1


def test_as_many_pieces_are_printed_as_the_start_and_the_hands_have() -> None:
    numbers = {(kind.mark.owner, kind.mark.kind): kind.number for kind in piece_kinds(rules_game("tablut"))}
    assert numbers == {(1, "Muscovite"): 16, (2, "Swede"): 8, (2, "King"): 1}
    assert [kind.number for kind in piece_kinds(rules_game("nine-mens-morris"))] == [9, 9]
    assert [kind.number for kind in piece_kinds(rules_game("mail-coaches", Players="Four"))] == [3, 3, 3, 3]


def test_pieces_that_are_put_on_the_board_are_printed_up_to_a_number() -> None:
    assert [kind.number for kind in piece_kinds(rules_game("tic-tac-toe"))] == [5, 5]
    assert {kind.number for kind in piece_kinds(rules_game("go"))} == {MOST}
    assert [kind.number for kind in piece_kinds(rules_game("trefoil"))] == [13, 13, 13, 1]


def test_letter_paper_has_other_pages_and_another_paper_is_refused() -> None:
    assert b"/MediaBox [0 0 612 792]" in print_and_play(load("gomoku"), "letter")
    with pytest.raises(AptsError, match="there is no paper 'a5'; there are a4 and letter"):
        print_and_play(load("gomoku"), "a5")


def test_class_has_its_rules_alone_on_paper() -> None:
    folder = Path(apts.__file__).parent / "games" / "shipped"
    assert pages_of(print_and_play(load(str(folder / "snowball_class.py")))) == 1


def test_arc_ends_where_it_should() -> None:
    commands = list(path_commands("M0 0A10 10 0 0 1 20 0L30 5Z"))
    assert commands[0] == ("m", (0.0, 0.0))
    assert commands[-3][1][-2:] == pytest.approx((20, 0))
    assert commands[-2:] == [("l", (30.0, 5.0)), ("h", ())]
    highest = min(numbers[-1] for name, numbers in commands if name == "c")
    assert highest == pytest.approx(-10, abs=0.01)


def test_widths_of_texts_are_those_of_the_fonts() -> None:
    assert text_width("AV", 1000) == 667 + 667
    assert text_width("abc", 10, CODE) == pytest.approx(18)


def test_page_has_the_board_and_escapes_what_people_wrote() -> None:
    game = load(
        """(game "<b>&" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
          (rules (play (if (is Pattern {F F}) (move Pass))) (end (if (is Full) (result Mover Win)))))"""
    )
    page = rules_html(game)
    assert "&lt;b&gt;&amp;" in page
    assert "<b>" not in page
    assert "<svg" in page
    assert "@media print" in page
    assert "<code>(is Pattern {F F})</code>" in page


def test_file_is_written_in_the_form_of_its_name(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    for name, begins in (("a.pdf", b"%PDF-1.4"), ("a.html", b"<!DOCTYPE html>"), ("a.txt", b"Tic-Tac-Toe\n===")):
        assert write_rules(game, tmp_path / name).read_bytes().startswith(begins)
    with pytest.raises(AptsError, match=r"ends in \.html, \.txt or \.pdf"):
        check_rules_file(tmp_path / "a.doc")
