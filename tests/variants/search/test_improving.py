"""Whole searches on small games whose defect is known."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from apts.archive import open_archive
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.shipped.snowball_class import Snowball
from apts.playtest.goals import GoalJudgement, read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import Run, playtest
from apts.search.least_iterations import least_iterations
from apts.statistics import Estimate
from apts.variants.search import search_state
from apts.variants.search.choosing import chosen_of
from apts.variants.search.confirmation import Confirmation, GoalAnswer, StrengthRuns, share_of
from apts.variants.search.goal_scorer import GoalScorer
from apts.variants.search.improve import improve
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improvement import (
    Improvement,
    check_writable,
    describe_answer,
    describe_edits,
    front,
    repaired_text,
)
from apts.variants.search.improving import TRIES, improved
from apts.variants.search.match_runner import Budget, Clock, MatchRunner
from apts.variants.search.methods.race import FIRST, Ranked
from apts.variants.search.search_state import SearchState
from apts.variants.search.strength_ladder import second_agents, strength_ladder, weaker_agents
from apts.variants.variant import NUMBER, Variant, as_variant, value_edits
from tests.wording.golden import Wording

ROWS = """
// Whoever has four in a row wins.
(game "Rows"
    (players 2)
    (equipment {
        (board (square 5))
        (piece "Disc" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 4) (result Mover Win)))
    )
)
"""
"""Random matches take about 19 turns; with three in a row 12, on a board of four rows 16."""

PEGS = """
(game "Little Pegs"
    (players 1)
    (equipment {
        (board (tri Triangle 5) use:Vertex)
        (piece "Peg" P1 (move Hop (between if:(is Occupied (between)) (apply (remove (between)))) (to if:(is Empty (to)))))
    })
    (rules
        (start (place "Peg" (difference (sites Board) (sites {0}))))
        (play (forEach Piece))
        (end {
            (if (<= (count Pieces P1) 2) (result P1 Win))
            (if (no Moves Mover) (result P1 Loss))
        })
    )
)
"""

SHORTER = read_goals(["length at most 14"])
PLAY = PlaytestRequest("random", seed=3)
SMALL = ImproveSettings(matches=600, kinds=(NUMBER,), most=48, fresh=30)


@pytest.fixture(scope="module")
def found() -> Improvement:
    return improved(as_variant(ROWS), SHORTER, PLAY, SMALL)


@pytest.mark.long
def test_one_edit_brings_the_game_inside_its_goals(found: Improvement) -> None:
    assert found.chosen is not None
    assert found.chosen.size == 1
    assert found.verdict != "missed"
    assert found.confirmation is not None
    after = [answer.after.estimate for answer in found.confirmation.answers]
    assert all(one is not None and one.value <= 14 for one in after)


@pytest.mark.long
def test_fresh_matches_are_not_those_that_chose(found: Improvement) -> None:
    assert found.confirmation is not None
    assert found.confirmation.matches == 30
    seeds = {one.after.manifest.seed for one in found.confirmation.strengths}
    assert found.seed not in seeds


@pytest.mark.long
def test_confirmation_is_made_at_three_strengths_with_dice_of_their_own(found: Improvement) -> None:
    assert found.confirmation is not None
    strengths = found.confirmation.strengths
    assert [one.agents for one in strengths] == ["random", "uct:iterations=100", "uct:iterations=400"]
    assert [one.budget for one in strengths] == [None, 100, 400]
    assert len({one.after.manifest.seed for one in strengths}) == 3
    assert found.confirmation.answers[0].before.verdict == "missed"


@pytest.mark.long
def test_written_rules_say_what_was_changed_and_play_as_the_variant(found: Improvement) -> None:
    text = repaired_text(found)
    assert found.chosen is not None
    assert describe_edits(found.chosen)[0] in text
    assert "30 fresh matches" in text
    assert "// Whoever has four in a row wins." in text
    assert as_variant(text).key == found.chosen.key


@pytest.mark.long
def test_result_does_not_depend_on_the_number_of_workers(found: Improvement) -> None:
    alone = improved(as_variant(ROWS), SHORTER, PlaytestRequest("random", seed=3, workers=1), SMALL)
    assert alone.as_data() == found.as_data()


@pytest.mark.long
def test_archive_makes_the_same_search_go_on_without_playing_again(tmp_path: Path, found: Improvement) -> None:
    place = tmp_path / "search.db"
    first = improved(as_variant(ROWS), SHORTER, PLAY, SMALL, place)
    with open_archive(place) as archive:
        kept = sum(known.matches for known in archive.runs())
    played: list[int] = []
    again = improved(
        as_variant(ROWS), SHORTER, PLAY, SMALL, place, match_watch=lambda done, wanted: played.append(done)
    )
    assert kept > 100
    assert played == []
    assert first.as_data() == again.as_data() == found.as_data()


def test_search_that_goes_on_has_the_time_that_is_left_and_the_same_players(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []
    real = Budget.of

    def of(minutes: float | None, matches: int | None, clock: Clock) -> Budget:
        asked.append(minutes)
        return real(minutes, matches, clock)

    monkeypatch.setattr(Budget, "of", of)
    agents = set()
    for spent in (0.0, 0.05, 10.0):
        settings = ImproveSettings(minutes=0.2, kinds=(NUMBER,), most=12, fresh=1, spent=spent)
        found = improved(as_variant("tic-tac-toe"), read_goals(["length at most 9"]), settings=settings)
        if spent:  # only a search that begins may find that its players are too slow for this machine
            agents.add(found.agents)
    assert asked[:3] == pytest.approx([0.2, 0.15, 0.02])
    assert len(agents) == 1


def test_game_inside_its_goals_is_left_alone() -> None:
    found = improved(as_variant(ROWS), read_goals(["length between 10 and 60"]), PLAY, SMALL)
    assert found.inside
    assert found.chosen is None
    assert "nothing was changed" in found.sentence()
    with pytest.raises(AptsError, match="nothing was changed"):
        repaired_text(found)


@pytest.mark.long
def test_ctrl_c_keeps_the_best_so_far() -> None:
    def stop(done: int, wanted: int) -> None:
        if wanted > 100:  # the first round of all variants
            raise KeyboardInterrupt

    found = improved(as_variant(ROWS), SHORTER, PLAY, SMALL, match_watch=stop)
    assert found.interrupted
    assert found.confirmation is None


@pytest.mark.long
def test_class_games_take_part_through_their_arguments() -> None:
    small = as_variant(Snowball, {"size": 4, "line": 3, "goal": 6, "pieces": 10})
    settings = ImproveSettings(matches=120, most=24, fresh=10)
    found = improved(small, read_goals(["median length at most 5"]), PLAY, settings)
    assert found.chosen is not None
    with pytest.raises(AptsError, match="Python class"):
        check_writable(as_variant(Snowball))


def test_second_strength_of_a_slow_game_is_weaker() -> None:
    rows = as_variant(ROWS).game()
    assert second_agents("random", rows) == f"uct:iterations={max(50, least_iterations(rows))}"
    snowball = as_variant(Snowball).game()
    assert second_agents("random", snowball) == f"uct:iterations={least_iterations(snowball)}"
    assert second_agents("uct:iterations=30", as_variant(Snowball).game()) == "uct:iterations=120"
    assert strength_ladder("uct:iterations=100", rows) == tuple(f"uct:iterations={count}" for count in (100, 400, 1600))
    assert strength_ladder("uct:iterations=400", rows) == tuple(f"uct:iterations={count}" for count in (100, 400, 1600))


@pytest.mark.parametrize(
    ("goals", "settings", "message"),
    [
        ([], SMALL, "at least one goal"),
        (["length at most 5"], ImproveSettings(minutes=1, matches=5), "not both"),
        (["length at most 5"], ImproveSettings(method="raze"), "did you mean race"),
        (["length at most 5"], ImproveSettings(axes=("length", "lenght")), "did you mean length"),
    ],
)
def test_wrong_settings_are_told(goals: list[str], settings: ImproveSettings, message: str) -> None:
    with pytest.raises(AptsError, match=message):
        improved(as_variant(ROWS), read_goals(goals), PLAY, settings)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"most": 0}, "looked at in full .* from 12 to 10,000,000, not 0"),
        ({"most": -1}, "not -1"),
        ({"games": 0}, "games that are wanted is a whole number from 1 to 50, not 0"),
        ({"games": "x"}, "not 'x'"),
        ({"limits": None}, "limits say what stays .* not None"),
        ({"limits": 3}, "limits say what stays .* not 3"),
        ({"edits": None}, "kinds of edits or axes are names, .* not None"),
        ({"goals": None}, "a search needs at least one goal"),
        ({"matches": math.nan}, "matches of a search is a whole number from 1 to 10,000,000, not nan"),
        ({"fresh": -3}, "fresh matches is a whole number from 1 to 10,000,000, not -3"),
        ({"minutes": -1}, "minutes are a number above 0, such as 10 or 0.5, not -1.0$"),
        ({"minutes": math.nan}, "the budget in minutes is a number, not nan"),
        ({"method": "climb"}, "apts.variants.search.methods.climbing.climbed"),
        ({"goals": ["length at least 20", "length at most 10"]}, "no game can keep both goals"),
    ],
)
def test_wrong_wishes_of_a_call_are_told(wish: dict[str, Any], said: str) -> None:
    with pytest.raises(AptsError, match=said):
        improve("tic-tac-toe", **{"goals": "length at most 5", "agents": "random", **wish})


@pytest.mark.long
def test_front_has_more_edits_only_where_they_bring_the_game_nearer(found: Improvement) -> None:
    worse = [Ranked(one.candidate, one.matches, one.standing) for one in found.tried]
    shown = front(worse)
    assert [one.candidate.size for one in shown] == [0, 1]
    values = [one.standing.value for one in shown]
    assert values == sorted(values, reverse=True)


def test_figures_of_different_parts_are_told_with_their_names() -> None:
    goal = read_goals(["every piece at least 0.3"]).wanted[0]
    before = GoalJudgement(goal, "missed", "Snail", Estimate(0.0, 0.0, 0.06, 100))
    after = GoalJudgement(goal, "met", "Fox", Estimate(0.98, 0.93, 1.0, 100))
    assert describe_answer(GoalAnswer(goal, "random", before, after)) == (
        "every piece at least 0.3, random: Snail: 0 (0 to 0.06) before, Fox: 0.98 (0.93 to 1) after: met"
    )


def test_front_shows_what_was_chosen_for_its_number_of_edits() -> None:
    """Fresh matches can prefer a variant that looked a little worse in the search."""
    as_is = as_variant(ROWS)
    one, other = (as_is.edited(edit) for edit in value_edits(as_is)[:2])
    tried = [Ranked(found, 9, Estimate(far, far, far, 9)) for found, far in ((one, 0.0), (other, 0.1), (as_is, 0.2))]
    assert [ranked.candidate for ranked in front(tried)] == [as_is, one]
    assert [ranked.candidate for ranked in front(tried, other)] == [as_is, other]


@pytest.mark.long
def test_every_fix_of_the_front_gets_fresh_matches() -> None:
    settings = ImproveSettings(matches=700, kinds=(NUMBER,), most=24, fresh=20)
    found = improved(as_variant(ROWS), read_goals(["length between 8 and 10.5"]), PLAY, settings)
    fixes = [one.candidate for one in found.front if one.candidate.size]
    assert [one.size for one in fixes] == [1, 2]
    assert {one.key for one in fixes} <= {one.variant.key for one in found.confirmations}


@pytest.mark.long
def test_what_becomes_worse_is_told_though_no_goal_asks_for_it() -> None:
    """A line of five on a board of four lets both seats score the same, and every match is drawn."""
    parent = as_variant(
        '(game "Row" (players 2) (equipment { (board (square 4)) (piece "Disc" Each) })'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    before, after = (
        playtest(text, "random", 200) for text in (parent.text(), parent.text().replace("Line 3", "Line 5"))
    )
    confirmed = Confirmation(parent, (StrengthRuns("random", (), before, after),))
    assert any("drawish" in sentence for sentence in confirmed.new_problems)
    assert not Confirmation(parent, (StrengthRuns("random", (), before, before),)).new_problems


def test_what_becomes_worse_names_no_line_of_a_text_without_the_comment_that_is_written_above_it() -> None:
    rule = "(if (is Line 4) (result Mover Win))"
    before, after = (
        playtest(text, "random", 100, workers=1)
        for text in (ROWS, ROWS.replace(rule, f"{{ {rule} (if (is Line 9) (result Mover Loss)) }}"))
    )
    confirmed = Confirmation(as_variant(ROWS), (StrengthRuns("random", (), before, after),))
    told = next(sentence for sentence in confirmed.new_problems if "never used" in sentence)
    assert " on line " not in told


@pytest.mark.parametrize("named", [True, False])
def test_defect_that_only_stronger_players_see_is_seen(named: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By lot a row of three on a board of four takes ten turns, with some thinking six."""
    monkeypatch.setattr("apts.variants.search.improving.search_agents", lambda game, minutes, fresh: "random")
    monkeypatch.setattr("apts.variants.search.improving.second_agents", lambda agents, game: "uct:iterations=20")
    ladder = ("random", "uct:iterations=20")
    monkeypatch.setattr("apts.variants.search.improving.strength_ladder", lambda agents, game: ladder)
    parent, goals = as_variant(ROWS.replace("Line 4", "Line 3")), read_goals("length at least 8")
    play = PlaytestRequest("random" if named else None)
    found = improved(parent, goals, play, ImproveSettings(matches=120, kinds=(NUMBER,), most=12, fresh=12))
    assert found.inside is named
    if named:
        assert found.outside_for == "uct:iterations=20"
        assert "Search with --agents uct:iterations=20." in found.sentence()
    else:
        assert found.agents == "uct:iterations=20"


