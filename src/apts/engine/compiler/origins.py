"""Which place of the rules text a line of a kernel was written for.

While a kernel is written each line carries the number of its place as a comment. The finished source does not: rules of
the same structure have the same source wherever their clauses stand, and so the same machine code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.language.tree import TextPlace

MARK = re.compile(r"  #@(\d+)$")


def marked(line: str, place: int) -> str:
    """A line with the number of its place; 0 stands for none."""
    return f"{line}  #@{place}" if place and "\n" not in line else line


def without_marks(source: str, places: Sequence[TextPlace]) -> tuple[str, dict[int, TextPlace]]:
    """The source itself, and the place of each line that has one; place ``k`` is number ``k - 1`` of the places."""
    lines, found = source.split("\n"), {}
    for index, line in enumerate(lines):
        mark = MARK.search(line) if "#@" in line else None
        if mark is not None:
            lines[index] = line[: mark.start()]
            found[index + 1] = places[int(mark.group(1)) - 1]
    return "\n".join(lines), found
