"""Sets the levels of a game by matches: six strengths of its engine, neighbours about equally far apart.

First agents along a line from strong to weak meet, which tells how strength falls along it. Levels are put there in equal
steps of strength, meet in more matches, are put right, and at last meet in fresh matches, which are those that are told.
Work is counted, never timed: the same seed gives the same levels on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from apts.agents.agent import derived_seed
from apts.agents.agent_registry import agent
from apts.agents.calibrating.line_of_agents import AgentLine, line_for
from apts.agents.calibrating.strength_scale import Meeting, StrengthScale
from apts.agents.engines.contest import MILLISECOND
from apts.agents.engines.engine_choice import engine_of
from apts.agents.engines.ladder import FAR, NEAR, SETTLED, TOP, Ladder, LadderStep, rules_to_calibrate
from apts.agents.levels import level_names
from apts.agents.matches import course, opening
from apts.engine.rules_game import RulesGame
from apts.search.fitting.contest import score_of
from apts.search.fitting.work import costs_of

MINUTES = 2.0
"""Minutes of work of a usual processor that a calibration takes about, counted and not timed."""

MINUTE = 60_000 * MILLISECOND
TURN = 0.5 * MILLISECOND
"""Steps around a turn: what Python does before and after."""

MATCHES = 120
"""Matches that tell at last how levels next to each other stand, at most."""

LIMIT = 300
"""Moves after which a match counts as drawn."""

STEP = 1.15
"""How far levels lie apart on the scale where there is room: the upper one scores 76 %."""

LEAST_STEP = 0.8
"""Where there is less room than this, there are fewer different levels."""

SCAN, PUT_RIGHT, CONFIRM = 0.15, 0.06, 0.36
"""Shares of the work: for the line, for each round of putting right, for the fresh matches. The rest is for second tries."""

ROUNDS, TRIES = 4, 5
SCAN_GROUPS, ROUND_GROUPS, FEWEST_GROUPS = 10, 20, 3
FEWEST_AT_LAST = 10
"""Groups of fresh matches of neighbours at least: fewer could not tell whether they are right."""

MOST_WORK = 1.3
"""How many times the work a calibration may take, where levels have to be put right at the end."""
SETTLED_ENOUGH = 0.15
"""A level that would move by less than this on the scale stays where it is."""

TOO_NEAR = 0.4
"""A level that would stand so close below another one, at the end of the line, is left out."""

MATCHES_OF_WORK = 80
"""Matches of the strongest level that the work has to suffice for; in long games it gets less work a move for that."""

TYPICAL_SHARE = 0.8
"""A match of agents has about so many of the turns of a random one."""

Results = dict[str, tuple[float, float, int]]
"""Groups of matches that were played: mean score, work, turns."""


@dataclass(frozen=True)
class Progress:
    """How far a calibration has come, from 0 to 1, and the matches that were played."""

    share: float
    matches: int


@dataclass
class _Pair:
    """Two places on the line whose agents meet."""

    above: float
    below: float
    scores: list[float] = field(default_factory=list)


def least_minutes(game: RulesGame, seed: int = 1) -> float:
    """Minutes of work that a calibration takes at least, with the fewest matches that can tell anything, about.

    In long games with many moves, such as Go on a full board, even the cheapest search that says something is dear.
    """
    choice, costs = engine_of(game), costs_of(game.machine.twin(), seed)
    line = line_for(choice, choice.units(TOP), costs.moves)
    pairs = (line.parts - 1) * FEWEST_GROUPS + (len(level_names()) - 1) * (ROUNDS * FEWEST_GROUPS + FEWEST_AT_LAST)
    turns = min(LIMIT, TYPICAL_SHARE * costs.turns)
    return pairs * len(sides_of(game)) * turns * (TURN + line.steps(line.halvings)) / MINUTE


class Calibration:
    """The calibration of one game; ``results`` are those of an earlier one that was broken off, and grow as it goes on."""

    def __init__(
        self,
        game: RulesGame,
        seed: int = 1,
        minutes: float = MINUTES,
        matches: int = MATCHES,
        results: Results | None = None,
        watch: Callable[[Progress], None] | None = None,
    ):
        self.game, self.seed, self.work = rules_to_calibrate(game), seed, minutes * MINUTE
        self.results: Results = {} if results is None else results
        self._watch = watch or (lambda progress: None)
        self._sides = sides_of(game)
        self._groups = max(FEWEST_GROUPS, -(-matches // len(self._sides)))
        self._done, self._played = 0.0, 0
        self._meetings: dict[tuple[float, float, str], _Pair] = {}
        self._line = self._first_line()

    def ladder(self) -> Ladder:
        """Play, and tell how the levels stand."""
        line = self._line
        pairs = [self._pair(place, place + 2, "scan") for place in range(line.parts - 1)]
        self._play(pairs, "scan", SCAN * self.work, SCAN_GROUPS)
        places = self._placed()
        for number in range(ROUNDS):
            purpose = f"round {number}"
            self._play(self._neighbours(places, purpose), purpose, PUT_RIGHT * self.work, ROUND_GROUPS)
            places = self._placed()
        tried: list[tuple[float, list[float]]] = []
        for number in range(TRIES + 1):
            pairs = self._neighbours(places, "last")
            share = CONFIRM * self.work if number == 0 else (MOST_WORK * self.work - self._done) / (TRIES + 1 - number)
            self._play(pairs, "last", share, self._groups, FEWEST_AT_LAST)
            tried.append((_off(pairs), places))
            if tried[-1][0] == 0.0 or self._done >= MOST_WORK * self.work:
                break
            places = self._put_right(places, pairs)
            if any(places == known for _, known in tried):
                break
        places = min(tried, key=lambda known: known[0])[1]
        self._play(self._neighbours(places, "last"), "last", self.work - self._done, self._groups)
        self._watch(Progress(1.0, self._played))
        return self._told(places)

    def _told(self, places: Sequence[float]) -> Ladder:
        """The ladder of six levels: the uppermost ones are equal where there are fewer places."""
        steps: list[LadderStep] = []
        for number, level in enumerate(level_names()):
            if number >= len(places):
                steps.append(LadderStep(level, steps[-1].agent))
                continue
            score = None
            if number:
                pair = self._pair(places[number], places[number - 1], "last")
                score = score_of(pair.scores, len(self._sides)) if pair.scores else None
            steps.append(LadderStep(level, self._line.spec(places[number]), score))
        return Ladder(tuple(steps), SETTLED, seed=self.seed)

    # --- where levels stand ----------------------------------------------------------------------------------------

    def _scale(self) -> StrengthScale:
        meetings = [
            Meeting(pair.above, pair.below, _mean(pair.scores), len(pair.scores) * len(self._sides))
            for pair in self._meetings.values()
            if pair.scores
        ]
        return StrengthScale(self._line.parts, meetings)

    def _placed(self) -> list[float]:
        """The places of the levels by all matches so far, the weakest level first."""
        scale, most = self._scale(), len(level_names())
        count = min(most, max(2, 1 + int(scale.whole / LEAST_STEP)))
        step = min(STEP, scale.whole / (count - 1))
        return [round(scale.place(step * number), 2) for number in reversed(range(count))]

    def _put_right(self, places: Sequence[float], pairs: Sequence[_Pair]) -> list[float]:
        """The places, from the strong end on, with the lower level of each pair that is wrong where it should be by all
        matches so far; dear matches at the strong end so stay good, and what is moved is taken up by the weak end.
        """
        scale = self._scale()
        wrong = {(pair.above, pair.below) for pair in pairs if _off([pair])}
        step = min(STEP, scale.whole / max(1, len(places) - 1))
        old = list(reversed(places))
        moved = old[:1]
        for above, below in pairwise(old):
            fits = (above, below) not in wrong and moved[-1] == above
            wanted = round(scale.place(scale.distance(moved[-1]) + step), 2)
            near = (above, below) not in wrong and abs(scale.distance(wanted) - scale.distance(below)) < SETTLED_ENOUGH
            moved.append(below if fits or (near and below > moved[-1]) else wanted)
            if scale.distance(moved[-1]) - scale.distance(moved[-2]) < TOO_NEAR and len(moved) > 2:
                moved.pop()
                break
        return moved[::-1]

    def _neighbours(self, places: Sequence[float], purpose: str) -> list[_Pair]:
        return [self._pair(above, below, purpose) for below, above in pairwise(places) if above < below]

    def _pair(self, above: float, below: float, purpose: str) -> _Pair:
        return self._meetings.setdefault((above, below, purpose), _Pair(above, below))

    # --- matches ---------------------------------------------------------------------------------------------------

    def _first_line(self) -> AgentLine:
        """The line of agents; its strong end has as much work as lets enough matches be played."""
        choice = engine_of(self.game)
        moves = costs_of(self.game.machine.twin(), self.seed).moves
        line = line_for(choice, choice.units(TOP), moves)
        middle = line.halvings / 2
        turns = matches = 0
        for number in range(FEWEST_GROUPS):
            turns += self._group(line, middle, middle + 2, "length", number)[2]
            matches += len(self._sides)
        seats = self.game.players
        a_match = turns / matches * (1.0 + (seats - 1) / 4) / seats
        most = min(TOP * MILLISECOND, self.work / MATCHES_OF_WORK / max(1.0, a_match))
        return line_for(choice, choice.units(most / MILLISECOND), moves)

    def _play(self, pairs: Sequence[_Pair], purpose: str, work: float, most: int, fewest: int = FEWEST_GROUPS) -> None:
        """Let pairs meet until the work is done or each has met so many times; what cheap ones leave others get."""
        ordered = sorted(pairs, key=lambda pair: -pair.below)
        left = work
        for number, pair in enumerate(ordered):
            share, spent = left / (len(ordered) - number), 0.0
            while len(pair.scores) < min(fewest, most) or (len(pair.scores) < most and spent < share):
                score, cost, _ = self._group(self._line, pair.above, pair.below, purpose, len(pair.scores))
                pair.scores.append(score)
                spent += cost
            left -= spent

    def _group(
        self, line: AgentLine, above: float, below: float, purpose: str, number: int
    ) -> tuple[float, float, int]:
        """Matches from one opening in which the stronger agent has each side once."""
        specs = line.spec(above), line.spec(below)
        key = f"{specs[0]} {specs[1]} {purpose} {number}"
        if key not in self.results:
            self.results[key] = self._matches(specs, (line.steps(above), line.steps(below)), key)
        found = self.results[key]
        self._done += found[1]
        self._played += len(self._sides)
        self._watch(Progress(min(0.99, self._done / self.work), self._played))
        return found

    def _matches(self, specs: tuple[str, str], steps: tuple[float, float], key: str) -> tuple[float, float, int]:
        unit = derived_seed(self.seed, key)
        start = opening(self.game, 1 + Random(unit).randrange(4), unit)
        upper, lower = map(agent, specs)
        total, work, turns = 0.0, 0.0, 0
        for side in self._sides:
            agents = [upper if seat in side else lower for seat in range(1, self.game.players + 1)]
            end = start
            for turn in course(start, agents, derived_seed(unit, "match", side[0]), LIMIT):
                work += TURN + steps[0 if turn.seat in side else 1]
                turns += 1
                end = turn.after
            utility = 0.0 if end.outcome is None else end.outcome.utilities[side[0] - 1]
            total += (utility + 1.0) / 2.0
        return total / len(self._sides), work, turns


def sides_of(game: RulesGame) -> list[tuple[int, ...]]:
    """The seats that play together: each for itself, or those of a team."""
    teams = game.teams or tuple(range(1, game.players + 1))
    return [tuple(seat for seat, team in enumerate(teams, 1) if team == one) for one in sorted(set(teams))]


def _off(pairs: Sequence[_Pair]) -> float:
    """How far the scores of neighbours are outside of what they should be, all together."""
    total = 0.0
    for pair in pairs:
        mean = _mean(pair.scores)
        total += max(0.0, NEAR - mean) + max(0.0, mean - FAR)
    return total


def _mean(scores: Sequence[float]) -> float:
    total = 0.0
    for score in scores:
        total += score
    return total / max(1, len(scores))
