"""A game of lines with a twist, from an empty folder to a comparison, as somebody does it who has read the tutorial."""

from __future__ import annotations

from pathlib import Path

import pytest

from .command_line import apts

FIRST = """
(game "Cinders"
    (players 2)
    (equipment { (board (hex 4)) (piece "Stone" Each) (piece "Ash" Neutral) })
    (rules
        (play (move Add (to (sites Emtpy)) (then "Burn")))
        (end (if (is Line 4 whats:{ (id "Stone" Mover) (id "Ash") }) (result Mover Win)))
    )
)
"""
BURN = """
(define "Burn"
    (custodial (from (last To)) All
        (between (max 1) if:(is Enemy (who at:(between))) (apply (promote (between) (piece "Ash0"))))
        (to if:(is Friend (who at:(to))))
    )
)
"""
QUICK = ("--agents", "uct:iterations=50", "--matches", "12")


@pytest.mark.long
def test_line_game_is_written_mended_play_tested_changed_and_compared(tmp_path: Path) -> None:
    file, archive = tmp_path / "cinders.lud", tmp_path / "runs.db"
    file.write_text(FIRST, encoding="utf-8")
    refused = apts("check", file)
    assert refused.code == 1
    assert "did you mean: Empty?" in refused.complaint
    assert 'there is no (define "Burn" ..)' in refused.complaint

    file.write_text(FIRST.replace("Emtpy", "Empty") + BURN, encoding="utf-8")
    doubted = apts("check", file, "--strict")
    assert doubted.code == 1
    assert 'no container or piece is called "Ash"' in doubted.output + doubted.complaint
    assert "did you mean: Ash0?" in doubted.output + doubted.complaint

    file.write_text(file.read_text(encoding="utf-8").replace('(id "Ash")', '(id "Ash0")'), encoding="utf-8")
    assert apts("check", file, "--strict").code == 0

    played = apts("playtest", file, *QUICK, "--archive", archive, "--report", tmp_path / "cinders.html")
    assert played.code == 0, played.complaint
    assert "Cinders: 12 matches" in played.output
    assert "Cinders" in (tmp_path / "cinders.html").read_text(encoding="utf-8")

    other = tmp_path / "swapping.lud"
    other.write_text(file.read_text(encoding="utf-8").replace("(play (", "(meta (swap)) (play ("), encoding="utf-8")
    compared = apts("compare", file, other, *QUICK, "--goal", "balance:higher")
    assert compared.code == 0, compared.complaint
    named = " ".join(compared.output.split())
    assert "cinders.lud, Cinders, 12 matches" in named
    assert "swapping.lud, Cinders, 12 matches" in named
    assert "(meta (swap))" in compared.output
