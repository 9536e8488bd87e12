"""Effects that set numbers: scores, states, variables, the counter, pending values, the next player."""

from __future__ import annotations

import pytest

from apts.engine.runtime.layout import TRIGGERED, VARIABLE
from tests.engine.small_match import PLACING, SmallMatch, small_game


@pytest.fixture(scope="module")
def text() -> str:
    """A game with many effects in one consequence."""
    effects = """(then (and {
        (set Score Mover 5 (then (addScore All 2)))
        (addScore {P1 P2} {10 20})
        (set State at:3 2)
        (set Var 7)
        (set Var "Depth" 4)
        (set Value P2 9)
        (set Counter)
        (set Pending)
        (set Pending 6)
        (trigger "Event" Next)
        (note player:1 "Hello")
        (remember Value "Seen" 3)
        (remember Value "Seen" 3 unique:True)
        (remember Value 8)
    }))"""
    return small_game(PLACING.format(then=effects))


@pytest.fixture
def match(text: str) -> SmallMatch:
    """The game after the first move."""
    match = SmallMatch(text)
    match.play(0)
    return match


def test_scores_are_set_and_added_to_in_order(match: SmallMatch) -> None:
    assert match.position.per_player("score") == [17, 22]


def test_a_state_can_be_set_on_an_empty_site(match: SmallMatch) -> None:
    assert match.position.field("state", 3) == 2


def test_variables_are_unset_until_a_rule_sets_them(match: SmallMatch, text: str) -> None:
    fresh = SmallMatch(text)
    assert (fresh.word(VARIABLE), fresh.position.field("variable Depth", 0)) == (-1, -1)
    assert (match.word(VARIABLE), match.position.field("variable Depth", 0)) == (7, 4)


def test_a_number_is_attached_to_one_player(match: SmallMatch) -> None:
    assert match.position.per_player("player value") == [-1, 9]


def test_the_counter_reads_zero_after_the_move_that_reset_it(match: SmallMatch) -> None:
    assert match.counter == 0


def test_pending_values_live_until_the_next_move() -> None:
    game = small_game(PLACING.format(then="(then (if (= 0 (last To)) (set Pending (sites {3 8}))))"))
    match = SmallMatch(game)
    match.play(0)
    assert match.position.members("pending") == [3, 8]
    match.play(1)
    assert match.position.members("pending") == []


def test_several_pending_values_are_kept_together(match: SmallMatch) -> None:
    assert match.position.members("pending") == [1, 6]


def test_a_trigger_marks_the_player_for_good(match: SmallMatch) -> None:
    assert match.word(TRIGGERED) == 1 << 2
    match.play(1)
    assert match.word(TRIGGERED) == 1 << 2 | 1 << 1


def test_a_unique_value_is_remembered_once(match: SmallMatch) -> None:
    # The list begins with its length. Both effects see the list as it was before, and each looks again when it acts.
    assert [match.position.field("remembered Seen", index) for index in range(3)] == [1, 3, 0]
    assert [match.position.field("remembered", index) for index in range(2)] == [1, 8]


def test_the_mover_moves_again_only_after_that_move() -> None:
    match = SmallMatch(small_game(PLACING.format(then="(then (if (= (last To) 4) (moveAgain)))")))
    match.play(4)
    assert (match.mover, match.next) == (1, 2)
    match.play(5)
    assert (match.mover, match.next) == (2, 1)


def test_the_last_change_of_the_next_player_counts() -> None:
    then = (
        "(then (and {(set NextPlayer (player 3)) (moveAgain) (set NextPlayer (player 2)) (set NextPlayer (player 0))}))"
    )
    match = SmallMatch(small_game(PLACING.format(then=then), players=3))
    match.play(0, 1)
    assert (match.mover, match.next) == (2, 3)


def test_forgetting_without_a_name_empties_every_list() -> None:
    then = '(then (if (= (last To) 0) (forget Value All) (and (remember Value "Seen" 3) (remember Value 8))))'
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(1, 2)
    assert match.position.field("remembered Seen", 0) == 2
    match.play(0)
    assert (match.position.field("remembered Seen", 0), match.position.field("remembered", 0)) == (0, 0)


def test_forgetting_a_number_takes_out_one_occurrence() -> None:
    then = '(then (if (= (last To) 0) (forget Value "Seen" 3) (remember Value "Seen" 3)))'
    match = SmallMatch(small_game(PLACING.format(then=then)))
    match.play(1, 2, 0)
    assert match.position.field("remembered Seen", 0) == 1


def test_teams_decide_who_is_an_ally() -> None:
    start = "(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})})"
    then = "(then (and {(addScore Ally 1) (addScore Friend 10) (addScore Enemy 100)}))"
    match = SmallMatch(small_game(PLACING.format(then=then), start=start, players=4))
    match.play(0)
    assert match.position.per_player("score") == [10, 100, 11, 100]


def test_the_members_of_a_team_that_wins_share_the_first_rank() -> None:
    game = """(game "Teams" (players 4) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})}) (play (move Add (to (sites Empty))))
            (end (if (= (last To) 4) (result TeamMover Win)))))"""
    match = SmallMatch(game)
    match.play(0, 4)
    assert match.over
    assert match.position.ranks() == [4.0, 1.0, 4.0, 1.0]


def test_a_level_that_is_no_level_stands_for_the_top() -> None:
    effects = "(and (set State at:0 level:(level) 3) (set Value at:0 level:-1 5))"
    start = '(start {(place Stack "Disc1" 0 count:3)})'
    match = SmallMatch(small_game(f"(move Add (to (sites {{7}})) stack:True (then {effects}))", start=start))
    match.play(7)
    assert [(state, value) for _, state, value, *_ in match.position.pieces(0)] == [(0, 0), (0, 0), (3, 5)]


def test_pieces_that_are_joined_by_another_take_its_state() -> None:
    start = '(start {(place "Disc1" {0 1}) (place "Disc1" 6 state:1)})'
    hand = '(hand Each) (piece "Disc" Each)'
    match = SmallMatch(small_game("(move (from (sites {0 6})) (to (sites {1})))", pieces=hand, start=start))
    match.move(6, 1)
    assert [match.position.field(name, 1) for name in ("count", "state")] == [2, 1]
