"""``apts analyze``: what an agent thinks of a position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import signed
from apts.cli.arguments import ANY_SEED, GAME, JSON, OPTIONS, PLUGINS, POSITION, SETTINGS
from apts.cli.settings import load_game, print_json, print_thin_searches
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.agents.analysis import Analysis, MoveValue

DRAWINGS = (".svg", ".dot")


def analyze(
    game: GAME,
    agent: Annotated[
        str, typer.Option("--agents", "--agent", metavar="AGENT", help="The agent that rates the moves.")
    ] = "uct:iterations=20000",
    position: POSITION = None,
    seed: ANY_SEED = 1,
    moves: Annotated[int, typer.Option("--moves", min=1, help="How many moves to show.")] = 20,
    tree: Annotated[
        str | None, typer.Option("--tree", metavar="FILE", help="Draw the search tree into a file, .svg or .dot.")
    ] = None,
    nodes: Annotated[int, typer.Option("--nodes", min=2, help="How many nodes of the tree to draw.")] = 40,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show how an agent rates every move in a position."""
    from apts.agents.agent_registry import agent as agent_named
    from apts.agents.checked_decisions import analyzed

    path = Path(tree) if tree else None
    if path is not None and path.suffix not in DRAWINGS:
        raise AptsError(f"--tree {tree!r} must end in {' or '.join(DRAWINGS)}")
    if path is not None:
        from apts.report.writing import check_target  # analyses without a file need not wait for reports

        check_target(path)
    played = load_game(game, option, set_)
    print_thin_searches(played, agent)
    state = played.state(position, seed) if position is not None else played.start(seed)
    analysis = analyzed(agent_named(agent), state, seed, tree=nodes if path is not None else 0)
    if path is not None:
        _write_tree(analysis, path)
    if json:
        print_json(analysis.as_data())
    else:
        print_analysis(analysis, moves)
        if path is not None:
            print(f"the search tree is in {path}")


def _write_tree(analysis: Analysis, path: Path) -> None:
    if analysis.tree is None:
        raise AptsError(f"the agent {analysis.agent} shows no tree of what it searched")
    from apts.agents.searching.tree_drawing import tree_dot, tree_svg
    from apts.report.writing import write_file

    title = f"{analysis.state.game.name}, {analysis.agent}"
    draw = tree_svg if path.suffix == ".svg" else tree_dot
    write_file(path, draw(analysis.tree, title))


def print_analysis(analysis: Analysis, most: int) -> None:
    """Print so many moves as a table, and what the position is worth to each seat."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from apts.cli.playing.board_colours import coloured_board

    console = Console(markup=False, emoji=False, highlight=False)
    state = analysis.state
    console.print(
        Text(
            f"{state.game.name}, {state.game.seat_called(state.mover, 'player')} to move, seen by {analysis.agent}",
            style="bold",
        )
    )
    if state.game.notice is not None:
        console.print(Text(f"Note: {state.game.notice}"), soft_wrap=True)
    console.print(coloured_board(state), soft_wrap=True)
    console.print()
    table = Table("move", "visits", "value", "95 % interval", "score", "proven", "line", box=None, pad_edge=False)
    for row in analysis.moves[:most]:
        table.add_row(*map(Text, _cells(row)))
    console.print(table)
    hidden = len(analysis.moves) - most
    if hidden > 0:
        console.print(f"and {hidden} more; --moves {len(analysis.moves)} shows them", style="dim")
    work = f"{analysis.iterations:,} iterations, " if analysis.sampled else f"{analysis.nodes:,} positions, "
    called = state.game.seat_called
    values = ", ".join(
        f"{called(seat, 'player')} {signed(value, '.2f')}" for seat, value in enumerate(analysis.values, 1)
    )
    console.print(f"\nvalue: {values}; {work}depth {analysis.depth}, {analysis.seconds:.2f} s")


def _cells(row: MoveValue) -> list[str]:
    interval = "" if row.low is None or row.high is None else f"{signed(row.low, '.2f')} to {signed(row.high, '.2f')}"
    seen = row.visits > 0
    return [
        str(row.move),
        f"{row.visits:,}",
        signed(row.value, ".3f") if seen else "",
        interval,
        f"{row.expected_score:.0%}" if seen else "",
        proof_word(row.proven),
        " ".join(str(move) for move in row.line),
    ]


def proof_word(proven: float | None) -> str:
    """A proven result in a word."""
    if proven is None:
        return ""
    return {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(proven, signed(proven, ".2f"))
