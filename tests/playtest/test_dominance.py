"""Choices that stand out are forced and forbidden: what is missed dominates, what is not is popular and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from apts import load, open_run, playtest
from apts.archive import RunManifest, open_archive
from apts.playtest.experiments.constrained_players import Constraint, Region, Thing
from apts.playtest.experiments.forced_choices import (
    MOST_UNITS,
    WORK,
    Choice,
    ChoiceTrial,
    DoingWithout,
    kept_choices,
    suspects,
    trial_of,
    units_for,
)
from apts.playtest.experiments.side_runs import QUESTION
from apts.playtest.experiments.stress import SideResults, Stress
from apts.playtest.experiments.trial import Trial
from apts.playtest.playtest_run import Run
from apts.statistics import Estimate
from bench.dominance import DOMINANT, FREE, PLANTED, Case, is_right
from tests.playtest.handmade import match

QUICK = ("gold in the middle", "crowns")
MATCHES = 200
FREE_QUICK = ("fifth stone", "a die decides")


@pytest.fixture(scope="module", autouse=True)
def _little_thinking() -> Iterator[None]:
    """Play-tests whose players are not named have weak ones here, so that they are quick."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("apts.playtest.matches.forecast.DEFAULT_COUNTS", ((30, 200),))
        yield


def cases(among: tuple[Case, ...], quick: tuple[str, ...]) -> list[Any]:
    return [pytest.param(case, id=case.name, marks=() if case.name in quick else pytest.mark.long) for case in among]


@pytest.mark.parametrize("case", cases(PLANTED, QUICK))
def test_choice_that_dominates_is_found_by_forbidding_it(case: Case) -> None:
    run = playtest(load(case.rules), matches=MATCHES if case.name in QUICK else 2 * MATCHES, seed=1)
    assert is_right(case, run)
    (found, *_) = [one for one in run.findings if one.kind in DOMINANT]
    assert found.effect > 0.2
    assert found.low is not None
    assert found.low > 0.0


@pytest.mark.parametrize("case", cases(FREE, FREE_QUICK))
def test_nothing_dominates_where_no_choice_matters(case: Case) -> None:
    assert is_right(case, playtest(load(case.rules), matches=MATCHES, seed=1))


# ----------------------------------------------------------------------------------------------------------------
# How much is tried, and what an archive knows of it.


