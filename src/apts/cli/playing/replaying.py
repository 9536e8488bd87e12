"""``apts play --replay``: a saved match, move by move."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from apts.characters import signed
from apts.cli.named_files import allowed_game
from apts.cli.playing.match_table import MatchTable
from apts.cli.settings import print_json, print_notice

if TYPE_CHECKING:
    from rich.console import Console

    from apts.engine.play.game import State


def replay_in_terminal(file: str, named: str | None = None, *, as_json: bool) -> None:
    """Show a saved match, of the game ``named`` if any; a person turns the pages with Enter, ``b``, a number or ``q``."""
    from rich.console import Console

    from apts.agents.saved_match import SavedMatch
    from apts.engine.play.playouts.closing_passes import without_closing_passes

    saved = SavedMatch.read(Path(file))
    game = named or allowed_game(saved.game, file, f"apts play {saved.game} --replay {file}")
    table = MatchTable(replace(saved, game=game))
    print_notice(table.game)
    if as_json:
        positions = [str(state) for state in table.states]
        print_json({**table.saved().as_data(), "positions": positions})
        return
    ending = table.outcome.describe(table.game.seat_names) if table.outcome else "the match was not finished"
    moves = without_closing_passes(table.states[0], table.moves)
    shown = ShownMatch("", table.states, [str(move) for move in moves], ending)
    Replay(shown, Console(markup=False, emoji=False, highlight=False)).run()


@dataclass(frozen=True)
class ShownMatch:
    """A match to step through; ``values`` are what each turn's agent expected for the seats before it."""

    title: str
    states: Sequence[State]
    moves: Sequence[str]
    ending: str
    values: Sequence[tuple[float, ...] | None] = ()


class Replay:
    """A match that is shown move by move."""

    def __init__(self, match: ShownMatch, console: Console):
        self.match, self.console = match, console
        self.ply = 0

    def run(self) -> None:
        """Show positions until the reader leaves or has seen the end; without a reader all are shown."""
        from rich.text import Text

        if self.match.title:
            self.console.print(Text(self.match.title, style="bold"), soft_wrap=True)
        if any(values is not None for values in self.match.values):
            self.console.print("Expected results go from -1 (surely lost) to +1 (surely won).")
        try:
            self._show()
            while True:
                self.console.print(
                    f"[{self.ply}/{len(self.match.moves)}] Enter, b, number or q> ", end="", markup=False
                )
                self.console.file.flush()
                line = sys.stdin.readline()
                if not line:
                    self._show_rest()
                    return
                if not self._turn(line.strip().lower()):
                    return
        except KeyboardInterrupt:
            self.console.print()

    def _turn(self, answer: str) -> bool:
        """Go where the reader wants; tells whether to go on."""
        last = len(self.match.moves)
        if answer in ("q", "quit"):
            return False
        if answer in ("", "n", "next"):
            if self.ply == last:
                return False
            self.ply += 1
        elif answer in ("b", "back"):
            self.ply = max(0, self.ply - 1)
        elif answer.isdecimal() and int(answer) <= last:
            self.ply = int(answer)
        else:
            self.console.print(f"Enter goes on, b goes back, 0 to {last} goes to that move, q leaves")
            return True
        self._show()
        return True

    def _show_rest(self) -> None:
        self.console.print()
        while self.ply < len(self.match.moves):
            self.ply += 1
            self._show()

    def _show(self) -> None:
        from rich.text import Text

        from apts.cli.playing.board_colours import coloured_board, seat_style

        states, ply = self.match.states, self.ply
        if ply:
            seat, move = states[ply - 1].mover, self.match.moves[ply - 1]
            self.console.print(
                Text(f"{ply}. {self._called(seat)} plays {move}{self._expected(ply)}", style=seat_style(seat))
            )
        self.console.print(coloured_board(states[ply], states[ply - 1] if ply else None), soft_wrap=True)
        if ply == len(self.match.moves):
            self.console.print(Text(self.match.ending, style="bold"))

    def _called(self, seat: int) -> str:
        return self.match.states[0].game.seat_called(seat, "player")

    def _expected(self, ply: int) -> str:
        """What the agent that moved expected for each seat, where it had an opinion."""
        values = self.match.values[ply - 1] if self.match.values else None
        if values is None:
            return ""
        text = ", ".join(f"{self._called(seat)} {signed(value, '.2f')}" for seat, value in enumerate(values, 1))
        return f"  (expected: {text})"
