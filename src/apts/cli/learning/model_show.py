"""``apts model show``: what a model is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.cli.arguments import JSON
from apts.cli.learning.learning_arguments import MODEL
from apts.cli.settings import print_json

if TYPE_CHECKING:
    from rich.table import Table

    from apts.learning.networks.model_file import ModelFile

SHOWN_ROWS = 10
"""Rows of a training's curve that are shown."""


def model_show(file: MODEL, json: JSON = False) -> None:
    """Show what a model was trained on, how, and how large it is."""
    show_model(file, as_json=json)


def show_model(source: str, *, as_json: bool) -> None:
    """Print the facts of a model."""
    from rich.console import Console
    from rich.table import Table

    from apts.learning.networks.model_file import read_model

    model = read_model(source)
    if as_json:
        print_json(model_data(model))
        return
    console = Console(markup=False, emoji=False, highlight=False, soft_wrap=True)
    data = model_data(model)
    table = Table(box=None, show_header=False, pad_edge=False)
    for title, text in _lines(data):
        table.add_row(title, text)
    console.print(table)
    if curve := data["training"].get("curve"):
        console.print()
        console.print(_curve_table(curve))


def model_data(model: ModelFile) -> dict[str, Any]:
    """What there is to know of a model, without its rules and its board."""
    facts, shape = model.facts, model.shape
    game = facts["game"]
    return {
        "file": str(model.path),
        "bytes": model.path.stat().st_size,
        "game": game["name"],
        "options": game.get("options", {}),
        "parameters": game["parameters"],
        "hash": game["hash"],
        "encoding": facts["encoding"]["version"],
        "network": {
            "form": shape.form,
            "rows": shape.rows,
            "columns": shape.columns,
            "planes": shape.planes,
            "globals": shape.globals,
            "kinds": shape.kinds,
            "seats": shape.seats,
            "width": shape.width,
            "depth": shape.depth,
        },
        "lineage": facts["lineage"],
        "training": facts["training"],
    }


def _lines(data: dict[str, Any]) -> list[tuple[str, str]]:
    network, training = data["network"], data["training"]
    lines = [("file", f"{data['file']} ({data['bytes'] / 1024:,.0f} KiB)"), ("game", data["game"])]
    lines += [("", f"{heading}: {label}") for heading, label in data["options"].items()]
    lines += [
        ("rules", f"{data['hash']}, read by version {data['encoding']} of the encoding"),
        (
            "network",
            f"{network['width']} wide, {network['depth']} deep, over a {network['form']} board "
            f"of {network['rows']} x {network['columns']} cells; {network['planes']} planes, "
            f"{network['globals']} globals, {network['kinds']} kinds of move",
        ),
    ]
    for before in data["lineage"]:
        lines.append(("begun with", f"{before['game']} after {before['cycles']} cycles, rules {before['hash']}"))
    if not training:
        return [*lines, ("training", "none yet")]
    lines.append(
        (
            "training",
            f"{training['cycles']} cycles, {training['positions']:,} positions of {training['matches']:,} matches, "
            f"{training['steps']:,} steps",
        )
    )
    if training.get("command"):
        lines.append(("made by", training["command"]))
    return lines


def _curve_table(curve: list[dict[str, Any]]) -> Table:
    """Some rows of the curve, the last one always."""
    from rich.table import Table

    every = -(-len(curve) // SHOWN_ROWS)
    rows = [row for index, row in enumerate(curve) if (len(curve) - 1 - index) % every == 0]
    table = Table("cycle", "policy loss", "value loss", "accuracy", "Elo", box=None, pad_edge=False)
    for row in rows:
        elo = f"{row['elo']:+.0f}" if "elo" in row else ""
        table.add_row(str(row["number"]), f"{row['policy']:.3f}", f"{row['value']:.3f}", f"{row['accuracy']:.1%}", elo)
    return table
