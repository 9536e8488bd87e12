"""``apts analyze`` and ``solve``: what agents think of a position, and what is proven of it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer

from apts.agents.searching.default_table_size import MOST_TABLE, TABLE
from apts.cli.arguments import ANY_SEED, GAME, JSON, LANGUAGE, OPTIONS, PLUGINS, POSITION, SETTINGS
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.settings import load_game, print_json, print_thin_searches
from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.errors import AptsError
from apts.input_checks import signed
from apts.locales import ENGLISH

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from apts.agents.analysis import Analysis, MoveValue
    from apts.engine.play.game import State

# ----------------------------------------------------------------------------------------------------------------
# ``apts analyze``: what an agent thinks of a position.

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
    why: Annotated[
        bool, typer.Option("--why", help="Show what the agent's evaluation says of the position, feature by feature.")
    ] = False,
    lang: LANGUAGE = "en",
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show how an agent rates every move in a position."""
    from apts.agents.agent_registry import agent as agent_named
    from apts.agents.matches import analyzed

    path = Path(tree) if tree else None
    if path is not None and path.suffix not in DRAWINGS:
        raise AptsError(f"--tree {tree!r} must end in {' or '.join(DRAWINGS)}")
    if path is not None:
        from apts.report.writing import check_target  # analyses without a file need not wait for reports

        check_target(path)
    played = load_game(game, option, set_, lang=lang)
    print_thin_searches(played, agent, lang=lang)
    state = played.state(position, seed) if position is not None else played.start(seed)
    if why:
        _print_why(state, agent, lang, as_json=json)
        return
    analysis = analyzed(agent_named(agent), state, seed, tree=nodes if path is not None else 0)
    if path is not None:
        _write_tree(analysis, path)
    if json:
        print_json(analysis.as_data())
    else:
        print_analysis(analysis, moves, lang)
        if path is not None:
            print(terminal_texts(lang)("analyze.tree", file=path))


def _print_why(state: State, agent: str, language: str, *, as_json: bool) -> None:
    """Print what the evaluation of an agent says of a position."""
    from apts.agents.searching.evaluations import OWN, named_evaluation, reasons_for
    from apts.agents.searching.reasons_in_words import reasons_as_data, reasons_in_words

    reasons = reasons_for(state, named_evaluation(agent) or OWN)
    if as_json:
        print_json(reasons_as_data(state, reasons, language))
    else:
        print(reasons_in_words(state, reasons, language))


def _write_tree(analysis: Analysis, path: Path) -> None:
    if analysis.tree is None:
        raise AptsError(f"the agent {analysis.agent} shows no tree of what it searched")
    from apts.agents.searching.tree_pictures import tree_dot, tree_svg
    from apts.report.writing import write_file

    title = f"{analysis.state.game.name}, {analysis.agent}"
    draw = tree_svg if path.suffix == ".svg" else tree_dot
    write_file(path, draw(analysis.tree, title))


