"""The match at the table: its positions, whose turn it is, and the files it goes to."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

from apts.atomic_files import file_stem
from apts.cli.settings import allowed_game, load_game, print_json, print_notice
from apts.errors import AptsError
from apts.input_checks import signed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from apts.agents.agent import Agent, Decision, Player
    from apts.agents.saved_match import SavedMatch
    from apts.engine.play.game import Game, Move, State
    from apts.engine.play.outcome import Outcome


class MatchTable:
    """A match between people and agents that can be taken back, given up, saved and gone on with."""

    def __init__(self, saved: SavedMatch):
        from apts.agents.matches import player_at_table

        self._saved = saved
        self.game = load_game(saved.game, list(saved.options), list(saved.settings))
        self.agents = seated(saved.players, self.game)
        self.states: list[State] = saved.states(self.game)
        self.moves: list[Move] = [state.find_move(text) for state, text in zip(self.states, saved.moves, strict=False)]
        self.resigned = saved.resigned
        if self.resigned is not None and (not 1 <= self.resigned <= self.game.players or self.state.over):
            raise AptsError(f"the saved match is damaged: seat {self.resigned} cannot have resigned at its end")
        self._players: list[Player] = [
            player_at_table(known, seat, saved.seed) for seat, known in enumerate(self.agents, 1)
        ]

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.states[-1]

    @property
    def before(self) -> State | None:
        """The position before the last move."""
        return self.states[-2] if len(self.states) > 1 else None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        from apts.agents.saved_match import resignation

        if self.resigned is not None:
            return resignation(self.resigned, self.state)
        return self.state.outcome

    @property
    def agent(self) -> Agent:
        """The one to move."""
        return self.agents[self.state.mover - 1]

    def play(self, move: Move) -> None:
        """Play a legal move."""
        self.states.append(self.state.after(move))
        self.moves.append(move)

    def decide(self) -> Decision:
        """What the agent to move wants to play."""
        from apts.agents.matches import decided

        return decided(self.agent, self._players[self.state.mover - 1], self.state, len(self.moves))

    def undo(self) -> int:
        """Take back to the last turn at which a person had a choice; returns the number of moves that were taken back."""
        turns = [
            ply
            for ply, state in enumerate(self.states[:-1])
            if self.agents[state.mover - 1].is_person and state.lone_pass is None
        ]
        if not turns:
            return 0
        taken = len(self.moves) - turns[-1]
        del self.states[turns[-1] + 1 :], self.moves[turns[-1] :]
        return taken

    def saved(self) -> SavedMatch:
        """The match as it is kept in a file."""
        from apts.agents.saved_match import SavedMatch

        known, outcome = self._saved, self.outcome
        data = None
        if outcome is not None:
            data = {"winner": outcome.winner, "utilities": list(outcome.utilities), "reason": outcome.reason}
        return SavedMatch(
            game=known.game,
            players=tuple(player.spec for player in self.agents),
            moves=tuple(move.text for move in self.moves),
            seed=known.seed,
            options=known.options,
            settings=known.settings,
            position=known.position,
            resigned=self.resigned,
            outcome=data,
        )

    def save(self, file: str | None = None) -> Path:
        """Write the match to a file, by default one named after the game and the time."""
        stem = file_stem(self.game.name, "match")
        path = Path(file) if file else Path(f"{stem}-{datetime.now():%Y%m%d-%H%M%S}.json")
        self.saved().write(path)
        return path


def seated(specs: Sequence[str], game: Game) -> list[Agent]:
    """An agent for each seat; one that is given alone plays all seats, and none means a person against a club player."""
    from apts.agents.agent_registry import agent

    seats = game.players
    if not specs:
        from apts.agents.engines.ladder import usual_player

        specs = ["human", *[usual_player(game, "club")] * (seats - 1)]
    if len(specs) == 1 and seats > 1:
        specs = list(specs) * seats
    if len(specs) != seats:
        raise AptsError(f"{game.name} has {seats} seats, and --agents names {len(specs)}: {', '.join(specs)}")
    return [agent(spec) for spec in specs]


# ----------------------------------------------------------------------------------------------------------------
# ``apts play --replay``: a saved match, move by move.


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


# ----------------------------------------------------------------------------------------------------------------
# Boards in colour: pieces take the colour of their seat, and what the last move changed stands out.

SEAT_STYLES = (
    "bold bright_cyan",
    "bold bright_yellow",
    "bold bright_magenta",
    "bold bright_green",
    "bold bright_red",
    "bold bright_blue",
)
_WORD = re.compile(r"\S+")


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[(seat - 1) % len(SEAT_STYLES)]


def sign_seats(game: Game) -> dict[str, int]:
    """The seat that owns each sign of a drawing."""
    if (rules := game.from_rules) is None:
        return {"X": 1, "O": 2}
    signs, found = rules.position_text.signs, {}
    for piece in rules.compiled.equipment.components:
        if 1 <= piece.owner <= game.players:
            found[signs.plain[piece.index]] = piece.owner
    for (_, side), sign in signs.sides.items():
        if 1 <= side <= game.players:
            found[sign] = side
    return found


def coloured_board(state: State, before: State | None = None) -> Text:
    """The drawing of a position for a terminal, in colours; what differs from the position before is marked."""
    from rich.text import Text

    seats, names = sign_seats(state.game), frozenset(state.game.site_names)
    lines = state.board_text().splitlines()
    old = _board_lines((before or state).board_text().splitlines())
    below = len(_board_lines(lines))
    drawing = Text()
    for number, line in enumerate(lines):
        if number:
            drawing.append("\n")
        place = len(old) - below + number  # stacks grow upwards, so lines are compared from below
        known = old[place] if number < below and 0 <= place < len(old) else ""
        drawing.append(_coloured(line, known if number < below else line, seats, names))
    return drawing


def _board_lines(lines: list[str]) -> list[str]:
    """The lines of the board itself, which are indented; hands, pieces and scores stand below."""
    return [line for line in lines if line.startswith(" ")]


def _coloured(line: str, old: str, seats: dict[str, int], names: Collection[str]) -> Text:
    from rich.text import Text

    text = Text(line)
    words = list(_WORD.finditer(line))
    if _is_labels([word.group() for word in words], names):
        text.stylize("dim")
        return text
    for place, word in enumerate(words):
        sign = word.group()
        owner = seats.get(sign) or seats.get(sign.rstrip("0123456789"))
        if place == 0 and sign.isdigit():
            text.stylize("dim", word.start(), word.end())
        elif owner is not None:
            changed = old[word.start() : word.end()] != sign
            style = seat_style(owner) + (" reverse" if changed else "")
            text.stylize(style, word.start(), word.end())
        elif sign == ".":
            changed = old[word.start() : word.end()] not in (".", "")
            text.stylize("reverse" if changed else "dim", word.start(), word.end())
    return text


def _is_labels(words: list[str], names: Collection[str]) -> bool:
    """Whether these are the letters under the columns of a board, or the names of sites under their signs."""
    return len(words) > 1 and (words == list(ascii_lowercase[: len(words)]) or all(word in names for word in words))
