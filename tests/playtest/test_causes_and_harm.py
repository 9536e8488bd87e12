"""One cause is one finding, findings stand in the order of the harm they do, and few matches are enough for plain facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

import apts
from apts.archive import MatchRecord
from apts.playtest.evidence.evidence import Goals
from apts.playtest.evidence.sentences import Listed, Message, Warned, make_message
from apts.playtest.findings import FindingDeclaration, FindingQuestion, declared_finding, finding_kinds, weigh
from apts.playtest.findings.ranking import with_consequences
from apts.playtest.findings.rules import certain_lints
from apts.playtest.playtest_run import Run
from apts.report.texts import words
from apts.telling.translated_mistakes import sentence_in
from tests.playtest import rigged
from tests.playtest.handmade import evidence, match
from tests.wording.golden import Wording

DEAD_FROG = """(game "Frogs" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "Frog" Each
    (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))) })
  (rules
    (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (forEach Piece "Frog")))
    (end {
      (if (is Line 3) (result Mover Win))
      (if (>= (count Moves) 100) (result Mover Draw))
    })))"""
"""A piece that never comes on the board, with a kind of move of its own; the last end is a limit of moves."""

LATE_FROG = """(game "Late frogs" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "K2" Each
    (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))) })
  (rules
    (play (or { (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (forEach Piece "K2")
      (if (> (count Pieces Mover) 8)
        (move Add (piece "K21") (to (sites Empty)))) }))
    (end {
      (if (is Line 3) (result Mover Win))
      (if (> (count Pieces Mover "K2") 2) (result Mover Loss))
    })))
