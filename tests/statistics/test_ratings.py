"""Ratings from results."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import (
    GlickoRating,
    PairResult,
    Ratings,
    StatisticsError,
    bradley_terry,
    elo_of_score,
    glicko,
    glicko_ratings,
    pair_results,
    score_of_elo,
)


def test_score_and_elo_are_inverse() -> None:
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(score_of_elo(123.4)) == pytest.approx(123.4)
    assert elo_of_score(1.0) == float("inf")


def test_two_agents_get_the_difference_that_their_score_stands_for() -> None:
    results = [PairResult("a", "b", 1.0)] * 300 + [PairResult("a", "b", 0.0)] * 100
    found = bradley_terry(results)
    assert found.difference("a", "b").value == pytest.approx(elo_of_score(0.75), abs=1.5)
    assert found.rating("a").value == pytest.approx(-found.rating("b").value)
    assert found.rating("a").n == 400
    # The classic formula: the standard error of a score of 0.75 in 400 matches, on the Elo scale.
    error = 400 / np.log(10) / np.sqrt(400 * 0.75 * 0.25)
    assert found.difference("a", "b").half_width == pytest.approx(1.96 * error, rel=0.03)


def test_order_of_results_and_of_names_does_not_matter() -> None:
    results = [PairResult("a", "b", 1.5, 2), PairResult("b", "c", 2.0, 2), PairResult("c", "a", 0.5, 2)] * 10
    turned = [PairResult(r.opponent, r.agent, r.matches - r.score, r.matches) for r in reversed(results)]
    first, second = bradley_terry(results), bradley_terry(turned)
    for name in "abc":
        assert first.rating(name).value == pytest.approx(second.rating(name).value)
        assert first.rating(name).low == pytest.approx(second.rating(name).low)


def test_draws_and_swapped_pairs_narrow_the_interval() -> None:
    decisive = [PairResult("a", "b", score) for score in (1.0, 0.0)] * 50
    drawish = [PairResult("a", "b", score) for score in (1.0, 0.5, 0.5, 0.5, 0.0)] * 20
    split = [PairResult("a", "b", score, 2) for score in (1.0, 1.0, 1.0, 1.5, 0.5)] * 10
    widths = [bradley_terry(results).difference("a", "b").half_width for results in (decisive, drawish, split)]
    assert widths[1] < 0.7 * widths[0]
    assert widths[2] < 0.7 * widths[0]


def test_winning_everything_gives_a_finite_rating_with_a_wide_interval() -> None:
    found = bradley_terry([PairResult("a", "b", 1.0)] * 20).difference("a", "b")
    assert 300 < found.value < 2000
    assert found.half_width > 200


def test_agents_that_never_met_cannot_be_rated_together() -> None:
    with pytest.raises(StatisticsError, match="never met the others, not even through a third one: c, d"):
        bradley_terry([PairResult("a", "b", 1.0), PairResult("c", "d", 0.0)])
    chain = [PairResult("a", "b", 1.0), PairResult("d", "c", 0.0), PairResult("c", "b", 0.5), PairResult("d", "e", 1.0)]
    assert len(bradley_terry(chain).names) == 5


def test_impossible_results_are_refused() -> None:
    for result in (PairResult("a", "a", 1.0), PairResult("a", "b", 2.0), PairResult("a", "b", -1.0, 2)):
        with pytest.raises(StatisticsError):
            bradley_terry([result, PairResult("a", "b", 0.5)])
    with pytest.raises(StatisticsError, match="at least two agents"):
        bradley_terry([])
    with pytest.raises(StatisticsError, match="no rating for 'z'; rated are a, b"):
        bradley_terry([PairResult("a", "b", 0.5)]).rating("z")


def simulated(stream: np.random.Generator, strengths: dict[str, float], rounds: int, draws: float) -> Ratings:
    """A round robin of swapped pairs between agents of known strength."""
    results = []
    for agent, strength in strengths.items():
        for opponent, other in strengths.items():
            if agent < opponent:
                expected = score_of_elo(strength - other)
                share = min(draws, 2 * min(expected, 1 - expected))
                wins = expected - share / 2
                luck = stream.random((rounds, 2))
                scores = np.where(luck < wins, 1.0, np.where(luck < wins + share, 0.5, 0.0)).sum(axis=1)
                results += [PairResult(agent, opponent, float(score), 2) for score in scores]
    return bradley_terry(results)


def held_differences(strengths: dict[str, float], rounds: int, draws: float, repetitions: int, seed: int) -> float:
    """How often the interval of a difference holds the true one."""
    stream = np.random.default_rng(seed)
    held = []
    for _ in range(repetitions):
        found = simulated(stream, strengths, rounds, draws)
        held += [
            not found.difference(a, b).excludes(strengths[a] - strengths[b])
            for a in strengths
            for b in strengths
            if a < b
        ]
    return float(np.mean(held))


def test_intervals_hold_the_true_differences_as_often_as_promised() -> None:
    assert 0.92 < held_differences({"a": 0.0, "b": 60.0, "c": 150.0}, 30, 0.4, 150, 1) < 0.985


@pytest.mark.long
@pytest.mark.parametrize("draws", [0.0, 0.6])
def test_intervals_hold_the_true_differences_thoroughly(draws: float) -> None:
    strengths = {"a": 0.0, "b": 60.0, "c": 150.0, "d": 350.0}
    assert 0.935 < held_differences(strengths, 50, draws, 1500, 2) < 0.975


# --- people who come and go -----------------------------------------------------------------------------------------


def test_published_example_of_glicko_2() -> None:
    opponents = [GlickoRating(1400, 30), GlickoRating(1550, 100), GlickoRating(1700, 300)]
    found = glicko(GlickoRating(1500, 200, 0.06), list(zip(opponents, (1.0, 0.0, 0.0), strict=True)), restraint=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)
    assert found.estimate().high - found.rating == pytest.approx(1.96 * 151.52, abs=0.02)


def test_period_without_results_makes_a_rating_less_sure() -> None:
    idle = glicko(GlickoRating(1600, 50, 0.06), [])
    assert (idle.rating, idle.volatility) == (1600, 0.06)
    assert idle.deviation == pytest.approx(np.hypot(50, 173.7178 * 0.06))
    assert glicko(GlickoRating(), []).deviation == 350


def test_great_surprise_makes_somebody_more_erratic() -> None:
    steady = GlickoRating(1500, 30, 0.06)
    surprised = glicko(steady, [(GlickoRating(2400, 30), 1.0)] * 5, restraint=1.2)
    assert surprised.volatility > steady.volatility
    with pytest.raises(StatisticsError, match="between 0 and 1"):
        glicko(steady, [(steady, 1.5)])


def test_match_of_three_gives_a_result_for_each_pair() -> None:
    assert pair_results("abc", (1.0, 2.5, 2.5)) == [
        PairResult("a", "b", 1.0), PairResult("a", "c", 1.0), PairResult("b", "c", 0.5),
    ]  # fmt: skip
    assert pair_results(["a", "a"], (1.0, 2.0)) == []


def test_ratings_find_the_order_of_those_who_play() -> None:
    stream = np.random.default_rng(3)
    strengths = {"anna": 1700.0, "bea": 1500.0, "carl": 1300.0}
    periods = []
    for _ in range(150):
        one, other = stream.choice(list(strengths), 2, replace=False)
        won = stream.random() < score_of_elo(strengths[one] - strengths[other])
        periods.append([PairResult(str(one), str(other), float(won))])
    found = glicko_ratings(periods)
    assert found["anna"].rating > found["bea"].rating > found["carl"].rating
    assert sum(rating.n for rating in found.values()) == 300
    assert not found["anna"].estimate().excludes(found["bea"].rating + 200)
