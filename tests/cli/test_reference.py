"""The page about the commands says what the commands say of themselves."""

from __future__ import annotations

from pathlib import Path

from apts.cli.reference import command_reference

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"


def test_page_is_what_the_commands_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == command_reference(), (
        "run: python -m apts.cli.reference > docs/commands.md"
    )