def test_matches_of_variants_are_cut_where_they_drag_on_and_fresh_ones_are_not(tmp_path: Path) -> None:
    place = tmp_path / "search.db"
    small = ImproveSettings(matches=100, kinds=(NUMBER,), most=24, fresh=4)
    improved(as_variant(ROWS), read_goals(["length between 5 and 50"]), PLAY, small, place)
    with open_archive(place) as archive:
        assert {archive.manifest(known.name).settings["turn_limit"] for known in archive.runs()} == {PLAY.limit}
    improved(as_variant(ROWS), read_goals(["length between 40 and 50"]), PLAY, small, place)
    with open_archive(place) as archive:
        limits = [archive.manifest(known.name).settings["turn_limit"] for known in archive.runs()]
    assert set(limits) == {PLAY.limit, 200}  # four times the 50 turns that are wanted; the game itself takes 25 at most
    assert limits.count(200) > 1


def test_weaker_agents_search_where_the_clock_leaves_room_for_few_matches() -> None:
    assert weaker_agents("uct:iterations=400", 900.0) is None
    assert weaker_agents("uct:iterations=400", 450.0) == "uct:iterations=200"
    assert weaker_agents("uct:iterations=400", 10.0) == "uct:iterations=50"
    assert weaker_agents("uct:iterations=50", 10.0) is None
    assert weaker_agents("random", 10.0) is None
    assert weaker_agents("uct:iterations=400", 10.0, 148) == "uct:iterations=148"
    assert weaker_agents("uct:iterations=148", 10.0, 148) is None


