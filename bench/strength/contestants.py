"""Contestants by their spelling: agents of this tree and of the one before, OpenSpiel, and programs that are installed."""

from __future__ import annotations

from pathlib import Path

from apts.engine.play.game import Game
from apts.errors import AptsError
from bench.strength.agents import AgentBefore, OwnAgent
from bench.strength.chess_program import PROGRAMS, ChessContestant
from bench.strength.contestant import Contestant
from bench.strength.gnu_go import GnuGo
from bench.strength.named_games import NamedGame
from bench.strength.open_spiel import OpenSpielPlayer
from bench.strength.program_settings import read_settings

BEFORE = "before"


def contestant(spec: str, named: NamedGame, game: Game, before: Path | None) -> Contestant:
    """Whoever is spelled so, ready to play a game; anything that is not known here is an agent of this tree."""
    kind, _, rest = spec.partition(":")
    if kind == BEFORE:
        if before is None:
            raise AptsError(f"{spec} is a player of another checkout; name it with --before FOLDER")
        return AgentBefore(rest, named, before)
    if kind == "openspiel":
        return OpenSpielPlayer(read_settings(spec, rest), game)
    if kind == "gnugo":
        return GnuGo(read_settings(spec, rest), game)
    if kind in PROGRAMS:
        return ChessContestant(kind, read_settings(spec, rest), game)
    return OwnAgent(spec, game)
