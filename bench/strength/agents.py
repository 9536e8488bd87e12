"""Agents of APTS as contestants: those of this tree, and those of another checkout in a process of their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from apts.engine.play.game import Game, Move, State
from apts.errors import AptsError
from bench.strength.code_label import code_label
from bench.strength.contestant import Choice, Contestant, MatchStart
from bench.strength.line_process import LineProcess
from bench.strength.named_games import ROOT, NamedGame
from bench.strength.seated_agent import SeatedAgent


class OwnAgent(Contestant):
    """An agent of this tree."""

    def __init__(self, spec: str, game: Game):
        self.name = spec
        self._agent = SeatedAgent(spec, game)
        self.timed, self.version = self._agent.timed, self._agent.version
        self._is_warm = False

    def begin(self, match: MatchStart) -> None:
        """Sit down."""
        if not self._is_warm:
            self._agent.warm_up(match.start, match.seconds)
            self._is_warm = True
        self._agent.begin(match.seats, match.seed, match.seconds)

    def choose(self, state: State, turn: int) -> Choice:
        """A move."""
        return Choice(*self._agent.choose(state, turn))


class AgentBefore(Contestant):
    """An agent of another checkout, played by its own code."""

    def __init__(self, spec: str, game: NamedGame, folder: Path):
        self.name = f"before:{spec}"
        source = folder / "src"
        if not (source / "apts").is_dir():
            raise AptsError(f"{folder} is no checkout of APTS: it has no src/apts; name one with --before FOLDER")
        own = folder / ".venv" / "bin" / "python"
        self._process = LineProcess(
            f"the player {spec} of {folder}",
            [own if own.exists() else sys.executable, "-m", "bench.strength.tree_process"],
            {"PYTHONPATH": os.pathsep.join([str(source.resolve()), str(ROOT)])},
        )
        source_of_game = str(Path(game.source).resolve()) if Path(game.source).exists() else game.source
        answer = self._process.ask({"load": source_of_game, "options": dict(game.options), "agent": spec})
        self.timed = bool(answer["timed"])
        self.version = f"{answer['version']} of {code_label(source / 'apts')}"
        if not Path(answer["file"]).is_relative_to(source.resolve()):
            raise AptsError(f"{folder} was not played by its own code but by {answer['file']}")

    def begin(self, match: MatchStart) -> None:
        """Sit down."""
        answer = self._process.ask(
            {
                "begin": list(match.seats),
                "position": str(match.start),
                "chance": match.chance,
                "seed": match.seed,
                "seconds": match.seconds,
            }
        )
        _compare(str(match.start), answer["position"])

    def choose(self, state: State, turn: int) -> Choice:
        """A move."""
        answer = self._process.ask({"choose": turn})
        return Choice(state.find_move(answer["move"]), float(answer["seconds"]), bool(answer["early"]))

    def observe(self, before: State, move: Move, after: State) -> str | None:
        """Go on by the move, which must lead to the same position."""
        _compare(str(after), self._process.ask({"play": move.text})["position"])
        return None

    def close(self) -> None:
        """Let its process end."""
        self._process.close()


def _compare(here: str, there: str) -> None:
    if here != there:
        raise AptsError(f"the position is {there!r} in the other tree and {here!r} here: the rules differ")