@pytest.mark.long
def test_agents_that_nobody_named_become_weaker_on_a_slow_machine() -> None:
    ticks = count(0.0, 0.03)
    slow = ImproveSettings(minutes=0.2, kinds=(NUMBER,), most=24, fresh=4, clock=lambda: next(ticks))
    goals = read_goals(["length at least 20"])
    found = improved(as_variant(ROWS), goals, PlaytestRequest(seed=3), slow)
    assert found.agents == f"uct:iterations={least_iterations(as_variant(ROWS).game())}"
    assert len(found.tried) > 1
    named = improved(as_variant(ROWS), goals, PlaytestRequest("uct:iterations=60", seed=3), replace(slow, minutes=0.1))
    assert named.agents == "uct:iterations=60"


def test_budget_that_holds_no_variant_is_told_and_looks_at_the_game_leave_room_for_variants() -> None:
    small = ImproveSettings(matches=26, kinds=(NUMBER,), most=400, fresh=4)
    found = improved(as_variant(ROWS), SHORTER, PLAY, small)
    assert found.verdict == "nothing"
    assert "budget was too small" in found.sentence()
    more = improved(as_variant(ROWS), read_goals(["length higher"]), PLAY, replace(small, matches=120))
    assert more.before.n == 25
    assert len(more.tried) > 1


