"""``apts play``: people and agents at one board, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import ANY_SEED, JSON, OPTIONS, PLUGINS, POSITION, SETTINGS
from apts.cli.playing.match_table import MatchTable, replay_in_terminal
from apts.cli.settings import allowed_game, print_json, print_provisional_levels, print_thin_searches
from apts.errors import AptsError
from apts.input_checks import shown

if TYPE_CHECKING:
    from rich.console import Console

    from apts.agents.agent import Agent
    from apts.agents.saved_match import SavedMatch
    from apts.engine.play.game import Move

HELP = """Type a move as it is listed ({example}), or its number in the list.
  moves [START]  list the moves, or those that begin so
  hint           what a strong player would do
  undo           take back to your last turn
  board          draw the board again
  position       the position as a line of text, for --position
  save [FILE]    save the match; go on later with --resume FILE
  resign         give up: the match ends, you come last, the others before you
  quit           save and leave (so does Ctrl-C)
A move that is spelled like one of these is played; write /undo to be clear."""


MOST_PASSES_TOLD = 10
"""Passes in a row that nobody chose; of more only the number is shown."""


class LeaveTable(Exception):  # noqa: N818 - not an error: the person wants to leave
    """The person leaves the table."""


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            "--agents", "--players", metavar="A,B", help="Who plays each seat, for example human,level:strong."
        ),
    ] = "",
    position: POSITION = None,
    seed: ANY_SEED = 1,
    hints: Annotated[
        str | None,
        typer.Option("--hints", metavar="AGENT", help="The agent that gives hints; by default an expert."),
    ] = None,
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE", help="Continue a saved match.")] = None,
    replay: Annotated[str | None, typer.Option("--replay", metavar="FILE", help="Show a saved match.")] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Play in the terminal with any mix of people and agents; type 'help' for a list of commands."""
    if replay is not None:
        replay_in_terminal(replay, game, as_json=json)
    else:
        play_in_terminal(PlayOrder(game, players, option or [], set_ or [], position, seed, resume, hints, json))


@dataclass(frozen=True)
class PlayOrder:
    """What the command line asks for."""

    game: str | None
    players: str
    options: list[str]
    settings: list[str]
    position: str | None
    seed: int
    resume: str | None
    hints: str | None
    as_json: bool


def play_in_terminal(order: PlayOrder) -> None:
    """Play a match to its end, or until somebody leaves."""
    from rich.console import Console

    from apts.agents.agent_registry import agent
    from apts.agents.engines.ladder import usual_player

    match = _match(order)
    table = MatchTable(match)
    if order.resume is not None and not order.players and len(match.players) != table.game.players:
        raise AptsError(
            f"the saved match {order.resume!r} is damaged: {table.game.name} has {table.game.players} seats, and its "
            f"players are {', '.join(match.players)}; --agents says who plays on"
        )
    print_thin_searches(table.game, table.agents)
    print_provisional_levels(table.game, table.agents)
    console = Console(markup=False, emoji=False, highlight=False, stderr=order.as_json)
    hints = order.hints or usual_player(table.game, "expert")
    TerminalMatch(table, console, agent(hints)).run()
    if order.as_json:
        print_json(table.saved().as_data())


def _match(order: PlayOrder) -> SavedMatch:
    from apts.agents.agent_registry import separated
    from apts.agents.saved_match import SavedMatch

    specs = tuple(separated(order.players)) if order.players else ()
    if order.resume is not None:
        saved = SavedMatch.read(Path(order.resume))
        game = order.game or allowed_game(saved.game, order.resume, f"apts play {saved.game} --resume {order.resume}")
        return SavedMatch(**{**vars(saved), "game": game, "players": specs or saved.players})
    if order.game is None:
        raise AptsError("say which game to play: apts play GAME, or apts play --resume FILE; apts games lists them")
    return SavedMatch(
        game=order.game,
        players=specs,
        seed=order.seed,
        options=tuple(order.options),
        settings=tuple(order.settings),
        position=order.position,
    )


