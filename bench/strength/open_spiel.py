"""OpenSpiel's Monte Carlo tree search as a contestant."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from bench.strength.contestant import Choice, Contestant, MatchStart
from bench.strength.line_process import LineProcess
from bench.strength.named_games import ROOT
from bench.strength.open_spiel_pairings import bare, how_to_pair, pairing_of
from bench.strength.program_settings import check_names, number

INTERPRETER = ROOT / ".venv-bench" / "bin" / "python"
EXPLORATION = 2.0
_DRAWN = "OpenSpiel ends the match as a draw"
_BOUND = 2**31 - 1000


def is_installed() -> bool:
    """Whether there is an environment with OpenSpiel."""
    return INTERPRETER.exists()


class OpenSpielPlayer(Contestant):
    """``MCTSBot`` in a process of its own: ``openspiel``, or ``openspiel:c=2,solve=true,simulations=1000``.

    It proves wins and losses (``solve``), as our searches do, has one random playout a simulation and begins each move with
    an empty tree, as it always does.
    """

    def __init__(self, settings: dict[str, str], game: Game, interpreter: Path = INTERPRETER):
        check_names("openspiel", settings, ["c", "solve", "simulations"])
        if settings.get("solve", "true") not in ("true", "false"):
            raise AptsError(f"solve of openspiel is true or false, not {settings['solve']!r}")
        pairing = pairing_of(game.name, game.chosen)
        if pairing is None:
            raise AptsError(f"{game.name} as it is set has no counterpart in OpenSpiel{how_to_pair(game.name)}")
        if not interpreter.exists():
            raise AptsError(f"OpenSpiel is not installed: `make bench` makes {interpreter.parent.parent.name} with it")
        listed = ",".join(f"{name}={value}" for name, value in sorted(settings.items()))
        self.name = f"openspiel:{listed}" if listed else "openspiel"
        self.timed = "simulations" not in settings
        self._pairing = pairing
        self._process = LineProcess("OpenSpiel", [interpreter, "-m", "bench.strength.open_spiel_process"])
        answer = self._process.ask(
            {
                "load": asdict(pairing),
                "c": number("openspiel", settings, "c", EXPLORATION, 0, 100),
                "solve": settings.get("solve", "true") == "true",
                "simulations": None if self.timed else int(number("openspiel", settings, "simulations", 1, 1, 1e9)),
            }
        )
        self.version = f"OpenSpiel {answer['version']}"
        self._seconds: float | None = None

    def begin(self, match: MatchStart) -> None:
        """Sit down."""
        self._seconds = match.seconds
        self._process.ask({"begin": match.seed % _BOUND})

    def choose(self, state: State, turn: int) -> Choice:
        """A move."""
        del turn
        legal = {bare(move.text): move for move in state.moves()}
        answer = self._process.ask({"search": self._seconds, "among": sorted(legal)})
        if answer["move"] not in legal:
            raise AptsError(f"OpenSpiel has no move in {str(state)!r}")
        return Choice(legal[answer["move"]], float(answer["seconds"]), bool(answer["early"]), bool(answer["replaced"]))

    def observe(self, before: State, move: Move, after: State) -> str | None:
        """Go on by the move. Moves after the end of OpenSpiel's match are passes, unless it has drawn the match."""
        del before, after
        answer = self._process.ask({"play": bare(move.text)})
        return _DRAWN if answer["over"] and self._pairing.ends == "drawn" and not any(answer["returns"]) else None

    @property
    def draws_early(self) -> bool:
        """Whether a rule of OpenSpiel draws matches that would go on here."""
        return self._pairing.ends == "drawn"

    def legal(self) -> dict[str, Any]:
        """The moves of OpenSpiel in the position as bare texts, whether its match is over, and the returns then."""
        return self._process.ask({"legal": True})

    def close(self) -> None:
        """Let its process end."""
        self._process.close()
