"""What one agent scores against equal seats: groups of matches in which it sits everywhere once."""

from __future__ import annotations

from collections.abc import Sequence

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.integers import round_up_to_multiple, whole_number
from apts.statistics.bounded import bounded_p_value
from apts.statistics.checking import Numbers, numbers

AGENT = 0
"""The agent whose score is asked for is the first of its run."""


LEAST = 1e-9
"""What is less than this is due to the rounding of ranks alone."""

FEWEST_GROUPS = 2
"""Groups without which there is no spread."""


def rounded_to_groups(matches: int, players: int) -> int:
    """The number of matches rounded up to whole groups."""
    if players < 2:
        raise AptsError("the question is what a seat scores against others; the game has one seat alone")
    wanted = whole_number("the number of matches", matches)
    if wanted < 1:
        raise AptsError(f"at least 1 match is needed, not {matches}")
    return round_up_to_multiple(wanted, players, FEWEST_GROUPS)


def check_rivals(game: Game) -> None:
    """Refuse a game in which seats cannot be held against each other, because all of them win or lose together."""
    if game.cooperative:
        raise AptsError(
            f"the question is what a seat scores against others; in {game.name} all players win or lose together. "
            "apts playtest tells how often they win, with the agents that --agents names"
        )


def relative_score(record: MatchRecord) -> float:
    """What the first agent scored beyond the mean of all seats, on top of a half: the score itself in most games.

    Where all may win or lose together, or teams have different sizes, equal agents do not score a half; they do this.
    """
    own = score_at(record)
    if record.status != "finished" or record.outcome is None:
        return own
    mean = sum(record.outcome.utilities) / len(record.outcome.utilities)
    return own if abs(mean) < LEAST else own - mean / 2.0


def score_at(record: MatchRecord) -> float:
    """The score of the first agent in a match; a match that was stopped counts as equal for all."""
    if record.status != "finished" or record.outcome is None:
        return 0.5
    return (record.outcome.utilities[record.seats.index(AGENT)] + 1.0) / 2.0


def complete(records: Sequence[MatchRecord], players: int) -> list[MatchRecord]:
    """The matches of groups that were played to the end, in order.

    A group that lacks a match would weigh one seat more than another, so all of it is left out.
    """
    good: dict[int | None, int] = {}
    for record in records:
        good[record.pair] = good.get(record.pair, 0) + (record.status != "failed")
    return sorted((record for record in records if good[record.pair] == players), key=lambda record: record.number)


def p_value_of_mean(values: Sequence[float] | Numbers, null: float = 0.5) -> float:
    """How likely a mean this far from ``null`` is by chance, over independent groups: the test that intervals invert."""
    array = numbers(values, 1, "A test of a mean")
    return 1.0 if len(array) < 2 else bounded_p_value(array, null)
