"""The contest of engines: fair, the same everywhere, at equal work."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from apts.agents.engines import contest
from apts.agents.engines.contest import MILLISECOND, best_of, play_duel, play_match
from apts.agents.engines.engine_choice import families
from apts.agents.engines.sides import side_of
from apts.errors import AptsError
from apts.search.fitting.work import SEARCH, costs_of
from tests.search.fitting.small_fits import HUNT, RACE, TRIPLE, game

WINDOW = 1.0 * MILLISECOND


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of a small part of a second."""
    monkeypatch.setattr(contest, "WORK", 60 * MILLISECOND)
    monkeypatch.setattr(contest, "LEAST", 0.4 * MILLISECOND)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("text", [TRIPLE, RACE, HUNT], ids=["three seats", "chance", "two kinds of pieces"])
def test_same_seed_gives_the_same_engine_and_scores_on_any_thread(text: str) -> None:
    found: list[Any] = []

    def run() -> None:
        own = game(text)
        found.append(best_of(own, families(own, "own"), 3, "uct"))

    run()
    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert found[0] == found[1] == found[2]
    assert all(duel.score.matches > 0 for duel in found[0][1])


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("text", [TRIPLE, RACE, "connect-four"], ids=["three seats", "chance", "two seats"])
def test_an_engine_against_itself_has_its_share(text: str) -> None:
    own = game(text)
    machine = own.machine.twin()
    costs = costs_of(machine, 1)
    sides = [side_of("uct", own, machine, costs) for _ in range(2)]
    duel = play_duel(machine, sides[0], sides[1], costs, 5)
    assert abs(duel.score.mean - 0.5) <= 3.5 * duel.score.error
    assert duel.score.matches >= 2 * own.players


def test_the_stronger_engine_takes_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "WORK", 400 * MILLISECOND)
    monkeypatch.setattr(contest, "LEAST", 2 * MILLISECOND)
    own = game("breakthrough")
    engine, duels, _ = best_of(own, [["uct:c=100"], ["alphabeta"]], 1, "uct")  # the first looks at all moves alike
    assert engine == "alphabeta"
    assert duels[0].score.mean > 0.7
    assert best_of(own, [["alphabeta", "uct:c=100"]], 1, "uct")[0] == "alphabeta"


def test_where_no_duel_has_enough_matches_the_engine_is_the_one_for_the_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(contest, "WORK", contest.MILLISECOND)
    engine, duels, steps = best_of(game("breakthrough"), [["alphabeta"], ["uct:c=100"]], 1, "uct")
    assert engine == "uct"
    assert steps["uct"] > 0
    assert [duel.score.matches < 2 * contest.FEWEST_GROUPS for duel in duels] == [True]


def test_both_sides_do_as_much_work_a_move() -> None:
    own = game("connect-four")
    machine = own.machine.twin()
    costs = costs_of(machine, 1)
    for spec in (spec for family in families(own, "own") for spec in family):
        side = side_of(spec, own, machine, costs)
        side.begin()
        _, done = side.choose(machine.start(1), 20 * WINDOW, 7)
        assert done == pytest.approx(20 * WINDOW, rel=0.1)
        assert done > SEARCH


def test_a_match_counts_its_work_and_leaves_the_sides_usable() -> None:
    own = game(HUNT)
    machine = own.machine.twin()
    costs = costs_of(machine, 1)
    sides = (side_of("alphabeta", own, machine, costs), side_of("uct", own, machine, costs))
    once = play_match(machine, sides, 1, WINDOW, Random(4))
    assert once == play_match(machine, sides, 1, WINDOW, Random(4))
    assert once.work >= once.turns * 0.5 * WINDOW
    assert 0.0 <= once.score <= 1.0


def test_agents_that_search_nothing_cannot_take_part() -> None:
    own = game(HUNT)
    machine = own.machine.twin()
    with pytest.raises(AptsError, match="random is no search"):
        side_of("random", own, machine, costs_of(machine, 1))
