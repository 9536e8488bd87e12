"""The ladder of a game: the agents that its levels of strength are played by, and how surely each beats the one below.

A *settled* ladder was measured by matches (``apts calibrate``); a *provisional* one follows from the engine of the game
alone. Where there is neither, because a game has no contest of engines or nobody may wait for one, levels are those of
plain tree search, the same for all games.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apts.agents.agent_registry import agent, version_of
from apts.agents.engines.engine_choice import UNITS, EngineChoice, choice_key, contested, engine_of
from apts.agents.levels import level_names, levels
from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.native.kernel_files import cache_folder
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.search.fitting.contest import Score
from apts.search.kept_file import DamagedFile, checked_bytes, checked_data
from apts.search.least_iterations import TRIES_A_MOVE
from apts.search.shipped import shipped_data

LOG = logging.getLogger("apts.evaluations")
FOLDER = "levels"

VERSION = 1
"""Raised when levels come to be set in another way."""

SETTLED, PROVISIONAL, PLAIN = "settled", "provisional", "plain"

NEAR, FAR = 0.65, 0.85
"""What a level should score against the one below it, at least and at most."""

CONFIDENT = 1.96
"""Standard errors to both sides of a score within which the true one lies 95 times of a hundred."""


@dataclass(frozen=True)
class LadderStep:
    """A level: the spelling of the agent that plays it, and what that scored against the level below, where it was measured.

    The score is that of one seat (or team) of this level against all others of the level below.
    """

    level: str
    agent: str
    score: Score | None = None

    @property
    def low(self) -> float | None:
        """The lower end of the 95 % interval of the score."""
        return None if self.score is None else max(0.0, self.score.mean - CONFIDENT * self.score.error)

    @property
    def high(self) -> float | None:
        """The upper end of the same interval."""
        return None if self.score is None else min(1.0, self.score.mean + CONFIDENT * self.score.error)


@dataclass(frozen=True)
class Ladder:
    """The levels of a game, the weakest first, and whether they are ``settled``, ``provisional`` or ``plain``."""

    steps: tuple[LadderStep, ...]
    kind: str
    shipped: bool = False
    seed: int | None = None

    def step(self, level: str) -> LadderStep:
        """The step of a level."""
        return next(step for step in self.steps if step.level == level)

    @property
    def highest(self) -> str:
        """The level above which all others play like it."""
        return next(step.level for step in self.steps if step.agent == self.steps[-1].agent)

    def equal_levels(self) -> tuple[str, ...]:
        """The levels that play like the one below them."""
        pairs = zip(self.steps, self.steps[1:], strict=False)
        return tuple(upper.level for lower, upper in pairs if upper.agent == lower.agent)


# ----------------------------------------------------------------------------------------------------------------
# Which ladder a game has.

_SKIPPED: ContextVar[bool] = ContextVar("skipped", default=False)
_SKIPPED_EVERYWHERE = [False]


@contextmanager
def without_contests() -> Iterator[None]:
    """Inside of this no evaluation is fitted and no contest is played for a level: plain levels are taken instead."""
    token = _SKIPPED.set(True)
    try:
        yield
    finally:
        _SKIPPED.reset(token)


def play_no_contests() -> None:
    """From now on this process fits nothing and plays no contest for a level, as one that has to answer at once."""
    _SKIPPED_EVERYWHERE[0] = True


_KNOWN: dict[str, Ladder] = {}


def ladder_of(game: Game) -> Ladder:
    """The ladder of a game: the settled one where it comes with APTS or was kept, else a provisional one.

    That needs the engine of the game, which is found at first use.
    """
    settled = settled_ladder(game)
    if settled is not None:
        return settled
    if not has_contest(game) or _SKIPPED.get() or _SKIPPED_EVERYWHERE[0]:
        return plain_ladder(game)
    return provisional_ladder(engine_of(game))


def has_contest(game: Game) -> bool:
    """Whether engines of the game can meet: games for one and Python classes have plain levels."""
    return contested(game) is not None


def rules_to_calibrate(game: Game) -> RulesGame:
    """The rules of a game whose levels can be set by matches."""
    rules = contested(game)
    if rules is None:
        why = "is for one" if game.is_compiled else "is a Python class"
        raise AptsError(
            f"levels are set by matches of one seat against others in games from rules text; {game.name} {why}"
        )
    return rules


def settled_ladder(game: Game) -> Ladder | None:
    """The ladder that was measured for a game, the user's own before the one that comes with APTS; else None."""
    rules = contested(game)
    if rules is None:
        return None
    key = ladder_key(rules)
    if key not in _KNOWN:
        found = _from_cache(rules, key) or _shipped(rules)
        if found is None:
            return None
        _KNOWN[key] = found
    return _KNOWN[key]


def plain_ladder(game: Game) -> Ladder:
    """The levels of plain tree search, which are the same for all games."""
    return Ladder(tuple(LadderStep(level.name, level.spec_for(game)) for level in levels()), PLAIN)


