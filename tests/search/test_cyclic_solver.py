"""The exact solver on games in which positions come back: values, distances and lines against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import apts
from apts.agents.searching.reading import Solved, solve
from apts.engine.play.game import State
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame
from apts.engine.rules_state import RulesState
from apts.search.exact.solver import KernelPositions, Solver
from apts.search.memory import PLAN_HEAD, SINGLES, SPANS, key_plan
from tests.search.cyclic_games import (
    AGAIN,
    CHASE,
    LEAPERS,
    LINE_WALK,
    MORRIS,
    PUZZLE,
    Exact,
    brute_force,
    filled,
    plain,
)
from tests.wording.golden import Wording

STUCK = "(if (no Moves Next) (result Mover Win))"
GAMES = {
    "kings": filled(CHASE, width=3, ways="Adjacent", last=8),
    "rook-like kings": filled(CHASE, width=4, ways="Orthogonal", last=11),
    "walk with passes": filled(
        LINE_WALK, length=6, first=0, second=5, play="(or (forEach Piece) (move Pass))", ends=STUCK
    ),
    "walk to the rim": filled(
        LINE_WALK,
        length=7,
        first=1,
        second=5,
        play="(forEach Piece)",
        ends="(if (is In (last To) (sites {0 6})) (result Mover Loss))",
    ),
    "one against one": filled(LEAPERS, own="{0}", other="{8}"),
    "two against one": filled(LEAPERS, own="{0 1}", other="{8}"),
    "again with passes": filled(AGAIN, gift=2, extra="(move Pass)", goal=3),
    "again without": filled(AGAIN, gift=1, extra="(forEach Piece)", goal=2),
    "puzzle": filled(PUZZLE, at=0, end="(if (= (last To) 5) (result P1 Win))"),
    "puzzle that cannot be lost or won": filled(PUZZLE, at=0, end="(if (= (last To) 9) (result P1 Win))"),
}
LARGER = {
    "three in motion": filled(MORRIS, men=3),
    "two against two": filled(LEAPERS, own="{0 1}", other="{7 8}"),
}


def passed(state: State) -> State:
    """The position after passes that nobody can help, which end a match and are no moves of a line."""
    while state.outcome is None and [move.text for move in state.moves()] == ["pass"]:
        state = state.play("pass")
    return state


def agrees(state: State, found: Solved, exact: Exact) -> None:
    """The solution has the exact value and distance, and its line proves it."""
    assert (found.value, found.moves) == (exact.value, exact.moves), (str(state), found.sentence)
    seen, position = [plain(state)], state
    for move in found.line:
        position = position.play(move)
        seen.append(plain(position))
    if found.repeats:
        assert exact.value == 0
        assert seen[-1] in seen[:-1]
        assert len(set(seen)) == len(seen) - 1
        return
    position = passed(position)
    assert position.outcome is not None, (str(state), found.sentence)
    utility = position.outcome.utilities[state.mover - 1]
    assert (utility > 0) - (utility < 0) == exact.value
    assert exact.moves is None or len(found.line) == exact.moves


def sampled(text: str, most: int) -> Iterator[tuple[State, Exact]]:
    states, values = brute_force(apts.load(text))
    texts = sorted(states)
    random.Random(1).shuffle(texts)
    yield from ((states[known], values[known]) for known in texts[:most])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_small_games_with_circles_are_solved_exactly(name: str) -> None:
    count = 0
    for state, exact in sampled(GAMES[name], 24):
        agrees(state, solve(state, seconds=60), exact)
        count += 1
    assert count > 3


@pytest.mark.long
@pytest.mark.parametrize("name", LARGER)
def test_larger_games_with_circles_are_solved_exactly(name: str) -> None:
    for state, exact in sampled(LARGER[name], 60):
        agrees(state, solve(state, seconds=60), exact)


def test_a_draw_in_circles_is_cut_where_the_position_repeats() -> None:
    found = solve(apts.load(GAMES["one against one"]).start())
    assert found.value == 0
    assert found.repeats
    assert len(found.line) < 30


def test_too_many_positions_and_too_long_lines_are_named(wording: Wording) -> None:
    game = apts.load(GAMES["two against one"])
    few = Solver(game.machine, plies=30, positions=20).solve(game.start().position)  # type: ignore[attr-defined]
    assert few.value is None
    wording(few.reason)
    short = solve(apts.load("connect-four").start(), 0.2)
    assert short.value is None
    wording(short.sentence, name="2")


def test_rules_that_forbid_repetition_have_their_past_in_the_position() -> None:
    """What may be played depends on the way, so that the same board is another position, with a value of its own."""
    text = filled(LINE_WALK, length=4, first=0, second=3, play="(forEach Piece)", ends=STUCK)
    free, forbidden = apts.load(text), apts.load(text.replace("(rules ", "(rules (meta (no Repeat)) "))
    agrees(free.start(), solve(free.start()), brute_force(free)[1][plain(free.start())])
    agrees(forbidden.start(), solve(forbidden.start()), brute_force(forbidden)[1][plain(forbidden.start())])


def test_a_win_that_the_limit_of_turns_does_not_allow_is_none() -> None:
    game = apts.load(GAMES["rook-like kings"])
    lost = solve(game.start())
    assert lost.moves is not None
    assert lost.moves > 4
    late = game.state(f"{plain(game.start())} moves=2490 turn=2498")
    found = solve(late)
    assert (found.value, found.moves) == (0, None)


KALAH = [
    "1s1s/s(n9)s(n3)s(n2)1ss(n15) 1 moves=15 last=b2 turn=13",
    "s(n2)ss(n3)s(n2)/s(n7)s1s(n4)s(n4)s(n8) 2 moves=12 last=c1 turn=12",
    "s(n3)s(n2)s(n3)s/s(n13)sss1s(n7) 2 moves=23 last=e1 turn=22",
    "1s(n2)s(n6)s/s(n7)s(n5)1s(n2)s(n3)s(n6) 1 moves=14 last=b2",
    "s(n10)1s(n9)s/s(n2)s(n2)3s(n8) 1 moves=11 last=e1 previous=1 turn=11 again=1",
]


@pytest.mark.parametrize("text", KALAH)
def test_every_proof_has_a_line_that_ends_as_proven(text: str) -> None:
    """Positions whose line was missing: bounds from shallow searches were taken for proofs that no win is sooner."""
    state = apts.load("kalah", Pits="Four").state(text)
    found = solve(state, seconds=60)
    assert found.value is not None
    agrees(state, found, Exact(found.value, found.moves))
    margin = solve(state, seconds=60, margin=True)
    end = state
    for move in margin.line:
        end = end.play(move)
    assert end.scores is not None
    assert passed(end).over
    difference = end.scores[0] - end.scores[1]
    assert margin.margin == (difference if state.mover == 1 else -difference)


class Circle(PythonGame[tuple[int, int]]):
    """Two walkers on a ring of seven; who steps onto the other's place wins, unless the ring is too even."""

    name = "Circle"
    ring = 7

    def start(self) -> tuple[int, int]:
        return (1, 3)

    def mover(self, position: tuple[int, int]) -> int:
        return position[0]

    def moves(self, position: tuple[int, int]) -> list[str]:
        return ["left", "right"]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        mover, places = position
        own, other = (places // 10, places % 10) if mover == 1 else (places % 10, places // 10)
        own = (own + (1 if move == "right" else -1)) % self.ring
        return (3 - mover, own * 10 + other if mover == 1 else other * 10 + own)

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        mover, places = position
        return Outcome.won_by(3 - mover, 2, "caught") if places // 10 == places % 10 else None

    def write(self, position: tuple[int, int]) -> str:
        return f"{position[0]}:{position[1]}"

    def read(self, text: str) -> tuple[int, int]:
        first, _, second = text.partition(":")
        return int(first), int(second)


def test_a_python_class_with_circles_is_solved_exactly() -> None:
    states, values = brute_force(apts.load(Circle))
    assert {exact.value for exact in values.values()} >= {0, 1}
    for text, state in states.items():
        agrees(state, solve(state), values[text])


def test_positions_that_only_rules_tell_apart_are_different_to_a_proof() -> None:
    """What is remembered counts for no repetition, yet rules read it: neither kind of proof may pass over it."""
    text = """(game "Memory" (players 2)
      (equipment { (board (rectangle 1 3)) (piece "Disc" Each) })
      (rules
        (play (or (move Pass (then (remember Value 1))) (move Pass (then (remember Value 2)))))
        (end (if (is In 2 (values Remembered)) (result Mover Win)))))"""
    game = apts.load(text)
    start = game.start()
    assert isinstance(start, RulesState)
    key, machine = KernelPositions(game.machine).key, game.machine  # type: ignore[attr-defined]
    records = [machine.record(index) for index in range(machine.moves(machine.copy(start.position)))]
    after = [machine.copy(start.position) for _ in records]
    for state, record in zip(after, records, strict=True):
        machine.play(state, record)
    assert len({key(state) for state in after}) == 2
    name = next(name for name in machine.compiled.fields if name.startswith("remembered"))
    span = machine.compiled.fields[name]
    assert [span[0], span[0] + span[1]] in _spans(key_plan(machine.compiled, history=True))
    assert [span[0], span[0] + span[1]] not in _spans(key_plan(machine.compiled))


def _spans(plan: Any) -> list[list[int]]:
    """The runs of words that a plan of keys has."""
    first = PLAN_HEAD + int(plan[SINGLES])
    return [[int(plan[first + 2 * place]), int(plan[first + 2 * place + 1])] for place in range(int(plan[SPANS]))]
