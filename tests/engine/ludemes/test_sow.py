"""Sowing along a track, capturing with the last seed, and the site of the last action."""

from __future__ import annotations

from apts.engine.runtime.layout import LAST_LOCATION, LAST_TO
from tests.engine.small_match import SmallMatch, small_game

RING = '(board (square 3) (track "Ring" {0 1 2 5 8 7 6 3} loop:True))'
OWN = '(piece "Seed" Shared) (hand Each)'


def sowing(
    arguments: str = "", *, seeds: str = "(set Count 3 to:(sites {0 1 2 5 8 7 6 3}))", after: str = ""
) -> SmallMatch:
    """A game in which a turn sows the seeds of a site along a ring of eight sites."""
    play = f"(move Select (from (sites Board) if:(< 0 (count at:(from)))) (then (sow {arguments} {after})))"
    return SmallMatch(small_game(play, board=RING, pieces=OWN, start=f"(start {{ {seeds} }})"))


def counts(match: SmallMatch) -> list[int]:
    """The seeds of the ring, in the order of the track."""
    return [match.position.count(site) for site in (0, 1, 2, 5, 8, 7, 6, 3)]


def test_every_following_hole_gets_a_seed() -> None:
    match = sowing()
    match.play(2)
    assert counts(match) == [3, 3, 0, 4, 4, 4, 3, 3]


def test_on_the_way_round_the_start_keeps_a_seed_unless_it_is_jumped_over() -> None:
    many = "(set Count 8 at:0)"
    match = sowing(seeds=many)
    match.play(0)
    assert counts(match) == [1, 1, 1, 1, 1, 1, 1, 1]
    match = sowing("includeSelf:False", seeds=many)
    match.play(0)
    assert counts(match) == [0, 2, 1, 1, 1, 1, 1, 1]


def test_holes_may_be_skipped_and_the_start_may_keep_the_first_seed() -> None:
    match = sowing("skipIf:(= (to) 1)")
    match.play(0)
    assert counts(match) == [0, 3, 4, 4, 4, 3, 3, 3]
    match = sowing("origin:True")
    match.play(0)
    assert counts(match) == [1, 4, 4, 3, 3, 3, 3, 3]


def test_a_number_of_seeds_and_of_seeds_a_hole_can_be_given() -> None:
    match = sowing("count:2")
    match.play(0)
    assert counts(match) == [1, 4, 4, 3, 3, 3, 3, 3]
    match = sowing("numPerHole:2")
    match.play(0)
    assert counts(match) == [0, 5, 4, 3, 3, 3, 3, 3]


def test_the_last_hole_is_captured_if_its_condition_holds() -> None:
    take = "apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"
    match = sowing(f"if:(= 4 (count at:(to))) {take}")
    match.play(0)
    assert counts(match) == [0, 4, 4, 0, 3, 3, 3, 3]
    assert match.position.count(match.machine.compiled.equipment.containers[1].first) == 4
    match = sowing(f"if:(= 5 (count at:(to))) {take}")
    match.play(0)
    assert counts(match) == [0, 4, 4, 4, 3, 3, 3, 3]


def test_captures_run_backwards_as_long_as_the_condition_holds() -> None:
    take = "apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"
    match = sowing(f"if:(= 4 (count at:(to))) {take} backtracking:True")
    match.play(0)
    assert counts(match) == [0, 0, 0, 0, 3, 3, 3, 3]


def test_captures_do_not_see_each_other() -> None:
    # The hole behind is taken because the last one held four seeds before the captures.
    take = "apply:(if (= 4 (count at:5)) (fromTo (from (to)) (to (handSite Mover)) count:(count at:(to))))"
    match = sowing(f"{take} backtracking:True")
    match.play(0)
    assert counts(match) == [0, 0, 0, 0, 3, 3, 3, 3]


def test_beside_another_effect_the_sowing_is_not_seen() -> None:
    play = """(move Select (from (sites Board) if:(< 0 (count at:(from)))) (then (and
        (sow apply:(moveAgain)) (set Score Mover (count at:1)))))"""
    match = SmallMatch(small_game(play, board=RING, pieces=OWN, start="(start (set Count 3 at:0))"))
    match.play(0)
    assert match.position.per_player("score") == [0, 0]
    assert match.mover == 1


def test_the_last_action_of_a_move_is_the_last_seed_or_what_followed_it() -> None:
    play = """(move Select (from (sites {0 1 2}) if:(!= (from) (last To afterConsequence:True))) (then (sow)))"""
    match = SmallMatch(small_game(play, board=RING, pieces=OWN, start="(start (set Count 2 to:(sites {0 1 2})))"))
    match.play(0)
    assert (match.word(LAST_TO), match.word(LAST_LOCATION)) == (0, 2)
    assert match.legal() == [(0, 0), (1, 1)]


def test_a_hole_keeps_its_state_when_a_seed_falls_into_it() -> None:
    play = """(move Select (from (sites {0})) (then (and (sow) (set State at:1 1))))"""
    match = SmallMatch(
        small_game(play, board=RING, pieces=OWN, start="(start {(set Count 2 at:0) (set Count 2 at:5)})")
    )
    match.play(0)
    assert match.position.field("state", 1) == 1


def test_last_seed_that_jumps_over_the_start_makes_the_start_the_last_hole() -> None:
    """As recorded games play: what is applied to the last hole then finds the start, which is empty."""
    take = "apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"
    many = "(set Count {seeds} at:0)"
    match = sowing(f"{take} includeSelf:False", seeds=many.replace("{seeds}", "8"))
    match.play(0)
    assert counts(match) == [0, 2, 1, 1, 1, 1, 1, 1]  # the eighth seed jumped over the start; nothing was taken
    match = sowing(f"{take} includeSelf:False", seeds=many.replace("{seeds}", "7"))
    match.play(0)
    assert counts(match) == [0, 1, 1, 1, 1, 1, 1, 0]  # the seventh did not, and its hole was taken
