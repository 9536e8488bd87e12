"""Stakes and real choice: what decisions decide, in hand-made matches and in games with and without real decisions."""

from __future__ import annotations

import random

import numpy as np
import pytest

import apts
from apts.archive import MatchRecord
from apts.archive.records import ArchiveError, match_document, match_from_document
from apts.archive.validation import DocumentPart, checked_match
from apts.engine.play.outcome import Outcome
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.goals.judging import judgements
from apts.playtest.metrics import Metrics
from apts.search.results import MoveValues, Row, judged_values, sampled_values
from tests.playtest.fair import ROPE
from tests.playtest.handmade import evidence, manifest, match

FIFTH = """(game "Fifth Stone" (players 2)
  (equipment { (board (square 5)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (= (count Moves) 5) (result Mover Win)))))"""
"""The fifth stone wins, wherever it lies: there are 25 free squares to choose from, and nothing to decide."""

AGENTS = {"uct": "uct:iterations=100", "alphabeta": "alphabeta:depth=2", "greedy": "greedy"}


def known(*pairs: tuple[float, int]) -> MoveValues:
    return MoveValues(tuple(pairs))


def run(*thoughts: MoveValues, count: int = 200, legal: int = 4) -> Evidence:
    """Matches in which a value says how likely a win is, so that scores are (value + 1) / 2."""
    rng = random.Random(1)
    matches = []
    for number in range(1, count + 1):
        values = [rng.uniform(-1.0, 1.0)] * len(thoughts)
        winner = 1 if rng.random() < (values[0] + 1.0) / 2.0 else 2
        matches.append(match(number, winner, values=values, legal=[legal] * len(thoughts), thoughts=thoughts))
    return evidence(*matches)


def test_stakes_are_the_best_move_less_the_mean_of_all_and_less_the_second() -> None:
    found = Metrics(run(known((0.6, 1), (0.2, 1), (-0.6, 2))))["stakes"]
    assert found.value == pytest.approx(0.35, abs=0.08)  # of scores .8 .6 .2 .2: .8 - .45
    assert found.details["second"]["value"] == pytest.approx(0.2, abs=0.08)
    tied = Metrics(run(known((0.6, 2), (-0.6, 2))))["stakes"]
    assert tied.details["second"]["value"] == 0.0
    assert tied.value == pytest.approx(0.3, abs=0.08)


def test_moves_looked_at_little_count_for_the_mean_and_are_not_worth_considering() -> None:
    metrics = Metrics(run(MoveValues(((0.5, 2),), (0.5, 2)), MoveValues(((0.5, 2),), (-0.5, 2))))
    assert metrics["real-choice"].value == pytest.approx(2.0)
    assert metrics["stakes"].value == pytest.approx((0.0 + 0.25) / 2, abs=0.05)


def test_forced_moves_are_no_decisions() -> None:
    matches = [
        match(n, 1 + n % 2, values=[0.0, 0.0], legal=[1, 2], thoughts=[None, known((0.9, 1), (-0.9, 1))])
        for n in range(1, 41)
    ]
    metrics = Metrics(evidence(*matches))
    assert metrics["stakes"].value == metrics["stakes"].details["second"]["value"] / 2
    assert metrics["real-choice"].value == pytest.approx(1.0)


def test_turns_at_which_a_search_saw_one_move_alone_count_like_the_other_turns() -> None:
    ended = [known((0.5, 3), (-0.9, 3)), known((0.5, 2), (-0.9, 2)), None]
    matches = [
        match(n, 1 + n % 2, values=[0.0] * 3, legal=[6, 4, 2], thoughts=ended, entropies=[1.0, 1.0, 0.0])
        for n in range(1, 41)
    ]
    assert Metrics(evidence(*matches))["real-choice"].value == pytest.approx(2.0)  # 3, 2 and half of the last 2


def test_metrics_of_decisions_say_why_they_are_missing() -> None:
    alone = Metrics(evidence(*[match(n) for n in range(1, 41)]))
    few = Metrics(evidence(*[match(n, values=[0.1], thoughts=[known((0.5, 1), (0.1, 1))]) for n in range(1, 10)]))
    for name in ("stakes", "real-choice"):
        assert "--evaluator" in alone[name].details["missing"]
        assert "too few" in few[name].details["missing"]


@pytest.mark.parametrize("moves", [2, 7, 25])
@pytest.mark.parametrize("playouts", [100, 400, 1600])
def test_equal_moves_stay_equal_whatever_luck_few_playouts_had(moves: int, playouts: int) -> None:
    """Bandits with equal arms, played as the search plays: any differences that are left are rare."""
    rng = np.random.default_rng(moves * playouts)
    left = []
    for _ in range(40):
        visits, wins = np.ones(moves), rng.integers(0, 2, moves) * 2.0 - 1.0
        for turn in range(moves, playouts):
            arm = int((wins / visits + 1.4 * np.sqrt(np.log(turn) / visits)).argmax())
            visits[arm] += 1
            wins[arm] += rng.integers(0, 2) * 2.0 - 1.0
        found = sampled_values((wins / visits).tolist(), visits.astype(int).tolist(), [False] * moves)
        assert found is not None
        left.append(len(found.known) > 1)
    assert sum(left) <= 5