def usual_player(game: Game, level: str) -> str:
    """The agent of a level where nobody named one, by the rules alone: ``level:NAME`` where its ladder comes with APTS or
    there is no contest, else plain tree search, which is there at once.
    """
    rules = contested(game)
    if rules is None or _shipped(rules) is not None:
        return f"level:{level}"
    return plain_ladder(game).step(level).agent


# ----------------------------------------------------------------------------------------------------------------
# A ladder that nobody has measured: budgets in geometric steps, with moves given away at its lower end.

TOP = 40.0
"""The work of a move of ``master``, in thousandths of a second of a usual processor, counted and not timed."""

PROVISIONAL_STEPS = ((0.002, 0.25), (0.006, 0.1), (0.02, 0.02), (0.07, 0.0), (0.26, 0.0), (1.0, 0.0))
"""The share of that work and the loss of each level, the weakest first."""

FEWEST = {"iterations": 16, "nodes": 30}
"""Units of a search below which it says nothing."""


def provisional_ladder(choice: EngineChoice) -> Ladder:
    """The levels that an engine has as long as nobody has measured them."""
    most = choice.units(TOP)
    specs = [budgeted(choice, max(FEWEST[choice.unit], round(most * share)), loss) for share, loss in PROVISIONAL_STEPS]
    return Ladder(tuple(LadderStep(level, spec) for level, spec in zip(level_names(), specs, strict=True)), PROVISIONAL)


def budgeted(choice: EngineChoice, units: int, loss: float) -> str:
    """The spelling of an engine with a budget and a loss; tree search tries every move some times in any case."""
    settings: dict[str, Any] = {choice.unit: two_digits(units)}
    if loss > 0:
        settings["loss"] = float(f"{loss:.2g}")
    if choice.unit == "iterations":
        settings["breadth"] = TRIES_A_MOVE
    return agent(choice.spelled(**settings)).spec


def two_digits(number: int) -> int:
    """A number whose first two digits alone differ from 0."""
    return int(float(f"{number:.1e}"))


# ----------------------------------------------------------------------------------------------------------------
# Ladders that were measured, as they are kept.


def ladder_key(game: RulesGame) -> str:
    """What tells the rules of a game, its engines and the way in which levels are set from all others."""
    return hashlib.sha256(f"{VERSION} {choice_key(game)}".encode()).hexdigest()[:32]


def ladder_file(game: RulesGame) -> Path:
    """Where the cache has the ladder of a game."""
    return cache_folder() / FOLDER / f"{ladder_key(game)}.json"


def keep_ladder(game: RulesGame, ladder: Ladder) -> Path:
    """Keep the ladder of a game for this user; from now on its levels are these."""
    path = ladder_file(game)
    atomic_write(path, checked_bytes({"key": ladder_key(game), **ladder_as_data(ladder)}), PRIVATE)
    _KNOWN[ladder_key(game)] = ladder
    return path


def _from_cache(game: RulesGame, key: str) -> Ladder | None:
    path = ladder_file(game)
    if not path.is_file():
        return None
    try:
        data = checked_data(path, "the ladder of levels")
        if data.get("key") != key:
            raise DamagedFile(f"{path}: the ladder that was kept here is for other rules")
        return ladder_from_data(data, str(path))
    except DamagedFile as problem:
        LOG.warning("%s. It is left out; apts calibrate makes it again.", problem)
        return None


def _shipped(game: RulesGame) -> Ladder | None:
    data = shipped_data(game)
    if data is None or data.get("levels", {}).get("version") != VERSION:
        return None
    if any(data["keys"].get(kind) != version_of(kind) for kind in UNITS):  # agents that played otherwise
        return None
    return ladder_from_data(data["levels"], game.name, shipped=True)


def ladder_as_data(ladder: Ladder) -> dict[str, Any]:
    """A ladder as plain data."""
    steps = [
        {"level": step.level, "agent": step.agent}
        | (
            {}
            if step.score is None
            else {"score": step.score.mean, "error": step.score.error, "matches": step.score.matches}
        )
        for step in ladder.steps
    ]
    return {"version": VERSION, "kind": ladder.kind, "seed": ladder.seed, "steps": steps}


def ladder_from_data(data: Mapping[str, Any], place: str, *, shipped: bool = False) -> Ladder:
    """The ladder that plain data stands for; ``place`` says where it came from."""
    try:
        steps = tuple(_step(one) for one in data["steps"])
        if tuple(step.level for step in steps) != level_names() or data["kind"] != SETTLED:
            raise ValueError
        return Ladder(steps, SETTLED, shipped, int(data["seed"]))
    except (KeyError, TypeError, ValueError, AptsError):
        raise DamagedFile(f"{place}: the ladder that was kept here is damaged: a figure is missing or wrong") from None


def _step(one: Mapping[str, Any]) -> LadderStep:
    score = Score(float(one["score"]), float(one["error"]), int(one["matches"])) if "score" in one else None
    return LadderStep(str(one["level"]), agent(str(one["agent"])).spec, score)
