"""Restricted play and stress on games whose answers are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import apts
from apts.agents.kinds.uct_agent import UctAgent
from apts.archive import MatchRecord, open_archive
from apts.engine.play.outcome import Outcome
from apts.errors import AptsError
from apts.playtest.experiments.constrained_players import BoundAgent, Constraint, Tally, Thing, best_of, regions
from apts.playtest.experiments.side_runs import complete, game_manifest, p_value_of_mean, rounded_to_groups, score_at
from apts.playtest.experiments.stress import Stress, kept_stress, stress
from apts.playtest.experiments.trial import Trial, opening_ranks
from apts.statistics import Estimate
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


@pytest.mark.long
def test_piece_that_alone_can_win_is_missed_by_the_seat_without_it() -> None:
    found = stress(apts.load(CROWNS), "uct:iterations=40", 16, openings=0, sorts=["piece"])
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


@pytest.mark.long
def test_seat_that_always_passes_never_wins() -> None:
    found = stress(apts.load(IDLERS), "random", 60, openings=0)
    always = found.trial("move kind", "pass", "always")
    assert always.matters
    assert always.difference.high < 0
    assert always.score.high <= 0.5
    assert found.trial("move kind", "add", "without").score.value < 0.5
    assert found.trial("move kind", "add", "always").difference.value > 0


@pytest.mark.long
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
    assert found.sentences[0].startswith("The opening b2 dominates: forced to it, an opener scores 100%")
    assert found.sentences[1].startswith("An opener that always opens with b2 scores 100%")


@pytest.mark.long
def test_game_of_luck_misses_nothing_and_workers_make_no_difference() -> None:
    game = apts.load(CoinGame())
    alone = stress(game, "random", 40, workers=1)
    assert not any(trial.matters for trial in alone.trials)
    assert {trial.bound.thing.name for trial in alone.trials} == {"a", "b", "c", "d"}
    assert alone.as_data() == stress(game, "random", 40, workers=2).as_data()
    assert alone.as_data() != stress(game, "random", 40, seed=2, workers=1).as_data()


@pytest.mark.long
def test_search_in_threads_gives_the_same_trials_with_any_number_of_them() -> None:
    game = apts.load(CROWNS)
    one, three = (
        stress(game, "uct:iterations=20", 4, openings=1, sorts=["piece", "opening"], workers=workers)
        for workers in (1, 3)
    )
    assert one.as_data() == three.as_data()


def trial(value: float, half: float, **changes: object) -> Trial:
    """A trial with a difference and the half width of its interval."""
    difference = Estimate(value, value - half, value + half, 50)
    thing = Thing("opening", str(changes.pop("name", "a")), frozenset({"a"}))
    fields = {"p_value": 0.001, "matches": 100, "failed": 0, "applied": 1.0, "changed": 1.0, **changes}
    return Trial(Constraint(thing, "always"), Estimate(0.5 + value, 0.4, 0.6, 50), difference, **fields)  # type: ignore[arg-type]


@pytest.mark.long
def test_answer_that_changes_at_half_the_strength_is_marked_as_too_weak_to_judge() -> None:
    doubtful = trial(0.3, 0.1, weaker=Estimate(-0.1, -0.2, 0.0, 50))
    assert doubtful.weak
    assert doubtful.sentence.endswith("At half the strength it is -10: the agents may be too weak to judge.")
    assert not trial(0.3, 0.1, weaker=Estimate(0.25, 0.1, 0.4, 50)).weak
    found = stress(apts.load(CROWNS), "uct:iterations=200", 4, openings=0, sorts=["piece"], guard=True)
    assert all(known.weaker is not None for known in found.trials)


def test_difference_whose_interval_excludes_nothing_but_not_after_correction_is_probable() -> None:
    likely = trial(0.12, 0.1, p_value=0.3)
    assert likely.probable
    assert likely.wanted is not None
    assert 100 < likely.wanted < 2000
    assert "it probably gains 12 points (+2 to +22)" in likely.sentence
    assert likely.sentence.endswith("four times as many if it is half as large.")
    assert likely.sentence in Stress("Game", "uct", 1, (likely,)).sentences
    assert not trial(0.12, 0.1, p_value=0.01).probable
    assert not trial(0.05, 0.1, p_value=1.0).probable


def test_random_agents_are_said_to_be_too_weak() -> None:
    assert "too weak to judge" in Stress.of("Game", "random", 1, [trial(0.3, 0.1)]).sentences[-1]


def ranked(scores: dict[str, list[float]], **changes: float) -> list[Trial]:
    """Trials of openings that were forced."""
    return [
        trial(0.0, 0.1, name=name, p_value=1.0, changed=changes.get(name, 1.0), opener_scores=tuple(known))
        for name, known in scores.items()
    ]


def test_best_opening_dominates_only_if_it_is_better_than_every_other() -> None:
    scores = {"d": [1.0] * 40 + [0.0] * 10, "a": [1.0, 0.0] * 25, "b": [1.0, 0.0] * 25}
    ranks = opening_ranks(ranked(scores))
    assert [rank.name for rank in ranks] == ["d", "a", "b"]
    assert ranks[0].gain.value == pytest.approx(0.3)
    assert 0.0005 < ranks[0].p_value < 0.005
    found = Stress.of("Game", "uct", 1, ranked(scores))
    assert [rank.name for rank in found.openings if rank.dominates] == ["d"]
    assert found.sentences[0].startswith("The opening d dominates: forced to it, an opener scores")
    # With an equal beside it, it is better than the others together, but it dominates nothing.
    twins = Stress.of("Game", "uct", 1, ranked({**scores, "c": scores["d"], "e": [0.0] * 50}))
    assert not any(rank.dominates for rank in twins.openings)


def test_opening_that_free_agents_nearly_always_choose_is_popular() -> None:
    scores = {name: [1.0, 0.0] * 25 for name in "abcd"}
    found = Stress.of("Game", "uct", 1, ranked(scores, d=0.1))
    assert [rank.name for rank in found.openings if rank.is_popular] == ["d"]
    assert "agents that are free choose it in 90% of matches (79% to 96%)" in found.sentences[0]
    assert not any(rank.is_popular for rank in Stress.of("Game", "uct", 1, ranked(scores, d=0.4)).openings)
    alike = [replace(one, by_lot=0.8 if one.bound.thing.name == "d" else 0.07) for one in ranked(scores, d=0.1)]
    assert not any(rank.is_popular for rank in Stress.of("Game", "uct", 1, alike).openings)


def test_parts_of_the_board_are_tried() -> None:
    game = apts.load(DOMINANT_OPENING)
    assert {region.name: len(region.sites) for region in regions(game)} == {"corners": 4, "rim": 8, "centre": 1}
    found = stress(game, "random", 80, sorts=["region"])
    drawn = found.trial("region", "centre", "always")
    assert drawn.matters
    assert drawn.difference.value > 0.2
    assert "always moves to the centre when it can" in drawn.sentence
    with pytest.raises(AptsError, match="valid sorts are move kind, piece, opening, region"):
        stress(game, "random", 4, sorts=["colour"])


@pytest.mark.long
def test_interrupted_stress_goes_on_from_the_archive_to_the_same_answer(tmp_path: Path) -> None:
    game = apts.load(CROWNS)
    settings = {"openings": 0, "sorts": ["piece"], "workers": 1}
    whole = stress(game, "random", 12, **settings)  # type: ignore[arg-type]
    file = tmp_path / "stress.db"
    assert stress(game, "random", 12, archive=file, **settings).as_data() == whole.as_data()  # type: ignore[arg-type]
    with open_archive(file) as archive:
        names = [run.name for run in archive.runs()]
        archive.discard(names[1], [3, 7])
        archive.remove(names[3])
    with pytest.raises(AptsError, match="--resume"):
        stress(game, "random", 12, archive=file, **settings)  # type: ignore[arg-type]
    resumed = stress(game, "random", 12, archive=file, resume=True, **settings)  # type: ignore[arg-type]
    assert resumed.as_data() == whole.as_data()
    with open_archive(file) as archive:
        kept = kept_stress(archive, game_manifest(game))
        assert kept_stress(archive, game_manifest(apts.load(TWINS))) is None
    assert kept is not None
    assert [known.as_data() for known in kept.trials] == [known.as_data() for known in whole.trials]


NOTHING = """(game "Nothing" (players 2)
  (equipment { (board (rectangle 1 4)) (piece "Stone" Each) (piece "Shell" Each) (dice d:2 num:1) })
  (rules
    (play (do (roll) next:(or
      (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
      (move Add (piece (id "Shell" Mover)) (to (sites Empty))))))
    (end {
      (if (and (>= (count Moves) 3) (= (count Pips) 1)) (result P1 Win))
      (if (>= (count Moves) 3) (result P2 Win))
    })))
"""
"""A coin decides after three moves."""


@pytest.mark.parametrize("seeds", [pytest.param(40, marks=pytest.mark.long)])
def test_one_run_in_twenty_at_most_says_that_something_matters_where_nothing_does(seeds: int) -> None:
    game = apts.load(NOTHING)
    alarms = 0
    for seed in range(seeds):
        found = stress(game, "random", 24, seed, openings=4, workers=1)
        assert len(found.trials) == 2 * (2 + 4 + len(regions(game)))
        alarms += any(known.matters for known in found.trials) or any(rank.dominates for rank in found.openings)
    # With an honest rate of 5 % more would come about less than once in a hundred times.
    assert alarms <= {10: 3, 40: 6}[seeds]


def test_same_sites_with_another_piece_are_another_opening() -> None:
    found = stress(apts.load(CROWNS), "random", 4, openings=99, sorts=["opening"])
    openings = [trial.bound.thing for trial in found.trials if trial.bound.thing.sort == "opening"]
    assert all(len({text.partition("@")[0] for text in thing.openings}) == 1 for thing in openings)
    assert {thing.name for thing in openings} >= {"Stone@a1", "Crown@a1"}


def test_thing_without_an_alternative_is_not_tried_and_the_reason_is_told() -> None:
    found = stress("tic-tac-toe", "random", 4, openings=1)
    reasons = {str(thing): reason for thing, reason in found.untried}
    assert "never another move" in reasons["move kind add"]
    assert len([name for name in reasons if name.startswith("opening")]) == 2
    with pytest.raises(AptsError, match=r"there are: .*without opening a1"):
        found.trial("piece", "Queen", "without")


def test_bound_agent_plays_the_best_of_what_is_left() -> None:
    state = apts.load("tic-tac-toe").state(str(apts.load("tic-tac-toe").start()))
    for move in ("a1", "a3", "b1", "b3"):
        state = state.play(move)
    agent, tally = apts.agent("uct:iterations=400"), Tally()
    assert agent.choose(state).text == "c1"
    centre = Thing("opening", "b2", frozenset({"b2"}))
    assert BoundAgent(agent, Constraint(centre, "always"), tally).decide_at(state, 1, 0).move.text == "b2"
    assert (tally.applied, tally.changed) == (1, 1)
    barred = BoundAgent(agent, Constraint(Thing("opening", "c1", frozenset({"c1"})), "without"))
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
    search = apts.agent(spec)
    assert isinstance(search, UctAgent)
    assert search.with_iterations(50).spec == halved


def test_random_agent_plays_all_that_is_left_equally_often() -> None:
    state = apts.load("tic-tac-toe").start()
    left = [move for move in state.moves() if move.text in ("a1", "b2", "c3")]
    drawn = [best_of(apts.agent("random"), state, seed, left).text for seed in range(300)]
    assert {text: drawn.count(text) > 70 for text in set(drawn)} == {"a1": True, "b2": True, "c3": True}


@pytest.mark.long
def test_bound_that_takes_nothing_of_worth_costs_nothing() -> None:
    """Searching what is left must be neither a handicap nor a help."""
    found = stress(apts.load(TWINS), "uct:iterations=20", 24, openings=0, sorts=["piece"])
    assert [trial.bound.thing.name for trial in found.trials] == ["Pebble", "Pebble", "Stone", "Stone"]
    assert all(trial.changed > 0 for trial in found.trials)
    assert not any(trial.matters for trial in found.trials)


def test_pieces_are_told_by_what_stands_or_comes_to_stand() -> None:
    state = apts.load(CROWNS).start()
    assert state.piece_moved(state.find_move("Crown@a1")) == "Crown"
    coin = apts.load(CoinGame()).start()
    assert coin.piece_moved(coin.moves()[0]) is None


def record(number: int, seats: tuple[int, int], winner: int, failed: bool = False) -> MatchRecord:
    """A match of a pair, won by a seat."""
    outcome = Outcome.won_by(winner, 2, "line")
    return MatchRecord(number, 1, seats, (), "failed" if failed else "finished", outcome, (number - 1) // 2)


def test_group_with_a_failed_match_counts_nowhere() -> None:
    records = [record(4, (1, 0), 2), record(1, (0, 1), 1), record(2, (1, 0), 1, failed=True), record(3, (0, 1), 2)]
    assert [match.number for match in complete(records, 2)] == [3, 4]
    assert [score_at(match) for match in complete(records, 2)] == [0.0, 1.0]


def test_matches_are_rounded_up_to_whole_groups() -> None:
    assert [rounded_to_groups(count, 3) for count in (1, 7, 9)] == [6, 9, 9]
    with pytest.raises(AptsError, match="one seat"):
        rounded_to_groups(10, 1)


def test_p_value_of_equal_groups_is_that_of_the_sign_test() -> None:
    assert p_value_of_mean([1.0] * 10) == pytest.approx(2 / 1024)
    assert p_value_of_mean([0.5] * 10) == 1.0
    assert p_value_of_mean([0.0, 1.0, 0.5, 0.5]) == 1.0
    assert p_value_of_mean([1.0, 0.75] * 10) < 1e-4


@pytest.mark.long
def test_command_prints_sentences_a_table_and_json() -> None:
    words = ("stress", "tic-tac-toe", "--agent", "random", "--matches", "8", "--openings", "1", "--only", "opening")
    answer = command(*words)
    assert answer.code == 0, answer.complaint
    assert answer.output.startswith("Tic-Tac-Toe: random, 8 matches a bound, seed 1")
    assert "p (Holm)" in answer.output
    data = command(*words, "--json").json
    assert [trial["mode"] for trial in data["trials"]] == ["without", "always"]
    assert {"score", "difference_low", "difference_high", "p_value", "sentence"} <= set(data["trials"][0])
