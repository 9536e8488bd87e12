"""What a swap rule would make of the seats: planted offers, games that it cannot help, and fair ones."""

from __future__ import annotations

import numpy as np
import pytest

import apts
from apts.engine.class_game import ClassGame
from apts.playtest.findings import weigh
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.swap import _evenness
from apts.playtest.run import Run
from apts.report import report_html
from apts.statistics import Estimate
from bench import planted_games as planted
from tests.playtest import handmade


def offered(*chances: int, matches: int = 400, seed: int = 1, signs: str = "ab") -> Run:
    return apts.playtest(ClassGame(planted.Offers(chances, signs)), "random", matches, seed, workers=1)


def kinds(run: Run) -> set[str]:
    return {one.kind for one in weigh(run.evidence) if one.state == "found"}


def test_an_even_first_move_among_uneven_ones_makes_the_seats_even() -> None:
    run = offered(5, 8, 9, 10, signs="a", matches=1000)
    found = run.metrics["swap-value"]
    assert found.value is not None
    assert found.value > 0.7
    assert all(name.startswith("move5") for name in found.details["offered"])
    second = found.details["second"]
    assert 0.5 <= second["value"] < 0.6
    assert second["low"] <= 0.5
    rows = {row["name"]: row for row in found.details["openings"]}
    assert rows["move10a"]["second"] == 1.0
    assert rows["move10a"]["evenness"] == 0.0
    assert "swap-rule" in kinds(run)
    sentence = next(one.sentence for one in weigh(run.evidence) if one.kind == "swap-rule")
    assert sentence.startswith("A second player who may take over the first move move5")
    assert "Um segundo jogador que pode assumir" in report_html(run, "pt-BR")


def test_where_every_first_move_wins_a_swap_rule_turns_the_seats_round() -> None:
    run = offered(8, 9)
    second = run.metrics["swap-value"].details["second"]
    assert second["low"] > 0.6
    assert "swap-rule" not in kinds(run)


@pytest.mark.parametrize("chances", [(5,), (3, 5, 7), (4, 6)])
def test_even_seats_need_no_swap_rule(chances: tuple[int, ...]) -> None:
    assert not any("swap-rule" in kinds(offered(*chances, matches=150, seed=seed)) for seed in (1, 2, 3))


def test_the_offer_is_judged_by_matches_that_did_not_choose_it() -> None:
    """Of ten equal first moves that win always seven in ten, the most even looks even by luck; it is not."""
    values = []
    for seed in range(1, 9):
        found = offered(7, matches=200, seed=seed, signs="abcdefghij").metrics["swap-value"].details.get("second")
        values += [] if found is None else [found["value"]]
    assert len(values) > 4
    assert np.mean(values) == pytest.approx(0.7, abs=0.08)


def test_three_seats_games_with_a_swap_rule_and_dice_that_open_say_why() -> None:
    three = Metrics(handmade.evidence(handmade.match(players=3), agents=("random",) * 3))
    assert "two players" in three["swap-value"].details["missing"]
    hexes = apts.playtest("hex", "random", 20, workers=1)
    assert hexes.metrics["swap-value"].details["missing"] in ("the game has a swap rule",) or not hexes.game
    few = offered(5, 8, matches=12)
    assert "fewer than two first moves" in few.metrics["swap-value"].details["missing"]


@pytest.mark.parametrize(
    ("score", "value", "low", "high"),
    [((0.5, 0.4, 0.6), 1.0, 0.8, 1.0), ((0.7, 0.6, 0.8), 0.6, 0.4, 0.8), ((0.3, 0.2, 0.6), 0.6, 0.4, 1.0)],
)
def test_evenness_of_a_score(score: tuple[float, float, float], value: float, low: float, high: float) -> None:
    found = _evenness(Estimate(*score, 10))
    assert (found.value, found.low, found.high) == pytest.approx((value, low, high))
