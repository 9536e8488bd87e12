"""An outer rule whose inner rule took effect took effect, once a try at most, whatever joins the two."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import apts
from apts.engine.compiler.compiling import compile_rules
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.layout import OVER
from apts.language.reading import build
from apts.language.tree import Clause, TextPlace

Place = tuple[str, TextPlace]
AROUND = {"moves", "endrule", "phase"}
"""Kinds of rules that take effect together with a rule inside them."""


def played(rules: Clause, matches: int = 6, most: int = 60) -> dict[Place, tuple[int, int]]:
    """How often each rule was tried and took effect in random matches."""
    machine = Machine(compile_rules(rules, counted=True))
    choose = random.Random(1)
    for number in range(matches):
        state = machine.start(number + 1)
        for _ in range(most):
            if state[OVER]:
                break
            machine.play(state, machine.record(choose.randrange(machine.moves(state))))
    counted = zip(machine.compiled.coverage, machine.rule_counts(), strict=True)
    return {(rule.name, rule.position): counts for rule, counts in counted}


def enclosing(clause: Clause, around: tuple[Place, ...] = ()) -> Iterator[tuple[Place, tuple[Place, ...]]]:
    """Every rule with those around it; what a condition or a region asks about stands on its own."""
    kind = clause.signature.result
    if kind in AROUND:
        yield (clause.name, clause.position), around
        around = (*around, (clause.name, clause.position))
    elif kind in ("bool", "region", "int", "array"):
        around = ()
    for value in clause.arguments.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Clause):
                yield from enclosing(part, around)


def assert_consistent(rules: Clause) -> dict[Place, tuple[int, int]]:
    """Check both laws; gives the counts."""
    counts = played(rules)
    for place, (tried, effects) in counts.items():
        assert effects <= tried, place
    chains: dict[Place, list[tuple[Place, ...]]] = {}
    for place, around in enclosing(rules):
        chains.setdefault(place, []).append(around)
    for place, ways in chains.items():
        if counts.get(place, (0, 0))[1]:
            used = [all(counts.get(outer, (1, 1))[1] for outer in around) for around in ways]
            assert any(used), (place, ways)
    return counts


def game(play: str, end: str = "(end (if (no Moves Next) (result Mover Win)))", more: str = "", size: int = 3) -> str:
    """Two seats with stones on a small square board."""
    return (
        f'(game "Nested" (players 2) (equipment {{ (board (square {size})) (piece "Stone" Each) {more} }})\n'
        f"(rules {play}\n{end}))"
    )


ADD = "(move Add (to (sites Empty)))"
HOP = "(forEach Piece (move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to)))))"
STEP = "(forEach Piece (move Step (to if:(is Empty (to)))))"
MOVES = {
    "or": f"(play (or {{ {ADD} (or {STEP} (move Pass)) }}))",
    "if": f"(play (if (is Even (count Moves)) (if (is Mover P1) {ADD} (move Pass)) {ADD}))",
    "else alone": f"(play (if (is Mover Neutral) (move Pass) {ADD}))",
    "priority": f"(play (priority {{ {HOP} {STEP} {ADD} }}))",
    "do next": f"(play (do (set Var 3) next:(if (= (var) 3) {ADD} (move Pass))))",
    "do ifAfterwards": f"(play (or (do {ADD} ifAfterwards:(is Occupied 0)) (do (move Pass) ifAfterwards:(is Occupied 0))))",
    "forEach Site": "(play (forEach Site (sites Empty) (move Add (to (site))) noMoveYet:(move Pass)))",
    "forEach Value": "(play (forEach Value min:0 max:3 (move Add (to (value) if:(is Empty (to))))))",
    "then": (
        "(play (move Add (to (sites Empty)) (then (and "
        "(if (is Even (count Moves)) (addScore Mover 1) (addScore Next 1)) "
        "(forEach Site (sites Around (last To)) (if (is Occupied (site)) (and (addScore Mover 1) (set Var 1))))))))"
    ),
    "append": "(play (append (and (move Add (to 4)) (move Add (to (% (count Moves) 9))))))",
    "allCombinations": "(play (allCombinations (move Add (to (sites Empty))) (move Add (to (sites Empty)))))",
    "max Moves": f"(play (max Moves (or {ADD} {STEP})))",
    "phases": (
        'phases:{ (phase "Putting" (play (or ' + ADD + ' (move Pass))) (nextPhase (> (count Moves) 4) "Stepping"))'
        f' (phase "Stepping" (play {STEP})) }}'
    ),
    "dice": "(play (do (roll) next:(forEach Site (sites Empty) (if (<= (site) (count Pips)) (move Add (to (site)))))))",
}


@pytest.mark.parametrize("name", MOVES)
def test_combinators_of_moves_take_effect_with_what_is_inside(name: str) -> None:
    more = "(dice d:6 num:1)" if name == "dice" else ""
    assert_consistent(build(game(MOVES[name], more=more)))


def at(counts: dict[Place, tuple[int, int]], name: str, line: int | None = None) -> list[tuple[int, int]]:
    """The counts of all rules of a name, perhaps of a line, in the order of the text."""
    found = [(place[1].line, place[1].column, pair) for place, pair in counts.items() if place[0] == name]
    return [pair for where, _, pair in sorted(found) if line is None or where == line]


def test_list_of_moves_takes_effect_once_a_turn_however_many_moves_it_offers() -> None:
    counts = assert_consistent(build(game(f"(play (or {ADD} {ADD}))")))
    [(tried, effects)] = at(counts, "or")
    turns = sum(effect for _, effect in at(counts, "move Add"))
    assert effects == turns  # each turn plays one of its moves; nine were on offer at first
    assert tried >= effects


def test_loop_of_effects_takes_effect_once_however_many_sites_it_changes() -> None:
    play = "(play (move Add (to (sites Empty)) (then (forEach Site (sites Board) (addScore Mover 1)))))"
    counts = assert_consistent(build(game(play)))
    [(tried, effects)] = at(counts, "forEach Site")
    assert tried == effects > 0
    assert at(counts, "addScore") == [(9 * tried, 9 * tried)]


def test_priority_that_is_never_reached_took_no_effect() -> None:
    counts = assert_consistent(
        build(game(f"(play (priority {{ (move Pass)\n{ADD} }}))", "(end (if (= 1 2) (result Mover Win)))"))
    )
    assert at(counts, "move Add") == [(0, 0)]
    assert at(counts, "priority")[0][1] > 0


ENDS = {
    "outer if": "(end (if (> (count Moves) 3)\n(if (is Even (count Moves))\n(result Mover Win))))",
    "list": (
        "(end (if (> (count Moves) 3)\n{ (if (> 0 1) (result Mover Loss))\n"
        "(if (is Even (count Moves)) (result Mover Win)) }))"
    ),
    "three deep": "(end (if (> (count Moves) 1)\n(if (> (count Moves) 2)\n(if (> (count Moves) 3) (result Mover Win)))))",
    "forEach": "(end (forEach Player if:(> (count Moves) 3)\n(result Player Win)))",
    "byScore": "(end (if (> (count Moves) 3)\n(byScore)))",
}


@pytest.mark.parametrize("name", ENDS)
def test_outer_end_takes_effect_with_the_end_inside_it(name: str) -> None:
    counts = assert_consistent(build(game(f"(play {ADD})", ENDS[name])))
    outer = at(counts, "forEach" if name == "forEach" else "if")[0]
    assert outer[1] == 6  # it ended each of the six matches, and nothing else did


def test_end_whose_inner_ends_never_apply_took_no_effect() -> None:
    end = "(end { (if (> (count Moves) 1) (if (> 0 1) (result Mover Win)))\n(if (> (count Moves) 4) (result Mover Loss)) })"
    counts = played(build(game(f"(play {ADD})", end)))
    outer, inner, other = at(counts, "if")
    assert outer[0] > 0 == outer[1]
    assert inner[0] > 0 == inner[1]
    assert other[1] == 6


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_end_that_sends_one_player_home_takes_effect_for_any_number_of_seats(seats: int) -> None:
    text = (
        f'(game "Leaving" (players {seats}) (equipment {{ (board (square 5)) (piece "Stone" Each) }}) (rules '
        f"(play {ADD}) (end (if (> (count Moves) {seats}) (if (is Even 2) (result Mover Loss))))))"
    )
    counts = played(build(text))
    for tried, effects in at(counts, "if"):
        assert tried >= effects >= 6 * max(1, seats - 1)


def test_moves_that_are_only_asked_about_take_effect_when_one_is_found() -> None:
    ask = "(then (if (can Move (forEach Piece (move Step (to if:(is Empty (to))))))\n(addScore Mover 1)))"
    counts = assert_consistent(build(game(f"(play (move Add (to (sites Empty)) {ask}))")))
    [(tried, effects)] = at(counts, "move Step")
    assert 0 < effects <= tried
    held = at(counts, "can Move")[0][1]
    assert at(counts, "forEach Piece")[0][1] == held


def test_moves_of_a_threat_are_counted_and_asking_about_the_play_rules_is_not() -> None:
    own = '(is Threatened (id "Stone" Mover) at:(last To) (forEach Piece (move Step (to if:(is Enemy (who at:(to)))))))'
    counts = assert_consistent(
        build(game(f"(play (move Add (to (sites Empty)) (then (if {own} (addScore Mover 1)))))"))
    )
    assert at(counts, "is Threatened")[0][1] == at(counts, "forEach Piece")[0][1] > 0
    assert at(counts, "move Add")[0] == (6 * 9, 6 * 9)  # `no Moves Next` asks after it too, after every move


def test_conditions_of_start_rules_are_counted() -> None:
    start = '(start (forEach Site (sites Board) if:(is Even (site)) (place "Stone1" (site))))'
    counts = played(build(game(f"{start} (play {ADD})")))
    assert at(counts, "is Even") == [(6 * 9, 6 * 5)]


def test_phases_and_their_changes_are_counted() -> None:
    text = game(
        'phases:{ (phase "One" (play ' + ADD + ') (nextPhase (> (count Moves) 2) "Two"))\n'
        '(phase "Two" (play (move Pass)) (nextPhase (> (count Moves) 1000) "Three"))\n'
        f'(phase "Three" (play {ADD})) }}'
    )
    counts = assert_consistent(build(text))
    first, second, third = at(counts, "phase")
    assert first[1] > 0
    assert second[1] > 0
    assert third == (0, 0)
    reached, missed = at(counts, "nextPhase")
    assert reached[1] == 2 * 6  # for each of two players in each of six matches
    assert missed[1] == 0 < missed[0]


@pytest.mark.parametrize("name", ["tic-tac-toe", "alquerque", "kalah"])
def test_games_of_the_library_are_counted_consistently(name: str) -> None:
    found = apts.load(name)
    assert isinstance(found, RulesGame)
    assert_consistent(found.typed_rules)
