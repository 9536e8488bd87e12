"""Tables and sentences as notebooks show them. Everything that comes in is text, and is escaped here, once for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from apts.characters import shown

_CELL = "text-align:left;vertical-align:top;padding:0.15em 0.8em"


def sentence(text: str, *, heading: bool = False) -> str:
    """A line of text, or the heading of what follows."""
    inner = _safe(text)
    return f"<p><strong>{inner}</strong></p>" if heading else f"<p>{inner}</p>"


def sentences(texts: Iterable[str]) -> str:
    """Sentences as a list."""
    return "<ul>" + "".join(f"<li>{_safe(text)}</li>" for text in texts) + "</ul>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a heading for each column; the colours are those of the notebook, light or dark."""
    cells = "".join(f'<th scope="col" style="{_CELL}">{_safe(text)}</th>' for text in head)
    lines = "".join(
        "<tr>" + "".join(f'<td style="{_CELL}">{_safe(text)}</td>' for text in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>"


def drawing(text: str) -> str:
    """A drawing of several lines, made of letters."""
    return f'<pre style="line-height:1.2">{escape(shown(text, lines=True))}</pre>'


def figure(value: float, low: float | None, high: float | None, form: str = ".3g") -> str:
    """A figure with its interval, where it has one that is more than the figure itself."""
    if low is None or high is None or low == high:
        return f"{value:{form}}"
    return f"{value:{form}} ({low:{form}} to {high:{form}})"


def share(value: float, low: float | None, high: float | None) -> str:
    """The same for a share, in per cent."""
    return figure(value, low, high, ".1%")


def _safe(text: str) -> str:
    return escape(shown(text))
