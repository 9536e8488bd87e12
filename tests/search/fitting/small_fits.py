"""Games and budgets for fits that take a moment."""

from __future__ import annotations

import pytest

import apts
from apts.engine.rules_game import RulesGame
from apts.search.fitting import fit
from apts.search.fitting.contest import Score

TRIPLE = """
(game "Triple" (players 3)
    (equipment { (board (square 4)) (piece "Mark" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then (if (is Line 2 Orthogonal) (addScore Mover 1)))))
        (end (if (is Full) (byScore)))
    )
)"""

RACE = "mail-coaches"

HUNT = """
(game "Hunt" (players 2)
    (equipment {
        (board (square 6))
        (piece "Lord" Each (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Snail" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
    })
    (rules
        (start {
            (place "Lord1" {1 4}) (place "Lord2" {31 34})
            (place "Snail1" {6 7 8 9 10 11}) (place "Snail2" {24 25 26 27 28 29})
        })
        (play (forEach Piece))
        (end { (if (<= (count Pieces Next) 3) (result Mover Win)) (if (no Moves Next) (result Mover Win)) })
    )
)"""


def game(text: str) -> RulesGame:
    """The game of a text or a name."""
    found = apts.load(text).from_rules
    assert found is not None
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of a small part of a second."""
    monkeypatch.setattr(fit, "ROUND_WORK", (2.5e7, 2.5e7))
    monkeypatch.setattr(fit, "SCREEN_WORK", 4e6)
    monkeypatch.setattr(fit, "FINAL_WORK", 4e7)
    monkeypatch.setattr(fit, "FINAL_MATCHES", 24)
    monkeypatch.setattr(fit, "FEWEST_MATCHES", 2)
    monkeypatch.setattr(fit, "MOST_NODES", 120.0)


@pytest.fixture
def kept_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was fitted is kept whatever its contest says."""
    monkeypatch.setattr(Score, "is_better", True)
