"""Questions about groups and repetitions that cost less than the whole answer."""

from __future__ import annotations

from random import Random

import pytest

import apts
from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.ludemes.conditions import compare
from apts.engine.ludemes.numbers.board import count_pieces
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position, pieces_key
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.kernel_functions import mix
from apts.language.reading import build

ENCLOSE = """(then (enclose (from (last To)) Orthogonal
    (between if:(is Enemy (who at:(between))) (apply (remove (between))))))"""

STONES = """
(game "Stones" (players {players})
    (equipment {{ (board {board}) (piece "Stone" Each) }})
    (rules
        {meta}
        (play (or {{ {ways} (move Pass) }}))
        (end (if (or (all Passed) (> (count Turns) 80)) (result Mover Loss)))))
"""


def stones(
    conditions: str | list[str], players: int = 2, board: str = "(square 4) use:Vertex", meta: str = ""
) -> Compiled:
    """A small game of enclosing; each condition allows moves of its own."""
    given = [conditions] if isinstance(conditions, str) else conditions
    ways = " ".join(f"(do (move Add (to (sites Empty)) {ENCLOSE}) ifAfterwards:{condition})" for condition in given)
    return compile_rules(build(STONES.format(players=players, board=board, meta=meta, ways=ways)))


def lists(game: Compiled, seed: int) -> list[list[tuple[int, ...]]]:
    """The moves that could be chosen in each turn of a random match, by origin and target."""
    machine, chance, found = Machine(game), Random(seed), []
    state = machine.start()
    while count := machine.moves(state):
        records = [machine.record(index) for index in range(count)]
        found.append([record[1:3] for record in records])
        machine.play(state, chance.choice(records))
    return found


LIBERTIES, SIZE = "(count Liberties Orthogonal)", "(size Group at:(last To) Orthogonal)"
NESTED = "(count Liberties Orthogonal if:(and (is Friend (who at:(to))) (< (size Group at:(to) Orthogonal) 3)))"


PIECES = '(count Pieces Mover "Stone" if:(is In (site) (sites Outer)))'


@pytest.mark.parametrize(
    "count", [LIBERTIES, *(pytest.param(count, marks=pytest.mark.long) for count in (NESTED, PIECES))]
)
@pytest.mark.parametrize("comparison", ["({operator} {count} 2)", "({operator} (% (count Moves) 4) {count})"])
def test_a_count_up_to_a_bound_answers_as_the_whole_count(
    count: str, comparison: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    operators = ("=", "!=", "<", ">", "<=", ">=")
    conditions = [comparison.format(operator=operator, count=each) for operator in operators for each in (count, SIZE)]
    game = stones(conditions)
    assert "r_limit" in game.source
    monkeypatch.setattr(compare, "is_limited", lambda value: False)
    whole = stones(conditions)
    assert "r_limit" not in whole.source
    for seed in range(5):
        assert lists(game, seed) == lists(whole, seed)


def test_pieces_in_stacks_are_counted_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    own, named = "(count Pieces Mover in:(sites Corners))", '(count Pieces "Stone")'
    tests = [f"({operator} {own} 3)" for operator in ("=", "<", ">")]
    tests += [f"(<= {named} 5)", "(no Pieces P2)", f"(and (>= {own} 1) (no Pieces P1))", f"(!= 9 {named})"]
    ways = " ".join(f"(if {test} (move Add (to (sites Board)) stack:True))" for test in tests)
    text = f"""(game "Towers" (players 3) (equipment {{ (board (square 3)) (piece "Stone" Each) }})
        (rules (play (or {{ {ways} (move Pass) }})) (end (if (> (count Turns) 40) (result Mover Win)))))"""
    game = compile_rules(build(text))
    assert "r_limit" in game.source
    assert "r_limit" not in compile_rules(build(text), counted=True).source
    monkeypatch.setattr(compare, "is_limited", lambda value: False)
    monkeypatch.setattr(count_pieces, "is_limited_here", lambda scope: False)
    whole = compile_rules(build(text))
    for seed in range(10):
        assert lists(game, seed) == lists(whole, seed)


def test_a_sum_of_counts_is_not_cut_short() -> None:
    assert "r_limit" not in stones(f"(> (+ {LIBERTIES} 1) 3)").source


@pytest.mark.parametrize(("players", "kind"), [(1, ""), (2, "Situational"), (3, "PositionalInTurn")])
def test_the_key_of_the_pieces_is_carried_along(players: int, kind: str) -> None:
    game = stones(f"(> {LIBERTIES} 0)", players, "(hex 3)", f"(meta (no Repeat {kind}))")
    machine, chance = Machine(game), Random(5)
    for _ in range(6):
        state = machine.start()
        while count := machine.moves(state):
            machine.play(state, machine.record(chance.randrange(count)))
            assert Position(game, state).field(PIECES_KEY, 0) == pieces_key(game, state)


@pytest.mark.parametrize(("players", "board"), [(2, "(square 3) use:Vertex"), (3, "(hex 2)")])
def test_repetitions_and_conditions_are_judged_together_on_one_copy(players: int, board: str) -> None:
    game = stones(f"(> {LIBERTIES} 0)", players, board, "(meta (no Repeat))")
    judged = game.source.split("def legal_")[1].split("@compiled")[0]
    assert judged.count("copy_words") == 1
    machine, chance, refused = Machine(game), Random(5), 0
    for _ in range(20):
        state = machine.start()
        seen = {_whats(machine, state)}
        while count := machine.moves(state):
            records = [machine.record(index) for index in range(count)]
            offered = {record[2] for record in records} - {-1}
            empty = {site for site, what in enumerate(_whats(machine, state)) if what == 0}
            assert offered == {site for site in empty if _is_allowed(machine, state, site, seen)}
            refused += len(empty - offered)
            machine.play(state, chance.choice(records))
            seen.add(_whats(machine, state))
    assert refused > 20


def _whats(machine: Machine, state: object) -> tuple[int, ...]:
    position = Position(machine.compiled, state)
    return tuple(position.field("what", site) for site in range(machine.compiled.equipment.sites))


def _is_allowed(machine: Machine, state: object, site: int, seen: set[tuple[int, ...]]) -> bool:
    """Whether a stone there keeps a liberty and makes a new position."""
    game = machine.compiled
    after = machine.copy(state)
    number = next(decision.number for decision in game.decisions if decision.kind != "pass")
    machine.play(after, (number, site, site, *([0] * (game.record_size - 3))))
    whats = _whats(machine, after)
    steps = game.equipment.board.neighbours("Orthogonal")
    group, waiting = {site}, [site]
    while waiting:
        for place in steps[waiting.pop()]:
            if whats[place] == 0:
                return whats not in seen
            if whats[place] == whats[site] and place not in group:
                group.add(place)
                waiting.append(place)
    return False


def test_the_key_follows_from_a_position_text_and_from_a_recorded_set_up() -> None:
    game = apts.load("go", board="5x5")
    assert isinstance(game, RulesGame)
    state, chance = game.start(), Random(1)
    for _ in range(20):
        state = state.play(chance.choice(state.moves()))
        again = game.state(str(state))
        assert isinstance(state, RulesState)
        assert isinstance(again, RulesState)
        assert Position(game.compiled, again.position).field(PIECES_KEY, 0) == pieces_key(game.compiled, state.position)
        assert "key" not in str(state)
    recorded = Position(game.compiled, game.machine.start())
    recorded.force([[3, 1, 1, 0], [7, 2, 1, 0]])
    assert recorded.field(PIECES_KEY, 0) == mix(1, 3) ^ mix(2, 7)
