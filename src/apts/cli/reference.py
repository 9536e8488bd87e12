"""The page of the documentation about the commands, made from their own help.

``python -m apts.cli.reference > docs/commands.md`` writes it.
"""

from __future__ import annotations

from typer.testing import CliRunner

from apts.cli.commands import COMMANDS, CommandGroup, Table, app

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


if __name__ == "__main__":
    print(command_reference(), end="")
