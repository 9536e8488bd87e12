"""The page of the documentation about the commands, made from their own help.

``python -m apts.cli.reference > docs/commands.md`` writes it.
"""

from __future__ import annotations

from typer.testing import CliRunner

from apts.cli.commands import app

_OPENING = """# Commands

Made from the commands' own help; every command takes `--json` for output that programs read. A command ends with 0 when
all is well, with 1 when rules or names are wrong (the message is on the error stream), with 2 for wrong usage, with 130
after Ctrl-C, and with 70 after an error of its own, which it keeps in a file for a report.
"""


def command_reference() -> str:
    """The whole page."""
    parts = [_OPENING, _block()]
    for words in [(name,) for name in command_names()] + grouped_names():
        parts.append(f"## apts {' '.join(words)}\n\n{_block(*words)}")
    return "\n".join(parts)


def command_names() -> list[str]:
    """The names of the commands in the order of the help."""
    functions = [known.name or getattr(known.callback, "__name__", "") for known in app.registered_commands]
    return [name.strip("_").replace("_", "-") for name in functions]


def grouped_names() -> list[tuple[str, str]]:
    """The commands that belong to a group, such as ``model show``."""
    return [
        (str(group.name or group.typer_instance.info.name), str(known.name))
        for group in app.registered_groups
        if group.typer_instance is not None
        for known in group.typer_instance.registered_commands
    ]


def _block(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--help"], prog_name="apts", terminal_width=100, color=False)
    return f"```text\n{result.output.strip()}\n```\n"


if __name__ == "__main__":
    print(command_reference(), end="")
