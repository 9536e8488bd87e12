"""Arguments and options that the commands of learning share."""

from __future__ import annotations

from typing import Annotated

import typer

MODEL = Annotated[str, typer.Argument(metavar="MODEL", help="A model file, or the name of a model of APTS.")]
SELF_PLAY_WORKERS = Annotated[
    int | None, typer.Option("--workers", min=1, help="Threads of self-play; results stay the same.")
]
FILE = Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write.")]

VALUES = Annotated[str, typer.Argument(metavar="FILE", help="A file that 'apts qlearn train' wrote.")]
METHOD = Annotated[
    str, typer.Option("--method", metavar="auto|table|tuples", help="auto takes a table for small games.")
]
EPISODES = Annotated[int | None, typer.Option("--episodes", min=1, help="Matches of self-play in all.")]
RESUME = Annotated[bool, typer.Option("--resume", help="Continue training the file.")]
RATE = Annotated[float | None, typer.Option("--rate", help="The learning rate.")]
EXPLORE = Annotated[float | None, typer.Option("--explore", help="The exploration rate.")]
TRACE = Annotated[float | None, typer.Option("--trace", help="The trace decay (lambda).")]
WALKS = Annotated[int | None, typer.Option("--walks", help="Winding tuples besides the straight ones.")]
