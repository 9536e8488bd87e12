"""When matches are decided, and what becomes of a lead: figures by hand, planted games, and fair ones."""

from __future__ import annotations

import random

import numpy as np
import pytest

import apts
from apts.agents.agent import Decision
from apts.agents.kinds.random_agent import RandomAgent
from apts.engine.class_game import ClassGame
from apts.engine.play.game import State
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.findings import weigh
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.leads import LeadGrowth
from apts.playtest.run import Run
from bench import planted_games as planted
from tests.playtest import handmade


def told(evidence: Evidence) -> set[str]:
    """The kinds of all findings, and what they are about."""
    found = [one for one in weigh(evidence) if one.state == "found"]
    found += [other for one in found for other in one.consequences]
    return {word for one in found for word in (one.kind, one.subject)}


def decided_in(turn: int, count: int = 60, turns: int = 12, seed: int = 1) -> Evidence:
    """Matches in which nobody is ahead until one turn, and the winner from then on, as a search that errs sees it."""
    noise = np.random.default_rng(seed)
    matches = []
    for number in range(1, count + 1):
        sign = 1.0 if number % 3 else -1.0
        course = [sign * (0.8 if place >= turn else 0.0) for place in range(turns)]
        values = np.clip(np.array(course) + noise.normal(0.0, 0.05, turns), -1.0, 1.0)
        matches.append(handmade.match(number, 1 if sign > 0 else 2, values=[float(one) for one in values]))
    return handmade.evidence(*matches, agents=("uct", "uct"))


@pytest.mark.parametrize(("turn", "share"), [(2, 2 / 12), (6, 6 / 12), (11, 11 / 12)])
def test_decisive_turn_is_where_the_winners_chance_rises_most(turn: int, share: float) -> None:
    metrics = Metrics(decided_in(turn))
    found = metrics["decisive-turn"]
    assert found.value == pytest.approx(share, abs=0.03)
    assert found.details["early"]["value"] == pytest.approx(1.0 if turn == 2 else 0.0, abs=0.05)
    assert metrics["decided-at"].details["decisive_turn"] == pytest.approx(found.value)


def test_matches_decided_in_the_first_third_are_told_of() -> None:
    assert "decisive turn" in told(decided_in(2))
    assert not any("decisive turn" in told(decided_in(turn, seed=turn)) for turn in (4, 6, 9, 12))


def test_too_few_matches_say_so_and_accuse_nobody() -> None:
    few = decided_in(2, count=12)
    assert "fewer than 20 matches" in Metrics(few)["decisive-turn"].details["missing"]
    assert "decisive turn" not in told(few)


# ----------------------------------------------------------------------------------------------------------------
# Leads in points.


def raced(game: planted.Dice, matches: int = 120, seed: int = 1) -> Run:
    return apts.playtest(ClassGame(game), "random", matches, seed, workers=1)


def kinds(run: Run) -> set[tuple[str, str]]:
    return {(one.kind, one.subject) for one in weigh(run.evidence) if one.state == "found"}


@pytest.mark.parametrize("players", [2, 3, 6])
def test_an_engine_that_feeds_itself_runs_away(players: int) -> None:
    run = raced(planted.Engine(players))
    growth = run.metrics["lead-growth"].estimate
    assert growth is not None
    assert growth.low > 1.5
    assert ("runaway-leader", "gap") in kinds(run)
    wins = run.metrics["leader-wins"]
    assert wins.details["in_points"] is True
    assert (wins.value or 0.0) > (raced(planted.Dice(players)).metrics["leader-wins"].value or 0.0)


@pytest.mark.parametrize("players", [2, 3])
def test_help_for_those_behind_makes_leads_melt_away(players: int) -> None:
    assert ("leads-fade", "") in kinds(raced(planted.Rubber(players)))


@pytest.mark.parametrize("game", [planted.Dice, planted.FirstToForty, planted.RichSeat])
@pytest.mark.parametrize("players", [2, 3])
def test_even_races_and_rich_seats_have_no_leads_that_grow(game: type[planted.Dice], players: int) -> None:
    run = raced(game(players))
    growth = run.metrics["lead-growth"].estimate
    assert growth is not None
    assert growth.low <= 1.1
    assert growth.high >= 0.85
    assert not {kind for kind, _ in kinds(run)} & {"runaway-leader", "leads-fade"}


def test_the_stronger_of_two_agents_is_no_leader_that_runs_away() -> None:
    """The stronger one takes the better of two dice; that it is ahead early and late says who it is."""

    class Skilled(planted.Dice):
        kinds = ("one", "two")

        def gain(self, position: planted.Race, move: str, dice: random.Random) -> int:
            return dice.randint(1, 6) + (8 if move == "two" else 0)

    class Best(RandomAgent):
        def decide(self, state: State, seed: int = 0) -> Decision:
            return Decision(state.find_move("two"))

    run = apts.playtest(ClassGame(Skilled(2)), [Best(), "random"], 80, workers=1)
    assert (run.metrics["leader-wins"].value or 0.0) > 0.9
    assert not {kind for kind, _ in kinds(run)} & {"runaway-leader"}


def test_leads_of_three_without_points_are_in_expected_score() -> None:
    noise = np.random.default_rng(2)
    matches = []
    for number in range(1, 61):
        winner = int(noise.integers(3))
        course = []
        for turn in range(12):
            shown = winner if turn >= 2 else turn % 3
            course.append([0.6 if seat == shown else -0.3 for seat in range(3)])
        matches.append(handmade.match(number, winner + 1, values=course, players=3))
    evidence = handmade.evidence(*matches, agents=("uct",) * 3)
    found = Metrics(evidence)["leader-wins"]
    assert found.value == 1.0
    assert found.details["in_points"] is False
    assert "runaway-leader" in told(evidence)
    two = handmade.evidence(*[handmade.match(number, 1, values=[0.5] * 9) for number in range(1, 41)])
    assert Metrics(two)["leader-wins"].value is None, "two seats have leads in points alone"


def test_growth_of_leads_by_hand() -> None:
    early, late = np.array([[2.0, -2.0], [-1.0, 1.0]]), np.array([[4.0, -4.0], [-1.0, 1.0]])
    found = LeadGrowth((0, 1), early, late, np.array([0, 1]))
    assert found.slope == pytest.approx(18 / 10)
    assert found.p_above(1.0) + found.p_below(1.0) == pytest.approx(1.0)


def test_a_run_without_its_game_says_that_leads_are_not_known() -> None:
    run = raced(planted.Engine(3), 40)
    alone = Evidence(run.manifest, run.matches)
    assert "played again" in Metrics(alone)["lead-growth"].details["missing"]
    assert not {one.kind for one in weigh(alone)} & {"runaway-leader", "leads-fade"}
