"""``apts model new``, ``show`` and ``quality``: models made, inspected and measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.cli.arguments import GAME, JSON, OPTIONS, PLUGINS, SETTINGS
from apts.cli.learning.train import FILE, MODEL
from apts.cli.settings import load_game, print_json, print_notice
from apts.errors import AptsError
from apts.learning.training_defaults import DEPTH, WIDTH

if TYPE_CHECKING:
    from rich.table import Table

    from apts.engine.rules_game import RulesGame
    from apts.learning.networks.model_file import ModelFile
    from apts.learning.training.quality import Exam, Mark

# ----------------------------------------------------------------------------------------------------------------
# ``apts model show``: what a model is.

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


# ----------------------------------------------------------------------------------------------------------------
# ``apts model new``: a model that knows nothing yet.


def model_new(
    game: GAME,
    out: FILE,
    width: Annotated[int, typer.Option("--width", min=1, help="Number of channels of the network.")] = WIDTH,
    depth: Annotated[int, typer.Option("--depth", min=1, help="Number of residual blocks of the network.")] = DEPTH,
    seed: Annotated[int, typer.Option("--seed", help="The random seed of the first weights.")] = 1,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Create an untrained model for a game."""
    from apts.learning.encodings.encoding import encoding_of, learnable
    from apts.learning.extra import need_torch
    from apts.learning.networks.model_file import model_facts
    from apts.learning.networks.shape import NetworkShape
    from apts.report.writing import check_target, write_bytes

    need_torch()
    from apts.learning.networks.exporting import export
    from apts.learning.networks.network import Network

    check_target(out)
    learnt = learnable(load_game(game, option, set_))
    print_notice(learnt)
    encoding = encoding_of(learnt)
    network = Network(NetworkShape.of(encoding, width=width, depth=depth), seed=seed)
    write_bytes(out, export(network, model_facts(learnt, encoding)))
    show_model(out, as_json=json)


# ----------------------------------------------------------------------------------------------------------------
# ``apts model quality``: how often a model keeps the value of positions that are solved exactly.


def model_quality(
    file: MODEL,
    positions: Annotated[
        str | None,
        typer.Option("--positions", metavar="FILE", help="A file of positions, one per line; by default random play."),
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many positions to take from random play.")] = 200,
    simulations: Annotated[int, typer.Option("--simulations", min=0, help="Simulations per move of the search.")] = 64,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0, help="Time allowed to solve a position before it is skipped.")
    ] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="The random seed that picks the positions.")] = 1,
    json: JSON = False,
) -> None:
    """Measure how often a model's move preserves the exact value of a solved position."""
    from rich.console import Console

    from apts.learning.guided.guided_settings import GuidedSettings
    from apts.learning.networks.model_file import read_model
    from apts.learning.training.contest import ModelSide
    from apts.learning.training.quality import examine, marked, random_positions, value_error

    model = read_model(file)
    game = model.game()
    model.check(game)
    print_notice(game)
    drawn = read_positions(Path(positions), game) if positions else random_positions(game, 4 * count, seed)
    with Console(markup=False, emoji=False, stderr=True).status("solving") as status:

        def tell(solved: int, skipped: int) -> None:
            status.update(f"{solved} positions solved, {skipped} skipped")

        exam = examine(game, drawn, seconds=seconds, most=None if positions else count, tell=tell)
    if not exam.positions:
        raise AptsError(
            f"none of {exam.skipped} positions of {game.name} could be solved in {seconds:g} seconds each; "
            "--seconds gives more time, --positions names a file of positions nearer to the end"
        )
    width = model.shape.pair_width
    sides = {
        count: ModelSide(game, model.evaluator(), GuidedSettings(simulations=count), pair_width=width)
        for count in dict.fromkeys((0, simulations))
    }
    marks = {count: (marked(exam, side), marked(exam, side, exam.telling)) for count, side in sides.items()}
    error = value_error(exam, sides[0])
    if json:
        print_json(_data(game, exam, marks, error))
    else:
        _print(game, exam, marks, error, seconds)


def read_positions(path: Path, game: RulesGame) -> list[Any]:
    """The positions of a file: one on each line, as apts writes them; empty lines and those after # are left out."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise AptsError(f"the positions in {path} cannot be read: {problem}") from None
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            state = game.state(line.strip())
        except AptsError as problem:
            raise AptsError(f"{path}, line {number}: {problem}") from problem
        if state.outcome is None:
            found.append(state.position)
    if not found:
        raise AptsError(f"there is no position in {path} in which somebody is to move")
    return found


def _data(game: RulesGame, exam: Exam, marks: dict[int, tuple[Mark, Mark]], error: float) -> dict[str, Any]:
    def mark_data(mark: Mark) -> dict[str, Any]:
        return {"kept": mark.kept, "of": mark.of, "share": mark.share, "interval": list(mark.interval)}

    return {
        "game": game.name,
        "solved": len(exam.positions),
        "skipped": exam.skipped,
        "value_error": error,
        "marks": [
            {"simulations": count, "all": mark_data(whole), "telling": mark_data(telling)}
            for count, (whole, telling) in marks.items()
        ],
    }


def _print(game: RulesGame, exam: Exam, marks: dict[int, tuple[Mark, Mark]], error: float, seconds: float) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(markup=False, emoji=False, highlight=False, soft_wrap=True)
    console.print(
        f"{game.name}: {len(exam.positions)} positions solved, {exam.skipped} skipped as too hard for "
        f"{seconds:g} s; a wrong move was possible in {len(exam.telling)} of them\n"
    )
    table = Table(
        "player", "keeps the value", "95 % interval", "where a wrong move is possible", box=None, pad_edge=False
    )
    for count, (whole, telling) in marks.items():
        name = f"{count} simulations" if count else "network alone"
        low, high = whole.interval
        shown = f"{telling.share:.1%}" if telling.of else "–"
        table.add_row(name, f"{whole.share:.1%}", f"{low:.1%} to {high:.1%}", shown)
    console.print(table)
    console.print(
        f"\nthe network's value is {error:.3f} away from the exact one on average (0 is perfect, 2 is the worst)"
    )
