"""Goals that no game can keep together, by what their figures are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.goals.goal import Goal
from apts.playtest.metrics import declarations, declared
from apts.playtest.metrics.parts import EFFECT, SCORE
from apts.playtest.metrics.seat_parts import DRAWS, SEAT_PART

_FIGURE = ("metric", "part", "each", "level")
"""What two goals about the same figure have in common."""


def check_seats(game: Game, goals: Sequence[Goal]) -> None:
    """Refuse goals about seats that no match of a game can keep.

    These are goals about seats beside each other where there is one seat alone, and scores of seats that are all above
    or all below what there is to share, where the rules share out the places.
    """
    wrong = next((goal for goal in goals if game.players == 1 and _is_between_seats(goal)), None)
    if wrong is not None:
        raise AptsError(
            f"the goal '{wrong}' is about seats beside each other, and {game.name} is a game for one; how often it is "
            "solved is 'completion', as in 'completion at least 0.2'"
        )

    if game.scores_add_up:
        _check_scores(game, goals)


def _check_scores(game: Game, goals: Sequence[Goal]) -> None:
    """Refuse limits of scores that leave no room for their sum, which is half the seats."""
    limits = sorted((goal for goal in goals if _is_limit(goal)), key=lambda goal: goal.level or "")
    for _, alike in groupby(limits, key=lambda goal: goal.level):
        parts = [(goal, seats) for goal in alike if (seats := _scoring_seats(goal, game.players))]
        for end, sign in (("at least", 1.0), ("at most", -1.0)):
            ends = [max((sign * _end(goal, sign) for goal, seats in parts if seat in seats), default=-math.inf)
                    for seat in range(1, game.players + 1)]  # fmt: skip
            free = 0.0 if sign > 0 else -1.0
            described = sum(max(one, free) for one in ends)
            if described > sign * game.players / 2 + 1e-9:
                named = " and ".join(repr(str(goal)) for goal, _ in parts if math.isfinite(_end(goal, sign)))
                raise AptsError(
                    f"no match of {game.name} can keep {named}: the scores of its {game.players} seats add up to "
                    f"{game.players / 2:g} by the rules, and this asks for {end} {abs(described):g}"
                )


def _scoring_seats(goal: Goal, players: int) -> range:
    """The seats whose scores a goal is about."""
    if goal.each:
        return range(1, players + 1) if _is_of_seats(goal) else range(0)
    figure = _seat_figure(goal)
    if figure is None or figure[1] != "score":
        return range(0)
    return range(int(figure[0]), int(figure[0]) + 1)


def _end(goal: Goal, sign: float) -> float:
    low, high = _range(goal)
    return low if sign > 0 else high


def _is_between_seats(goal: Goal) -> bool:
    """Whether a goal is about seats beside each other; how often one seat wins is not."""
    return bool(declared(goal.metric).alone) or (_is_of_seats(goal) and goal.each)


def _is_of_seats(goal: Goal) -> bool:
    return declared(goal.metric).parts.of_seats


def _restates_a_seat(goal: Goal) -> bool:
    """Whether the metric of a goal is the score of seat 1 in other numbers, as its advantage is."""
    return declared(declared(goal.metric).restates).parts.of_seats


def check_together(goals: Sequence[Goal]) -> None:
    """Refuse limits that no game can keep all of, and a figure that is wished higher and lower.

    These are two limits of one figure, also where one is about every part and the other about one of them, and shares of
    matches that cannot be together: the wins of all seats and the draws, for instance, are at most all matches. The
    scores of seats have no such sum for all games, because rules may let all seats win; :func:`check_seats` knows the rules.
    """
    for first, second in combinations(goals, 2):
        if _of_one_figure(first, second) and _are_apart(first, second):
            raise AptsError(f"no game can keep both goals, {str(first)!r} and {str(second)!r}; leave one of them out")
    by_level = sorted((goal for goal in goals if _is_limit(goal)), key=lambda goal: goal.level or "")
    for _, alike in groupby(by_level, key=lambda goal: goal.level):
        for apart in _together_at_most_all(list(alike)):
            named = ", ".join(repr(str(goal)) for goal in apart[:-1])
            raise AptsError(
                f"no game can keep the goals {named} and {str(apart[-1])!r}: together these are at most all matches; "
                "leave one of them out"
            )


def _of_one_figure(first: Goal, second: Goal) -> bool:
    if all(getattr(first, name) == getattr(second, name) for name in _FIGURE):
        return True
    if first.level != second.level:
        return False
    if first.each != second.each and first.metric == second.metric:
        return _is_one_of(*((first, second) if second.each else (second, first)))
    figure = _seat_figure(first)
    return figure is not None and figure == _seat_figure(second)


def _is_one_of(named: Goal, every: Goal) -> bool:
    """Whether the figure of a goal is among those of a goal about every part."""
    if _is_of_seats(named):
        figure = _seat_figure(named)
        return figure is not None and figure[1] == "score"
    if declared(named.metric).parts.scored:  # scores of openings that are seldom played do not count among every one
        return every.part == "share" and not named.part.endswith(SCORE)
    return bool(named.part) and not named.part.endswith(EFFECT)


def _seat_figure(goal: Goal) -> tuple[str, str] | None:
    """The seat and the word of a goal about one seat; the metric itself and the advantage are of the score of seat 1."""
    restates = _restates_a_seat(goal)
    if goal.each or not (restates or _is_of_seats(goal)):
        return None
    part = goal.part.lower()
    if restates or not part:
        return ("1", "score")
    if part == DRAWS:
        return ("", DRAWS)
    found = SEAT_PART.fullmatch(part)
    if found is None:
        return None
    return ("", DRAWS) if found[2] == DRAWS else (found[1], found[2] or "score")


def _is_limit(goal: Goal) -> bool:
    return goal.weight is None and goal.is_range and not goal.used


def _are_apart(first: Goal, second: Goal) -> bool:
    if first.trend is not None and second.trend is not None:
        return first.trend != second.trend
    limits = _is_limit(first) and _is_limit(second)
    (low, high), (other_low, other_high) = _range(first), _range(second)
    return limits and max(low, other_low) > min(high, other_high)


def _range(goal: Goal) -> tuple[float, float]:
    """The range of a goal; an advantage is a score less a half."""
    of_match = declared(goal.metric).of_match
    more = -of_match.offset if of_match is not None else 0.0
    return goal.low + more, goal.high + more


def _together_at_most_all(goals: Sequence[Goal]) -> Iterator[list[Goal]]:
    """Goals about parts of matches that exclude each other and whose lower limits are more than all matches."""
    seats = {figure[0] for goal in goals if (figure := _seat_figure(goal)) is not None and figure[0]}
    wins = [(seat, "wins") for seat in sorted(seats)]
    apart = [[one.excludes, one.name] for one in declarations() if one.excludes]
    families: list[Iterable[object]] = [[*wins, ("", DRAWS)], *apart]
    families += [[(seat, "wins"), (seat, "losses"), ("", DRAWS)] for seat in sorted(seats)]
    for family in families:
        parts = [_highest(goals, figure) for figure in family]
        found = [goal for goal in parts if goal is not None]
        if len(found) > 1 and sum(goal.low for goal in found) > 1.0 + 1e-9:
            yield found


def _highest(goals: Sequence[Goal], figure: object) -> Goal | None:
    """The goal with the highest lower limit of a figure."""
    found = [goal for goal in goals if math.isfinite(goal.low) and not goal.each]
    mine = [goal for goal in found if (figure == goal.metric and not goal.part) or figure == _seat_figure(goal)]
    return max(mine, key=lambda goal: goal.low, default=None)
