"""Matches come in groups with the seats changed; who asks for another number is told before they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts as lab
from tests.cli.command_line import apts

SKILL = ("skill", "tic-tac-toe", "--base", "2", "--steps", "1")
STRESS = ("stress", "tic-tac-toe", "--agents", "random", "--only", "opening", "--openings", "1")
STUDY = ("qlearn", "study", "tic-tac-toe", "--episodes", "10", "--opponents", "random")


@pytest.mark.parametrize(
    ("words", "asked", "played"),
    [
        (("arena", "tic-tac-toe", "random", "uct:iterations=2"), 3, 4),
        (SKILL, 5, 6),
        (SKILL, 1, 4),
        (STRESS, 7, 8),
        (STUDY, 3, 4),
    ],
)
def test_rounding_is_told(words: tuple[str, ...], asked: int, played: int, tmp_path: Path) -> None:
    done = apts(*words, "--matches", str(asked), folder=tmp_path)
    assert done.code == 0, done.complaint
    assert f"{asked} matches are rounded up to {played}: matches come in groups of 2" in done.complaint
    assert f"{played} matches" in done.output


def test_whole_groups_are_played_without_a_word(tmp_path: Path) -> None:
    done = apts(*SKILL, "--matches", "6", folder=tmp_path)
    assert "rounded" not in done.complaint
    assert "6 matches" in done.output


def test_the_tournament_says_how_many_matches_it_has_at_most() -> None:
    held = lab.arena("tic-tac-toe", ["random", "uct:iterations=2"], matches=5, all_matches=True)
    assert held.most == 6
    assert held.matches_of(0) == 6
