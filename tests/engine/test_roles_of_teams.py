"""Roles that stand for several players, in every ludeme that takes a role: they mean all of them, or are refused by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

import apts
from apts.engine.compiler.ludeme import UnsupportedRule

SIDE = 5
TEAMS = {1: 1, 2: 2, 3: 1, 4: 2}
SEVERAL = ("TeamMover", "Team1", "Team2", "Friend", "Ally", "Enemy", "NonMover")

Owners = dict[tuple[int, int], int]


def members(role: str, mover: int) -> set[int]:
    """The players that a role stands for when a player has moved."""
    own = {player for player, team in TEAMS.items() if team == TEAMS[mover]}
    return {
        "TeamMover": own,
        "Friend": own,
        "Ally": own - {mover},
        "Enemy": set(TEAMS) - own,
        "NonMover": set(TEAMS) - {mover},
        "Team1": {1, 3},
        "Team2": {2, 4},
        "Mover": {mover},
    }[role]


def game(condition: str, *, teams: str = "(set Team 1 {P1 P3}) (set Team 2 {P2 P4})") -> apts.Game:
    """Four players put stones on a board until a condition holds."""
    return apts.load(f"""(game "Roles" (players 4)
      (equipment {{ (board (square {SIDE})) (piece "Stone" Each) (hand Each)
        (regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top)) }})
      (rules (start {{ {teams} (set Score Each 0) }}) (play (move Add (to (sites Empty))))
        (end (if {condition} (result All Draw)))))""")


def longest_line(owners: Owners, last: tuple[int, int], who: set[int]) -> int:
    """The most stones in a row through the last one, of the players meant."""
    if owners[last] not in who:
        return 0
    best = 1
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            place = last
            while owners.get(place := (place[0] + sign * across, place[1] + sign * up)) in who:
                count += 1
        best = max(best, count)
    return best


def has(owners: Owners, who: set[int], least: int) -> bool:
    """Whether players have that many stones together."""
    return sum(owner in who for owner in owners.values()) >= least


TOLD: dict[str, Callable[[Owners, tuple[int, int], set[int]], bool]] = {
    "(is Line 3 {role})": lambda owners, last, who: longest_line(owners, last, who) >= 3,
    "(is Line 4 {role} exact:True)": lambda owners, last, who: longest_line(owners, last, who) == 4,
    "(is Line 3 {role} if:(is Occupied (to)))": lambda owners, last, who: longest_line(owners, last, who) >= 3,
    "(no Pieces {role})": lambda owners, last, who: not has(owners, who, 1),
    "(>= (count Pieces {role}) 4)": lambda owners, last, who: has(owners, who, 4),
    "(>= (count Sites in:(sites Occupied by:{role})) 4)": lambda owners, last, who: has(owners, who, 4),
    "(is In (last To) (sites Occupied by:{role}))": lambda owners, last, who: owners[last] in who,
}
"""Conditions with a role for several players, and what they come to."""


def courses(loaded: apts.Game, matches: int = 2) -> Iterable[tuple[Owners, tuple[int, int], int, bool]]:
    """The stones after each move of random matches, the last one, who put it there, and whether the match is over."""
    for seed in range(matches):
        choose, state, owners = random.Random(seed), loaded.start(), Owners()
        while state.outcome is None and len(owners) < SIDE * SIDE:
            move, mover = choose.choice(state.moves()), state.mover
            assert move.target is not None
            last = divmod(move.target, SIDE)
            owners[last] = mover
            state = state.after(move)
            ended = state.outcome is not None and state.outcome.reason != "all players passed"
            yield owners, last, mover, ended


@pytest.mark.parametrize("role", [*SEVERAL, "Mover"])
@pytest.mark.parametrize("condition", TOLD)
def test_role_for_several_means_all_of_them_from_every_seat(condition: str, role: str) -> None:
    seats = set()
    for owners, last, mover, ended in courses(game(condition.format(role=role))):
        assert ended == TOLD[condition](owners, last, members(role, mover)), (owners, last, mover)
        seats.add(mover)
    assert 1 in seats


ONE = (
    "(no Moves {role})",
    "(is Blocked {role})",
    "(is Mover {role})",
    "(is Friend {role})",
    "(is Enemy {role})",
    "(is Active {role})",
    '(is Triggered "x" {role})',
    "(is Connected 2 {role})",
    "(is In (last To) (sites {role}))",
    "(is In (last To) (sites Hand {role}))",
    "(= (who at:(last To)) {role})",
    "(> (score {role}) 1)",
    "(> (value Player {role}) 1)",
    "(= (id {role}) 2)",
    '(= (id "Stone" {role}) 2)',
    "(= (handSite {role}) 26)",
    '(= (where "Stone" {role}) 3)',
)


@pytest.mark.parametrize("role", SEVERAL)
@pytest.mark.parametrize("condition", ONE)
def test_role_for_several_is_refused_by_name_where_one_player_is_meant(condition: str, role: str) -> None:
    with pytest.raises(UnsupportedRule, match=rf"the role {role}, which stands for several players"):
        game(condition.format(role=role))


@pytest.mark.parametrize("condition", [*ONE, *TOLD])
def test_role_for_one_is_taken_everywhere(condition: str) -> None:
    assert game(condition.format(role="P2")).playouts(3, seed=1).count == 3


def test_team_is_the_player_where_nobody_plays_in_teams() -> None:
    alone = game("(is Line 3 Team2)", teams="")
    assert alone.teams == ()
    for owners, last, _, ended in courses(alone):
        assert ended == (longest_line(owners, last, {2}) >= 3)


def test_friends_of_who_plays_alone_are_the_player() -> None:
    for owners, last, mover, ended in courses(game("(is Line 3 Friend)", teams="")):
        assert ended == (longest_line(owners, last, {mover}) >= 3)
