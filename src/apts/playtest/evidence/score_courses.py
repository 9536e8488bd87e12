"""How points come together along a match: the scores before each turn and at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from apts.archive import MatchRecord
from apts.engine.play.game import State
from apts.playtest.evidence.evidence import Evidence, Numbers


@dataclass(frozen=True, eq=False)
class ScoreCourse:
    """The scores of a match: a row before each of its moves and one at its end, a column a seat.

    ``counted`` has the rows that stand before a turn, without those before a pass that nobody chose, and the end.
    ``lines`` has for each move that changed a score the line of the rule that offers it, in games from a text, and
    ``bonus`` what each seat had at the end beside the scores of the last position.
    """

    scores: Numbers
    counted: tuple[int, ...]
    lines: tuple[int | None, ...]
    bonus: Numbers

    def after_share(self, share: float, players: int) -> Numbers:
        """The scores after a share of the turns, rounded down to whole rounds, so that nobody has had a turn more."""
        turns = int(share * (len(self.counted) - 1) + 1e-9)
        return np.asarray(self.scores[self.counted[turns - turns % players]])


def score_course(match: MatchRecord, states: Sequence[State]) -> ScoreCourse | None:
    """The course of a match with all its positions; None where the game counts no points.

    Before the first move rules may not know any score yet; it is 0 for everybody then.
    """
    if not states or states[-1].scores is None:
        return None
    players = len(match.seats)
    rows = [state.scores for state in states]
    scores = np.array([(0.0,) * players if row is None else row for row in rows], dtype=np.float64)
    outcome, bonus = match.outcome, np.zeros(players)
    if match.status == "finished" and outcome is not None and outcome.points is not None:
        bonus = np.array(outcome.points, dtype=np.float64) - scores[-1]
    changed = (np.diff(scores, axis=0) != 0.0).any(axis=1)
    moves = zip(states, match.turns, changed, strict=False)
    lines = tuple(_line(state, turn.move) if one else None for state, turn, one in moves)
    counted = [place for place, turn in enumerate(match.turns) if not turn.forced_pass]
    return ScoreCourse(scores, (*counted, len(match.turns)), lines, bonus)


def _line(state: State, move: str) -> int | None:
    """The line of the rule that offers a move; None for games that are no text."""
    rules = state.game.from_rules
    if rules is None:
        return None
    number = state.find_move(move).action[0]
    return next((one.position.line for one in rules.compiled.decisions if one.number == number), None)


def fewest_win(evidence: Evidence) -> bool:
    """Whether points go with losing, as in games in which the fewest win."""
    ended = [
        (match.outcome.points, utilities)
        for match, utilities in zip(evidence.matches, evidence.utilities, strict=True)
        if match.outcome is not None and match.outcome.points is not None
    ]
    if not ended:
        return False
    points, utilities = (np.array(column, dtype=np.float64) for column in zip(*ended, strict=True))
    spread = points - points.mean(axis=1, keepdims=True)
    return bool((spread * (utilities - utilities.mean(axis=1, keepdims=True))).sum() < 0.0)
