"""Counting how often each rule of a text is tried and takes effect."""

from __future__ import annotations

from apts.engine.compiler.compiling import compile_rules
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import OVER
from apts.language.reading import build

RULES = """(game "Counted" (players 2)
  (equipment { (board (square 2)) (piece "Stone" Each) })
  (rules
    (play
      (do
        (move Add (to (sites Empty))
          (then (if (is Line 2 Orthogonal)
            (addScore Mover 1)))
        )
        ifAfterwards:(is Occupied 0)
      )
    )
    (end
      (if (>= (score Mover) 99)
        (result Mover Win)))
  ))
"""


def counts(*, counted: bool) -> dict[tuple[int, str], tuple[int, int]]:
    """The counters after a match in which the lowest free cell is always taken, by line and name."""
    machine = Machine(compile_rules(build(RULES), counted=counted))
    state = machine.start()
    while not state[OVER]:
        machine.moves(state)
        machine.play(state, machine.record(0))
    rules = machine.compiled.coverage
    return {(rule.position.line, rule.name): pair for rule, pair in zip(rules, machine.rule_counts(), strict=True)}


def test_rules_are_counted_by_their_place_in_the_text() -> None:
    found = counts(counted=True)
    assert found[6, "move Add"] == (6, 4)  # six lists were made, the last two for forced passes; four stones played
    assert found[7, "is Line"] == (4, 2)  # each player gets a column
    assert found[8, "addScore"] == (2, 2)
    assert found[14, "if"] == (6, 0)


def test_conditions_on_the_position_afterwards_count_but_moves_tried_there_do_not() -> None:
    found = counts(counted=True)
    tried, held = found[10, "is Occupied"]
    assert tried == 4 + 3 + 2 + 1
    assert held == 1 + 3 + 2 + 1


def test_kernels_without_counters_have_none() -> None:
    assert counts(counted=False) == {}


ASKED = """(define "Jump" (forEach Piece (move Step Orthogonal (to if:(is Empty (to))))))
(game "Asked" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (start { (place "Stone1" 0) (place "Stone2" 8) })
    (play (if (can Move QUESTION) "Jump" (move Pass)))
    (end (if (= (count Moves) 4) (result Mover Win)))))
"""


def steps(question: str) -> list[tuple[int, tuple[int, int]]]:
    """Line and counters of all rules about steps, after four moves."""
    machine = Machine(compile_rules(build(ASKED.replace("QUESTION", question)), counted=True))
    state = machine.start()
    while not state[OVER]:
        machine.moves(state)
        machine.play(state, machine.record(0))
    pairs = zip(machine.compiled.coverage, machine.rule_counts(), strict=True)
    return sorted((rule.position.line, pair) for rule, pair in pairs if rule.name == "move Step")


def test_define_that_is_asked_about_and_played_counts_where_it_is_played() -> None:
    played = [pair for line, pair in steps("(forEach Piece (move Step Diagonal (to if:(is Empty (to)))))") if line == 1]
    assert [pair for line, pair in steps('"Jump"') if line == 1] == played == [(4, 4)]


def test_moves_that_are_only_asked_about_count_where_they_are_asked() -> None:
    ((line, (tried, found)),) = [
        entry for entry in steps("(forEach Piece (move Step Diagonal (to if:(is Empty (to)))))") if entry[0] != 1
    ]
    assert line == 6
    assert tried == found == 4
