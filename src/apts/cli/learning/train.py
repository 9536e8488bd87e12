"""How a training goes, in a terminal: a table that grows, and a line that moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.atomic_files import atomic_write
from apts.cli.arguments import JSON, OPTIONS, PLUGINS, asks_for
from apts.cli.arguments import SETTINGS as PARAMETERS
from apts.cli.settings import load_game, print_json, print_notice, print_rounding, print_thin_searches, typed_command
from apts.errors import AptsError
from apts.learning.training.training_settings import DEFAULTS, SETTINGS, TrainRequest
from apts.learning.training_defaults import POSITIONS
from apts.locales import ENGLISH

if TYPE_CHECKING:
    from rich.console import Console, Group

    from apts.games.library import GameSource
    from apts.learning.training.training_folder import StoredTraining

SHOWN = 12
"""Cycles that stay in sight."""

TITLES = (
    "cycle", "positions", "a second", "policy loss", "value loss", "accuracy", "held out", "Elo", "against UCT",
)  # fmt: skip


def cells(row: dict[str, Any]) -> list[str]:
    """A cycle in words."""
    rate = row["positions"] / max(1e-9, row["play_seconds"])
    held = "" if row["validation_accuracy"] != row["validation_accuracy"] else f"{row['validation_accuracy']:.1%}"
    uct = row.get("uct")
    return [
        str(row["number"]),
        f"{row['positions']:,}",
        f"{rate:,.0f}",
        f"{row['policy']:.3f}",
        f"{row['value']:.3f}",
        f"{row['accuracy']:.1%}",
        held,
        f"{row['elo']:+.0f}" if "elo" in row else "",
        _score(uct) + _budget(uct) + _cost(row) if uct else "",
    ]


def _score(uct: dict[str, Any]) -> str:
    """The score against tree search, with its interval."""
    low, high = uct["interval"]
    return f"{uct['score']:.0%} ({low:.0%} to {high:.0%})"


def _budget(uct: dict[str, Any]) -> str:
    """How many iterations the search had that was met; older rows do not say it."""
    return f" at {uct['iterations']:,} iterations a move" if "iterations" in uct else ""


def _cost(row: dict[str, Any]) -> str:
    """What both sides spent on a move, where that was measured."""
    known = row.get("move_seconds")
    return "" if known is None else f", {1e3 * known[0]:.3g} beside {1e3 * known[1]:.3g} ms of processor time a move"


@contextmanager
def progress_shown(console: Console, training: Any) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Show the cycles as they come; where the output is no terminal, a line for each."""
    from rich.console import Group
    from rich.live import Live
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.table import Table

    if not console.is_terminal:
        yield lambda row: console.print(_sentence(row), highlight=False, soft_wrap=True)
        return
    bar = Progress(
        TextColumn(training.game.name),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )
    task = bar.add_task("", total=training.order.settings.cycles, completed=training.learner.done)
    rows = list(training.rows)

    def picture() -> Group:
        table = Table(*TITLES, box=None, pad_edge=False)
        for row in rows[-SHOWN:]:
            table.add_row(*cells(row))
        return Group(table, bar)

    with Live(picture(), console=console, refresh_per_second=2) as live:

        def tell(row: dict[str, Any]) -> None:
            rows.append(row)
            bar.update(task, completed=row["number"])
            live.update(picture())

        yield tell


def _sentence(row: dict[str, Any]) -> str:
    named = [f"{title} {cell}" for title, cell in zip(TITLES, cells(row), strict=True) if cell]
    return ", ".join(named)


# ----------------------------------------------------------------------------------------------------------------
# The curves of a training as a page that needs nothing but itself.

Rows = Sequence[Mapping[str, Any]]

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #24292f;
  background: #fff; }}