class TerminalMatch:
    """A match with its board on a console and its people at a keyboard."""

    def __init__(self, table: MatchTable, console: Console, adviser: Agent):
        self.table, self.console, self.adviser = table, console, adviser
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "?": lambda _: self._help(),
            "moves": self._list,
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._undo(),
            "board": lambda _: self._board(),
            "position": lambda _: self._print(str(self.table.state)),
            "save": self._save,
            "resign": lambda _: self._resign(),
            "quit": lambda _: self._leave(),
        }

    def run(self) -> None:
        """Take turns until the match is over or a person leaves."""
        from apts.engine.play_continues import places

        self._introduce()
        try:
            self._show_turn()
            while self.table.outcome is None:
                if self.table.agent.is_person:
                    self._ask()
                else:
                    self._watch()
        except (KeyboardInterrupt, EOFError, LeaveTable):
            self._keep()
            return
        except Exception as problem:
            raise self._broken_off(problem) from problem
        self._print(self.table.outcome.describe(self.table.game.seat_names), "bold")
        outcome = self.table.outcome
        if self.table.game.players > 2 and not outcome.teams and len(set(outcome.ranks)) > 1:
            self._print(f"places: {places(self.table.outcome, self.table.game.seat_names)}", "bold")
        for word in ("points", "payoffs"):
            amounts = getattr(outcome, word)
            # The board of a text shows the scores; a class draws what it likes.
            if amounts is not None and (word == "payoffs" or self.table.game.from_rules is None):
                self._print(f"{word}: {' : '.join(f'{amount:g}' for amount in amounts)}", "bold")

    def _introduce(self) -> None:
        from apts.engine.play_continues import announcement

        table = self.table
        names = ", ".join(f"{self._called(seat)} is {known.spec}" for seat, known in enumerate(table.agents, 1))
        self._print(f"{table.game.name}: {names}", "bold")
        if (news := announcement(table.game)) is not None:
            self._print(news)
        if table.game.notice is not None:
            self._print(f"Note: {table.game.notice}", "yellow")
        if any(known.is_person for known in table.agents):
            self._print("Type a move, 'moves' to list them, or 'help'.", "dim")

    # --- turns ---------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """An agent plays."""
        from apts.cli.playing.match_table import seat_style

        seat, known = self.table.state.mover, self.table.agent
        decision = self.table.decide()
        self.table.play(decision.move)
        expected = ""
        worth = decision.worth if decision.worth is not None or decision.values is None else decision.values[seat - 1]
        if worth is not None:
            expected = f", expects a score of {(worth + 1) / 2:.0%}"
        self._print(f"{self._called(seat)} ({known.spec}) plays {decision.move}{expected}", seat_style(seat))
        self._show_turn()

    def _show_turn(self) -> None:
        """What the last move has changed. Passes that are the only legal move are made and told, and nobody is asked; at the
        end of a match, where nothing else is left for anybody, they are made in silence."""
        from apts.cli.playing.match_table import seat_style
        from apts.engine.play.playouts.closing_passes import closing_passes

        self._print_who_left()
        self._board()
        for move in closing_passes(self.table.state):
            self.table.play(move)
        self._pass_where_nothing_else_is_legal()
        before, state = self.table.before, self.table.state
        if before is not None and self.table.outcome is None and before.mover == state.mover and state.game.players > 1:
            who = "you move" if self.table.agent.is_person else f"{self._called(state.mover)} moves"
            self._print(f"{who} again", seat_style(state.mover))

    def _pass_where_nothing_else_is_legal(self) -> None:
        """Pass for whoever has nothing else to do, until somebody has."""
        from apts.cli.playing.match_table import seat_style

        made = 0
        while self.table.outcome is None and (move := self.table.state.lone_pass) is not None:
            state = self.table.state
            thrown = " ".join(str(die) for die in state.dice)
            throw = f" with the throw {thrown}" if thrown else ""
            if made < MOST_PASSES_TOLD:
                self._print(f"{self._called(state.mover)} has no move{throw} and passes", seat_style(state.mover))
            self.table.play(move)
            self._print_who_left()
            made += 1
        if made > MOST_PASSES_TOLD:
            self._print(f"... and so on, {made} passes in all")
        if made and self.table.outcome is None and self.table.state.dice:
            self._board()

    def _called(self, seat: int) -> str:
        return self.table.game.seat_called(seat, "player")

    def _print_who_left(self) -> None:
        """Say whose place the last move has decided, where the others play on."""
        from apts.engine.play_continues import left_sentence

        before = self.table.before.decided if self.table.before is not None else {}
        for seat, rank in self.table.state.decided.items():
            if seat not in before:
                self._print(left_sentence(self.table.game, seat, rank), "bold")

    def _ask(self) -> None:
        """A person plays a move or gives a command."""
        from rich.text import Text

        from apts.cli.playing.match_table import seat_style

        seat = self.table.state.mover
        self.console.print(Text(f"{self._called(seat)}> ", style=seat_style(seat)), end="")
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            self._print("")
            raise EOFError
        text = line.strip()
        if not sys.stdin.isatty():
            self._print(shown(text))
        if not text:
            return
        move = None if text.startswith("/") else self._move(text)
        if move is not None:
            self.table.play(move)
            self._show_turn()
        else:
            self._obey(text.removeprefix("/"))

    def _move(self, text: str) -> Move | None:
        """The move that a person means: its text, or its number in the list."""
        from apts.engine.text.offered_moves import chosen_move, offered_moves

        state, number = self.table.state, text.removeprefix("#")
        move = chosen_move(state, text)
        if move is None and number.isdecimal():
            moves = offered_moves(state)
            return chosen_move(state, moves[int(number) - 1].text) if 1 <= int(number) <= len(moves) else None
        return move

    def _obey(self, text: str) -> None:
        from apts.engine.text.offered_moves import offered_moves

        word, _, rest = text.partition(" ")
        known = [name for name in self._commands if len(name) > 1 and name.startswith(word.lower())]
        exact = [name for name in known if name == word.lower()] or known
        if word == "?" or len(exact) == 1:
            self._commands[exact[0] if exact else "?"](rest.strip())
            return
        started = [move for move in offered_moves(self.table.state) if move.text.casefold().startswith(text.casefold())]
        if started:
            self._print(f"{len(started)} moves begin with {text!r}:")
            self._list(text)
            return
        try:
            self.table.state.find_move(text)
        except AptsError as error:
            hint = str(error).partition("; did you mean ")[2].partition("?")[0]
            nearest = f" Did you mean {hint}?" if hint else ""
            self._print(f"{text!r} is not a move here.{nearest} Type 'moves' to list them, 'help' for help.", "red")

    # --- commands ------------------------------------------------------------------------------------------------

    def _help(self) -> None:
        from apts.engine.text.offered_moves import offered_moves

        self._print(HELP.format(example=offered_moves(self.table.state)[0]))

    def _list(self, start: str) -> None:
        from rich.columns import Columns

        from apts.engine.text.offered_moves import offered_moves

        moves = enumerate(offered_moves(self.table.state), 1)
        wanted = [(number, move) for number, move in moves if move.text.casefold().startswith(start.casefold())]
        if not wanted:
            self._print(f"no move begins with {start!r}", "red")
            return
        self.console.print(Columns([f"{number:3} {move}" for number, move in wanted], equal=True, padding=(0, 2)))

    def _hint(self) -> None:
        from apts.agents.matches import analyzed

        analysis = analyzed(self.adviser, self.table.state, len(self.table.moves) + 1)
        for row in analysis.moves[:3]:
            line = " ".join(str(move) for move in row.line[:6])
            proof = {None: "", 1.0: ", wins", -1.0: ", loses"}.get(row.proven, ", exact")
            self._print(f"  {row.move}: a score of {row.expected_score:.0%}{proof}; {line}")

    def _undo(self) -> None:
        taken = self.table.undo()
        if taken:
            self._print(f"{taken} move{'s' if taken > 1 else ''} taken back")
            self._board()
        else:
            self._print("there is nothing to take back", "red")

    def _resign(self) -> None:
        self.table.resigned = self.table.state.mover

    def _save(self, file: str) -> None:
        try:
            path = self.table.save(file or None)
        except AptsError as error:
            self._print(str(error), "red")
        else:
            self._print(f"saved as {path}")

    def _leave(self) -> None:
        raise LeaveTable

    def _keep(self) -> None:
        """Save the match of somebody who leaves."""
        if not self.table.moves:
            self._print("\nnothing was played, so nothing was saved")
            return
        path = self.table.save()
        self._print(f"\nsaved as {path}; go on with: apts play --resume {path}")

    def _broken_off(self, problem: Exception) -> AptsError:
        """What to say when an agent or the rules fail in the middle of a match, which is saved first."""
        words = str(problem) or type(problem).__name__
        if not self.table.moves:
            return AptsError(f"the match broke off before its first move: {words}")
        turn = len(self.table.moves) + 1
        try:
            path = self.table.save()
        except AptsError as trouble:
            return AptsError(f"the match broke off at turn {turn}: {words}; it could not be saved either: {trouble}")
        return AptsError(
            f"the match broke off at turn {turn}: {words}; it was saved as {path}; "
            f"go on with: apts play --resume {path}, with --agents for others to play on"
        )

    def _board(self) -> None:
        from apts.cli.playing.match_table import coloured_board

        self.console.print()
        self.console.print(coloured_board(self.table.state, self.table.before), soft_wrap=True)
        self.console.print()

    def _print(self, text: str, style: str = "") -> None:
        from rich.text import Text

        self.console.print(Text(text, style=style), soft_wrap=True)
