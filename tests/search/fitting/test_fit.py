"""Fits of small games: for two and three seats, with chance; the same seed gives the same evaluation."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import apts
from apts.errors import AptsError
from apts.search.evaluation.features import features_of
from apts.search.evaluation.given import derived_heuristic
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.piece_values import piece_values
from apts.search.fitting import fit as fitting
from apts.search.fitting.contest import Contest, score_of
from apts.search.fitting.fit import fitted
from apts.search.fitting.kept import fit_as_bytes
from apts.search.fitting.work import costs_of
from tests.search.fitting.armies import ARMIES
from tests.search.fitting.small_fits import HUNT, RACE, TRIPLE, game, kept_anyway, quick

__all__ = ["kept_anyway", "quick"]


@pytest.mark.usefixtures("quick", "kept_anyway")
@pytest.mark.parametrize("text", [TRIPLE, RACE, HUNT], ids=["three seats", "chance", "two kinds of pieces"])
def test_same_seed_gives_the_same_bytes_on_any_thread(text: str) -> None:
    found: list[bytes] = []

    def run() -> None:
        own = game(text)
        found.append(fit_as_bytes(fitted(own), own))

    run()
    threads = [threading.Thread(target=run) for _ in range(2)]  # both at once
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert len(set(found)) == 1
    assert found[0].count(b'"kind"') > 2


@pytest.mark.usefixtures("quick", "kept_anyway")
def test_another_seed_plays_other_matches() -> None:
    own = game(HUNT)
    assert fitted(own, 1).heuristic != fitted(own, 2).heuristic


def test_a_piece_that_can_do_more_is_worth_more_from_the_start() -> None:
    own = game(HUNT)
    values = piece_values(own.machine.twin())
    assert values["Lord"] > 1.5 * values["Snail"]
    found = [feature for feature in features_of(own, values) if feature.term.zone == "board"]
    weights = {feature.term.piece: feature.default for feature in found if feature.term.stage == "always"}
    assert weights["Lord"] > weights["Snail"] > 0


@pytest.mark.long
@pytest.mark.parametrize("strong", ARMIES)
def test_a_stronger_piece_costs_more_when_it_is_taken_away(strong: str) -> None:
    weak, text = ARMIES[strong]
    own = game(text)
    found = fitted(own)
    assert lost(own, found.heuristic, strong) > lost(own, found.heuristic, weak)


@pytest.mark.parametrize("strong", ARMIES)
def test_it_does_so_by_the_evaluation_of_the_rules_alone(strong: str) -> None:
    weak, text = ARMIES[strong]
    own = game(text)
    heuristic = derived_heuristic(own.compiled)
    assert lost(own, heuristic, strong) > lost(own, heuristic, weak) > 0


def lost(own: Any, heuristic: Heuristic, piece: str) -> float:
    """The points that the first player loses when one of these pieces is taken from the start position."""
    machine = own.machine
    names = [component.name for component in own.compiled.equipment.components]
    number = 1 + names.index(f"{piece}1")
    before = machine.start(1)
    after = machine.copy(before)
    what_at, size = own.compiled.fields["what"]
    after[what_at + next(site for site in range(size) if after[what_at + site] == number)] = 0
    return heuristic.value(machine, before, 1) - heuristic.value(machine, after, 1)


@pytest.mark.usefixtures("quick")
def test_what_does_not_win_its_contest_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    own = game(HUNT)
    monkeypatch.setattr(Contest, "play", lambda *given, **named: score_of([0.5] * 20, 2))
    found = fitted(own)
    assert not found.kept
    assert found.heuristic == derived_heuristic(own.compiled)


def test_a_game_that_takes_too_long_keeps_the_derived_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "ROUND_WORK", (1e6, 1e6))
    own = game(HUNT)
    found = fitted(own)
    assert not found.kept
    assert found.score.matches == 0
    assert found.heuristic == derived_heuristic(own.compiled)


def test_equal_matches_prove_nothing_and_clear_ones_do() -> None:
    assert not score_of([0.5] * 10, 2).is_better
    assert score_of([1.0] * 8, 2).is_better
    assert not score_of([1.0, 0.0] * 8, 2).is_better


def test_challenger_has_every_seat_and_pays_for_listing_moves() -> None:
    own = game(TRIPLE)
    machine = own.machine.twin()
    costs = costs_of(machine, 1)
    plain, listing = Heuristic((Term("score"),)), Heuristic((Term("score"), Term("mobility")))
    assert costs.node(listing) > costs.node(plain)
    score = Contest(machine, plain, listing, costs, 1).play(60, 1e7, 12, clear=99.0)
    assert score.matches == 12
    same = Contest(machine, plain, plain, costs, 1).play(60, 1e7, 30, clear=99.0)
    assert 0.3 < same.mean < 0.7


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("othello", {"score", "mobility", "pieces", "tempo"}),
        ("nine-mens-morris", {"line", "pieces", "mobility"}),
        ("gomoku", {"line", "tempo"}),
        ("hex", {"connection"}),
        ("go", {"groups", "score"}),
    ],
)
def test_features_are_read_off_the_rules(name: str, expected: set[str]) -> None:
    own = apts.load(name).from_rules
    assert own is not None
    features = features_of(own)
    assert expected <= {feature.term.kind for feature in features}
    assert len(features) <= 48
    Heuristic(tuple(feature.term for feature in features)).compiled_for(own.compiled)


def test_a_game_for_one_is_refused_with_a_sentence() -> None:
    alone = """(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Mark" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"""
    with pytest.raises(AptsError, match="Alone is for one"):
        fitted(game(alone))