main {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 2rem; }}
figure {{ margin: 0; }} figcaption {{ font-weight: 600; }} svg {{ width: 100%; height: auto; }}
code {{ overflow-wrap: anywhere; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #e6e8eb; background: #16191d; }} {dark} }}
</style></head><body><h1>{title}</h1><p>{told}</p><p><code>{command}</code></p><main>
{charts}
</main></body></html>
"""


def loss_curves(rows: Rows) -> list[dict[str, Any]]:
    """Policy and value losses in training and on matches that were held out, cycle by cycle."""
    names = {
        "policy": "policy",
        "value": "value",
        "validation_policy": "policy, held out",
        "validation_value": "value, held out",
    }
    return _lines(rows, names)


def accuracy_curves(rows: Rows) -> list[dict[str, Any]]:
    """How often the network's first move is the search's."""
    return _lines(rows, {"accuracy": "in training", "validation_accuracy": "held out"})


def strength_curve(rows: Rows) -> list[dict[str, Any]]:
    """Elo points since the first measure."""
    return _lines(rows, {"elo": "Elo"})


def uct_curve(rows: Rows) -> list[dict[str, Any]]:
    """The score against tree search."""
    measured = [{"number": row["number"], "score": row["uct"]["score"]} for row in rows if "uct" in row]
    return _lines(measured, {"score": "score"})


def speed_curve(rows: Rows) -> list[dict[str, Any]]:
    """Positions of self-play a second."""
    parts = [{"number": row["number"], "rate": row["positions"] / max(1e-9, row["play_seconds"])} for row in rows]
    return _lines(parts, {"rate": "positions a second"})


def _lines(rows: Rows, names: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"cycle": row["number"], "line": name, "value": row[key]}
        for key, name in names.items()
        for row in rows
        if key in row and row[key] == row[key]
    ]


def curves_page(game: str, rows: Rows, command: str) -> str:
    """The page about a training."""
    from apts.report.page_frame import dark_rules

    charts = [
        ("Losses", loss_curves(rows)),
        ("First move is that of the search", accuracy_curves(rows)),
        ("Elo since the first measure", strength_curve(rows)),
        ("Score against tree search", uct_curve(rows)),
        ("Positions of self-play a second", speed_curve(rows)),
    ]
    figures = [
        f"<figure><figcaption>{escape(title)}</figcaption>{_chart(data, title)}</figure>"
        for title, data in charts
        if data
    ]
    last = rows[-1] if rows else {"number": 0}
    text = f"{last['number']} cycles, {sum(row['positions'] for row in rows):,} positions"
    if rows and "elapsed" in last:
        text += f", {last['elapsed'] / 60:,.1f} minutes"
    return _PAGE.format(
        title=escape(f"Training of {game}"),
        told=text,
        command=escape(command),
        charts="\n".join(figures),
        dark=dark_rules(),
    )


def _chart(data: Rows, title: str) -> str:
    """A chart of lines over cycles, drawn here and now so that the page needs no script."""
    from apts.report.charts.charts import Drawer
    from apts.report.texts import words

    lines = [
        (name, [(float(row["cycle"]), float(row["value"])) for row in data if row["line"] == name])
        for name in dict.fromkeys(row["line"] for row in data)
    ]
    return Drawer(words(ENGLISH)).lines(title, lines, "cycle")


# ----------------------------------------------------------------------------------------------------------------
# ``apts train``: a network learns a game.


@dataclass(frozen=True)
class TrainOrder:
    """A request for a training with what stands beside it: the game, the folder, and what is done with them."""

    game: str | None
    out: str
    one_cycle: bool
    samples: str | None
    request: TrainRequest
    options: list[str]
    parameters: list[str]
    json: bool


@asks_for(TrainRequest, "start", "size", "resume", "measure", "matches", "iterations", "workers", "device", *SETTINGS)
def train(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME|MODEL", help="A game to learn, or a model file to train further.")
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="The folder of the training.")] = "training",
    one_cycle: Annotated[bool, typer.Option("--one-cycle", help="Stop after one cycle; --resume continues.")] = False,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="FILE", help="Train once on samples that apts selfplay wrote.")
    ] = None,
    option: OPTIONS = None,
    set_: PARAMETERS = None,
    plugins: PLUGINS = None,
    request: TrainRequest = DEFAULTS,
    json: JSON = False,
) -> None:
    """Train a network by self-play, from scratch or from a model; Ctrl-C stops after the current cycle."""
    asked = replace(request, command=typed_command())
    train_model(TrainOrder(game, out, one_cycle, samples, asked, option or [], set_ or [], json))


def train_model(order: TrainOrder) -> None:
    """Begin a training, or go on with one, and tell how it goes."""
    from rich.console import Console

    from apts.learning.extra import need_torch
    from apts.learning.training.training_run import open_training, run_cycles

    need_torch()

    if order.samples is not None:
        train_and_print(order)
        return
    if order.request.resume and (order.options or order.parameters):
        raise AptsError("--resume continues with the game of the training; leave out --option and --set")
    asked = order.request
    training = open_training(None if asked.resume else game_source(order), order.out, asked)
    print_notice(training.game)
    if training.order.measure.every:
        print_rounding(training.order.measure.matches, training.game.players)
        if asked.iterations is not None:
            print_thin_searches(training.game, f"uct:iterations={asked.iterations}")
    with progress_shown(Console(markup=False, emoji=False, stderr=True), training) as tell:
        run_cycles(training, tell, one_cycle=order.one_cycle)
    _write_curves(training)
    if order.json:
        facts = {"folder": order.out, "model": str(training.model), "cycles": training.rows}
        print_json({**facts, "stopped": training.stopped})
    else:
        print(_ending(training))


def game_source(order: TrainOrder) -> GameSource | None:
    """The game with its options and parameters, or the model file that was named in its place."""
    if order.game is None or Path(order.game).suffix == ".onnx":
        return order.game
    return load_game(order.game, order.options, order.parameters)


def _write_curves(training: StoredTraining) -> None:

    page = curves_page(training.game.name, training.rows, training.order.command)
    atomic_write(training.folder.path / "curves.html", page.encode())


def _ending(training: StoredTraining) -> str:
    done, total = training.learner.done, training.order.settings.cycles
    why = f"; stopped ({training.stopped}), --resume goes on" if training.stopped else ""
    positions = sum(row["positions"] for row in training.rows)
    return (
        f"{training.game.name}: {done} of {total} cycles, {positions:,} positions, {training.seconds:,.0f} s{why}; "
        f"the model is {training.model}"
    )


# ----------------------------------------------------------------------------------------------------------------
# ``apts train --samples``: one round of training on positions that were played before.


def train_and_print(order: TrainOrder) -> None:
    """Train a model on the samples of a file, write it into the folder, and tell how it went."""
    from apts.learning.training.training_folder import train_on_samples  # which imports PyTorch
    from apts.learning.training.training_run import game_and_start

    assert order.samples is not None
    game, start = game_and_start(game_source(order), order.request.start)
    print_notice(game)
    done = train_on_samples(
        game,
        start,
        order.samples,
        order.out,
        order.request.settings(None if start is None else start.shape),
        device=order.request.device,
        command=order.request.command,
    )
    if order.json:
        print_json({"model": str(done.model), "steps": done.steps, **asdict(done.losses)})
    else:
        print(
            f"{done.steps} steps on {done.positions:,} positions: policy loss {done.losses.policy:.3f}, "
            f"value loss {done.losses.value:.3f}, accuracy {done.losses.accuracy:.1%}; the model is {done.model}"
        )


# ----------------------------------------------------------------------------------------------------------------
# Arguments and options that the commands of learning share.

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


# ----------------------------------------------------------------------------------------------------------------
# ``apts selfplay``: what a network learns from.


@asks_for(TrainRequest, "simulations", "formula", "groups", "slots", "openings", "opening_moves", "match_limit", "seed")
def selfplay(
    file: MODEL,
    out: FILE,
    positions: Annotated[int, typer.Option("--positions", min=1, help="The least number of positions.")] = POSITIONS,
    workers: SELF_PLAY_WORKERS = None,
    request: TrainRequest = DEFAULTS,
    json: JSON = False,
) -> None:
    """Let a model play against itself and store the positions as training samples."""
    from apts.engine.play.playouts.random_streams import stream_seed
    from apts.learning.networks.model_file import read_model
    from apts.learning.training.selfplay import SelfPlay, harvested, write_samples
    from apts.report.writing import check_target

    check_target(out)
    model = read_model(file)
    game = model.game()
    print_notice(game)
    given = request.settings()
    play = SelfPlay(
        game,
        given.search,
        given.play,
        groups=given.groups,
        slots=given.slots,
        seed=stream_seed(given.seed, 3),
        pair_width=model.shape.pair_width,
    )
    threads = min(given.groups, workers or os.cpu_count() or 1)
    harvest = harvested(play, [model.evaluator() for _ in range(threads)], positions)
    data = given.facts()
    facts = {**{name: data[name] for name in ("search", "play", "groups", "slots", "seed")}, "positions": positions}
    manifest = write_samples(Path(out), harvest, model, facts)
    if json:
        print_json({"file": out, **manifest})
        return
    rate = len(harvest.samples) / max(1e-9, harvest.seconds)
    print(
        f"{len(harvest.samples):,} positions of {len(harvest.matches):,} matches of {model.game_name} in {out}, "
        f"{rate:,.0f} positions a second"
    )
