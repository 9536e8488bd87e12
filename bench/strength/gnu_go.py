"""GNU Go as a contestant, through the Go Text Protocol (GTP, version 2).

The result of a match is that of our rules: captured stones and territory, in which everything that stands on the board is
alive. GNU Go is therefore told to capture what is dead before it passes, and to count areas, for which that costs nothing;
between players who both go on moving the two ways of counting differ by a point at most. Positions that come again are
forbidden on both sides. Its komi is ours.
"""

from __future__ import annotations

from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from bench.strength.contestant import Choice, Contestant, MatchStart
from bench.strength.program_settings import check_names, number
from bench.strength.programs import Program

_ARGUMENTS = (
    "--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--play-out-aftermath",
    "--forbid-suicide", "--never-resign",
)  # fmt: skip
_COLOURS = ("black", "white")
PASS = "pass"


class GnuGo(Contestant):
    """``gnugo``, or ``gnugo:level=0`` up to 10; its time a move is that of its level."""

    timed = False

    def __init__(self, settings: dict[str, str], game: Game):
        check_names("gnugo", settings, ["level"])
        if game.name != "Go":
            raise AptsError(f"gnugo plays Go, not {game.name}")
        self._level = int(number("gnugo", settings, "level", 0, 0, 10))
        self.name = f"gnugo:level={self._level}"
        self._size = int(game.chosen["Board"].partition("x")[0])
        self._komi = int(game.chosen["Komi"])
        self._program = Program("gnugo", [*_ARGUMENTS, "--level", str(self._level)], "gnugo")
        self.version = f"GNU Go {self._ask('version')}"

    def begin(self, match: MatchStart) -> None:
        """An empty board."""
        self._ask(f"boardsize {self._size}")
        self._ask("clear_board")
        self._ask(f"komi {self._komi}")
        self._ask(f"set_random_seed {match.seed % 2**31}")

    def choose(self, state: State, turn: int) -> Choice:
        """A move; where ours forbids it, a pass."""
        del turn
        began = self._program.cpu_seconds
        answer = self._ask(f"reg_genmove {_COLOURS[state.mover - 1]}").strip().lower()
        spent = self._program.cpu_seconds - began
        wanted = our_point(answer)
        legal = {move.text: move for move in state.moves()}
        return Choice(legal.get(wanted, legal[PASS]), spent, replaced=wanted not in legal)

    def observe(self, before: State, move: Move, after: State) -> str | None:
        """Put the stone of a move on its board."""
        self._ask(f"play {_COLOURS[before.mover - 1]} {its_point(move.text)}")
        return None

    def _ask(self, command: str) -> str:
        self._program.send(command)
        lines = [line for line in self._program.lines_until(lambda line: not line) if line]
        while not lines:  # an empty line between answers
            lines = [line for line in self._program.lines_until(lambda line: not line) if line]
        if not lines[0].startswith("="):
            raise AptsError(f"GNU Go refuses {command!r}: {lines[0].lstrip('? ')}")
        return lines[0].removeprefix("=").strip()

    def close(self) -> None:
        """Let it end."""
        self._program.close()


def our_point(point: str) -> str:
    """A point as we call it: Go players leave out the column i."""
    if point == PASS:
        return PASS
    return (chr(ord(point[0]) - 1) if point[0] > "i" else point[0]) + point[1:]


def its_point(text: str) -> str:
    """A point as GTP calls it."""
    if text == PASS:
        return PASS
    return (chr(ord(text[0]) + 1) if text[0] >= "i" else text[0]) + text[1:]