def test_real_differences_are_seen_when_there_are_playouts_enough() -> None:
    found = sampled_values([0.6, 0.5, -0.4], [800, 600, 200], [False] * 3)
    assert found is not None
    assert found.best == pytest.approx(0.6, abs=0.03)
    assert found.known[-1] == (pytest.approx(-0.4, abs=0.06), 1)
    assert found.uncertainty == 0.0
    few = sampled_values([0.6, 0.5, -0.4], [4, 3, 1], [False] * 3)
    assert few is not None
    assert few.known[0][1] == 3
    assert few.uncertainty > 0.5


def test_proven_values_are_taken_for_what_they_are() -> None:
    found = sampled_values([1.0, -1.0, 0.1, 0.2], [1, 1, 30, 40], [True, True, False, False])
    assert found is not None
    assert (found.best, found.known[0][1], found.known[-1]) == (1.0, 1, (-1.0, 1))
    assert found.second == pytest.approx(0.16, abs=0.021)


def test_order_of_moves_makes_no_difference_to_their_values() -> None:
    rows = [(0.1, 7, False), (0.3, 40, False), (-0.2, 3, False), (0.31, 41, False), (0.0, 0, False)]
    both = [sampled_values(*map(list, zip(*order, strict=True))) for order in (rows, rows[::-1])]  # type: ignore[arg-type]
    assert both[0] == both[1]
    assert judged_values([Row((0,), 0, 0.5, None, ())]) is None


def test_values_of_moves_are_kept_and_older_records_without_them_are_read() -> None:
    thought = MoveValues(((0.5, 1), (-0.02, 3)), (-0.3, 2), 0.04)
    with_them = match(1, 1, values=[0.1, 0.2], thoughts=[thought, None])
    document = match_document(with_them)
    assert match_from_document(document) == with_them
    assert checked_match(DocumentPart(document, ""), manifest()) == with_them
    without = match_document(match(1, 1, values=[0.1, 0.2]))
    assert "move_values" not in without
    assert match_from_document(without).turns[0].move_values is None
    for wrong in (
        [],
        [0.0, 1],
        [0.0, 0.0, 0, "a", 1],
        [0.0, 0.0, 0, 0.5, 0],
        [3.0, 0.0, 0, 0.5, 1],
        [0.0, 0.0, 0, 2, 1],
    ):
        with pytest.raises(ArchiveError, match="move_values"):
            checked_match(DocumentPart({**document, "move_values": [wrong, None]}, ""), manifest())


@pytest.mark.parametrize("iterations", [100, 400, 1600])
def test_no_stakes_where_no_decision_decides_anything(iterations: int) -> None:
    found = apts.playtest(FIFTH, f"uct:iterations={iterations}", matches=20, seed=1, workers=1)
    stakes = found.metrics["stakes"]
    assert stakes.value == stakes.low == 0.0
    assert [one.verdict for one in judgements(apts.read_goals("decisions-matter"), found)][-1] != "met"
    assert found.metrics["real-choice"].value == pytest.approx(found.metrics["branching"].value)


def test_dice_alone_leave_no_stakes() -> None:
    found = apts.playtest(ROPE, "uct:iterations=400", matches=40, seed=1, workers=1, luck=0)
    stakes = found.metrics["stakes"]
    assert stakes.value < 0.01
    assert stakes.low < 0.005
    assert [one.verdict for one in judgements(apts.read_goals("decisions-matter"), found)][-1] == "open"


@pytest.mark.parametrize(("name", "agent"), [("tic-tac-toe", "level:strong"), ("connect-four", "level:club")])
def test_decisions_matter_in_games_of_decisions(name: str, agent: str) -> None:
    found = apts.playtest(name, agent, matches=24, seed=1, workers=1)
    assert [one.verdict for one in judgements(apts.read_goals(["stakes at least 2 %"]), found)] == ["met"]


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_every_agent_that_looks_ahead_tells_what_the_moves_are_worth(agent: str) -> None:
    found = apts.playtest("tic-tac-toe", agent, matches=1, seed=1, workers=1)
    assert sum(turn.move_values is not None for turn in found.matches[0].turns) >= 3


class Takes(apts.PythonGame[tuple[int, int]]):
    """Two take one to three of seven counters; who takes the last one wins."""

    name = "Takes"
    players = 2

    def start(self) -> tuple[int, int]:
        return 7, 1

    def moves(self, position: tuple[int, int]) -> list[str]:
        return [str(count) for count in (1, 2, 3) if count <= position[0]]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return position[0] - int(move), 3 - position[1]

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        return None if position[0] else Outcome.won_by(3 - position[1], 2, "the last counter is taken")

    def write(self, position: tuple[int, int]) -> str:
        return f"{position[0]} {position[1]}"

    def read(self, text: str) -> tuple[int, int]:
        left, mover = map(int, text.split())
        return left, mover


@pytest.mark.parametrize("agent", ["uct:iterations=60", "alphabeta:depth=3"])
def test_games_written_as_classes_tell_what_the_moves_are_worth(agent: str) -> None:
    found = apts.playtest(Takes, agent, matches=20, seed=1, workers=1)
    assert found.matches[0].turns[0].move_values is not None
    assert found.metrics["stakes"].value > 0.05


def test_evaluator_tells_what_the_moves_of_others_are_worth() -> None:
    found = apts.playtest("tic-tac-toe", "random", matches=20, seed=1, workers=1, evaluate="uct:iterations=60")
    assert isinstance(found.matches[0], MatchRecord)
    assert found.metrics["stakes"].value is not None
