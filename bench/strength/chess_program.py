"""Chess programs as contestants, through the Universal Chess Interface (UCI).

The result of a match is that of our rules. A promotion is a move of its own with us: first the step of the pawn, then the
piece; the program is asked once and answers both.
"""

from __future__ import annotations

from dataclasses import dataclass

from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from bench.strength.contestant import Choice, Contestant, MatchStart
from bench.strength.open_spiel_pairings import bare
from bench.strength.program_settings import check_names, number
from bench.strength.programs import Program

_PROMOTION = "="


@dataclass(frozen=True)
class ChessProgram:
    """A program: how it is started, where it comes from, and what it is told before it plays."""

    name: str
    arguments: tuple[str, ...]
    options: dict[str, str]
    limits: dict[str, str]


PROGRAMS = {
    "stockfish": ChessProgram("stockfish", (), {"level": "Skill Level"}, {"level": "0", "nodes": "100"}),
    "gnuchess": ChessProgram("gnuchess", ("--uci",), {}, {"depth": "1"}),
}
_GO = ("nodes", "depth", "movetime")


class ChessContestant(Contestant):
    """``stockfish:level=0,nodes=100`` or ``gnuchess:depth=1``; its time a move is what these take."""

    timed = False

    def __init__(self, kind: str, settings: dict[str, str], game: Game):
        program = PROGRAMS[kind]
        known = {*program.options, *_GO}
        check_names(kind, settings, known)
        if game.name != "Chess":
            raise AptsError(f"{kind} plays Chess, not {game.name}")
        limited = any(name in settings for name in _GO)
        values = {
            **{name: value for name, value in program.limits.items() if not (limited and name in _GO)},
            **settings,
        }
        values = {name: f"{number(kind, values, name, 0, 0, 1e9):.0f}" for name in values}
        self.name = f"{kind}:" + ",".join(f"{name}={value}" for name, value in values.items())
        self._go = " ".join(f"{name} {values[name]}" for name in _GO if name in values)
        self._program = Program(program.name, program.arguments, kind)
        self._program.send("uci")
        lines = self._program.lines_until(lambda line: line.strip() == "uciok")
        self.version = next((line.partition("name ")[2] for line in lines if line.startswith("id name")), kind)
        for name, option in program.options.items():
            self._program.send(f"setoption name {option} value {values[name]}")
        self.moves: list[str] = []
        """The moves of the match in the words of the program."""
        self._promotion = ""

    def begin(self, match: MatchStart) -> None:
        """A new game."""
        self.moves, self._promotion = [], ""
        self._program.send("ucinewgame")
        self._program.send("isready")
        self._program.lines_until(lambda line: line.strip() == "readyok")

    def choose(self, state: State, turn: int) -> Choice:
        """A move, or the piece of a promotion that it has announced."""
        del turn
        if self._promotion:
            return Choice(piece_of(state, self._promotion), 0.0)
        legal = {bare(move.text): move for move in state.moves()}
        self._program.send("position startpos" + (" moves " + " ".join(self.moves) if self.moves else ""))
        began = self._program.cpu_seconds
        self._program.send(f"go {self._go}")
        answer = self._program.lines_until(lambda line: line.startswith("bestmove"))[-1].split()[1]
        spent = self._program.cpu_seconds - began
        if answer[:4] not in legal:
            raise AptsError(f"{self.name} answers {answer} in {str(state)!r}, which is not legal here")
        self._promotion = answer[4:]
        return Choice(legal[answer[:4]], spent)

    def observe(self, before: State, move: Move, after: State) -> str | None:
        """Write the move down; the piece of a promotion belongs to the move before."""
        text = bare(move.text)
        if _PROMOTION in text:
            self.moves[-1] += _letter(text)
            self._promotion = ""
        else:
            self.moves.append(text)
        return None

    def close(self) -> None:
        """Let it end."""
        self._program.close()


def piece_of(state: State, letter: str) -> Move:
    """The move by which a pawn becomes the piece with this letter."""
    return next(move for move in state.moves() if _letter(move.text) == letter)


def _letter(text: str) -> str:
    """The letter of a piece that a pawn becomes: ``a8=Queen`` is ``q``."""
    piece = text.partition(_PROMOTION)[2]
    return "n" if piece == "Knight" else piece[:1].lower()
