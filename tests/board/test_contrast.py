"""Pieces stand out from what they stand on, by their colour or by their rim, whatever the seat, the board and the scheme."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import apts
from apts.board import PieceMark, board_svg
from apts.board.picture.drawing_sites import RegionMark
from apts.games.catalogue import catalogue
from apts.publish.description import board_style
from tests.board.description import board_of

ENOUGH = 3.0
"""What WCAG 2.2 asks of parts that have to be told apart (success criterion 1.4.11)."""

PAGES = Path(__file__).parents[2] / "src" / "apts"
STANDING = ("ground", "shade0", "shade1", "shade2", "shade3", "panel")
_RULE = re.compile(r"\.[\w-]+ \.(\w+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"--([a-z0-9]+):(?:var\(--apts-[a-z0-9]+,)?(#[0-9a-f]{6})")
_DARK = "@media (prefers-color-scheme:dark)"

Colour = tuple[float, float, float]


def colour(text: str) -> Colour:
    """A colour such as #efe7d8, from 0 to 1."""
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def luminance(one: Colour) -> float:
    """The relative luminance of WCAG."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in one)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Style:
    """The colours of a style sheet in one scheme, read from its text as a browser reads it."""

    def __init__(self, sheet: str, *, dark: bool) -> None:
        light, _, rest = sheet.partition(_DARK)
        self.fill: dict[str, Colour] = {}
        self.stroke: dict[str, Colour] = {}
        self.opacity: dict[str, float] = {}
        self.sites: dict[str, Colour] = {}
        for part in (light, rest) if dark else (light,):
            self.sites |= {name: colour(value) for name, value in _VARIABLE.findall(part) if name in STANDING}
            for name, declared in _RULE.findall(part):
                values = dict(entry.split(":", 1) for entry in declared.split(";") if ":" in entry)
                for table, key in ((self.fill, "fill"), (self.stroke, "stroke")):
                    if values.get(key, "").startswith("#") and len(values[key]) == 7:
                        table[name] = colour(values[key])
                if "fill-opacity" in values:
                    self.opacity[name] = float(values["fill-opacity"])

    def tinted(self, site: Colour, tint: str) -> Colour:
        """A site under the tint of a region."""
        share, over = self.opacity[tint], self.fill[tint]
        red, green, blue = (share * a + (1 - share) * b for a, b in zip(over, site, strict=True))
        return red, green, blue

    def seen(self, piece: str, site: Colour) -> float:
        """How a piece stands out: by its body or by its rim, whichever does it better."""
        return max(contrast(self.fill[piece], site), contrast(self.stroke[piece], site))


@cache
def tinted_sheet() -> str:
    """The style of a drawing that has regions of seats, which are tinted."""
    svg = board_svg(
        board_of("(board (square 3))"),
        pieces=[PieceMark(0, 1, "Disc1")],
        regions=[RegionMark(1, frozenset({0}), "Home")],
    )
    found = re.search(r"<style>(.*?)</style>", svg)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("dark", [False, True])
def test_pieces_of_every_seat_stand_out_from_every_site(dark: bool) -> None:
    style = Style(tinted_sheet(), dark=dark)
    tints = [None, *(name for name in style.fill if name.startswith("tint"))]
    seats = [name for name in style.fill if re.fullmatch(r"seat\d", name)]
    assert len(seats) == 9
    assert len(tints) == 9
    for piece, name, tint in product(seats, style.sites, tints):
        site = style.sites[name] if tint is None else style.tinted(style.sites[name], tint)
        assert style.seen(piece, site) >= ENOUGH, (piece, name, tint)


@pytest.mark.parametrize("dark", [False, True])
def test_bars_and_crosses_have_the_rim_of_other_pieces(dark: bool) -> None:
    style = Style(tinted_sheet(), dark=dark)
    for seat in range(9):
        assert style.stroke[f"edge{seat}"] == style.stroke[f"seat{seat}"]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("page", ["report/templates/report.css", "publish/page/style.css"])
def test_pieces_stand_out_on_pages_that_colour_boards_themselves(page: str, dark: bool) -> None:
    style = Style(board_style(), dark=dark)
    light, _, rest = (PAGES / page).read_text(encoding="utf-8").partition("@media (prefers-color-scheme: dark)")
    found = re.findall(r"--apts-(\w+): (#[0-9a-f]{6})", rest if dark else light)
    if page.startswith("report"):  # its dark boards are coloured in a block of their own
        blocks = (PAGES / page).read_text(encoding="utf-8").split(".boards {")
        found = re.findall(r"--apts-(\w+): (#[0-9a-f]{6})", blocks[2 if dark else 1].split("}")[0])
    sites = {name: colour(value) for name, value in found if name in STANDING}
    assert sites
    for piece, site in product([name for name in style.fill if name.startswith("seat")], sites.values()):
        assert style.seen(piece, site) >= ENOUGH, (page, piece)


@pytest.mark.parametrize("dark", [False, True])
def test_pieces_of_every_library_game_stand_out_from_its_board(dark: bool) -> None:
    for entry in catalogue():
        svg = apts.load(entry.name).start().svg()
        found = re.search(r"<style>(.*?)</style>", svg)
        if found is None:
            continue  # a class that draws itself
        style = Style(found[1], dark=dark)
        pieces = set(re.findall(r'class="(seat\d)"', svg))
        shades = set(re.findall(r'class="[^"]*\b(shade\d|ground)\b', svg))
        for piece, shade in product(pieces, shades):
            assert style.seen(piece, style.sites[shade]) >= ENOUGH, (entry.name, piece, shade)
