"""Backgammon: turns are those that a second set of rules finds, written down independently from points to go."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

import pytest

import apts

BAR = 25
"""Points to go from the bar; 0 is borne off."""

Men = tuple[int, ...]
"""How many men of a player are so many points from being borne off, from 0 to 25."""


@dataclass(frozen=True)
class Position:
    """The men of the mover and of the other player, each counted along the own way."""

    own: Men
    other: Men

    def moved(self, point: int, pips: int) -> Position | None:
        """The position after a man moved, or None where it may not."""
        furthest = max((place for place, men in enumerate(self.own) if men), default=0)
        if not self.own[point] or (self.own[BAR] and point != BAR):
            return None
        target = point - pips
        if target <= 0 and (furthest > 6 or (target < 0 and point != furthest)):
            return None
        own, other = list(self.own), list(self.other)
        if target > 0 and other[25 - target]:
            if other[25 - target] > 1:
                return None
            other[25 - target] -= 1
            other[BAR] += 1
        own[point] -= 1
        own[max(target, 0)] += 1
        return Position(tuple(own), tuple(other))


def after_die(positions: set[Position], pips: int) -> set[Position]:
    """What may come of one die."""
    moved = (position.moved(point, pips) for position in positions for point in range(1, BAR + 1))
    return {position for position in moved if position is not None}


def turns(position: Position, first: int, second: int) -> set[Position]:
    """What may come of a throw: as many dice as possible, and of one alone the higher."""
    if first == second:
        reached = {position}
        for _ in range(4):
            reached = after_die(reached, first) or reached
        return reached
    low, high = (after_die({position}, pips) for pips in sorted((first, second)))
    both = after_die(low, max(first, second)) | after_die(high, min(first, second))
    return both or high or low or {position}


def site_of(seat: int, point: int) -> int:
    """The site on the board that is so many points to go for a seat; both rows have the bar in their middle."""
    from_end = point - 1 if point <= 6 else point
    if point == BAR:
        return 6 if seat == 1 else 19
    if point <= 12:
        return (12 if seat == 1 else 25) - from_end
    return (0 if seat == 1 else -13) + (point if point <= 18 else point + 1)


def read(state: apts.State, seat: int) -> Position:
    """The position as a seat counts it."""
    upper, lower = str(state).split()[0].split("/")
    sites: list[tuple[int, int]] = []
    for letter, count, gap in re.findall(r"([Mm])(?:\(n(\d+)\))?|(\d+)", f"{lower} {upper}"):
        sites += [(0, 0)] * int(gap) if gap else [(1 if letter == "M" else 2, int(count or 1))]
    assert len(sites) == 26

    def men(of: int) -> Men:
        found = [sites[site_of(of, point)] for point in range(1, BAR + 1)]
        on_board = [count if owner == of else 0 for owner, count in found]
        return (15 - sum(on_board), *on_board)

    return Position(men(seat), men(3 - seat))


def ends_of_turn(state: apts.State) -> set[Position]:
    """All positions in which the turn of the mover can end."""
    seat, found, seen = state.mover, set(), set()
    waiting = [state]
    while waiting:
        for move in (now := waiting.pop()).moves():
            after = now.after(move)
            if after.mover != seat or after.outcome is not None:
                found.add(read(after, seat))
            elif (key := (read(after, seat), after.dice)) not in seen:
                seen.add(key)
                waiting.append(after)
    return found


def compare_match(seed: int) -> int:
    """Compare all turns of a random match; gives their number."""
    choose = random.Random(seed)
    state = apts.load("backgammon").start(seed)
    number = 0
    while state.outcome is None:
        seat = state.mover
        first, second = (die.value for die in state.dice)
        assert ends_of_turn(state) == turns(read(state, seat), first, second), str(state)
        number += 1
        while state.outcome is None and state.mover == seat:
            state = state.after(choose.choice(state.moves()))
    assert state.outcome.winner == seat
    return number


@pytest.mark.parametrize("seed", [2, 5])
def test_turns_of_a_match_are_those_of_the_other_rules(seed: int) -> None:
    assert compare_match(seed) > 30


@pytest.mark.long
@pytest.mark.parametrize("seed", [seed for seed in range(20) if seed not in (2, 5)])
def test_turns_of_many_matches_are_those_of_the_other_rules(seed: int) -> None:
    compare_match(seed)
