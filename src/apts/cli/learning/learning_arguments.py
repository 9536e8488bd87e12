"""Arguments and options that the commands of learning share."""

from __future__ import annotations

from typing import Annotated

import typer

MODEL = Annotated[str, typer.Argument(metavar="MODEL", help="A model file, or the name of a model of APTS.")]
SELF_PLAY_WORKERS = Annotated[
    int | None, typer.Option("--workers", min=1, help="Number of self-play threads; does not affect results.")
]
FILE = Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write.")]

VALUES = Annotated[str, typer.Argument(metavar="FILE", help="A file that 'apts qlearn train' wrote.")]
METHOD = Annotated[
    str,
    typer.Option(
        "--method", metavar="auto|table|tuples", help="How values are stored; auto uses a table for small games."
    ),
]
EPISODES = Annotated[int | None, typer.Option("--episodes", min=1, help="Total number of self-play matches.")]
RESUME = Annotated[bool, typer.Option("--resume", help="Continue training the file.")]
RATE = Annotated[float | None, typer.Option("--rate", help="The learning rate.")]
EXPLORE = Annotated[float | None, typer.Option("--explore", help="The exploration rate.")]
TRACE = Annotated[float | None, typer.Option("--trace", help="The trace decay (lambda).")]
WALKS = Annotated[
    int | None, typer.Option("--walks", help="Number of winding tuples in addition to the straight ones.")
]
