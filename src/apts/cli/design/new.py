"""``apts new``: a game of one's own to begin with."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from apts.cli.arguments import JSON
from apts.cli.settings import print_json
from apts.errors import AptsError
from apts.games.drafts import DEFAULT_TEMPLATE


def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file to write; .lud is added if missing.")
    ] = None,
    template: Annotated[
        str, typer.Option("--template", metavar="NAME", help="The kind of game; see --list.")
    ] = DEFAULT_TEMPLATE,
    list_: Annotated[bool, typer.Option("--list", help="List the templates without writing a file.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    json: JSON = False,
) -> None:
    """Write a playable, commented template to turn into your own game."""
    from apts.games.drafts import write_draft

    if list_:
        _list_templates(as_json=json)
        return
    if file is None:
        raise AptsError("where should the game be written? For example: apts new my-game.lud")
    path = write_draft(file, template, force=force)
    named = shlex.quote(str(path))
    commands = [f"apts check {named}", f"apts play {named}", f"apts playtest {named}"]
    if json:
        print_json({"file": str(path), "template": template.strip().lower(), "commands": commands})
        return
    print(f"{path} is written. Read it, change it, and try:")
    for command in commands:
        print(f"  {command}")


def _list_templates(*, as_json: bool) -> None:
    from apts.games.drafts import templates

    found = templates()
    if as_json:
        print_json([{"template": name, "description": line} for name, line in found.items()])
        return
    width = max(map(len, found))
    for name, line in found.items():
        print(f"{name:<{width}}  {line}")
