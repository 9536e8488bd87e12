"""Pages of the documentation that are made of the code: the commands, from their help, and the table of all metrics."""

from __future__ import annotations

from typer.testing import CliRunner

from apts.cli.commands import COMMANDS, CommandGroup, Table, app
from apts.locales import ENGLISH
from apts.playtest.metrics.metric_registry import declarations, metric_entries

_OPENING = """# Commands

Generated from the help of the commands. Almost all commands take `--json` for output that programs can read. The exit
status is 0 on success, 1 if rules or names are wrong (the message goes to standard error), 2 for wrong usage, 130 after
Ctrl-C, and 70 after an internal error, whose details are written to a file that can be reported.
"""


def command_reference() -> str:
    """The whole page."""
    parts = [_OPENING, _block()]
    for words in command_names():
        parts.append(f"## apts {' '.join(words)}\n\n{_block(*words)}")
    return "\n".join(parts)


def command_names() -> list[tuple[str, ...]]:
    """The words of all commands in the order of the help, those of groups such as ``model show`` last."""
    return _names(COMMANDS, grouped=False) + _names(COMMANDS, grouped=True)


def _names(table: Table, *, grouped: bool) -> list[tuple[str, ...]]:
    entries = [(name, entry) for part in table.values() for name, entry in part.items()]
    if not grouped:
        return [(name,) for name, entry in entries if not isinstance(entry, CommandGroup)]
    groups = [(name, entry) for name, entry in entries if isinstance(entry, CommandGroup)]
    return [(name, *words) for name, group in groups for words in _names(group.table, grouped=False)]


def _block(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--help"], prog_name="apts", terminal_width=100, color=False)
    return f"```text\n{result.output.strip()}\n```\n"


# ----------------------------------------------------------------------------------------------------------------
# All metrics as a table, between two marks of docs/playtest.md.

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