def test_game_with_the_same_moves_twice_is_no_other_game(wording: Wording) -> None:
    add = "(move Add (to (sites Empty)))"
    twice = as_variant(ROWS.replace(add, f"(or {add} {add})"))
    with executor_of(1, None) as executor:
        track = GoalScorer(MatchRunner(PLAY, executor), SHORTER.wanted, "random", 1)
        bench = SearchState(as_variant(ROWS), track, Budget.of(matches=9), 1, (NUMBER,), 9, lambda step: None)
        assert bench.admitted([twice], bench.budget) == []
        wording([one.reason for one in bench.refused])


def test_variant_that_breaks_off_after_the_gate_is_refused(monkeypatch: pytest.MonkeyPatch, wording: Wording) -> None:
    def breaking_off(game: Game) -> float:
        raise AptsError("rules.lud:5:15: this rule makes a stack of more than 32 pieces, for which there is no room")

    with executor_of(1, None) as executor:
        track = GoalScorer(MatchRunner(PLAY, executor), SHORTER.wanted, "random", 1)
        bench = SearchState(as_variant(ROWS), track, Budget.of(matches=9), 1, (NUMBER,), 9, lambda step: None)
        monkeypatch.setattr(search_state, "random_length", breaking_off)
        assert bench.admitted([as_variant(ROWS.replace("Line 4", "Line 3"))], bench.budget) == []
        wording([one.reason.partition(":")[2] for one in bench.refused])


