"""Levels are set by matches, the same for the same seed, also when the matches were broken off in between."""

from __future__ import annotations

from itertools import pairwise

import pytest

import apts
from apts.agents.calibrating import calibration
from apts.agents.calibrating.agents_of_game import ladder_lines, remarks
from apts.agents.calibrating.calibration import Calibration, Progress, Results, sides_of
from apts.agents.engines.engine_choice import EngineChoice
from apts.agents.engines.ladder import SETTLED, Ladder, LadderStep
from apts.agents.levels import level_names
from apts.engine.rules_game import RulesGame
from apts.locales.catalogue import words
from apts.search.fitting.contest import Score
from tests.playtest.fair import ROPE

LINE = """
(game "Three in a Row"
    (players 2)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""
TEAMS = """
(game "Teams"
    (players 4)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules
        (start { (set Team 1 {P1 P3}) (set Team 2 {P2 P4}) })
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result TeamMover Win)))))
"""
MINUTES = 0.015


def rules(text: str) -> RulesGame:
    game = apts.load(text).from_rules
    assert game is not None
    return game


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that needs no contest."""
    monkeypatch.setattr(calibration, "engine_of", lambda game: EngineChoice("uct", 4_000.0))


class Broken(Exception):  # noqa: N818 - stands for Ctrl-C
    """The calibration was broken off."""


def test_levels_are_the_same_for_the_same_seed_also_after_a_break() -> None:
    game = rules(LINE)
    whole = Calibration(game, 1, MINUTES, 12).ladder()
    assert tuple(step.level for step in whole.steps) == level_names()
    assert whole.kind == SETTLED
    played: list[int] = []
    results: Results = {}

    def stop(progress: Progress) -> None:
        played.append(progress.matches)
        if len(played) == 20:
            raise Broken

    with pytest.raises(Broken):
        Calibration(game, 1, MINUTES, 12, results, stop).ladder()
    before = dict(results)
    assert len(before) >= 19
    again = Calibration(game, 1, MINUTES, 12, results).ladder()
    assert again == whole
    assert before.items() <= results.items()


def test_each_level_of_a_game_of_skill_beats_the_one_below() -> None:
    found = Calibration(rules(LINE), 2, 4 * MINUTES, 40).ladder()
    measured = [step for step in found.steps if step.score is not None]
    assert len(measured) >= 2
    for step in measured:
        assert step.score is not None
        assert step.score.mean > 0.5
        assert step.score.matches >= 6
    for below, above in pairwise(found.steps):
        assert (above.score is None) == (above.agent == below.agent)


def test_a_game_of_luck_has_hardly_any_levels_and_says_so() -> None:
    found = Calibration(rules(ROPE), 1, MINUTES, 30).ladder()
    assert found.highest in level_names()[:3]
    assert any("more thinking hardly helps" in line for line in ladder_lines(found, words("agents", "en")))


def test_steps_outside_the_bounds_are_told_in_both_languages() -> None:
    scores = [None, Score(0.6, 0.05, 60), Score(0.9, 0.03, 60), *[Score(0.75, 0.05, 60)] * 3]
    steps = [
        LadderStep(level, f"uct:iterations={place + 10}", score)
        for place, (level, score) in enumerate(zip(level_names(), scores, strict=True))
    ]
    ladder = Ladder(tuple(steps), SETTLED, seed=1)
    english, portuguese = (remarks(ladder, words("agents", language)) for language in ("en", "pt-BR"))
    assert [line.split()[0] for line in english] == ["casual", "club"]
    assert len(portuguese) == 2


def test_members_of_a_team_play_together() -> None:
    assert sides_of(rules(LINE)) == [(1,), (2,)]
    assert sides_of(rules(TEAMS)) == [(1, 3), (2, 4)]


def test_games_for_one_are_refused() -> None:
    alone = apts.load(
        '(game "Alone" (players 1) (equipment { (board (square 3)) (piece "Stone" Each) }) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    ).from_rules
    assert alone is not None
    with pytest.raises(apts.AptsError, match="is for one"):
        Calibration(alone)
