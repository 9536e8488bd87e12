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


@pytest.mark.parametrize("role", ["Friend", "Ally"])
@pytest.mark.parametrize("named", ['component:"Stone"', 'components:{"Stone"}'])
def test_pieces_of_a_name_are_refused_where_none_would_be_found(named: str, role: str) -> None:
    with pytest.raises(UnsupportedRule, match=rf"the role {role}, which stands for several players"):
        game(f"(< 2 (count Sites in:(sites Occupied by:{role} {named})))")


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


def after_moves(then: str, *squares: str) -> apts.State:
    """The position after these moves of four players in two teams, each with an effect."""
    state = apts.load(f"""(game "Effects" (players 4)
      (equipment {{ (board (square {SIDE})) (piece "Stone" Each) }})
      (rules (start {{ (set Team 1 {{P1 P3}}) (set Team 2 {{P2 P4}}) (set Score Each 0) }})
        (play (move Add (to (sites Empty)) (then {then}))) (end (if (no Moves Mover) (result All Draw)))))""").start()
    for square in squares:
        state = state.play(square)
    return state


def shown(test: str) -> str:
    """Scores of 5 for the players of whom something holds."""
    return " ".join(f"(if {test.format(p=f'P{p}')} (set Score P{p} 5) (set Score P{p} 0))" for p in TEAMS)


EFFECTS = {
    "set Score": "(and (forEach Player (set Score (player (player)) 0)) (set Score {role} 5))",
    "addScore": "(seq {{ (set Score P1 0) (set Score P2 0) (set Score P3 0) (set Score P4 0) (addScore {role} 5) }})",
    "set Value": "(seq {{ (set Value Each 0) (set Value {role} 5) " + shown("(= 5 (value Player {p}))") + " }})",
    "trigger": '(seq {{ (trigger "x" {role}) ' + shown('(is Triggered "x" {p})') + " }})",
}
"""Effects on players, which leave a score of 5 to those whom they meant."""


@pytest.mark.parametrize("role", SEVERAL)
@pytest.mark.parametrize("effect", EFFECTS)
def test_effects_on_roles_for_several_meet_all_of_them_from_every_seat(effect: str, role: str) -> None:
    squares = ("a1", "b1", "c1", "d1")
    for mover in (1,) if effect == "trigger" else TEAMS:  # what was triggered stays so
        scores = after_moves(EFFECTS[effect].format(role=role), *squares[:mover]).scores
        assert {p for p in TEAMS if scores[p - 1] == 5} == members(role, mover), (mover, scores)


@pytest.mark.parametrize("role", SEVERAL)
@pytest.mark.parametrize(
    "effect",
    [
        '(promote (last To) (piece "Stone" {role}))',
        '(add (piece "Stone" {role}) (to (sites Empty)))',
        "(remember Value (score {role}))",
        "(set Pot (score {role}))",
        "(fromTo (from (handSite {role})) (to (last To)))",
        "(bet {role} (range 0 3))",
        "(set Team 1 {{{role}}})",
        "(if (is Next {role}) (moveAgain))",
        "(if (is Prev {role}) (moveAgain))",
        "(forEach Group if:(= (who at:(to)) {role}) (moveAgain))",
    ],
)
def test_effects_on_one_player_refuse_roles_for_several_by_name(effect: str, role: str) -> None:
    with pytest.raises(UnsupportedRule, match=rf"the role {role}, which stands for several players"):
        after_moves(effect.format(role=role))


@pytest.mark.parametrize(
    ("squares", "taken"),
    [
        (("a1", "e5", "b1", "e4", "c1"), False),  # a team mate between two own stones
        (("a1", "b1", "c1"), True),  # an enemy between an own stone and one of a team mate
        (("e5", "a1", "b1", "c1"), True),  # the same for the other team
        (("e5", "a1", "e4", "b1", "e3", "c1"), False),
    ],
)
@pytest.mark.parametrize(
    "capture",
    [
        "(custodial (from (last To)) Orthogonal)",
        "(custodial (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))))"
        " (to if:(is Friend (who at:(to)))))",
    ],
)
def test_captures_spare_team_mates(capture: str, squares: tuple[str, ...], taken: bool) -> None:
    state = after_moves(capture, *squares)
    assert ("b1" in [str(move) for move in state.moves()]) == taken


@pytest.mark.parametrize("role", [*SEVERAL, "Mover", "Next"])
def test_phase_belongs_to_players_that_are_named(role: str) -> None:
    text = """(game "Phases" (players 4) (equipment { (board (square 3)) (piece "Stone" Each) })
      (rules (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
        phases:{ (phase "A" ROLE (play (move Add (to (sites Empty))))) (phase "B" (play (move Pass))) }
        (end (if (is Full) (result All Draw)))))"""
    with pytest.raises(UnsupportedRule, match=f"a phase of {role}: "):
        apts.load(text.replace("ROLE", role))
    for known in ("P2", "All", "Shared", "Each"):
        start = apts.load(text.replace("ROLE", known)).start()
        assert len(start.moves()) == (1 if known == "P2" else 9)
