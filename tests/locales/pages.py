"""What people read of a page: its texts in one language, without rules text, scripts and what is marked as English."""

from __future__ import annotations

from html.parser import HTMLParser

_VOID = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_UNREAD = frozenset({"code", "pre", "script", "style", "kbd", "textarea", "template"})
_TOLD = ("alt", "aria-label", "placeholder", "data-label")


class _Reader(HTMLParser):
    def __init__(self, language: str):
        super().__init__(convert_charrefs=True)
        self.language = language
        self.texts: list[str] = []
        self.open: list[tuple[str, bool, bool]] = []
        """What is open: its tag, whether nobody reads it, and whether it is a picture, whose parts have no labels."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        unread = bool(self.open and self.open[-1][1]) or tag in _UNREAD
        if given.get("lang") not in (None, self.language):
            unread = True
        inside = bool(self.open and self.open[-1][2])
        if not unread and not inside:
            self.texts += [text for name in _TOLD if (text := given.get(name))]
        if tag not in _VOID:
            self.open.append((tag, unread, inside or given.get("role") == "img"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not (self.open and self.open[-1][1]):
            self.texts.append(" ".join(data.split()))


def texts_of_page(html: str, language: str) -> list[str]:
    """The texts of a page in the order in which they stand there."""
    reader = _Reader(language)
    reader.feed(html)
    return reader.texts
