"""Tournaments of agents."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.agents.matches import play_match
from apts.cli.playtesting.experiments import verdict
from apts.errors import AptsError
from apts.executors import Local
from apts.playtest.experiments.arena import Arena, Unit, format_milliseconds, score_of
from apts.playtest.matches.match import replay
from tests.agents.small_games import Race


def arena(*specs: str, matches: int = 40, **settings: bool) -> Arena:
    """A tournament of Tic-Tac-Toe."""
    return Arena(apts.load("tic-tac-toe"), [apts.agent(spec) for spec in specs], matches, **settings)


def test_agents_change_seats_and_share_their_openings() -> None:
    contest = arena("random", "greedy", matches=10)
    contest.run()
    assert all(len(unit.scores) == 2 for unit in contest.units)
    assert [unit.number for unit in contest.units] == list(range(5))


def test_clear_order_ends_the_tournament_early() -> None:
    contest = arena("uct:iterations=300", "random", matches=400)
    contest.run()
    assert contest.clear
    assert contest.matches_of(0) < 100
    assert contest.ranking == [0, 1]
    rating = contest.ratings.rating("uct:iterations=300")
    assert rating.low < rating.value < rating.high


def test_a_score_stands_beside_what_a_move_costs_both_sides() -> None:
    found = arena("uct:iterations=200", "random", matches=8)
    found.run()
    (pair,) = found.as_data()["pairs"]
    own, other = pair["seconds_a_move"]
    assert own > other > 0.0
    assert format_milliseconds(0.0095, 0.00045) == "9.5 beside 0.45 ms"
    assert format_milliseconds(0.0, 0.1) == "-"


def test_all_matches_are_played_when_wanted() -> None:
    contest = arena("uct:iterations=100", "random", matches=60, all_matches=True)
    contest.run(Local(2))
    assert contest.matches_of(0) == 60


def test_equal_agents_are_not_put_in_order() -> None:
    contest = arena("uct:iterations=50", "uct:iterations=51", matches=20)
    contest.run()
    assert not contest.clear


def test_seats_of_three_are_shared_by_two_agents() -> None:
    game = apts.load(Race(9, players=3))
    contest = Arena(game, [apts.agent("random"), apts.agent("uct:iterations=20")], 6, opening=0)
    contest.run()
    assert all(0.0 <= score <= 1.0 for unit in contest.units for score in unit.scores)


def test_score_is_one_for_a_win_and_a_half_for_a_draw() -> None:
    match = play_match(apts.load("tic-tac-toe"), [apts.agent("uct:iterations=500")] * 2, seed=1)
    assert score_of(match.outcome, [0, 1]) + score_of(match.outcome, [1, 0]) == pytest.approx(1.0)
    assert score_of(match.outcome, [0, 1]) == 0.5 + match.outcome.utilities[0] / 2


@pytest.mark.parametrize("specs", [("random",), ("random", "random"), ("human", "random")])
def test_field_that_makes_no_sense_is_refused(specs: tuple[str, ...]) -> None:
    with pytest.raises(AptsError):
        arena(*specs)


def test_verdict_goes_with_the_ratings_beside_it() -> None:
    """Ratings whose intervals are apart are not called unclear without saying why."""
    contest = arena("random", "greedy", matches=40)
    for number in range(7):
        contest.add(Unit((0, 1), number, (0.0, 0.5), (5, 5), (0.1, 0.1)))
    ratings = [contest.ratings.rating(contest.agents[index].spec) for index in contest.ranking]
    assert not ratings[0].overlaps(ratings[1])
    assert not contest.clear
    told = verdict(contest)
    assert told.startswith("The order is probable, but not sure: the intervals of the ratings are apart")
    assert told.endswith("So far: greedy ≥ random")
    even = arena("random", "greedy", matches=40)
    even.add(Unit((0, 1), 0, (0.0, 1.0), (5, 5), (0.1, 0.1)))
    assert verdict(even).startswith("The order is not clear yet")


def test_archive_keeps_the_matches_and_none_is_played_twice(tmp_path: Path) -> None:
    specs, place = ("random", "uct:iterations=5", "uct:iterations=10"), tmp_path / "runs.db"
    short = apts.arena("tic-tac-toe", specs, matches=10, all_matches=True, archive=place, workers=1)
    longer = apts.arena("tic-tac-toe", specs, matches=20, all_matches=True, archive=place, workers=2)
    alone = apts.arena("tic-tac-toe", specs, matches=20, all_matches=True, workers=1)
    assert [unit.scores for unit in longer.units] == [unit.scores for unit in alone.units]
    assert sum(len(unit.scores) for unit in short.units) == 30
    timed = [unit for unit in longer.units if sum(unit.moves)]
    assert len(timed) == len(longer.units) - len(short.units)
    with apts.open_archive(place) as archive:
        (run,) = archive.runs()
        records = list(archive.matches(run.name))
        assert [record.number for record in records] == list(range(1, 61))
        game = apts.load("tic-tac-toe")
        for record in records:
            *_, last = replay(game, record)
            assert last.outcome == record.outcome
            assert len(set(record.seats)) == 2
        with pytest.raises(AptsError, match="a tournament of agents"):
            apts.open_run(archive, run.name).report(tmp_path / "report.html")


def test_matches_of_dice_games_for_three_are_kept_too(tmp_path: Path) -> None:
    found = apts.arena("mail-coaches", ["random", "greedy"], matches=4, archive=tmp_path / "runs.db", all_matches=True)
    again = apts.arena("mail-coaches", ["random", "greedy"], matches=4, archive=tmp_path / "runs.db", all_matches=True)
    assert [unit.scores for unit in again.units] == [unit.scores for unit in found.units]
    with apts.open_archive(tmp_path / "runs.db") as archive:
        (run,) = archive.runs()
        for record in archive.matches(run.name):
            *_, last = replay(apts.load("mail-coaches"), record)
            assert last.outcome == record.outcome