def test_what_lies_inside_in_fresh_matches_comes_before_what_is_only_not_refused() -> None:
    goal = read_goals(["length at most 8"]).wanted[0]
    # Ten random matches of Tic-Tac-Toe say little: with one seed they take 8.2 turns, with another 7.1.
    long, short = (playtest("tic-tac-toe", "random", matches=10, seed=seed, workers=1) for seed in (5, 2))
    first, second = as_variant("tic-tac-toe"), as_variant("tic-tac-toe", {"Grid": "4x4"})
    outside = Confirmation(first, (StrengthRuns("random", (goal,), long, long),))
    inside = Confirmation(second, (StrengthRuns("random", (goal,), long, short),))
    assert (outside.verdict, outside.is_inside) == ("open", False)
    assert inside.is_inside
    assert chosen_of([outside, inside], [first, second]) is second
    assert chosen_of([outside], [first, second]) is first
    assert chosen_of([], [first, second]) is first


def test_nearest_in_fresh_matches_is_chosen_and_of_those_about_as_near_the_one_with_fewer_edits() -> None:
    goal = read_goals(["length[median] at most 5"]).wanted[0]
    before, far, near = (
        playtest(ROWS.replace("Line 4", line), "random", matches=60, workers=1)
        for line in ("Line 4", "Line 3", "Line 2")
    )
    as_is = as_variant(ROWS)
    edits = value_edits(as_is)
    one, two, three = (as_is.edited(*edits[:count]) for count in (1, 2, 3))

    def confirmed(variant: Variant, after: Run) -> Confirmation:
        return Confirmation(variant, (StrengthRuns("random", (replace(goal, high=2.0),), before, after),))

    assert chosen_of([confirmed(two, near), confirmed(one, near)], [two, one]) is one
    assert chosen_of([confirmed(one, far), confirmed(two, near)], [one, two]) is two
    assert chosen_of([confirmed(three, near), confirmed(one, far), confirmed(two, near)], []) is two
    assert chosen_of([confirmed(one, before)], [one]) is None


