"""The program that draws charts for a process that cannot draw them itself: a line of JSON in, a line of JSON out.

It is run by its file and imports nothing of APTS, so that it begins in no time.
"""

from __future__ import annotations

import json
import select
import sys
from typing import Any

IDLE_SECONDS = 20.0
"""After so long without a chart it ends."""


def drawn(specification: str, decimal: str) -> str:
    """A chart of a Vega-Lite specification as SVG; ``decimal`` is the decimal sign of its numbers."""
    import vl_convert

    locale: dict[str, Any] = {
        "decimal": decimal,
        "thousands": "." if decimal == "," else ",",
        "grouping": [3],
        "currency": ["", ""],
    }
    svg: str = vl_convert.vegalite_to_svg(specification, format_locale=locale)
    return svg


def make_room() -> None:
    """Take back a limit of addresses that this process inherited, as far as it may."""
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def main() -> None:
    """Draw what is asked for until nobody asks any more."""
    make_room()
    answers, asked = sys.stdout.buffer, sys.stdin.buffer
    while select.select([asked], [], [], IDLE_SECONDS)[0]:
        line = asked.readline()
        if not line:
            return
        answers.write(json.dumps(drawn(*json.loads(line))).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