(metadata (graphics { (piece Rename piece:"K2" "Frog") }))"""
"""A piece that comes too late for any match, with a number in its name, and another name for people."""

ONE_SIDED = """(game "One-sided" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result P1 Win)))))"""


@pytest.fixture(scope="module")
def frogs() -> Run:
    return apts.playtest(DEAD_FROG, "random", matches=150, seed=1, workers=1)


def stopped(number: int, turns: int = 6) -> MatchRecord:
    return match(number, None, turns=turns, status="stopped")


@pytest.mark.parametrize(("count", "ended"), [(19, 0), (4, 0), (2, 0), (5, 8)])
def test_endless_matches_are_found_however_few_they_are(count: int, ended: int) -> None:
    matches = [stopped(n) for n in range(1, count + 1)] + [
        match(n, 1 + n % 2) for n in range(count + 1, count + ended + 1)
    ]
    (entry,) = [found for found in weigh(evidence(*matches)) if found.kind == "endless"]
    assert entry.state == "found"
    assert f"of {count + ended} were stopped by the limit of 6 turns" in entry.sentence


def test_one_stopped_match_of_few_is_not_called_endless() -> None:
    matches = [stopped(1), *[match(n, 1 + n % 2) for n in range(2, 13)]]
    assert not [found for found in weigh(evidence(*matches)) if found.kind == "endless" and found.state == "found"]


def test_other_facts_are_told_of_few_matches_too_when_their_interval_is_beyond_the_limit() -> None:
    drawn = weigh(evidence(*[match(n, None) for n in range(1, 9)]))
    assert ("drawish", "found") in {(found.kind, found.state) for found in drawn}
    forced = weigh(evidence(*[match(n, 1 + n % 2, legal=[1] * 8) for n in range(1, 13)]))
    assert ("no-real-choice", "found") in {(found.kind, found.state) for found in forced}
    long = [match(n, 1 + n % 2, turns=60 + n) for n in range(1, 9)]
    assert ("too-long", "found") in {(one.kind, one.state) for one in weigh(evidence(*long, goals=Goals(max_turns=20)))}


def test_first_look_at_an_endless_game_has_a_small_limit_and_says_so() -> None:
    run = apts.playtest(rigged.ENDLESS_LOOP, "uct:iterations=10", matches=6, seed=1, workers=1, quick=True)
    assert run.manifest.settings["turn_limit"] == 100
    (entry,) = [found for found in run.findings if found.kind == "endless"]
    assert "of 6 were stopped by the limit of 100 turns" in entry.sentence
    again = apts.playtest(rigged.ENDLESS_LOOP, "uct:iterations=10", matches=6, seed=1, workers=2, quick=True)
    assert again.matches == run.matches


def test_first_look_at_a_game_that_ends_keeps_the_usual_limit_and_a_limit_that_was_given_stays() -> None:
    usual = apts.playtest("tic-tac-toe", "random", matches=4, seed=1, workers=1, quick=True)
    given = apts.playtest(rigged.ENDLESS_LOOP, "random", matches=4, seed=1, workers=1, quick=True, limit=40)
    assert usual.manifest.settings["turn_limit"] == 1000
    assert given.manifest.settings["turn_limit"] == 40


def test_limit_of_moves_that_no_match_needs_is_no_gap_in_the_rules(frogs: Run) -> None:
    assert not [found for found in frogs.weighed if found.kind == "rule-gap"]
    other = DEAD_FROG.replace("(>= (count Moves) 100)", "(is Line 9)")
    run = apts.playtest(other, "random", matches=150, seed=1, workers=1)
    assert [found.subject for found in run.weighed if found.kind == "rule-gap"] == ["end 8"]


def test_dead_piece_is_one_finding_with_its_moves_and_rules(frogs: Run) -> None:
    (entry,) = [found for found in frogs.weighed if found.kind in ("certain", "dead-use", "rule-never-used")]
    assert entry.subject == "idle-piece line 2"
    assert {(one.kind, one.subject) for one in entry.consequences} == {
        ("dead-use", "piece Frog"),
        ("dead-use", "move hop"),
        ("rule-never-used", "line 3"),
        ("rule-never-used", "line 5"),
    }
    assert "Of the same cause: The piece Frog is dead" in entry.sentence
    assert [one["subject"] for one in entry.as_data()["consequences"]]
    told = words("pt-BR").finding(entry)
    assert "Da mesma causa:" in told
    assert "is dead" not in told


def test_piece_that_comes_too_late_is_one_finding_with_its_end_whatever_it_is_called() -> None:
    run = apts.playtest(LATE_FROG, "random", matches=150, seed=1, workers=1)
    kinds = ("dead-use", "rule-never-used", "rule-gap")
    (entry,) = [found for found in run.weighed if found.kind in kinds]
    assert entry.subject == "piece Frog"
    assert {one.subject for one in entry.consequences} == {"move hop", "line 3", "line 5", "line 6", "end 10"}


def test_rule_that_alone_makes_moves_of_a_dead_kind_is_told_with_it() -> None:
    text = ONE_SIDED.replace(
        "(play (move Add (to (sites Empty))))",
        "(play (or (move Add (to (sites Empty)))\n"
        "    (if (> (count Pieces) 20)\n      (move Remove (sites Occupied by:Mover)))))",
    )
    run = apts.playtest(text, "random", matches=150, seed=1, workers=1)
    (entry,) = [found for found in run.weighed if found.kind in ("dead-use", "rule-never-used")]
    assert (entry.subject, [one.subject for one in entry.consequences]) == ("move remove", ["line 4"])


def test_piece_that_a_wrong_name_keeps_from_coming_is_told_with_that_name() -> None:
    text = """(game "Birds" (players 2)
      (equipment { (board (square 3)) (piece "Stone" Each (move Step (to if:(is Empty (to)))))
        (piece "Bird" Each (move Slide)) })
      (rules
        (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (forEach Piece)
          (then (if (is In (last To) (sites {"Z9"})) (promote (last To) (piece "Bird") Mover)))))
        (end (if (is Line 3) (result Mover Win)))))"""
    run = apts.playtest(text, "random", matches=150, seed=1, workers=1)
    (entry,) = [found for found in run.weighed if found.kind in ("certain", "dead-use", "rule-never-used")]
    assert entry.subject == "unknown-name line 6"
    assert {one.subject for one in entry.consequences} >= {"piece Bird", "move slide", "line 3", "line 6"}


def test_limit_of_moves_on_the_line_of_another_end_is_no_idle_rule() -> None:
    end = "(end { (if (is Line 3) (result Mover Win)) (if (>= (count Moves) 100) (result Mover Draw)) })"
    text = f"""(game "Noughts" (players 2) (equipment {{ (board (square 3)) (piece "Stone" Each) }})
      (rules (play (move Add (to (sites Empty)))) {end}))"""
    run = apts.playtest(text, "random", matches=150, seed=1, workers=1)
    assert not [found for found in run.weighed if found.kind in ("rule-never-used", "rule-gap")]


def test_moves_of_a_piece_that_is_surely_never_put_out_are_told_with_it() -> None:
    end = "(if (is Line 3) (result Mover Win))"
    text = f"""(game "Whales" (players 2)
      (equipment {{ (board (square 3)) (piece "Stone" Each (move Step (to if:(is Empty (to)))))
        (piece "Whale" Each (move Slide)) }})
      (rules (play (or (move Add (piece "Stone" Mover) (to (sites Empty))) (forEach Piece))) (end {end})))"""
    run = apts.playtest(text, "random", matches=150, seed=1, workers=1)
    (entry,) = [found for found in run.weighed if found.kind in ("certain", "dead-use", "rule-never-used")]
    assert entry.kind == "certain"
    assert {one.subject for one in entry.consequences} >= {"piece Whale", "move slide"}


def test_early_decisions_are_told_with_the_seat_that_nearly_always_wins() -> None:
    matches = [match(n, 1, values=[0.9] * 6) for n in range(1, 41)]
    found = weigh(evidence(*matches))
    (entry,) = [one for one in found if one.kind in ("seat-advantage", "decided-early")]
    assert entry.kind == "seat-advantage"
    assert [one.kind for one in entry.consequences] == ["decided-early"]


def test_who_is_ahead_and_who_is_behind_are_one_finding() -> None:
    """Of three seats the first wins four in five, and the others share the second place or what is left."""
    matches = [match(n, 1 if n % 5 else 2 + n % 2, players=3) for n in range(1, 101)]
    found = weigh(evidence(*matches, agents=("random",) * 3))
    (entry,) = [one for one in found if one.kind == "seat-advantage" and one.state == "found"]
    assert entry.subject == "seat 1"
    assert {one.subject for one in entry.consequences if one.kind == "seat-advantage"} == {"seat 2", "seat 3"}


def test_rule_of_another_piece_is_a_finding_of_its_own() -> None:
    other = DEAD_FROG.replace(
        '(or (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (forEach Piece "Frog"))',
        '(or (or (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (forEach Piece "Frog"))\n'
        "    (if (>= (count Moves) 99) (move Pass)))",
    )
    run = apts.playtest(other, "random", matches=150, seed=1, workers=1)
    subjects = {found.subject for found in run.weighed if found.kind in ("dead-use", "rule-never-used")}
    assert subjects == {"line 6"}, "the frog itself is certain"


def test_loops_are_told_with_the_endless_matches_that_show_them() -> None:
    run = apts.playtest(rigged.ENDLESS_LOOP, "random", matches=20, seed=1, workers=1, limit=60)
    assert not [found for found in run.weighed if found.kind == "rule-gap"]
    (entry,) = [found for found in run.findings if found.kind == "endless"]
    assert [one.subject for one in entry.consequences] == ["loop"]


def test_what_rules_say_for_certain_stands_on_top_and_explains_the_seats() -> None:
    run = apts.playtest(ONE_SIDED, "random", matches=24, seed=1, workers=1)
    first = run.weighed[0]
    assert (first.kind, first.state) == ("certain", "found")
    assert "player 2 cannot win" in first.sentence
    assert "(line 3)" in first.sentence
    assert [one.kind for one in first.consequences] == ["seat-advantage"]
    assert not [found for found in run.weighed if found.kind == "seat-advantage"]
    assert run.as_data()["findings"][0]["kind"] == "certain"
    told = words("pt-BR").finding(first)
    assert told.startswith(
        "Certo só pelas regras: o jogador 2 não pode vencer: nenhuma regra de fim lhe dá a vitória (linha 3)."
    ), told


def test_a_warning_without_words_of_a_language_leaves_the_whole_sentence_in_english(wording: Wording) -> None:
    first = apts.playtest(ONE_SIDED, "random", matches=2, seed=1, workers=1).weighed[0]
    known, unknown = (
        Warned(text) for text in ("nobody can win: no end rule makes anybody the winner", "the moon is full")
    )
    portuguese = words("pt-BR")
    told = replace(first, message=make_message("certain", problem=known), consequences=())
    wording(portuguese.finding(told), "pt-BR")
    alone = make_message("certain/line", problem=unknown, line=3)
    for message in (
        alone,
        make_message("probable", sentence=alone, wanted=8),
        Message("x", {"x": Listed([alone])}, "{x}"),
    ):
        with_words = replace(portuguese, sentences={**portuguese.sentences, "x": "{x}"})
        assert with_words.message(message.key, message.values) is None
    untold = replace(first, message=alone, sentence=str(alone), consequences=())
    wording(portuguese.finding(untold), name="2")


def test_whatever_is_certain_of_rules_has_words_in_portuguese() -> None:
    for text in (ONE_SIDED, *(ONE_SIDED.replace("P1", change) for change in ("P2", "Mover"))):
        for doubt in certain_lints(apts.load(text)):
            assert sentence_in(doubt.problem.message, "pt-BR"), doubt.problem.message


def test_games_in_order_have_nothing_certain_against_them() -> None:
    for name in ("tic-tac-toe", "connect-four", "breakthrough"):
        run = apts.playtest(name, "random", matches=2, seed=1, workers=1)
        assert not [found for found in run.weighed if found.kind == "certain"], name


def test_every_kind_of_finding_has_its_place_in_the_order_of_harm() -> None:
    own = {kind for kind, ask in finding_kinds().items() if ask.__module__.startswith("apts.")}
    silent = {kind for kind in own if declared_finding(kind).harm == FindingDeclaration.harm}
    assert [kind for kind in silent if not declared_finding(kind).harm_of_sort] == []


def weight_of(kind: str, sort: str, effect: float) -> float:
    """The weight that a finding of a kind and sort has by its declaration."""
    return declared_finding(kind).weight(sort, effect)


def test_an_unfair_seat_stands_before_dead_pieces_and_rules() -> None:
    unfair = weight_of("seat-advantage", "seat", 0.46)  # a seat at 73 %
    assert all(
        unfair > weight_of(kind, "", 1.0) for kind in ("dead-use", "rule-never-used", "dominant-use", "successful-use")
    )
    open_question = weight_of("not-enough-evidence", "seats", 1.0)
    assert weight_of("endless", "", 0.1) > open_question > weight_of("drawish", "", 1.0)
    assert weight_of("endless", "", 0.6) > unfair > weight_of("seat-advantage", "seat", 0.1)
    assert weight_of("certain", "", 1.0) > weight_of("endless", "", 1.0)
    assert weight_of("of a plug-in", "", 0.3) == 0.3
    assert FindingQuestion("x", "", 0.0, None, None, 1, 0.3).weight == 0.3


NINE = """(game "Nine" (players 2)
  (equipment { (board (square 3)) (piece "Scout" P1 (move Step (to if:(is Empty (to)))))
    (piece "Wolf" P2 (move Step (to if:(is Empty (to))))) })
  (rules (start { (place "Scout1" {0 1}) (place "Wolf2" {8}) }) (play (forEach Piece))
    (end {
      (if (>= (count Pieces P1) 9) (result P1 Win))
      (if (>= (count Moves) 12) (result P2 Win)) })))"""
"""Player 1 cannot win: nine scouts are never there."""

TWO_READERS = """(game "Throws" (players 2) (equipment { (board (square 2)) (piece "Stone" Each) (dice d:6 num:2) })
  (rules (start (set Score Each 0))
    (play (move Add (to (sites Empty)) (then (and { (roll) (addScore Mover (count Pips))
      (if (= 2 (count Pips)) (moveAgain)) (if (all DiceEqual) (moveAgain)) }))))
    (end (if (is Full) (byScore)))))"""

LOST = """(game "Lost" (players 3) (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Loss)))))"""


def test_what_is_certain_for_one_reason_is_told_once() -> None:
    nine = apts.playtest(NINE, "random", matches=20, seed=1, workers=1)
    (certain,) = [found for found in nine.findings if found.kind == "certain"]
    assert "player 1 cannot win" in certain.sentence
    assert certain.consequences[0].subject.startswith("too-few-pieces")
    run = apts.playtest(TWO_READERS, "random", matches=8, seed=1, workers=1)
    dice = [found for found in run.findings if found.subject.startswith("earlier-value")]
    assert [found.sentence.count("(count Pips) is read") for found in dice] == [1, 1]  # on two lines
    assert [one.subject.split()[0] for one in dice[-1].consequences] == ["earlier-value"]
    lost = apts.playtest(LOST, "random", matches=30, seed=1, workers=1)
    (certain,) = [found for found in lost.weighed if found.kind in ("certain", "never-solved")]
    assert "nobody can win" in certain.sentence
    assert "perhaps" not in certain.sentence
    assert [one.kind for one in certain.consequences] == ["never-solved"]


def test_opening_that_wins_more_and_crowds_out_the_others_is_one_finding() -> None:
    """Who begins in the middle wins at once, and everybody who looks ahead does."""
    text = """(game "Middle" (players 2) (equipment { (board (square 3)) (piece "Stone" Each) })
      (rules (play (move Add (to (sites Empty)))) (end { (if (is In (last To) (sites Centre)) (result Mover Win))
        (if (>= (count Moves) 1) (result Next Win)) })))"""
    run = apts.playtest(text, "uct:iterations=30", matches=40, seed=1, workers=1)
    (crowds,) = [found for found in run.weighed if found.kind == "popular-opening"]
    costs, wins = (replace(crowds, kind=kind) for kind in ("dominant-opening", "successful-opening"))
    told = with_consequences(run.evidence, [costs, wins, crowds, replace(crowds, subject="a1")])
    assert [(one.subject, len(one.consequences)) for one in told] == [(crowds.subject, 2), ("a1", 0)]
