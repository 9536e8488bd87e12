"""The engine of a game: the search that plays it best, found by a contest at first use, shipped or kept in the cache."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apts.agents.agent_registry import agent, version_of
from apts.agents.engines.contest import MILLISECOND, Duel, best_of
from apts.agents.searching.evaluations import FITTED, OWN, own_evaluation
from apts.agents.spelling import kind_of
from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.native.kernel_files import cache_folder
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.search.fitting.contest import Score
from apts.search.fitting.kept import fitted_evaluation, rules_key
from apts.search.kept_file import DamagedFile, checked_bytes, checked_data
from apts.search.minimax.captures import capture_rules
from apts.search.shipped import shipped_data
from apts.search.trees.eyes import eye_table

LOG = logging.getLogger("apts.evaluations")
FOLDER = "engines"

VERSION = 1
"""Raised when the contest finds other engines than before."""

SEED = 1

DEFAULT = "uct"
"""The engine of games that have no contest: those for one, and Python classes."""

SHIPPED, KEPT, MADE, ALONE = "shipped", "kept", "made", "without a contest"

UNITS = {"uct": "iterations", "alphabeta": "nodes"}


@dataclass(frozen=True)
class EngineChoice:
    """The engine of a game: its spelling without a budget, the steps of work that one of its units takes, and the duels.

    ``steps`` is 0 where no work was counted.
    """

    engine: str
    steps: float = 0.0
    duels: tuple[Duel, ...] = ()

    @property
    def unit(self) -> str:
        """What the budget of the engine counts: iterations or nodes."""
        return UNITS[kind_of(self.engine)]

    def units(self, milliseconds: float) -> int:
        """How many nodes or iterations a usual processor manages in so many thousandths of a second, by counted work."""
        return max(1, int(milliseconds * MILLISECOND / self.steps))

    def spelled(self, **settings: Any) -> str:
        """The spelling of the engine with a budget and other settings."""
        given = [
            f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}" for name, value in settings.items()
        ]
        return ",".join([self.engine if ":" in self.engine else f"{self.engine}:", *given]).replace(":,", ":")


WHOLE = 2
"""The place of the engines that play every playout to the end: these need no evaluation to be right."""


def families(game: RulesGame, evaluation: str) -> list[list[str]]:
    """The engines that a game may have, spelled without budgets, by the way in which they search."""
    judged = f"heuristic={evaluation}"
    sides, chance = f"alphabeta:{judged}", game.has_chance
    if chance:
        ahead = [sides]
    elif game.players > 2:
        ahead = [sides, f"{sides},opponents=maxn"]
    else:
        ahead = [f"{sides},reduce=true", sides]
        if capture_rules(game.compiled) is not None:
            ahead.append(f"{sides},quiet=true,reduce=true")
    cut = [f"uct:playout=4,{judged}", f"uct:playout=0,{judged}", f"uct:playout=4,{judged},c=0.7"]
    whole = [DEFAULT, f"{DEFAULT}:c=0.7"]
    if chance:
        return [ahead, cut, whole]
    later = [f"{DEFAULT}:rave=1000,c=0", f"{DEFAULT}:rave=300,c=0.3"]
    if eye_table(game.compiled, game.typed_rules, replies=False):
        later = [f"{spec},playouts=eyes" for spec in later]
        whole = [f"{DEFAULT}:playouts=eyes"]
    return [ahead, cut, whole, later]


# ----------------------------------------------------------------------------------------------------------------
# Engines that were chosen before.

_KNOWN: dict[str, EngineChoice] = {}
_LOCKS: dict[str, threading.Lock] = {}
_LOCK = threading.Lock()


def engine_of(game: Game) -> EngineChoice:
    """The engine of a game. It is found at first use, which takes some seconds and is told to the log, and kept.

    The same rules have the same engine on every machine. Games for one and Python classes have tree search.
    """
    rules = game.from_rules
    if rules is None or rules.players < 2:
        return EngineChoice(DEFAULT)
    key = choice_key(rules)
    with _LOCK:
        lock = _LOCKS.setdefault(key, threading.Lock())
    with lock:
        if key not in _KNOWN:
            _KNOWN[key] = _shipped(rules) or _from_cache(rules) or _made(rules)
        return _KNOWN[key]


def contested(game: Game) -> RulesGame | None:
    """The rules of a game in which engines can meet; None for games for one and for Python classes."""
    rules = game.from_rules
    return None if rules is None or rules.players < 2 else rules


def origin_of(game: Game) -> str:
    """Where the engine of a game comes from, without looking for one: shipped, kept, still to be made, or no contest."""
    rules = game.from_rules
    if rules is None or rules.players < 2:
        return ALONE
    if _shipped(rules) is not None:
        return SHIPPED
    return KEPT if _from_cache(rules) is not None else MADE


def choice_key(game: RulesGame) -> str:
    """What tells the rules of a game, the searches and the contest from all others."""
    versions = [VERSION, SEED, *(version_of(kind) for kind in sorted(UNITS))]
    text = f"{versions} {rules_key(game, own_evaluation(game))}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def chosen_engine(game: RulesGame, seed: int = SEED) -> EngineChoice:
    """Let the engines of a game meet, and tell which is best."""
    fit = fitted_evaluation(game, own_evaluation(game))
    known = families(game, FITTED if fit.kept else OWN)
    engine, duels, steps = best_of(game, known, seed, unknown=known[WHOLE][0])
    return EngineChoice(engine, steps[engine], duels)


def _shipped(game: RulesGame) -> EngineChoice | None:
    data = (shipped_data(game) or {}).get("engine")
    return None if data is None or data["version"] != VERSION else choice_from_data(data, game.name)


def _file(game: RulesGame) -> Path:
    return cache_folder() / FOLDER / f"{choice_key(game)}.json"


def _from_cache(game: RulesGame) -> EngineChoice | None:
    path = _file(game)
    if not path.is_file():
        return None
    try:
        data = checked_data(path, "the engine")
        if data.get("key") != choice_key(game):
            raise DamagedFile(f"{path}: the engine that was kept here is for other rules")
        return choice_from_data(data, str(path))
    except DamagedFile as problem:
        LOG.warning("%s. It is found again.", problem)
        return None


def _made(game: RulesGame) -> EngineChoice:
    path = _file(game)
    LOG.warning(
        "finding the best engine for %s, once: searches play against each other for some ten seconds (kept in %s)",
        game.name,
        path,
    )
    choice = chosen_engine(game)
    try:
        atomic_write(path, checked_bytes({"key": choice_key(game), **choice_as_data(choice)}), PRIVATE)
    except OSError as problem:
        LOG.warning("the engine cannot be kept in %s: %s", path, problem.strerror or problem)
    return choice


def choice_as_data(choice: EngineChoice) -> dict[str, Any]:
    """An engine as plain data."""
    duels = [
        {
            "challenger": duel.challenger,
            "holder": duel.holder,
            "score": duel.score.mean,
            "error": duel.score.error,
            "matches": duel.score.matches,
            "work": duel.work,
        }
        for duel in choice.duels
    ]
    return {"version": VERSION, "engine": choice.engine, "steps": choice.steps, "duels": duels}


def choice_from_data(data: Mapping[str, Any], place: str) -> EngineChoice:
    """The engine that plain data stands for; ``place`` says where it came from."""
    try:
        duels = tuple(
            Duel(
                str(one["challenger"]),
                str(one["holder"]),
                Score(float(one["score"]), float(one["error"]), int(one["matches"])),
                float(one["work"]),
            )
            for one in data["duels"]
        )
        choice = EngineChoice(str(data["engine"]), float(data["steps"]), duels)
        if kind_of(choice.engine) not in UNITS or not choice.steps > 0:
            raise ValueError
        agent(choice.engine)
    except (KeyError, TypeError, ValueError, AptsError):
        raise DamagedFile(f"{place}: the engine that was kept here is damaged: a figure is missing or wrong") from None
    return choice
