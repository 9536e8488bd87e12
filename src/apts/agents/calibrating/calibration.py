"""Measures the levels: neighbours meet in several games, and what came out is kept as data and as a table.

``python -m apts.agents.calibrating.calibration --matches 100`` plays and writes ``calibration.json``; after that
``python -m apts.agents.calibrating.calibration docs/agents.md`` brings the page about agents up to date.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from apts.agents.agent import Agent, derived_seed
from apts.agents.agent_registry import agent_without_files, kinds
from apts.agents.analysis import value_interval
from apts.agents.kinds.level_agent import LevelAgent
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.levels import level_names, levels
from apts.agents.matches import opening, play_match
from apts.engine.play.game import Game
from apts.engine.play.playouts.slices import interruptible
from apts.executors import Stopping, Threads
from apts.games.library import load
from apts.search.least_iterations import TRIES_A_MOVE, most_moves

GAMES = ("connect-four", "yavalath", "kalah", "breakthrough", "othello")
FILE = Path(__file__).with_name("calibration.json")


@dataclass(frozen=True)
class CalibrationStep:
    """How a level did against the one below it in one game: share of points with its 95 % interval, time a move."""

    game: str
    level: str
    below: str
    matches: int
    score: float
    low: float
    high: float
    milliseconds: float


@dataclass(frozen=True)
class StepPlan:
    """Matches of a level against the one below it; its tasks are their numbers, from 0."""

    game: Game
    name: str
    level: str
    below: str
    seed: int
    in_threads: bool = True

    def describe_task(self, task: int) -> str:
        """A match is called by its number."""
        return f"match {task} of {self.level} and {self.below}"

    def prepared(self) -> Callable[[int, Stopping], tuple[float, list[float]]]:
        """A function that plays a match, and gives the points of the level and the times of its turns."""
        agents = [LevelAgent(self.level), LevelAgent(self.below)]

        def points(number: int, stopping: Stopping) -> tuple[float, list[float]]:
            unit = derived_seed(self.seed, self.name, self.level, number // 2)
            swapped = number % 2
            with interruptible(stopping):
                match = play_match(
                    self.game,
                    agents[::-1] if swapped else agents,
                    derived_seed(unit, swapped),
                    start=opening(self.game, 2, unit),
                )
            spent = [turn.seconds or 0.0 for turn in match.turns if turn.seat == swapped + 1]
            return (match.outcome.utilities[swapped] + 1) / 2, spent

        return points


def measure(
    game: Game, name: str, level: str, below: str, matches: int, threads: int = 1, seed: int = 1
) -> CalibrationStep:
    """Let a level meet the one below it in seat-swapped pairs of matches from shared random openings of two moves."""
    results = list(Threads(threads).play(StepPlan(game, name, level, below, seed), range(matches)))
    score = sum(result for result, _ in results) / matches
    low, high = ((end + 1) / 2 for end in value_interval(2 * score - 1, matches))
    times = [seconds for _, spent in results for seconds in spent]
    mean = 1000 * sum(times) / len(times) if times else 0.0
    return CalibrationStep(name, level, below, matches, round(score, 4), round(low, 4), round(high, 4), round(mean, 2))


def known_steps() -> list[CalibrationStep]:
    """What was measured last, game by game."""
    data = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    return [CalibrationStep(**entry) for entry in data]


def keep(steps: Sequence[CalibrationStep]) -> list[CalibrationStep]:
    """Put new measurements in the place of old ones."""
    found = {(step.game, step.level): step for step in [*known_steps(), *steps]}
    names = level_names()
    ordered = sorted(found.values(), key=lambda step: (step.game, names.index(step.level)))
    lines = ",\n".join(f"  {json.dumps(asdict(step))}" for step in ordered)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    return ordered


# ----------------------------------------------------------------------------------------------------------------
# Agents whose tree search has too few iterations to say something about a game: a few for every legal move.
#
# With fewer, a search has looked at a part of the moves only, or at each of them once or twice; what it plays is
# luck, and figures of such matches say little about the game. No command chooses so few, and whoever asks for so
# few is told.


@dataclass(frozen=True)
class ThinSearch:
    """An agent that was asked for with too few iterations for a game: how many it has, for how many legal moves."""

    agent: str
    iterations: int
    moves: int
    game: str

    @property
    def wanted(self) -> int:
        """The fewest iterations that would do."""
        return TRIES_A_MOVE * self.moves

    @property
    def sentence(self) -> str:
        """What is wrong and what would be right."""
        return (
            f"{self.agent} makes {self.iterations:,} iterations a move, fewer than {TRIES_A_MOVE} for each of the up to "
            f"{self.moves:,} legal moves of {self.game}: what it plays is luck to a large part, and says little about the "
            f"game; ask for at least {self.wanted:,} iterations"
        )


def thin_searches(game: Game, agents: Iterable[str | Agent]) -> list[ThinSearch]:
    """Those of the agents whose budgets are too small for a game, each once."""
    found: dict[str, ThinSearch] = {}
    for spec in agents:
        one = spec if isinstance(spec, Agent) else agent_without_files(spec)
        if one is None or one.is_person:
            continue
        search = one.playing(game)
        if type(search) is not UctAgent or search.iterations is None or search.seconds is not None:
            continue
        moves = most_moves(game)
        iterations = max(search.iterations, search.breadth * moves)
        if iterations < TRIES_A_MOVE * moves:
            found[one.spec] = ThinSearch(one.spec, iterations, moves, game.name)
    return list(found.values())


# ----------------------------------------------------------------------------------------------------------------
# The parts of the page about agents that follow from code and data: settings, levels and measurements.
#
# ``python -m apts.agents.calibrating.calibration docs/agents.md`` writes them between the marks of the page.


def settings_part() -> str:
    """A table of settings for each kind of agent that has any."""
    parts = []
    for kind in kinds().values():
        if not kind.settings or kind.positional is not None:
            continue
        lines = [f"### {kind.name}", "", "| setting | may be | without it | meaning |", "| --- | --- | --- | --- |"]
        for setting in kind.settings:
            default = "" if setting.default is None else setting.written(setting.default)
            lines.append(f"| `{setting.name}` | {setting.range_text} | {default} | {setting.meaning} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def levels_part() -> str:
    """How each level plays."""
    lines = ["| level | games from rules text | Python classes |", "| --- | --- | --- |"]
    lines += [f"| `level:{level.name}` | `{level.rules}` | `{level.classes}` |" for level in levels()]
    return "\n".join(lines)


def measurements_part(steps: Sequence[CalibrationStep]) -> str:
    """What levels score against those below them: a row for each game, a column for each step."""
    pairs = [(above, below) for below, above in pairwise(level_names())]
    heads = [f"{above} over {below}" for above, below in pairs]
    lines = [f"| game | {' | '.join(heads)} |", f"| --- |{' --- |' * len(heads)}"]
    for game in sorted({step.game for step in steps}):
        cells = []
        for above, _ in pairs:
            step = next((known for known in steps if known.game == game and known.level == above), None)
            lower = next((known for known in steps if known.game == game and step and known.level == step.below), None)
            cells.append("" if step is None else _cell(step, lower))
        lines.append(f"| {game} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(step: CalibrationStep, lower: CalibrationStep | None) -> str:
    """The score with its interval, and what a move of both levels cost, where that is known."""
    ends = f"{100 * step.low:.0f} to {100 * step.high:.0f}"
    beside = "" if lower is None else f" beside {lower.milliseconds:.3g}"
    return f"{step.score:.0%} ({ends}; {step.matches}), {step.milliseconds:.3g}{beside} ms"


def parts() -> dict[str, str]:
    """Every part of the page by the name in its marks."""
    return {
        "settings": settings_part(),
        "levels": levels_part(),
        "measurements": measurements_part(known_steps()),
    }


def renewed(text: str) -> str:
    """A page with its parts brought up to date."""
    for name, part in parts().items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if found and closed:
            text = f"{head}{begin}\n{part}\n{end}{tail}"
    return text


def main() -> None:
    """Measure and write; or write into a page what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--levels", default=",".join(level_names()[1:]), help="levels to measure against those below")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("page", type=Path, nargs="?", help="a page to write, instead of measuring")
    arguments = parser.parse_args()
    if arguments.page is not None:
        arguments.page.write_text(renewed(arguments.page.read_text(encoding="utf-8")), encoding="utf-8")
        return
    for name in arguments.games.split(","):
        game = load(name)
        for below, above in pairwise(level_names()):
            if above in arguments.levels.split(","):
                step = measure(game, name, above, below, arguments.matches, arguments.threads)
                print(step, flush=True)
                keep([step])


if __name__ == "__main__":
    main()
