"""Games that all win or lose together, and games for one: losses that are close, losses that are far, and no challenge."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import apts
from apts.archive import MatchRecord
from apts.engine.class_game import ClassGame
from apts.engine.play.outcome import Outcome
from apts.playtest.findings import weigh
from apts.playtest.metrics import Metrics
from apts.playtest.run import Run
from apts.report import report_html
from bench import planted_games as planted
from tests.playtest import handmade


def counted(won: bool, points: tuple[float, ...], number: int) -> MatchRecord:
    outcome = (Outcome.all_win if won else Outcome.all_lose)(len(points), "counted").paying(points=points)
    return replace(handmade.match(number, players=len(points)), outcome=outcome)


def played(game: planted.Dice, matches: int = 120) -> Run:
    return apts.playtest(ClassGame(game), "random", matches, 1, workers=1)


def kinds(run: Run) -> set[tuple[str, str]]:
    return {(one.kind, one.subject) for one in weigh(run.evidence) if one.state == "found"}


def test_points_missing_are_those_that_the_least_won_match_had_more() -> None:
    matches = [counted(True, (6, 4), 1), counted(True, (9, 9), 2), counted(False, (5, 4), 3), counted(False, (1, 1), 4)]
    found = Metrics(handmade.evidence(*matches))["missing-points"]
    assert found.value == pytest.approx((0.1 + 0.8) / 2)
    assert found.details["needed"] == 10.0
    assert found.details["narrow"]["value"] == 0.5


@pytest.mark.parametrize(
    ("ends", "reason"),
    [
        ([(True, (3.0, 3.0))], "no match with points was lost"),
        ([(False, (3.0, 3.0))], "nobody knows how many points it takes"),
        ([(True, (1.0, 1.0)), (False, (3.0, 3.0))], "something else than points decides"),
    ],
)
def test_what_is_not_known_is_said(ends: list[tuple[bool, tuple[float, ...]]], reason: str) -> None:
    matches = [counted(won, points, number) for number, (won, points) in enumerate(ends, 1)]
    assert reason in Metrics(handmade.evidence(*matches))["missing-points"].details["missing"]


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_a_countdown_is_won_by_some_and_lost_narrowly(players: int) -> None:
    game = planted.Countdown(players, target=12 * players if players < 6 else 64)
    if players == 1:
        game.cooperative = False
    run = played(game)
    found = run.metrics["missing-points"]
    assert found.value is not None
    assert 0.0 < found.value < 0.4
    assert not {("always-won", ""), ("losses", "far")} & kinds(run)


def test_far_losses_and_wins_without_challenge_are_found() -> None:
    assert ("losses", "far") in kinds(played(planted.Cliff(3, target=100)))
    easy = played(planted.Countdown(3, target=12))
    assert ("always-won", "") in kinds(easy)
    assert "vencidas em conjunto" in report_html(easy, "pt-BR")


def test_narrow_losses_are_told_as_such() -> None:
    class Narrow(planted.Countdown):
        def gain(self, position: planted.Race, move: str, dice: random.Random) -> int:
            return 90 + dice.randint(1, 6)

    assert ("losses", "narrow") in kinds(played(Narrow(2, target=6 * 93 + 4)))


def test_seats_against_each_other_have_no_losses_together() -> None:
    run = played(planted.Dice(2), 30)
    assert run.metrics["missing-points"].value is None
    assert not {kind for kind, _ in kinds(run)} & {"losses", "always-won"}
