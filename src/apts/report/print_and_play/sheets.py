"""The sheets of a game on paper: the board, the pieces to cut out, the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, sqrt
from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.board.picture.drawing import Frame
from apts.board.picture.drawing_pieces import PieceMark, draw_piece, letters
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.engine.text.drawing import BareBoard
from apts.errors import AptsError
from apts.locales import language_of
from apts.locales.grammar import read_in
from apts.report.page_frame import page_style, templates
from apts.report.print_and_play.pdf import BOLD, CODE, MILLIMETRE, PAPERS, PLAIN, Page, Picture, pdf_file, text_width
from apts.report.writing import check_target, write_bytes, write_file
from apts.similar_names import did_you_mean
from apts.telling.outline import Item
from apts.telling.rules_in_words import RulesInWords, drawn_board, rules_as_text, rules_in_words
from apts.telling.table import added_kinds, promoted_kinds, starting_pieces
from apts.telling.voice import Voice, many, seat_in_words, sentence, speaking, wording, words_of

# ----------------------------------------------------------------------------------------------------------------
# The board on paper: on one sheet if its sites are large enough then, else in parts to be stuck together.

LEAST_SITE = 18 * MILLIMETRE
"""How far apart sites are at least, so that pieces can be taken by the fingers."""
LARGEST_SITE = 34 * MILLIMETRE
MOST_SHEETS = 36
"""Sheets of a board, about: six by six of them are more than a table has room for."""
MARGIN = 10 * MILLIMETRE
_FOOT = 6 * MILLIMETRE
_DRAWN = 1000
_GREY = (0.5, 0.5, 0.5)
_NOTE = 8.0


@dataclass(frozen=True)
class BoardPrint:
    """A board as it is printed; ``scale`` is what a unit of its drawing is in points."""

    game: RulesGame
    bare: BareBoard
    frame: Frame
    scale: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        return self.frame.width * self.scale, self.frame.height * self.scale

    @property
    def piece_radius(self) -> float:
        """The radius of a piece that fits all sites; seeds, of which many lie in a pit, are small."""
        if self.bare.pits:
            return 0.0
        return (
            min((self.frame.radius(site) for site in self.frame.shown), default=0.4 * self.frame.spacing) * self.scale
        )


def board_print(game: RulesGame, paper: tuple[float, float]) -> BoardPrint:
    """The board, as large as the paper allows, but no site smaller or larger than is good to play on.

    A board that would take very many sheets so is printed on fewer, with small sites: to look at, not to play on.
    """
    bare = game.bare_board()
    frame = bare.layers(_DRAWN).frame
    free_spaces = [_free_space(paper), _free_space((paper[1], paper[0]))]
    fits = max(min(width / frame.width, height / frame.height) for width, height in free_spaces)
    scale = min(max(fits, LEAST_SITE / frame.spacing), LARGEST_SITE / frame.spacing)
    area = max(width * height for width, height in free_spaces) * MOST_SHEETS
    scale = max(min(scale, sqrt(area / (frame.width * frame.height))), fits) if scale > fits else scale
    return BoardPrint(game, bare, frame, scale)


def _free_space(paper: tuple[float, float]) -> tuple[float, float]:
    return paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - _FOOT


def board_sheets(board: BoardPrint, paper: tuple[float, float]) -> Iterator[Page]:
    """The pages of the board, row by row; upright or across, whichever takes fewer of them."""
    width, height = board.size
    choices = [paper, (paper[1], paper[0])]
    rows, columns, chosen = min(
        ((*_parts(board.size, choice), choice) for choice in choices), key=lambda found: found[0] * found[1]
    )
    space = _free_space(chosen)
    part = (min(space[0], width / columns), min(space[1], height / rows))
    picture = Picture(board.bare.svg(_DRAWN))
    for row in range(rows):
        for column in range(columns):
            page = Page(*chosen)
            x, y = (chosen[0] - part[0]) / 2, MARGIN
            page.begin_clip(x, y, *part)
            window = (x, y, x + part[0], y + part[1])
            picture.put(page, x - column * part[0], y - row * part[1], board.scale, window)
            page.end_clip()
            words = wording()["paper"]
            note = str(words["board"]).format(game=board.game.name)
            if rows * columns > 1:
                _cut_line(page, x, y, part)
                place = {"part": row * columns + column + 1, "parts": rows * columns}
                note += str(words["part"]).format(**place, row=row + 1, column=column + 1)
            page.text(MARGIN, y + part[1] + _FOOT, note, _NOTE, colour=_GREY)
            yield page


def _parts(size: tuple[float, float], paper: tuple[float, float]) -> tuple[int, int]:
    """How many rows and columns of sheets a board takes."""
    space = _free_space(paper)
    return ceil(size[1] / space[1] - 1e-6), ceil(size[0] / space[0] - 1e-6)


def _cut_line(page: Page, x: float, y: float, part: tuple[float, float]) -> None:
    corners = [(x + part[0], y), (x + part[0], y + part[1]), (x, y + part[1])]
    lines = [("m", (x, y)), *(("l", corner) for corner in corners), ("h", ())]
    page.path(lines, stroke=_GREY, width=0.5, dash=(3, 3))


# ----------------------------------------------------------------------------------------------------------------
# The pieces on paper, to be cut out: as many of each kind and seat as a match needs.

MOST = 60
"""Pieces of one kind and seat that are printed; who needs more prints the sheet twice."""
_PROMOTED = 6
_LEAST_RADIUS, _MOST_RADIUS = 5 * MILLIMETRE, 14 * MILLIMETRE
_HEADING = 11.0


@dataclass(frozen=True)
class PieceKind:
    """Pieces that look alike: one of them, and how many are printed. ``cut`` says that a match may need more."""

    mark: PieceMark
    number: int
    heading: str


def piece_kinds(game: RulesGame) -> list[PieceKind]:
    """The kinds of pieces that a match needs, seat by seat."""
    counts, seats = starting_pieces(game), range(1, game.players + 1)
    added, promoted = added_kinds(game), promoted_kinds(game)
    found, seen = [], set[tuple[int, str]]()
    for piece in game.compiled.equipment.components:
        owner = piece.owner if piece.owner in seats else 0
        if piece.faces or (owner, piece.called) in seen:
            continue
        seen.add((owner, piece.called))
        wanted = counts[owner, piece.called]
        if (owner, piece.called) in added:
            wanted = max(wanted, ceil(game.board.count() / (game.players if owner else 1)))
        elif (owner, piece.called) in promoted and not wanted:
            own = sum(number for (seat, _), number in counts.items() if seat == owner)
            wanted = min(own, _PROMOTED)
        words = wording()["paper"]
        who = seat_in_words(game, owner) if owner else str(wording()["table"]["nobody"])
        for state in piece.flips or (0,):
            mark = PieceMark(0, owner, piece.called_in_full, state=0 if owner else state, called=piece.called)
            heading = str(words["pieces of a side" if piece.flips else "pieces"]).format(
                pieces=many(piece.called), who=who, side=state, number=min(wanted, MOST)
            )
            if wanted > MOST:
                heading += str(words["more"]).format(number=wanted)
            if wanted:
                found.append(PieceKind(mark, min(wanted, MOST), heading))
    return found


def piece_sheets(game: RulesGame, radius: float, paper: tuple[float, float]) -> Iterator[Page]:
    """Pages of pieces in squares to cut out, under a heading for each kind."""
    kinds = piece_kinds(game)
    radius = min(max(radius, _LEAST_RADIUS), _MOST_RADIUS)
    side = 2 * radius + 3 * MILLIMETRE
    columns = int((paper[0] - 2 * MARGIN) / side)
    marks = letters([kind.mark for kind in kinds])
    page, y = Page(*paper), MARGIN
    began = False
    for kind in kinds:
        if y + 2 * _HEADING + side > paper[1] - MARGIN:
            yield page
            page, y = Page(*paper), MARGIN
        page.text(MARGIN, y + _HEADING, kind.heading, _HEADING)
        y += 2 * _HEADING
        left = kind.number
        while left:
            if y + side > paper[1] - MARGIN:
                yield page
                page, y = Page(*paper), MARGIN
            for place in range(min(left, columns)):
                _square(page, MARGIN + place * side, y, side)
                _piece(page, kind.mark, (MARGIN + (place + 0.5) * side, y + side / 2), radius, marks, game.players > 2)
            left -= min(left, columns)
            y += side
        y += _HEADING
        began = True
    if began:
        yield page


def _square(page: Page, x: float, y: float, side: float) -> None:
    corners: Sequence[tuple[float, float]] = [(x + side, y), (x + side, y + side), (x, y + side)]
    page.path([("m", (x, y)), *(("l", corner) for corner in corners), ("h", ())], stroke=_GREY, width=0.4, dash=(2, 2))


def _piece(
    page: Page, mark: PieceMark, place: tuple[float, float], radius: float, marks: dict[str, str], numbered: bool
) -> None:
    """A piece; with more than two seats the number of its seat below it, as colours look alike in black and white."""
    Picture.of_parts("".join(draw_piece(mark, 0.0, 0.0, radius, marks))).put(page, *place)
    if numbered and mark.owner > 0:
        size = 0.32 * radius
        text = str(mark.owner)
        page.circle(place[0], place[1] + 0.66 * radius, 0.62 * size, fill=(1, 1, 1), stroke=None, width=0)
        page.text(place[0] - text_width(text, size) / 2, place[1] + 0.66 * radius + 0.36 * size, text, size)


# ----------------------------------------------------------------------------------------------------------------
# The rules in words on paper: headings, sentences with their points, rules text in a typewriter's letters.

_SIZE, _LINE = 10.0, 13.5
_INDENT = 14.0
_SIDE = 2 * MARGIN


@dataclass(frozen=True)
class _Word:
    text: str
    font: str


def rules_sheets(rules: RulesInWords, paper: tuple[float, float]) -> Iterator[Page]:
    """The pages of the rules."""
    sheet = _Sheets(paper)
    sheet.line(rules.title, 18.0, BOLD)
    if rules.lead:
        sheet.paragraph(rules.lead, 0.0)
    for section in rules.sections:
        sheet.gap()
        sheet.line(section.heading, 12.5, BOLD)
        for item in section.items:
            for depth, text in item.walk():
                sheet.point(sentence(text), depth)
    return iter(sheet.pages)


class _Sheets:
    """Pages that fill from the top."""

    def __init__(self, paper: tuple[float, float]):
        self.paper, self.y = paper, 2 * MARGIN
        self.pages = [Page(*paper)]

    def gap(self) -> None:
        """Leave room before a heading."""
        self.y += 0.6 * _LINE

    def line(self, text: str, size: float, font: str) -> None:
        """A heading, which may take several lines."""
        for words in _wrapped([_Word(text, font)], self.paper[0] - 2 * _SIDE, size):
            self._free_space(1.4 * size + _LINE)
            self._put(words, _SIDE, size)
            self.y += 1.4 * size

    def point(self, text: str, depth: int) -> None:
        """A sentence behind a dot."""
        indent = _SIDE + min(depth, 12) * _INDENT
        self._free_space(_LINE)
        self.pages[-1].text(indent, self.y, "•", _SIZE)
        self.paragraph(text, indent - _SIDE + 0.7 * _INDENT)

    def paragraph(self, text: str, indent: float) -> None:
        """Sentences from an indentation on."""
        for words in _wrapped(_words(text), self.paper[0] - 2 * _SIDE - indent, _SIZE):
            self._free_space(_LINE)
            self._put(words, _SIDE + indent, _SIZE)
            self.y += _LINE

    def _free_space(self, height: float) -> None:
        if self.y + height > self.paper[1] - 2 * MARGIN:
            self.pages.append(Page(*self.paper))
            self.y = 2 * MARGIN

    def _put(self, words: list[_Word], x: float, size: float) -> None:
        for word in words:
            scale = 0.88 if word.font == CODE else 1.0
            self.pages[-1].text(x, self.y, word.text, size * scale, word.font)
            x += _width(word, size) + text_width(" ", size)


def _width(word: _Word, size: float) -> float:
    return text_width(word.text, size * (0.88 if word.font == CODE else 1.0), word.font)


def _words(text: str) -> list[_Word]:
    """Words with their fonts; what is between backquotes is rules text."""
    found = []
    for place, stretch in enumerate(text.split("`")):
        found += [_Word(word, CODE if place % 2 else PLAIN) for word in stretch.split()]
    return found


def _wrapped(words: list[_Word], width: float, size: float) -> Iterator[list[_Word]]:
    """Words in lines of at most that width; a word that is wider has a line for itself."""
    line: list[_Word] = []
    used = 0.0
    for word in [_Word(part, one.font) for one in words for part in one.text.split()]:
        wide = _width(word, size)
        if line and used + wide > width:
            yield line
            line, used = [], 0.0
        line.append(word)
        used += wide + text_width(" ", size)
    if line:
        yield line


# ----------------------------------------------------------------------------------------------------------------
# Everything that a game needs on paper, as one PDF: the board, the pieces, the rules.

DEFAULT_PAPER = "a4"


def paper_size(name: str) -> tuple[float, float]:
    """The size of a paper in points."""
    known = name.strip().lower()
    if known not in PAPERS:
        raise AptsError(f"there is no paper {name!r}; there are {' and '.join(PAPERS)}{did_you_mean(known, PAPERS)}")
    return PAPERS[known]


def print_and_play(game: Game, paper: str = DEFAULT_PAPER, language: str = "en") -> bytes:
    """A PDF of board, pieces and rules; of a game written as a class, whose board is not known, the rules alone."""
    size = paper_size(paper)
    pages: list[Page] = []
    if game.from_rules is not None:
        board = board_print(game.from_rules, size)
        with speaking(Voice(language=language_of(language))):
            pages += board_sheets(board, size)
            pages += piece_sheets(game.from_rules, board.piece_radius, size)
    pages += rules_sheets(rules_in_words(game, language), size)
    return pdf_file(pages, game.name)


# ----------------------------------------------------------------------------------------------------------------
# The rules in words as one HTML file with the board, good to read and to print.


def rules_html(game: Game, language: str = "en") -> str:
    """The rules of a game as the text of an HTML page."""
    rules = rules_in_words(game, language)
    with read_in(language):
        board = Markup(game.start().svg())
    sections = [(section.heading, Markup("".join(_listed(section.items)))) for section in rules.sections]
    page = templates().get_template("rules.html")
    title = str(words_of(rules.language)["paper"]["rules"]).format(game=rules.title)
    shown = {"title": title, "rules": rules, "sections": sections, "board": board}
    return page.render(style=Markup(page_style()), **shown)


def _listed(items: tuple[Item, ...]) -> Iterator[str]:
    """Items as a list, those inside an item as a list inside it."""
    yield "<ul>"
    for item in items:
        yield f"<li>{_marked(sentence(item.text))}"
        if item.inside:
            yield from _listed(item.inside)
        yield "</li>"
    yield "</ul>"


def _marked(text: str) -> str:
    """A sentence with its rules text in code type."""
    parts = [escape(part) for part in text.split("`")]
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))


# ----------------------------------------------------------------------------------------------------------------
# Rules in words as a file: a page, a text, or a PDF to print and play.

KINDS = (".html", ".txt", ".pdf")


def check_rules_file(path: str | PathLike[str], paper: str = DEFAULT_PAPER) -> Path:
    """The path of a file that rules can be written to; before the game is loaded, so that a slip costs no time."""
    paper_size(paper)
    target = check_target(path)
    if target.suffix.lower() not in KINDS:
        raise AptsError(
            f"rules are written to a file that ends in {', '.join(KINDS[:-1])} or {KINDS[-1]}, not to {str(path)!r}"
        )
    return target


def write_rules(game: Game, path: str | PathLike[str], paper: str = DEFAULT_PAPER, language: str = "en") -> Path:
    """Write the rules of a game to a file, in the form that its name asks for and in a language."""
    target = check_rules_file(path, paper)
    kind = target.suffix.lower()
    if kind == ".pdf":
        return write_bytes(target, print_and_play(game, paper, language))
    if kind == ".html":
        return write_file(target, rules_html(game, language))
    return write_file(target, rules_as_text(rules_in_words(game, language), drawn_board(game, language)))
