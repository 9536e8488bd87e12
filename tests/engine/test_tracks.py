"""Tracks: sites in an order."""

from __future__ import annotations

import pytest

from apts.engine.compiler.equipment import read_equipment
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.lowering.tracks.tracks import END, Track, read_track
from apts.language.reading import build
from tests.engine.small_match import PLACING, small_game


def track_of(clause: str, board: str = "(board (square 3) {track})") -> Track:
    """The track of a small board."""
    game = build(small_game(PLACING.format(then=""), board=board.format(track=clause)))
    equipment = read_equipment(game)
    return read_track(equipment, equipment.tracks[0])


def test_steps_follow_rays_to_the_end_or_for_some_steps() -> None:
    assert track_of('(track "Way" "0,E,N1,W")').sites == (0, 1, 2, 5, 4, 3)
    assert track_of('(track "Way" "0,E1,12,8,End")').sites == (0, 1, 12, 8, END)


def test_a_mancala_track_goes_around_the_pits() -> None:
    track = track_of('(track "Around" "1,E,N,W" loop:True)', "(mancalaBoard 2 6 {track})")
    assert track.sites == (*range(1, 7), *range(12, 6, -1))
    assert track.loop


def test_owners_and_flags_are_read() -> None:
    track = track_of('(track "Own" {4 3 0} P2 directed:True)')
    assert (track.owner, track.loop, track.directed, track.returns) == (2, False, True, False)
    assert track_of('(track "Back" {4 3 4})').returns


def test_a_site_repeated_at_once_is_a_bump() -> None:
    track = track_of('(track "Bumpy" {0 1 1 2 2 2})')
    assert track.sites == (0, 1, 2)
    assert track.bumps == (0, 1, 2)
    assert not track.returns


def test_a_step_that_is_no_direction_of_the_board_is_refused() -> None:
    with pytest.raises(UnsupportedRule, match="'NNE' of a track"):
        track_of('(track "Wrong" "0,NNE")')