def print_analysis(analysis: Analysis, most: int, lang: str = ENGLISH) -> None:
    """Print so many moves as a table, and what the position is worth to each seat."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from apts.cli.playing.match_table import coloured_board

    texts = terminal_texts(lang)
    console = Console(markup=False, emoji=False, highlight=False)
    state, word = analysis.state, texts("analyze.player")
    mover = state.game.seat_called(state.mover, word)
    console.print(Text(texts("analyze.title", game=state.game.name, mover=mover, agent=analysis.agent), style="bold"))
    if (notice := texts.notice(state.game)) is not None:
        console.print(Text(texts("word.note", text=notice.removesuffix("."))), soft_wrap=True)
    console.print(coloured_board(state), soft_wrap=True)
    console.print()
    headings = [texts(f"analyze.{name}") for name in ("move", "visits", "value", "interval", "score", "proven", "line")]
    table = Table(*headings, box=None, pad_edge=False)
    for row in analysis.moves[:most]:
        table.add_row(*map(Text, _cells(row, texts)))
    console.print(table)
    hidden = len(analysis.moves) - most
    if hidden > 0:
        console.print(texts("analyze.more", count=hidden, all=len(analysis.moves)), style="dim")
    key, count = ("iterations", analysis.iterations) if analysis.sampled else ("positions", analysis.nodes)
    values = ", ".join(
        f"{state.game.seat_called(seat, word)} {texts.rewritten(signed(value, '.2f'))}"
        for seat, value in enumerate(analysis.values, 1)
    )
    work, seconds = texts(f"analyze.{key}", count=texts.count(count)), texts.number(analysis.seconds, ".2f")
    console.print("\n" + texts("analyze.result", values=values, work=work, depth=analysis.depth, seconds=seconds))


def _cells(row: MoveValue, texts: TerminalTexts) -> list[str]:
    interval, seen = "", row.visits > 0
    if row.low is not None and row.high is not None:
        low, high = (texts.rewritten(signed(end, ".2f")) for end in (row.low, row.high))
        interval = texts("word.interval", low=low, high=high)
    proven = proof_word(row.proven)
    return [
        str(row.move),
        texts.count(row.visits),
        texts.rewritten(signed(row.value, ".3f")) if seen else "",
        interval,
        f"{row.expected_score:.0%}" if seen else "",
        texts.known(f"analyze.{proven}", proven),
        " ".join(str(move) for move in row.line),
    ]


def proof_word(proven: float | None) -> str:
    """A proven result in a word."""
    if proven is None:
        return ""
    return {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(proven, signed(proven, ".2f"))


# ----------------------------------------------------------------------------------------------------------------
# How far a proof has come: nobody can say how long one takes, but everybody can be told that it is at work.


class SolveProgress:
    """Says on the error stream how far a proof has come, from a few seconds on: a line that stays up to date for those
    who look on, else a line now and then."""

    def __init__(
        self, title: str, seconds: float | None, *, quiet: bool = False, console: Console | None = None
    ) -> None:
        from rich.console import Console

        from apts.cli.progress import SETTLING, about

        self.positions = 0
        self._title, self._quiet = title, quiet
        self._console = console or Console(markup=False, emoji=False, stderr=True)
        self._ending = (
            "--seconds N ends it after N CPU seconds, Ctrl-C at once"
            if seconds is None
            else f"it ends after {about(seconds)} of CPU time at the latest, and with Ctrl-C"
        )
        self._began = time.monotonic()
        self._next = self._began + SETTLING
        self._status: Status | None = None

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self._began

    @property
    def far(self) -> str:
        """Time and work so far."""
        from apts.cli.progress import about

        return f"{about(self.spent)} and {self.positions:,} positions"

    def update(self, positions: int, depth: int | None) -> None:
        """Take note of the positions that were looked at, and say so when it is time."""
        from apts.cli.progress import BETWEEN

        self.positions = max(self.positions, positions)
        if self._quiet or time.monotonic() < self._next:
            return
        deep = "" if depth is None else f", at lines of {depth} moves"
        line = f"{self._title}: at work for {self.far}{deep}; {self._ending}"
        if not self._console.is_terminal:
            print(line, file=sys.stderr, flush=True)
            self._next = time.monotonic() + BETWEEN
        elif self._status is None:
            self._status = self._console.status(line)
            self._status.start()
        else:
            self._status.update(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()


# ----------------------------------------------------------------------------------------------------------------
# ``apts solve``: what a position is worth under best play.


def solve(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, help="Give up after this many CPU seconds.")
    ] = None,
    margin: Annotated[
        bool, typer.Option("--scores", help="Solve for the score difference instead of the winner.")
    ] = False,
    table: Annotated[
        int, typer.Option("--table", min=10, max=MOST_TABLE, help="Size of the table of positions, as a power of 2.")
    ] = TABLE,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Prove the value of a position under best play, with a line of play; exits with 1 if the time runs out."""
    from apts.agents.searching.reading import solve as solved_exactly

    played = load_game(game, option, set_)
    state = played.state(position) if position is not None else played.start()
    watch = SolveProgress(played.name, seconds, quiet=json)
    try:
        with watch:
            solved = solved_exactly(state, seconds, margin=margin, table=table, watch=watch.update)
    except KeyboardInterrupt:
        if json:
            stopped = {"value": None, "nodes": watch.positions, "seconds": round(watch.spent, 4), "interrupted": True}
            print_json({"game": played.name, "position": str(state), "mover": state.mover, **stopped})
        else:
            print(f"{played.name}: stopped after {watch.far}; nothing is proven yet", file=sys.stderr)
        sys.exit(INTERRUPTED)
    if json:
        print_json({**solved.as_data(), "interrupted": False})
    else:
        print(f"{played.name}: {solved.sentence}")
        if played.notice is not None:
            print(f"Note: {played.notice}")
        if solved.line:
            on = ", and so on: the position repeats" if solved.repeats else ""
            cut = f" ... ({solved.reason})" if solved.reason else ""
            print(f"line: {' '.join(str(move) for move in solved.line)}{on}{cut}")
        print(f"{solved.nodes:,} positions, {solved.seconds:.2f} s")
    if solved.value is None:
        sys.exit(1)
