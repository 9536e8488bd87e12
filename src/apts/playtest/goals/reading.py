"""Goals from texts such as ``length between 20 and 40``, ``no opening above 0.60``, ``rule 12 used``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from apts.agents.agent_registry import agent
from apts.agents.levels import level_names
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.goals.goal import SEEN, Goal, NotARange, Wanted, read_wanted
from apts.playtest.metrics import declarations, declared, metric_names, things
from apts.playtest.metrics.metric_registry import Declaration
from apts.playtest.metrics.parts import AGAINST, DRAWS, EFFECT, SCORE, SEAT_PART, SHARE
from apts.similar_names import did_you_mean

FORMS = (
    "'length between 20 and 40', 'nine of ten matches at most 40 turns', 'median length between 20 and 40', "
    "'balance at least 0.9', 'drawishness below 20 %', 'seat-score[2] above 0.45', "
    "'no opening above 0.60', 'no style above 60 %', 'every piece in 30 % of matches', 'rule 12 used', "
    "'club beats casual between 65 % and 80 %' or 'balance higher'"
)
"""What goals look like, for those whose goal cannot be read."""

_LEVEL = re.compile(r"^(.*\S)\s+at\s+(?!least\b|most\b)([^\s\"']+)$", re.IGNORECASE)
_EVERY = re.compile(r"^(no|every|each|all)\s+([a-z]+)\s+(.*)$", re.IGNORECASE)
_NAMED = re.compile(r"^(\w+)\s+(?:\"([^\"]+)\"|'([^']+)'|(line\s+\d+|\S+))\s+(.*)$", re.IGNORECASE)
_BEATS = re.compile(r"^(\S+)\s+beats\s+(\S+)\s+(.*)$", re.IGNORECASE)
_COUNTED = re.compile(r"^(score|wins|draws|losses)\s+(.*)$", re.IGNORECASE)
_MIDDLE = re.compile(r"^(?:the\s+)?median\s+(?:of\s+)?([\w-]+)\s+(.*)$", re.IGNORECASE)
_MOST = re.compile(
    r"^(?:(half)\s+(?:of\s+)?(?:all\s+|the\s+)?|(\w+)\s+(?:of|in|out of)\s+(?:ten|10)\s+|(\d+)\s*(?:%|percent)\s+(?:of\s+)?"
    r"(?:all\s+|the\s+)?)(?:matches|games)\s+(?:take\s+|last\s+|have\s+|need\s+)?(.*)$",
    re.IGNORECASE,
)
_METRIC = re.compile(r"^([\w-]+)\s*(?:\[([^\[\]]*(?:\[[^\]]*\][^\[\]]*)*)\])?\s*(:?)\s*(.*)$")


def read_goal(text: str, *, weight: float | None = None, level: str | None = None) -> Goal:
    """The goal that a text says.

    >>> from apts import read_goal
    >>> str(read_goal("length:20-40")), read_goal("drawishness below 20 %").high
    ('length between 20 and 40', 0.2)
    """
    if not isinstance(text, str) or not text.strip():
        raise AptsError(f"a goal is a text such as {FORMS}; read {text!r}")
    words, own_level = _without_level(" ".join(text.split()))
    if level is not None and own_level is not None:
        raise AptsError(f"the goal {text!r} says its level twice: {own_level} and {level}")
    try:
        found = _goal(words, text)
    except NotARange as problem:
        raise AptsError(f"the goal {text!r} cannot be read: {problem}") from None
    chosen = own_level or (_level(level) if level is not None else None)
    return replace(found, weight=1.0 if found.trend and weight is None else weight, level=chosen)


def _without_level(said: str) -> tuple[str, str | None]:
    found = _LEVEL.match(said)
    return (said, None) if found is None else (found[1], _level(found[2]))


def _level(word: str) -> str:
    """The agent of a level's name or of a spelling."""
    if word.lower() in level_names():
        return f"level:{word.lower()}"
    try:
        return agent(word).spec
    except AptsError as problem:
        hint = did_you_mean(word, level_names()) or f"; levels are: {', '.join(level_names())}"
        raise problem if ":" in word else AptsError(f"there is no level or agent {word!r}{hint}") from None


