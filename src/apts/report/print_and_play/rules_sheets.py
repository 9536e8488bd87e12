"""The rules in words on paper: headings, sentences with their points, rules text in a typewriter's letters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from apts.report.print_and_play.board_sheets import MARGIN
from apts.report.print_and_play.pdf import BOLD, CODE, PLAIN, Page, text_width
from apts.telling.rules_in_words import RulesInWords
from apts.telling.teller import sentence

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
