"""Claims by fresh matches, against players whose true scores are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import cast

import pytest

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.playtest.goals import read_goals
from apts.playtest.run import Run, playtest
from apts.variants.search import confirmation
from apts.variants.search.best_play import BestPlay, best_play
from apts.variants.search.choosing import chosen_of, grade_of
from apts.variants.search.confirmation import Confirmation, Confirming
from apts.variants.search.fresh_plan import FreshPlan, fresh_plan, needed_matches
from apts.variants.search.match_runner import Budget, MatchRunner, Series
from apts.variants.variant import Edit, Variant, as_variant

BAND = read_goals(["seat-score between 0.35 and 0.65"]).wanted
LADDER = ("uct:iterations=100", "uct:iterations=400", "uct:iterations=1600")
BUDGETS = (100, 400, 1600)
PARENT = as_variant("tic-tac-toe")
EDITED = PARENT.edited(Edit("number", "rules.end.if.is Line.length", 3, 2))
"""Nobody plays it here; it only has to be another game than the parent."""


@pytest.fixture(scope="module")
def pool() -> tuple[Run, list[MatchRecord], list[MatchRecord]]:
    run = playtest("tic-tac-toe", "random", 60, seed=3, workers=1)
    won, lost = (
        [one for one in run.matches if one.outcome is not None and one.outcome.winner == seat] for seat in (1, 2)
    )
    return run, won, lost


@dataclass
class Dealer:
    """Matches whose first seat wins with a known chance at each strength."""

    pool: tuple[Run, list[MatchRecord], list[MatchRecord]]
    chances: Sequence[float]
    lot: Random
    dealt: dict[str, list[MatchRecord]] = field(default_factory=dict)
    played: int = 0

    def game(self, variant: Variant) -> Game:
        game = self.pool[0].game
        assert game is not None
        return game

    def play(self, wanted: Sequence[tuple[Series, int]], budget: Budget) -> None:
        for series, matches in wanted:
            if series.variant.key != PARENT.key:
                there = self.dealt.setdefault(series.agents, [])
                chance = self.chances[LADDER.index(series.agents)]
                while len(there) < matches:
                    side = self.pool[1] if self.lot.random() < chance else self.pool[2]
                    there.append(replace(side[0], number=len(there) + 1))
                self.played = max(self.played, matches)

    def run(self, series: Series, matches: int | None = None) -> Run:
        manifest, game = self.pool[0].manifest, self.pool[0].game
        records = self.pool[0].matches if series.variant.key == PARENT.key else self.dealt[series.agents][:matches]
        return Run(manifest, records, game)


def claimed(
    pool: tuple[Run, list[MatchRecord], list[MatchRecord]], chances: Sequence[float], seed: int, plan: FreshPlan
) -> tuple[Confirmation, int]:
    dealer = Dealer(pool, chances, Random(seed))
    confirming = Confirming(cast(MatchRunner, dealer), PARENT, BAND, plan, BUDGETS, seed)
    found = confirming.confirmed(EDITED, Budget.of(), 0.5)
    assert found is not None
    return found, dealer.played


@pytest.fixture(autouse=True)
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirmation, "best_play", lambda game: None)


PLAN = fresh_plan(BAND, LADDER, share=0.5)
RUNS = 12


def share_of_claims(pool: tuple[Run, list[MatchRecord], list[MatchRecord]], *chances: float) -> float:
    return sum(claimed(pool, chances, seed, PLAN)[0].verdict == "met" for seed in range(RUNS)) / RUNS


def test_a_fair_game_is_confirmed(pool: tuple[Run, list[MatchRecord], list[MatchRecord]]) -> None:
    """Planned with a power of .8 at one strength; three must agree and show no drift."""
    assert share_of_claims(pool, 0.5, 0.5, 0.5) >= 0.3


@pytest.mark.parametrize(
    "chances",
    [(0.5, 0.5, 0.65), *(pytest.param(one, marks=pytest.mark.long) for one in ((0.65, 0.65, 0.65), (0.5, 0.57, 0.65)))],
)
def test_claims_of_what_is_not_so_are_rare(
    pool: tuple[Run, list[MatchRecord], list[MatchRecord]], chances: tuple[float, ...]
) -> None:
    """The strongest players score on the limit: a claim is wrong at most one time in forty here."""
    assert share_of_claims(pool, *chances) <= 1 / RUNS


def test_a_figure_that_leads_out_with_strength_is_not_confirmed(
    pool: tuple[Run, list[MatchRecord], list[MatchRecord]],
) -> None:
    """As Hex without a swap rule on a large board: inside at all that play, and on the way out."""
    found, _ = claimed(pool, (0.42, 0.5, 0.58), 1, replace(PLAN, most=2000))
    assert found.is_inside
    assert found.verdict == "open"
    (drift,) = found.leading_out
    assert drift.trend.grows
    assert drift.trend.beyond.value > 0.65
    assert grade_of(found) == 2


def test_matches_end_as_soon_as_the_goals_are_refuted(pool: tuple[Run, list[MatchRecord], list[MatchRecord]]) -> None:
    plan = replace(PLAN, most=1000)
    found, played = claimed(pool, (0.9, 0.9, 0.9), 1, plan)
    assert found.verdict == "missed"
    assert played == plan.looks[0].units < plan.most


def test_two_hundred_of_four_hundred_confirm_no_narrow_band() -> None:
    """What fair-seats asks for takes more than 400 matches, and the plan says so before they are played."""
    goals = read_goals(["fair-seats"]).wanted
    plan = fresh_plan(goals, LADDER, asked=400)
    assert plan.needed is not None
    assert plan.needed > 1000
    assert not plan.is_enough
    assert "would take" in str(plan.message())
    own = fresh_plan(goals, LADDER)
    assert own.is_enough
    assert own.most == own.needed
    assert own.as_data()["strengths"] == list(LADDER)


def test_goals_that_nothing_can_show_are_told_beforehand() -> None:
    (goal,) = read_goals(["timeouts at most 0 %"]).wanted
    assert needed_matches(goal, (), 0.95) is None
    assert "no number of matches" in str(fresh_plan([goal], LADDER).message())


def test_lengths_are_planned_from_how_the_game_scatters(pool: tuple[Run, list[MatchRecord], list[MatchRecord]]) -> None:
    wide, narrow = (
        needed_matches(read_goals([f"length between {low} and {high}"]).wanted[0], [pool[0]], 0.95)
        for low, high in ((5, 10), (7, 8))
    )
    assert wide is not None
    assert narrow is not None
    assert narrow > 10 * wide


def test_a_proved_win_of_a_seat_contradicts_fair_seats() -> None:
    goals = read_goals(["fair-seats", "length at most 9", "seat-score[2 losses] at most 0.6"]).wanted
    proof = BestPlay(1, 5)
    assert [proof.contradicts(goal) for goal in goals] == [True, True, False, True]
    assert not any(BestPlay(0, 5).contradicts(goal) for goal in goals)


def test_solver_proves_who_wins_small_games_and_gives_up_by_count() -> None:
    hexagons = "bench/broken/no-swap.lud"
    found = best_play(as_variant(hexagons).game())
    assert found is not None
    assert found.winner == 1
    larger = as_variant(hexagons).edited(Edit("number", "equipment.board.hex.dim", 3, 4))
    proof = best_play(larger.game())
    assert proof is not None
    assert proof.winner == 1
    assert proof.contradicts(BAND[0])
    drawn = best_play(as_variant("tic-tac-toe").game())
    assert drawn is not None
    assert drawn.winner == 0
    assert best_play(as_variant("connect-four").game(), nodes=10_000) is None


def test_variant_whose_win_is_proved_is_not_confirmed(pool: tuple[Run, list[MatchRecord], list[MatchRecord]]) -> None:
    found, _ = claimed(pool, (0.5, 0.5, 0.5), 2, replace(PLAN, most=600))
    proved = replace(found, best_play=BestPlay(1, 9))
    assert (found.verdict, proved.verdict) == ("met", "open")
    assert chosen_of([proved, found], []) is found.variant
    assert proved.as_data()["best_play"] == {"winner": 1, "nodes": 9}
