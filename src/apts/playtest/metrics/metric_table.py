"""All metrics as the table of the documentation, made of what they declare.

It stands in ``docs/playtest.md``, between two marks.
"""

from __future__ import annotations

from apts.locales import ENGLISH
from apts.playtest.metrics.metric_registry import declarations, metric_entries

_BEGIN, _END = "<!-- metrics: begin -->", "<!-- metrics: end -->"
_HEADING = "| metric | what it is | what else is in its details |\n| --- | --- | --- |"


def metric_table(language: str = ENGLISH) -> str:
    """A row for each metric in its order: its name, its meaning in a language, and what is in its details."""
    rows = [
        f"| `{one.name}` | {one.meaning(language)} | {one.details}{' ' if one.details else ''}|"
        for one in declarations()
    ]
    return "\n".join([_HEADING, *rows]) + "\n"


def with_metric_table(page: str) -> str:
    """The page with the table as it is now; plug-ins that happen to be there are left out."""
    head, begin, rest = page.partition(_BEGIN)
    _, end, tail = rest.partition(_END)
    own = {name for name, entry in metric_entries().items() if not entry.is_own}
    rows = [row for row in metric_table().splitlines() if row.split("`")[1:2] in ([], *([name] for name in own))]
    return "\n".join([head + begin, *rows, end + tail])
