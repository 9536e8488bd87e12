"""``apts model quality``: how often a model keeps the value of positions that are solved exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.cli.arguments import JSON
from apts.cli.learning.learning_arguments import MODEL
from apts.cli.settings import print_json, print_notice
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.rules_game import RulesGame
    from apts.learning.training.quality import Exam, Mark


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
