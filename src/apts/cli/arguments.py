"""Arguments and options that many commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GAME = Annotated[str, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")]
OPTIONS = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="HEADING/LABEL", help="Choose an option of the rules; may be repeated."),
]
SETTINGS = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter of the rules; may be repeated."),
]
POSITION = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="The position to start from, as apts writes it.")
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
