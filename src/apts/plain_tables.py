"""Whether a SQLite file from others has tables alone, and no programs in the place of some.

A view that bears the name of a table, a trigger or a column that is computed is a program: reading one row of it may take
for ever, or all memory. So may writing one where a check, a default or an index computes something.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

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
