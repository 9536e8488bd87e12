"""Tables and sentences as notebooks show them. Everything that comes in is text, and is escaped here, once for all."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from html import escape
from typing import Any

from apts.input_checks import shown

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


# ----------------------------------------------------------------------------------------------------------------
# Whether a SQLite file from others has tables alone, and no programs in the place of some.
#
# A view that bears the name of a table, a trigger or a column that is computed is a program: reading one row of
# it may take for ever, or all memory. So may writing one where a check, a default or an index computes something.

_QUERY = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
_COMPUTES = re.compile(r"\b(?:CHECK|DEFAULT)\b", re.IGNORECASE)
_PLAIN_INDEX = re.compile(r"[^(]*\([^()]*\)\s*", re.DOTALL)


def disguised(rows_of: Callable[[str], Iterable[Any]], names: Collection[str]) -> str | None:
    """What stands in the place of a table of these names, such as ``a view called 'moves'``; None where nothing does.

    ``rows_of`` gives the rows of a query.
    """
    for kind, name, table, text in rows_of(_QUERY):
        if str(table).lower() not in names:
            continue
        if kind == "index" and _PLAIN_INDEX.fullmatch(str(text)):
            continue
        if kind != "table":
            return f"{'an' if kind == 'index' else 'a'} {kind} called {str(name)[:60]!r}"
        if _COMPUTES.search(str(text)):
            return f"a check or a default that is computed in the table {str(name)[:60]!r}"
        if str(text).lstrip().upper().startswith("CREATE VIRTUAL"):
            return f"a virtual table called {str(name)[:60]!r}"
    for name in sorted(names):
        if any(row[-1] for row in rows_of(f"PRAGMA table_xinfo('{name}')")):
            return f"a computed column in the table {name!r}"
    return None
