"""Choices between a thing and something else, and what choosing it does to the score.

A thing is a kind of move, a piece or a site. What only a seat that is winning comes to use goes together with its score
without being a cause of it: the site before the finish, the piece that is left when all others are gone. So only turns
count at which a seat could use the thing *and* could do something else, up to its first use: seats that chose it are
held against seats that stood before the same choice and chose something else.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from apts.archive import MatchRecord
from apts.engine.compiler.coverage import inside_unused
from apts.engine.play.game import Move, State
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import Outcome
from apts.engine.play.playouts.random_streams import signed_word
from apts.engine.rules_game import RulesGame
from apts.language.tree import Clause
from apts.playtest.evidence.evidence import Evidence, Numbers, without_last_passes
from apts.playtest.evidence.score_courses import ScoreCourse, score_course
from apts.playtest.matches.match import replay
from apts.statistics import Comparison, Estimate, wilson
from apts.statistics.estimate import normal_p_value, student_quantile
from apts.statistics.ranks import rising_curve

LEAST = 10
"""Effects are computed where a thing was chosen in at least so many matches, and passed over in as many."""

COLUMNS = ("kinds", "pieces", "targets")

MOSTLY_LATE = 0.5
"""A thing that is chosen at the end of matches more often than this is how they end, not why."""


@dataclass(frozen=True, slots=True)
class ThingChoice:
    """A turn at which a seat could use a thing or do something else.

    ``share`` is the share of its legal moves that use the thing, ``late`` whether the turn is one of the last of its match,
    ``expected`` the seat's expected score before the turn as a search saw it, where one did.
    """

    row: int
    seat: int
    chosen: bool
    share: float
    late: bool
    expected: float | None


class Choices:
    """The choices of some matches of a run, by column of the notes and thing."""

    def __init__(self) -> None:
        self._found: dict[str, dict[Hashable, list[ThingChoice]]] = {name: defaultdict(list) for name in COLUMNS}

    def of(self, column: str) -> Mapping[Hashable, Sequence[ThingChoice]]:
        """The choices about everything in a column."""
        return self._found[column]

    def add(self, row: int, match: MatchRecord, states: Sequence[State]) -> None:
        """Look through a match; ``states`` are the positions before its turns, ``row`` its place among all matches."""
        last = len(match.turns) - late_turns(len(match.turns), len(match.seats))
        used: set[tuple[str, int, Hashable]] = set()
        for number, (state, turn) in enumerate(zip(states, match.turns, strict=False)):
            options = _options(state) if turn.legal_moves > 1 else {}
            expected = None if turn.values is None else (turn.values[turn.mover - 1] + 1.0) / 2.0
            for column in COLUMNS:
                notes = match.facts.get(column, ())
                done = notes[number] if number < len(notes) else None
                listed = options.get(column, ())
                for thing, count in Counter(listed).items():
                    if thing is None or count == len(listed) or (column, turn.mover, thing) in used:
                        continue
                    share = count / len(listed)
                    choice = ThingChoice(row, turn.mover - 1, thing == done, share, number >= last, expected)
                    self._found[column][thing].append(choice)
                used.add((column, turn.mover, done))


def late_turns(turns: int, players: int) -> int:
    """How many turns at the end of a match show how it ends: a quarter of it, at least a round and the turn before."""
    return max(math.ceil(turns / 4), players + 1)


def _options(state: State) -> dict[str, list[Hashable]]:
    """What each legal move uses, by column."""
    moves = state.moves()
    return {
        "kinds": [move.kind for move in moves],
        "pieces": list(_pieces(state)),
        "targets": [move.target for move in moves],
    }


def _pieces(state: State) -> list[str | None]:
    """The piece of each legal move. Moves of one clause of the rules that put a piece somewhere put the same one."""
    known: dict[object, str | None] = {}
    found = []
    for move in state.moves():
        clause = move.action[0] if isinstance(move.action, tuple) else move.action
        key = (clause, move.origin if move.origin != move.target else None)
        if key not in known:
            known[key] = state.piece_moved(move)
        found.append(known[key])
    return found


def choice_effect(evidence: Evidence, choices: Sequence[ThingChoice], strata: NDArray[np.int64]) -> Comparison | None:
    """The score of a seat that chooses a thing less that of one that could have and chooses something else.

    ``strata`` has a row a match and a column a seat: who sits there. How likely a seat is to choose the thing follows from
    the share of its moves that use it, tilted by how much agents like it (one number a stratum); the score counts
    from what a search expected before the turn, where it is known, else from the mean of the scores at such choices.
    The effect is the sum of the products of what is left of both over the variance of the choice: the score test
    of a log-rank comparison (D. R. Cox, "Regression models and life-tables", 1972), for which seats that come to a choice
    and seats that do not need not be alike. Errors are by group of matches (Liang and Zeger, Biometrika 73, 1986).

    The p-value is that of "no effect", under which the part of a group is as likely to be above 0 as below: their sum over
    the root of the sum of their squares is then nearly normal, with few groups too (B. Efron, "Student's t-test under
    symmetry conditions", JASA 64, 1969), which the slope over its error is not.

    None where too few matches tell, and for things that are mostly chosen at the end of matches.
    """
    rows = np.array([choice.row for choice in choices], dtype=np.int64)
    chosen = np.array([choice.chosen for choice in choices], dtype=np.float64)
    matches = len(set(rows[chosen > 0]))
    late = np.array([choice.late for choice in choices if choice.chosen])
    if min(matches, len(set(rows[chosen == 0]))) < LEAST or late.mean() > MOSTLY_LATE:
        return None
    seats = np.array([choice.seat for choice in choices], dtype=np.int64)
    left = chosen - _likely(choices, chosen, strata[rows, seats])
    gained, weight = _gained(evidence, choices, left, chosen, strata[rows, seats])
    if weight <= 1e-9:
        return None
    slope = float((left * gained).sum()) / weight
    groups = evidence.group_numbers[rows]
    together = np.bincount(groups, left * gained)
    parts = np.bincount(groups, left * (gained - slope * left))
    count = len(set(groups))
    error = float(np.sqrt((parts**2).sum() * count / max(count - 1, 1))) / weight
    size = float(np.sqrt((together**2).sum()))
    p_value = normal_p_value(float(together.sum()) / size) if size > 0.0 else 1.0
    return Comparison(gain_interval(slope, error, matches), p_value, slope)


def _likely(choices: Sequence[ThingChoice], chosen: Numbers, strata: NDArray[np.int64]) -> Numbers:
    """How likely each choice was: the share of the moves, its odds times a number that makes the total right."""
    share = np.array([choice.share for choice in choices], dtype=np.float64)
    likely = chosen.copy()  # where all choices are the same there is nothing to learn
    for stratum in set(strata):
        inside = strata == stratum
        total = chosen[inside].sum()
        if 0 < total < inside.sum():
            low, high = -20.0, 20.0
            for _ in range(50):
                middle = (low + high) / 2.0
                odds = math.exp(middle) * share[inside]
                tilted = odds / (1.0 - share[inside] + odds)
                low, high = (middle, high) if tilted.sum() < total else (low, middle)
            likely[inside] = tilted
    return likely


def _gained(
    evidence: Evidence, choices: Sequence[ThingChoice], left: Numbers, chosen: Numbers, strata: NDArray[np.int64]
) -> tuple[Numbers, float]:
    """The scores less what was to be expected at each choice, and the variance of all choices together."""
    gained = np.array([evidence.scores[choice.row, choice.seat] for choice in choices])
    expected = np.array([math.nan if choice.expected is None else choice.expected for choice in choices])
    likely = chosen - left
    weights = likely * (1.0 - likely)
    for stratum in set(strata):
        inside = strata == stratum
        if not np.isnan(expected[inside]).any():
            gained[inside] -= expected[inside]
        total = float(weights[inside].sum())
        if total > 0.0:
            gained[inside] -= float((weights[inside] * gained[inside]).sum()) / total
    return gained, float(weights.sum())


def gain_interval(gain: float, error: float, matches: int) -> Estimate:
    """A difference of two scores, which lies between -1 and 1, with an interval that does too.

    Where all matches say the same there is no error to go by; the gain is then taken for a share (0 for -1, 1 for 1),
    and Wilson's interval for that share in so many matches is taken.
    """
    if error > 1e-9:
        half = student_quantile(0.95, matches - 1) * error
        found = Estimate(gain, gain - half, gain + half, matches).clipped(-1.0, 1.0)
        return replace(found, value=min(1.0, max(-1.0, gain)))
    share = min(1.0, max(0.0, (gain + 1.0) / 2.0))
    found = wilson(share * matches, matches)
    return Estimate(2.0 * share - 1.0, 2.0 * found.low - 1.0, 2.0 * found.high - 1.0, matches)


# ----------------------------------------------------------------------------------------------------------------
# What values of a search mean in results: a map from value to expected score, learnt from the other matches of
# the run.
#
# A search's value is no chance: the same position is worth .3 to a hundred playouts and 1.0 to many thousands.
# For each third of the match the map is the isotonic regression of the results on the values. The matches are in
# two halves, by their groups, and the map for a match is learnt from the other half, so that no match tells of
# itself.

Whole = NDArray[np.int64]

THIRDS = 3
"""Parts of a match that have maps of their own."""

FEWEST_MATCHES = 20
"""With fewer matches that have values nothing is calibrated: half of them would be too few to learn from."""

POINTS = 41
"""Values from -1 to 1 between which the map is straight."""

TRUST = 0.1
"""Matches that a value counts at each point when it is taken for what it says: 4 over all points."""

TOO_FEW = f"fewer than {FEWEST_MATCHES} matches have values: too few to tell what a value means in results"


@dataclass(frozen=True, eq=False)
class Calibration:
    """The maps of both halves of a run, and the half of each match."""

    halves: tuple[int, ...]
    curves: Numbers
    """Half, third of the match, point: the expected score."""

    def scores(self, row: int, values: Numbers, turns: Sequence[int] | Whole, count: int) -> Numbers:
        """Expected scores from 0 to 1 for values of a match at so many of its ``count`` turns; a row a turn or a number."""
        found = np.empty(values.shape)
        thirds = _thirds(np.asarray(turns, dtype=np.int64), count)
        for third in range(THIRDS):
            here = thirds == third
            found[here] = np.interp(values[here], _GRID, self.curves[1 - self.halves[row], third])
        return found

    def of_match(self, evidence: Evidence, row: int) -> Numbers:
        """The expected scores of all seats at the turns of a match that have values."""
        values = evidence.values[row]
        return self.scores(row, values, np.arange(len(values)), len(values))


_GRID = np.linspace(-1.0, 1.0, POINTS)


def _thirds(turns: Whole, count: int) -> Whole:
    return np.minimum(THIRDS - 1, turns * THIRDS // max(1, count))


@lru_cache(maxsize=4)
def calibration(evidence: Evidence) -> Calibration | None:
    """The calibration of a run; None where too few of its matches have values, or all of them are of one group."""
    return _calibrated(evidence, evidence.scores)


@lru_cache(maxsize=4)
def calibrated_chances(evidence: Evidence) -> Calibration | None:
    """The same with the chance to win instead of the expected score: who cannot win may have places to play for."""
    ended = [match.outcome if match.status == "finished" else None for match in evidence.matches]
    shares = [np.zeros(evidence.players) if one is None else first_shares(one) for one in ended]
    return _calibrated(evidence, np.array(shares).reshape(-1, evidence.players))


def first_shares(outcome: Outcome) -> Numbers:
    """1 for who is first alone or with its team, parts of it for those who share the first place, else 0."""
    firsts = outcome.firsts
    alone = len(firsts) == 1 or outcome.winning_team is not None or outcome.all_won
    share = 0.0 if not firsts else 1.0 if alone else 1.0 / len(firsts)
    return np.array([share * (seat in firsts) for seat in range(1, len(outcome.ranks) + 1)])


def _calibrated(evidence: Evidence, results: Numbers) -> Calibration | None:
    rows = [row for row, values in enumerate(evidence.values) if len(values)]
    groups = {int(group): place for place, group in enumerate(dict.fromkeys(evidence.group_numbers[rows]))}
    if len(rows) < FEWEST_MATCHES or len(groups) < 2:
        return None
    halves = tuple(groups.get(int(group), 0) % 2 for group in evidence.group_numbers)
    curves = np.array(
        [
            [_curve(evidence, [row for row in rows if halves[row] == half], third, results) for third in range(THIRDS)]
            for half in (0, 1)
        ]
    )
    return Calibration(halves, curves)


def _curve(evidence: Evidence, rows: Sequence[int], third: int, found: Numbers) -> Numbers:
    """The mean result at each point, and where there are few matches the value taken for what it says; made to rise."""
    weights, sums = np.full(POINTS, TRUST), TRUST * (_GRID + 1.0) / 2.0
    sizes = np.bincount(evidence.group_numbers)
    for row in rows:
        values = evidence.values[row]
        values = values[_thirds(np.arange(len(values)), len(values)) == third]
        if not len(values):
            continue
        weight = 1.0 / len(values) / sizes[evidence.group_numbers[row]]
        points = np.rint((values + 1.0) / 2.0 * (POINTS - 1)).astype(np.int64)
        results = np.broadcast_to(found[row], values.shape)
        np.add.at(weights, points, weight)
        np.add.at(sums, points, weight * results)
    return np.array(rising_curve((sums / weights).tolist(), weights.tolist()))


# ----------------------------------------------------------------------------------------------------------------
# What is only known when matches are played again: how often rules are tried, and what was not noted at first.

# ----------------------------------------------------------------------------------------------------------------
# How often each rule of a text is tried and takes effect, by playing matches again.


@dataclass(frozen=True)
class RuleUse:
    """A rule of the text: its name, kind and line; how often tried and taken effect, and in how many matches.

    ``tried`` counts every time the rule was looked at, ``effects`` those of them in which it took effect. A rule that
    was never tried is ``inside_unused`` where it stands inside rules that never took effect: it has no fault of its own.
    """

    name: str
    kind: str
    line: int
    column: int
    tried: int
    effects: int
    matches: int
    inside_unused: bool = False


class RuleCounter:
    """Plays matches again on a kernel that counts."""

    def __init__(self, game: RulesGame):
        self.game = game
        self._machine = Machine(game.counting_kernel())
        rules = len(self._machine.compiled.coverage)
        self._counts = np.zeros((rules, 2), dtype=np.int64)
        self._matches = np.zeros(rules, dtype=np.int64)

    def add(self, match: MatchRecord, states: Sequence[State]) -> None:
        """Count a match. ``states`` are its positions; moves come from there, the decisions of both kernels are equal."""
        position = self._machine.start(signed_word(match.start_seed) if self.game.has_chance else 0)
        for state, turn in zip(states, match.turns, strict=False):
            move: Move = state.find_move(turn.move)
            self._machine.moves(position)
            self._machine.play(position, move.action)
        counts = np.array(self._machine.rule_counts(), dtype=np.int64).reshape(-1, 2)
        self._matches += counts[:, 1] > self._counts[:, 1]
        self._counts = counts

    def uses(self) -> tuple[RuleUse, ...]:
        """The rules in the order in which the compiler met them."""
        rules = self._machine.compiled.coverage
        unused = {
            (rule.name, rule.position) for rule, effects in zip(rules, self._counts[:, 1], strict=True) if not effects
        }
        shut = inside_unused(self.game.typed_rules, unused)
        return tuple(
            RuleUse(
                rule.name,
                rule.kind,
                rule.position.line,
                rule.position.column,
                int(tried),
                int(effects),
                int(matches),
                not tried and (rule.name, rule.position) in shut,
            )
            for rule, (tried, effects), matches in zip(rules, self._counts, self._matches, strict=True)
        )


# ----------------------------------------------------------------------------------------------------------------
# A second look at some matches of a run: they are played again, and what was not noted at first is noted.

MOST = 200
"""Matches that are played again, evenly spread over the run; more would hardly change what they show."""


@dataclass(frozen=True)
class SecondLook:
    """What was seen in ``replayed`` matches: the use of each rule of a text, the choices of the seats, and by the place
    of a match among all its scores, where the game counts points."""

    replayed: int
    rules: tuple[RuleUse, ...]
    choices: Choices
    scores: Mapping[int, ScoreCourse]


@lru_cache(maxsize=4)
def second_look(evidence: Evidence) -> SecondLook | None:
    """Play matches of a run again; None where the game is not at hand."""
    game = evidence.game
    if game is None:
        return None
    counter = RuleCounter(game.from_rules) if game.from_rules is not None else None
    choices = Choices()
    scores: dict[int, ScoreCourse] = {}
    chosen = range(0, evidence.n, max(1, evidence.n // MOST))[:MOST]
    for row in chosen:
        states = tuple(replay(game, evidence.whole[row]))
        if counter is not None:
            counter.add(evidence.whole[row], states)
        choices.add(row, without_last_passes(evidence.whole[row]), states)
        course = score_course(evidence.whole[row], states)
        if course is not None:
            scores[row] = course
    return SecondLook(len(chosen), counter.uses() if counter is not None else (), choices, scores)


def typed_rules(evidence: Evidence) -> Clause | None:
    """The rules of the game as clauses; None where it has no text of rules or is not at hand."""
    known = None if evidence.game is None else evidence.game.from_rules
    return None if known is None else known.typed_rules
