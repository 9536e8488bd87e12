"""``apts analyze``: what an agent thinks of a position."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from apts.agents.agent_registry import agent
from apts.agents.analysis import Analysis, MoveValue
from apts.agents.searching.tree_drawing import tree_dot, tree_svg
from apts.cli.board.board_colours import coloured_board
from apts.cli.settings import load_game, print_json
from apts.errors import AptsError
from apts.signs import signed

DRAWERS = {".svg": tree_svg, ".dot": tree_dot}


def analyze_position(
    name: str,
    spec: str,
    position: str | None,
    options: list[str],
    settings: list[str],
    *,
    seed: int,
    tree: str | None,
    nodes: int,
    rows: int,
    as_json: bool,
) -> None:
    """Print a table of the moves, and write the search tree to a file if asked for."""
    path = Path(tree) if tree else None
    if path is not None and path.suffix not in DRAWERS:
        raise AptsError(f"--tree {tree!r} must end in {' or '.join(DRAWERS)}")
    game = load_game(name, options, settings)
    state = game.state(position, seed) if position is not None else game.start(seed)
    analysis = agent(spec).analyze(state, seed, tree=nodes if path is not None else 0)
    if path is not None:
        _write_tree(analysis, path)
    if as_json:
        print_json(analysis.as_data())
    else:
        print_analysis(analysis, rows)
        if path is not None:
            print(f"the search tree is in {path}")


def _write_tree(analysis: Analysis, path: Path) -> None:
    assert analysis.tree is not None
    title = f"{analysis.state.game.name}, {analysis.agent}"
    try:
        path.write_text(DRAWERS[path.suffix](analysis.tree, title), encoding="utf-8")
    except OSError as error:
        raise AptsError(f"the tree cannot be written to {str(path)!r}: {error.strerror}") from None


def print_analysis(analysis: Analysis, most: int) -> None:
    """Print so many moves as a table, and what the position is worth to each seat."""
    console = Console(highlight=False)
    state = analysis.state
    console.print(Text(f"{state.game.name}, player {state.mover} to move, seen by {analysis.agent}", style="bold"))
    if state.game.notice is not None:
        console.print(Text(f"Note: {state.game.notice}"), soft_wrap=True)
    console.print(coloured_board(state), soft_wrap=True)
    console.print()
    score = "wins" if state.game.players <= 2 else "score"
    table = Table("move", "visits", "value", "95 % interval", score, "proven", "line", box=None, pad_edge=False)
    for row in analysis.moves[:most]:
        table.add_row(*map(Text, _cells(row)))
    console.print(table)
    hidden = len(analysis.moves) - most
    if hidden > 0:
        console.print(f"and {hidden} more; --moves {len(analysis.moves)} shows them", style="dim")
    work = f"{analysis.iterations:,} iterations, " if analysis.sampled else f"{analysis.nodes:,} positions, "
    values = ", ".join(f"player {seat} {signed(value, '.2f')}" for seat, value in enumerate(analysis.values, 1))
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
