"""All metrics as the table of the documentation, made of what they declare.

``python -m apts.playtest.metrics.metric_table`` prints it; it stands in ``docs/playtest.md``.
"""

from __future__ import annotations

from apts.locales import ENGLISH
from apts.playtest.metrics.metric_registry import declarations

_HEADING = "| metric | what it is | what else is in its details |\n| --- | --- | --- |"


def metric_table(language: str = ENGLISH) -> str:
    """A row for each metric in its order: its name, its meaning in a language, and what is in its details."""
    rows = [
        f"| `{one.name}` | {one.meaning(language)} | {one.details}{' ' if one.details else ''}|"
        for one in declarations()
    ]
    return "\n".join([_HEADING, *rows]) + "\n"


if __name__ == "__main__":
    print(metric_table(), end="")
