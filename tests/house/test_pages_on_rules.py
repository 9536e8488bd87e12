"""Rules that a page shows in parts play as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import apts

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
AROUND = """(game "Road" (players 2)
    (equipment { (board (rectangle 1 60) (track "Road" "0,E")) (piece "Runner" Each) (dice d:2 num:2) })
    (rules (start { (place "Runner1" 0) (place "Runner2" 30) }) (play %s) (end (if (no Moves Next) (result Mover Win))))
)"""


def test_turn_uses_both_dice_and_equal_ones_have_numbers() -> None:
    (play,) = re.findall(r"## Turns that use several dice\n.*?```\n(.*?)```", PAGE, re.DOTALL)
    state = apts.load(AROUND % play).start()
    movers, numbered = [], []
    for _ in range(12):
        movers.append(state.mover)
        texts = [move.text for move in state.moves()]
        numbered += [texts] if any("#" in text for text in texts) else []
        state = state.play(texts[0])
    assert movers == [1, 1, 2, 2] * 3
    assert numbered
    assert all([text[-2:] for text in texts] == ["#1", "#2"] for texts in numbered)
