"""Restricted play and stress on games whose answers are known."""

from __future__ import annotations

import pytest

import apts
from apts.archive import MatchRecord
from apts.engine.outcome import Outcome
from apts.errors import AptsError
from apts.playtest.bound_players import Bound, BoundAgent, Tally, Thing, piece_of
from apts.playtest.group_scores import complete, p_value_of_mean, score_at, whole_groups
from apts.playtest.sequential_halving import best_of, with_iterations
from apts.playtest.stress import stress
from tests.cli.command_line import apts as command
from tests.playtest.rigged import DOMINANT_OPENING, CoinGame

CROWNS = """(game "Crowns" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "Crown" Each) })
  (rules
    (play (or
      (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
      (move Add (piece (id "Crown" Mover)) (to (sites Empty)))))
    (end {
      (if (>= (count Pieces Mover "Crown") 3) (result Mover Win))
      (if (>= (count Moves) 8) (result Mover Draw))
    })))
"""
"""Three crowns win, so a seat without them cannot win; a stone does nothing."""

TWINS = """(game "Twins" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "Pebble" Each) })
  (rules
    (play (or
      (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
      (move Add (piece (id "Pebble" Mover)) (to (sites Empty)))))
    (end {
      (if (and (is Mover (who at:4)) (is In (last To) (sites Corners))) (result Mover Win))
      (if (>= (count Moves) 9) (result Mover Draw))
    })))
"""
"""Whoever has the centre and then takes a corner wins; stones and pebbles are the same but for the name."""

IDLERS = """(game "Idlers" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (or (move Add (to (sites Empty))) (move Pass)))
    (end {
      (if (is Line 3) (result Mover Win))
      (if (>= (count Moves) 12) (result Mover Draw))
    })))
"""
"""A seat that passes whenever it can never has a stone on the board."""


def test_piece_that_alone_can_win_is_missed_by_the_seat_without_it() -> None:
    found = stress(apts.load(CROWNS), "uct:iterations=40", 16, openings=0)
    missed = found.trial("piece", "Crown", "without")
    assert missed.matters
    assert missed.score.value < 0.1
    assert missed.difference.value == pytest.approx(missed.score.value - 0.5)
    assert missed.difference.low <= missed.difference.value <= missed.difference.high
    wasted = found.trial("piece", "Stone", "always")
    assert wasted.matters
    assert wasted.score.value < 0.1
    assert not found.trial("piece", "Stone", "without").difference.value < -0.1
    assert "Crown" in found.sentences[0] or "Stone" in found.sentences[0]
    assert "loses" in found.sentences[0]


def test_seat_that_always_passes_never_wins() -> None:
    found = stress(apts.load(IDLERS), "random", 60, openings=0)
    always = found.trial("move kind", "pass", "always")
    assert always.matters
    assert always.difference.high < 0
    assert always.score.high <= 0.5
    assert found.trial("move kind", "add", "without").score.value < 0.5
    assert found.trial("move kind", "add", "always").difference.value > 0


def test_opening_is_compared_with_what_a_free_opener_scores() -> None:
    """Random play: a free opener scores 1/2, one in the centre 1, one that may not go there 1/2 - 1/16."""
    found = stress(apts.load(DOMINANT_OPENING), "random", 200)
    forced = found.trial("opening", "b2", "always")
    assert forced.score.value == 1.0
    assert forced.matters
    assert forced.difference.low <= 0.5 <= forced.difference.high
    barred = found.trial("opening", "b2", "without")
    assert barred.difference.low <= -1 / 16 <= barred.difference.high
    assert forced.applied == 1.0
    assert found.sentences[0].startswith("An opener that always opens with b2 scores 100%")


def test_game_of_luck_misses_nothing_and_workers_make_no_difference() -> None:
    game = apts.load(CoinGame())
    alone = stress(game, "random", 40, workers=1)
    assert not any(trial.matters for trial in alone.trials)
    assert {trial.bound.thing.name for trial in alone.trials} == {"a", "b", "c", "d"}
    assert alone.as_data() == stress(game, "random", 40, workers=2).as_data()
    assert alone.as_data() != stress(game, "random", 40, seed=2, workers=1).as_data()


def test_search_in_threads_gives_the_same_trials_with_any_number_of_them() -> None:
    game = apts.load(CROWNS)
    one, three = (stress(game, "uct:iterations=20", 4, openings=1, workers=workers) for workers in (1, 3))
    assert one.as_data() == three.as_data()


def test_same_sites_with_another_piece_are_another_opening() -> None:
    found = stress(apts.load(CROWNS), "random", 4, openings=99)
    openings = [trial.bound.thing for trial in found.trials if trial.bound.thing.sort == "opening"]
    assert all(len({text.partition("@")[0] for text in thing.openings}) == 1 for thing in openings)
    assert {thing.name for thing in openings} >= {"Stone@a1", "Crown@a1"}