def test_variants_that_a_first_race_left_out_race_too_while_the_budget_lasts() -> None:
    """The race of the first sixteen ends early, and the right step is not among them."""
    settings = ImproveSettings(matches=600, kinds=(NUMBER,), most=48, fresh=20)
    goals = read_goals(["seat-score between 0.2 and 0.5 at random"])
    found = improved(as_variant(PEGS), goals, PlaytestRequest("random", seed=1, workers=1), settings)
    assert found.chosen is not None
    assert [(edit.before, edit.after) for edit in found.chosen.edits] == [(2, 3)]
    assert found.left_out == 0


@pytest.mark.parametrize(
    "matches", [90, pytest.param(200, marks=pytest.mark.long), pytest.param(330, marks=pytest.mark.long)]
)
def test_nothing_is_left_out_that_the_budget_would_have_held(matches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apts.variants.search.improving.strength_ladder", lambda agents, game: ("random",))
    monkeypatch.setattr("apts.variants.search.improving.second_agents", lambda agents, game: "random")
    settings = ImproveSettings(matches=matches, kinds=(NUMBER,), most=24, fresh=2)
    found = improved(as_variant(ROWS), read_goals(["length at least 40"]), PLAY, settings)
    assert found.left_out == 0 or matches - found.trace[-1].matches < FIRST
    assert max(one.matches for one in found.tried) == 24
    assert len({one.candidate.key for one in found.tried}) == len(found.tried)


def test_matches_of_the_search_are_counted_apart_from_those_of_others_and_fresh_ones() -> None:
    ticks = count(0.0, 0.001)
    settings = ImproveSettings(minutes=1.0, kinds=(NUMBER,), most=12, fresh=4, clock=lambda: next(ticks))
    for budget in (settings, replace(settings, minutes=None, matches=150)):
        found = improved(as_variant(ROWS), SHORTER, PLAY, budget)
        assert found.matches == found.trace[-1].matches
        assert found.other_matches >= 4 * 4  # both games at two strengths
        assert found.as_data()["other_matches"] == found.other_matches


def test_error_is_shared_out_over_any_number_of_tries() -> None:
    shares = [share_of(place) for place in range(60)]
    assert shares[0] == 2 * shares[1] == 4 * shares[2]
    assert sum(shares) == pytest.approx(1.0)
    assert [share_of(place, 2) for place in (0, 1, 6, 7)] == [shares[0], shares[0], shares[3], shares[3]]


@pytest.mark.long
def test_search_by_the_clock_goes_on_where_fresh_matches_refute_what_it_found() -> None:
    ticks = count(0.0, 0.001)
    # Of twelve matches the first seat often wins just half; of forty nearly never.
    settings = ImproveSettings(minutes=1.0, kinds=(NUMBER,), most=12, fresh=40, clock=lambda: next(ticks))
    goals = read_goals(["seat-score between 0.499 and 0.501"])
    found = improved(as_variant(ROWS), goals, PLAY, settings)
    assert len(found.confirmations) > TRIES
    assert max(one.candidate.size for one in found.tried) == 2
    by_matches = improved(as_variant(ROWS), goals, PLAY, replace(settings, minutes=None, matches=400))
    assert len(by_matches.confirmations) <= TRIES + 2