def _goal(said: str, text: str) -> Goal:
    if (every := _EVERY.match(said)) is not None:
        return _every(every[1].lower(), every[2].lower(), every[3], text)
    if (beats := _BEATS.match(said)) is not None:
        return _made("skill-table", f"{_level(beats[1])}{AGAINST}{_level(beats[2])}", read_wanted(beats[3]))
    named = _NAMED.match(said)
    if named is not None and (metric := things().get(named[1].lower())) is not None:
        part = named[2] or named[3] or named[4]
        if declared(metric).parts.of_seats and (counted := _COUNTED.match(named[5])) is not None:
            return _made(metric, f"{part} {counted[1].lower()}", read_wanted(counted[2]))
        if declared(metric).parts.scored and " of " not in named[5]:
            part = f"{part} score"
        return _made(metric, part, read_wanted(named[5]))
    if (most := _of_most(said)) is not None:
        return most
    found = _METRIC.match(said)
    if found is None:
        raise NotARange(f"goals are such as {FORMS}")
    name, part, colon, rest = found[1].lower(), (found[2] or "").strip(), found[3], found[4]
    if name not in metric_names():
        if rest:
            read_wanted(rest)  # words that say nothing of a figure name no metric either
        known = [*metric_names(), *things()]
        hint = did_you_mean(name, known, 3, 0.4) or f"; there are: {', '.join(metric_names())}"
        raise AptsError(f"the goal {text!r} names a metric that does not exist{hint}")
    if found[2] is not None and not part:
        raise NotARange(f"the brackets of {name}[] are empty")
    if not rest:
        raise NotARange(f"nothing is said of where {name} is wanted, as in {name}{':higher' if colon else ' higher'}")
    return _made(name, part, read_wanted(rest))


TENTHS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def _of_most(said: str) -> Goal | None:
    """A goal such as ``nine of ten matches at most 40 turns``, which is one about a median or a decile; else None."""
    timed = {one.name: one for one in declarations() if one.parts.quantiles}
    middle = _MIDDLE.match(said)
    if middle is not None and middle[1].lower() in timed:
        return _made(middle[1].lower(), "median", read_wanted(middle[2]))
    found = _MOST.match(said)
    if found is None:
        return None
    tenths = _tenths(found)
    wanted = read_wanted(found[4])
    ends = [end for end in (wanted.low, wanted.high) if math.isfinite(end)]
    if len(ends) != 1 or wanted.used or wanted.trend or wanted.of_matches:
        raise NotARange(
            "of most matches one limit can be wanted, such as 'nine of ten matches at most 40 turns'; for a range give two "
            "goals, with 'nine of ten matches at least 10 turns'"
        )
    counted = tenths if math.isfinite(wanted.high) else 10 - tenths
    return _made(_counting(wanted, timed.values()), "median" if counted == 5 else f"decile {counted}", wanted)


def _counting(wanted: Wanted, timed: Iterable[Declaration]) -> str:
    """The first metric with deciles that is counted in the unit of a goal; where it has none, the first of all."""
    several = list(timed)
    return next((one.name for one in several if one.scale.unit == wanted.common_unit), several[0].name)


def _tenths(found: re.Match[str]) -> int:
    """How many tenths of all matches a goal is about, from one to nine."""
    if found[1]:
        return 5
    word = (found[2] or found[3]).lower()
    share = TENTHS.index(word) + 1 if word in TENTHS else int(word) if word.isdecimal() else 0
    tenths = share / 10 if found[3] else float(share)
    if tenths not in range(1, 10):
        raise NotARange(
            f"{word!r} is not a number of tenths; 'nine of ten matches' or '90 % of matches' can be asked for, from one "
            "tenth to nine (no number of matches shows something of all)"
        )
    return int(tenths)


def _every(word: str, thing: str, rest: str, text: str) -> Goal:
    """A goal about each of the things that a game has several of; ``no`` turns its limit round."""
    known = things()
    single = thing if thing in known else thing.removesuffix("s")
    if single not in known:
        hint = did_you_mean(single, known) or f"; there are: {', '.join(known)}"
        raise AptsError(f"the goal {text!r} is about every {thing!r}, which is not a word for parts of a game{hint}")
    metric = known[single]
    parts = declared(metric).parts
    counted = _COUNTED.match(rest) if parts.of_seats else None
    wanted = read_wanted(counted[2] if counted is not None and counted[1].lower() == "score" else rest)
    if word == "no":
        if wanted.used or wanted.trend or (math.isfinite(wanted.low) and math.isfinite(wanted.high)):
            raise NotARange(f"after 'no {single}' a limit is expected, such as 'above 0.60' or 'below 10 %'")
        wanted = replace(wanted, low=_or_none(wanted.high, -math.inf), high=_or_none(wanted.low, math.inf))
    if wanted.trend:
        raise NotARange(f"every {single} cannot be {wanted.trend}; give a limit, such as 'at least 30 %'")
    part = "" if not parts.scored else "share" if wanted.of_matches else "score"
    return replace(_made(metric, part, wanted), each=True)


def _or_none(end: float, none: float) -> float:
    return end if math.isfinite(end) else none


def _made(metric: str, part: str, wanted: Wanted) -> Goal:
    """The goal, with numbers that its scale can have."""
    goal = Goal(metric, part, trend=wanted.trend, used=wanted.used)
    if wanted.used:
        if goal.scale != SHARE:
            raise NotARange(f"{goal.subject} is a number, and cannot be used; give a range such as 'between 20 and 40'")
        return replace(goal, low=SEEN)
    if wanted.trend:
        return goal
    low, high = wanted.on(goal.scale, goal.metric)
    return replace(goal, low=low, high=high)


# ----------------------------------------------------------------------------------------------------------------
# Goals that no game can keep together, by what their figures are.

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