def test_thing_without_an_alternative_is_not_tried_and_the_reason_is_told() -> None:
    found = stress("tic-tac-toe", "random", 4, openings=1)
    reasons = {str(thing): reason for thing, reason in found.untried}
    assert "never another move" in reasons["move kind add"]
    assert len([name for name in reasons if name.startswith("opening")]) == 2
    with pytest.raises(AptsError, match="there are: without opening"):
        found.trial("piece", "Queen", "without")


def test_bound_agent_plays_the_best_of_what_is_left() -> None:
    state = apts.load("tic-tac-toe").state(str(apts.load("tic-tac-toe").start()))
    for move in ("a1", "a3", "b1", "b3"):
        state = state.play(move)
    agent, tally = apts.agent("uct:iterations=400"), Tally()
    assert agent.choose(state).text == "c1"
    centre = Thing("opening", "b2", frozenset({"b2"}))
    assert BoundAgent(agent, Bound(centre, "always"), tally).decide_at(state, 1, 0).move.text == "b2"
    assert (tally.applied, tally.changed) == (1, 1)
    barred = BoundAgent(agent, Bound(Thing("opening", "c1", frozenset({"c1"})), "without"))
    # c3 is what the opponent needs for a line; everything else loses.
    assert barred.decide_at(state, 1, 0).move.text == "c3"
    assert barred.decide_at(state, 1, 4).move.text == "c1"
    free = BoundAgent(agent, barred.bound, free=True)
    assert free.decide_at(state, 1, 0).move.text == "c1"


@pytest.mark.parametrize(
    ("spec", "halved"),
    [
        ("uct", "uct:iterations=50"),
        ("uct:iterations=900", "uct:iterations=50"),
        ("uct:iterations=900,c=1", "uct:iterations=50,c=1"),
        ("uct:c=1,iterations=900", "uct:iterations=50,c=1"),
    ],
)
def test_search_with_another_budget_keeps_its_other_settings(spec: str, halved: str) -> None:
    assert with_iterations(spec, 50).spec == halved


def test_random_agent_plays_all_that_is_left_equally_often() -> None:
    state = apts.load("tic-tac-toe").start()
    left = [move for move in state.moves() if move.text in ("a1", "b2", "c3")]
    drawn = [best_of(apts.agent("random"), state, seed, left).text for seed in range(300)]
    assert {text: drawn.count(text) > 70 for text in set(drawn)} == {"a1": True, "b2": True, "c3": True}


def test_bound_that_takes_nothing_of_worth_costs_nothing() -> None:
    """Searching what is left must be neither a handicap nor a help."""
    found = stress(apts.load(TWINS), "uct:iterations=20", 24, openings=0)
    assert [trial.bound.thing.name for trial in found.trials] == ["Pebble", "Pebble", "Stone", "Stone"]
    assert all(trial.changed > 0 for trial in found.trials)
    assert not any(trial.matters for trial in found.trials)


def test_pieces_are_told_by_what_stands_or_comes_to_stand() -> None:
    state = apts.load(CROWNS).start()
    assert piece_of(state, state.find_move("Crown@a1")) == "Crown"
    coin = apts.load(CoinGame()).start()
    assert piece_of(coin, coin.moves()[0]) is None


def record(number: int, seats: tuple[int, int], winner: int, failed: bool = False) -> MatchRecord:
    """A match of a pair, won by a seat."""
    outcome = Outcome.won_by(winner, 2, "line")
    return MatchRecord(number, 1, seats, (), "failed" if failed else "finished", outcome, (number - 1) // 2)


def test_group_with_a_failed_match_counts_nowhere() -> None:
    records = [record(4, (1, 0), 2), record(1, (0, 1), 1), record(2, (1, 0), 1, failed=True), record(3, (0, 1), 2)]
    assert [match.number for match in complete(records, 2)] == [3, 4]
    assert [score_at(match) for match in complete(records, 2)] == [0.0, 1.0]


def test_matches_are_rounded_up_to_whole_groups() -> None:
    assert [whole_groups(count, 3) for count in (1, 7, 9)] == [6, 9, 9]
    with pytest.raises(AptsError, match="one seat"):
        whole_groups(10, 1)


def test_p_value_of_equal_groups_is_that_of_the_sign_test() -> None:
    assert p_value_of_mean([1.0] * 10) == pytest.approx(2 / 1024)
    assert p_value_of_mean([0.5] * 10) == 1.0
    assert p_value_of_mean([0.0, 1.0, 0.5, 0.5]) == 1.0
    assert p_value_of_mean([1.0, 0.75] * 10) < 1e-6


def test_command_prints_sentences_a_table_and_json() -> None:
    words = ("stress", "tic-tac-toe", "--agent", "random", "--matches", "8", "--openings", "1")
    answer = command(*words)
    assert answer.code == 0, answer.complaint
    assert answer.output.startswith("Tic-Tac-Toe: random, 8 matches a bound, seed 1")
    assert "p (Holm)" in answer.output
    data = command(*words, "--json").json
    assert [trial["mode"] for trial in data["trials"]] == ["without", "always"]
    assert {"score", "difference_low", "difference_high", "p_value", "sentence"} <= set(data["trials"][0])