@pytest.fixture(scope="module")
def crosses(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    place = tmp_path_factory.mktemp("choices") / "runs.db"
    return place, playtest("tic-tac-toe", matches=250, seed=1, archive=place, workers=1)


def test_trials_take_a_fifth_of_the_matches_at_most(crosses: tuple[Path, Run]) -> None:
    _, run = crosses
    assert run.side is not None
    assert 0 < sum(trial.matches for trial in run.side.choices) <= WORK * 250
    assert units_for(Choice("opening", "b2"), 80, 2) == 40
    assert units_for(Choice("piece", "Stone"), 80, 2) == 20
    assert units_for(Choice("site", "b2"), 80, 6) == 6
    assert units_for(Choice("opening", "b2"), 10_000, 2) == MOST_UNITS


def test_trials_are_found_again_and_do_not_depend_on_workers(crosses: tuple[Path, Run]) -> None:
    place, run = crosses
    opened = open_run(place)
    assert opened.metrics["choice-loss"] == run.metrics["choice-loss"]
    assert opened.side is not None
    assert run.side is not None
    assert opened.side.choices == run.side.choices
    again = playtest("tic-tac-toe", matches=250, seed=1, workers=2)
    assert again.metrics["choice-loss"] == run.metrics["choice-loss"]


def test_run_with_named_players_tries_nothing(middle: Run) -> None:
    assert "a play-test whose players are not named tries one" in middle.metrics["choice-loss"].details["missing"]


WRONG: list[Mapping[str, Any]] = [{"sort": "mood"}, {"name": 3}, {"moves": "b2"}, {"sites": ["b2"]}, {"seed": 99}]


@pytest.mark.parametrize("changes", WRONG)
def test_stored_trials_of_another_form_are_left_out(
    crosses: tuple[Path, Run], changes: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, run = crosses
    with open_archive(place) as archive:
        assert kept_choices(archive, run.manifest)
        plain = archive.readable_manifest

        def changed(name: str) -> RunManifest | None:
            known = plain(name)
            if known is None or QUESTION not in known.settings:
                return known
            question = {**known.settings[QUESTION], **changes}
            return replace(known, settings={**known.settings, QUESTION: question})

        monkeypatch.setattr(archive, "readable_manifest", changed)
        assert kept_choices(archive, run.manifest) == ()


# ----------------------------------------------------------------------------------------------------------------
# What is forbidden, what is compared, and what a stress test adds.


def test_winning_at_once_is_never_forbidden() -> None:
    """That a match ends on a site is how it is won, not why."""
    bound = DoingWithout(Region.of("c1", frozenset({2})), "without")
    state = load("tic-tac-toe").start()
    for move in ("a1", "a2"):
        state = state.play(move)
    allowed = bound.allowed(state, 2)
    assert allowed is not None
    assert "c1" not in [move.text for move in allowed]
    ahead = state.play("b1").play("b2")
    assert bound.allowed(ahead, 4) is None  # c1 makes a row of three


def test_opening_is_compared_in_pairs() -> None:
    pairs = [(1, 2), (1, 1), (1, 2), (2, 2)]
    records = []
    for pair, winners in enumerate(pairs):
        records += [match(2 * pair + place, winner, pair=pair) for place, winner in enumerate(winners, 1)]
    trial = trial_of(Choice("opening", "m"), records, 2)
    assert trial is not None
    assert trial.forced is not None
    assert (trial.forced.value, trial.without.value, trial.loss.value, trial.n) == (0.75, 0.25, 0.5, 4)
    half = records[:-1]
    assert (trial_of(Choice("opening", "m"), half, 2) or trial).n == 3


MIDDLE = """(game "Middle" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end { (if (is In (last To) (sites Centre)) (result Mover Win))
    (if (>= (count Moves) 1) (result Next Win)) })))"""
"""Everybody who looks ahead begins in the middle."""


@pytest.fixture(scope="module")
def middle() -> Run:
    return playtest(MIDDLE, "uct:iterations=30", matches=40, seed=1, workers=1)


def beside(run: Run, side: SideResults) -> Run:
    return Run(run.manifest, run.matches, run.game, side=side)


def tried(loss: Estimate, p_value: float) -> ChoiceTrial:
    choice = Choice("opening", "b2", frozenset({"b2"}))
    return ChoiceTrial(choice, Estimate(0.48, 0.41, 0.55, 40), Estimate(0.5, 0.4, 0.6, 40), loss, p_value, 80)


def test_popular_opening_that_is_not_missed_is_called_popular(middle: Run) -> None:
    run = beside(middle, SideResults(choices=(tried(Estimate(0.02, -0.1, 0.15, 40), 0.4),)))
    (popular,) = [found for found in run.findings if found.kind == "popular-opening"]
    assert popular.subject == "b2"
    assert "It is not shown to be better: without it who opens scores 48 % (41 % to 55 %)" in popular.sentence
    assert not [found for found in run.weighed if found.kind in DOMINANT]


def test_opening_that_is_missed_dominates_and_its_popularity_is_a_consequence(middle: Run) -> None:
    run = beside(middle, SideResults(choices=(tried(Estimate(0.3, 0.2, 0.4, 40), 1e-4),)))
    (found,) = [one for one in run.findings if one.kind in DOMINANT]
    assert (found.kind, found.subject, found.effect) == ("dominant-opening", "b2", 0.3)
    assert [one.kind for one in found.consequences] == ["popular-opening"]


def test_opening_that_was_not_tried_is_popular_and_no_more(middle: Run) -> None:
    (popular,) = [found for found in middle.findings if found.kind == "popular-opening"]
    assert popular.sentence.endswith("Whether it is better was not tried.")
    assert not [found for found in middle.weighed if found.kind in DOMINANT]


def test_stress_is_evidence_too(middle: Run) -> None:
    bound = Constraint(Thing("opening", "b2", frozenset({"b2"})), "without")
    trial = Trial(bound, Estimate(0.2, 0.1, 0.3, 40), Estimate(-0.3, -0.4, -0.2, 40), 1e-6, 80, 0, 1.0, 1.0)
    run = beside(middle, SideResults(stress=Stress.of("Middle", "random", 1, [trial])))
    (found,) = [one for one in run.findings if one.kind in DOMINANT]
    assert (found.kind, found.subject) == ("dominant-opening", "b2")
    assert [one.kind for one in found.consequences] == ["popular-opening"]


def test_nothing_is_suspicious_for_a_seat_alone() -> None:
    puzzle = """(game "Fill" (players 1) (equipment { (board (rectangle 1 4)) (piece "Stone" Each) })
      (rules (play (move Add (to (sites Empty)))) (end (if (>= (count Moves) 4) (result P1 Win)))))"""
    assert suspects(playtest(puzzle, "random", matches=30).evidence) == []
