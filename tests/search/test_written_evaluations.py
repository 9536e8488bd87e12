"""Evaluations as designers write them: what is read, what it counts, and what is said of mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

import apts
from apts.engine.rules_game import RulesGame
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.written import EvaluationError, evaluation_of_text, read_evaluation


def rules(name: str) -> RulesGame:
    """A game of the library."""
    found = apts.load(name).from_rules
    assert found is not None
    return found


GOOD = """
# Breakthrough, as I see it
men      = 10   * pieces Pawn
ahead    = 1.5  * pieces Pawn advance   # rows
corners  = -2   * sites a1 h1 a8 h8
room     = 0.1  * mobility
late men = 3    * pieces Pawn board late
"""


def test_a_text_becomes_named_terms() -> None:
    heuristic = evaluation_of_text(GOOD, rules("breakthrough").compiled, "mine.txt")
    assert [(term.name, term.weight, term.stage) for term in heuristic.terms] == [
        ("men", 10.0, "always"),
        ("ahead", 1.5, "always"),
        ("corners", -2.0, "always"),
        ("room", 0.1, "always"),
        ("late men", 3.0, "late"),
    ]
    assert heuristic.terms[2].sites == ("a1", "h1", "a8", "h8")


def test_parts_add_up_to_the_value_and_agree_with_terms_put_together() -> None:
    own = rules("breakthrough")
    heuristic = evaluation_of_text(GOOD, own.compiled, "mine.txt")
    machine = own.machine
    state = machine.start(1)
    for _ in range(9):
        machine.play(state, machine.record(machine.moves(state) // 2))
        for player in (1, 2):
            parts = heuristic.parts(machine, state, player)
            assert heuristic.value(machine, state, player) == pytest.approx(sum(parts), abs=0.05)


def test_features_of_lines_groups_and_tempo_count_what_they_say() -> None:
    own = rules("gomoku")
    machine = own.machine
    board = own.state("15/15/15/15/15/15/15/6XXX6/15/6OO7/15/15/15/15/15 2 moves=5").from_rules
    assert board is not None
    text = "threes = 1 * line 3\ntwos = 1 * line 2\nmove = 7 * tempo\nall = 1 * groups number\nlargest = 1 * groups largest"
    parts = evaluation_of_text(text, own.compiled, "x").parts(machine, board.position, 1)
    assert parts[0] == 3.0, "three windows of five have all three"
    assert parts[1:] == [2.0 - 4.0, -7.0, 0.0, 1.0]


def test_liberties_and_stones_in_atari_are_counted() -> None:
    own = apts.load("go", board="5x5").from_rules
    assert own is not None
    board = own.state("5/5/5/O4/XO3 1 moves=3").from_rules
    assert board is not None
    text = "free = 1 * groups liberties\ndanger = 1 * groups atari"
    first = evaluation_of_text(text, own.compiled, "x").parts(own.machine, board.position, 1)
    assert first == [0.0 - (2.0 + 2.0), 0.0]


def test_attacks_count_each_piece_of_others_once() -> None:
    own = rules("breakthrough")
    board = own.state("8/8/8/8/3O1O2/4X3/8/8 1 moves=8").from_rules
    assert board is not None
    attacks = Heuristic((Term("attacks"),))
    assert attacks.value(own.machine, board.position, 1) == 2.0 - 1.0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no feature in it"),
        ("room mobility", "line 1: 'room mobility' is not a feature; write NAME = WEIGHT"),
        ("room = much * mobility", "line 1: the weight is a number such as 0.5 or -3, not 'much'"),
        ("room = 1e99 * mobility", "at most"),
        ("room = nan * mobility", "at most"),
        ("\nroom = 1 * mobilty", "line 2: there is no feature 'mobilty'; did you mean mobility"),
        ("room = 1 * mobility now", "mobility stands alone"),
        ("men = 1 * pieces Pwn", "'Pwn' is neither a piece nor a zone; did you mean Pawn"),
        ("men = 1 * pieces Pawn\nmen = 2 * mobility", "line 2: there is a feature called 'men' already"),
        ("here = 1 * sites z9", "the board has no site 'z9'"),
        ("here = 1 * sites", "sites is followed by"),
        ("rows = 1 * line 3", "the rules know no line"),
        ("rows = 1 * line 7 of 3", "a line of 3 has 1 to 3 pieces"),
        ("rows = 1 * line three", "line is followed by how many"),
        ("all = 1 * groups most", "groups is followed by number, largest"),
    ],
)
def test_mistakes_are_told_with_their_line(text: str, reason: str) -> None:
    with pytest.raises(EvaluationError) as told:
        evaluation_of_text(text, rules("breakthrough").compiled, "mine.txt")
    assert str(told.value).startswith("mine.txt")
    assert reason in str(told.value)


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    compiled = rules("breakthrough").compiled
    with pytest.raises(EvaluationError, match="cannot be read"):
        read_evaluation(tmp_path / "none.txt", compiled)
    broken = tmp_path / "broken.txt"
    broken.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EvaluationError, match="UTF-8"):
        read_evaluation(broken, compiled)
    broken.write_text("x" * 200_000)
    with pytest.raises(EvaluationError, match="at most"):
        read_evaluation(broken, compiled)
    broken.write_text('{"terms": [{"kind": "pieces", "weight": []}]}')
    with pytest.raises(EvaluationError, match="weight of a term"):
        read_evaluation(broken, compiled)


def test_terms_as_a_manifest_has_them_are_read_back(tmp_path: Path) -> None:
    own = rules("breakthrough")
    import json

    heuristic = evaluation_of_text(GOOD, own.compiled, "mine.txt")
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(heuristic.to_data()))
    found = read_evaluation(kept, own.compiled)
    state = own.machine.start(1)
    own.machine.play(state, own.machine.record(own.machine.moves(state) // 2))
    assert found.value(own.machine, state, 1) == heuristic.value(own.machine, state, 1)
