"""Captures where the depth ends, and late moves searched less deep: beside plain search in Python, and no proof is wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import apts
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import DECISION, MOVER, OVER, TARGET
from apts.search.evaluation.evaluation import CAPTURES_AT
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.minimax.alphabeta import QUIET_MOVES, AlphaBetaSearch, AlphaBetaSettings
from apts.search.minimax.captures import capture_rules
from apts.search.minimax.quiescence import ALWAYS, BY_TARGET, MARGIN, NEVER
from tests.search.small_games import NOUGHTS, columns, machine, random_match, records, rhombus

MATERIAL = Heuristic((Term("material", 10.0),))
WON = 1e6

SKIRMISH = """(game "Skirmish" (players 2)
  (equipment { (board (rectangle 4 4)) (piece "Guard" P1 (or {
      (move Step Orthogonal (to if:(is Empty (to))))
      (move Step Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))}))
    (piece "Guard" P2 (or {
      (move Step Orthogonal (to if:(is Empty (to))))
      (move Step Diagonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))})) })
  (rules (start { (place "Guard1" (sites Bottom)) (place "Guard2" (sites Top)) })
    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""


def library(name: str) -> Machine:
    rules = apts.load(name).from_rules
    assert rules is not None
    return rules.machine


def captures(game: Machine, state: Any, record: tuple[int, ...]) -> bool:
    """Whether a move captures, by what was learnt of the game."""
    rules = capture_rules(game.compiled)
    assert rules is not None
    how = rules.classes[record[DECISION]]
    if how != BY_TARGET:
        return how == ALWAYS
    what = int(state[game.compiled.fields["what"][0] + record[TARGET]])
    return what > 0 and game.compiled.equipment.components[what - 1].owner not in (0, int(state[MOVER]))


def value(game: Machine, state: Any, player: int, depth: int) -> float:
    """The value of a position when lines go on with captures, by looking at everything."""
    if state[OVER]:
        return WON * utilities(Position(game.compiled, state).ranks())[player - 1]
    moves = records(game, state)
    found = []
    if depth <= 0:
        stand = MATERIAL.value(game, state, player)
        taking = [record for record in moves if captures(game, state, record)] if depth > -QUIET_MOVES else []
        if len(taking) < len(moves):
            found.append(stand)
        moves = taking
    for record in moves:
        child = game.copy(state)
        game.play(child, record)
        found.append(value(game, child, player, depth - 1))
    return max(found) if int(state[MOVER]) == player else min(found)


@pytest.mark.parametrize(("name", "depth"), [("breakthrough", 1), ("english-draughts", 2)])
def test_value_is_that_of_the_line_after_all_captures(name: str, depth: int) -> None:
    game = library(name)
    search = AlphaBetaSearch(game, AlphaBetaSettings(MATERIAL, quiet=True))
    terms = search.search.terms
    terms[int(terms[CAPTURES_AT]) + MARGIN] = -1  # no capture is left out for bringing too little
    differs = 0
    for seed in range(10):
        state = random_match(game, seed, 12 + seed)
        if state[OVER]:
            continue
        expected = value(game, state, int(state[MOVER]), depth)
        search.search.forget()
        found = search.run(state, depth).points
        assert found is not None
        assert found == pytest.approx(expected) or (abs(found), abs(expected)) == (float("inf"), WON)
        plain = AlphaBetaSearch(game, AlphaBetaSettings(MATERIAL)).run(state, depth).points
        differs += plain != found
    assert differs, "captures change the value of some position, else this shows nothing"


def test_how_moves_capture_is_learnt_from_play() -> None:
    breakthrough = capture_rules(library("breakthrough").compiled)
    assert breakthrough is not None
    assert set(breakthrough.classes) == {NEVER, BY_TARGET}
    assert not breakthrough.forced
    draughts = capture_rules(library("english-draughts").compiled)
    assert draughts is not None
    assert set(draughts.classes) == {NEVER, ALWAYS}
    assert draughts.forced


@pytest.mark.parametrize("name", ["connect-four", "othello", "kalah", "amazons", "hex"])
def test_games_whose_captures_do_not_end_or_are_none_have_no_quiescence(name: str) -> None:
    game = library(name)
    assert capture_rules(game.compiled) is None
    search = AlphaBetaSearch(game, AlphaBetaSettings(quiet=True))
    assert not search.looks_at_captures
    plain = AlphaBetaSearch(game)
    state = random_match(game, 3, 6)
    assert search.run(state, 2, every_move=True).rows == plain.run(state, 2, every_move=True).rows


def test_piece_that_is_guarded_is_no_gift() -> None:
    """At depth 1 the guard on C2 can be taken for nothing; that D3 takes back is seen by captures alone."""
    game = machine(SKIRMISH.replace("(sites Bottom)", '{"A1" "B1"}').replace("(sites Top)", '{"C2" "D3"}'))
    plain, quiet = (AlphaBetaSearch(game, AlphaBetaSettings(MATERIAL, quiet=quiet)) for quiet in (False, True))
    assert plain.run(game.start(), 1).points == 10.0
    assert plain.run(game.start(), 2).points == 0.0
    assert quiet.run(game.start(), 1).points == 0.0


@pytest.mark.parametrize(
    ("text", "played"),
    [(NOUGHTS, 1), (columns(4, 4), 7), (rhombus(3), 2), (SKIRMISH, 24)],
    ids=["lines", "columns", "hexes", "takes"],
)
def test_what_is_called_proven_is_so(text: str, played: int) -> None:
    game = machine(text)
    settings = AlphaBetaSettings(quiet=True, reduce=True, table_bits=8)
    confirmed = 0
    for seed in range(24):
        state = random_match(game, seed, played + seed % 6)
        if state[OVER]:
            continue
        found = AlphaBetaSearch(game, settings).run(state, 6, seed=seed).proven
        exact = AlphaBetaSearch(game).run(state, 9, seed=seed).proven
        if found is not None and exact is not None:
            assert (found > 0) == (exact > 0)
            confirmed += 1
    assert confirmed > 2


def test_same_seed_gives_the_same_search() -> None:
    game = library("breakthrough")
    settings = AlphaBetaSettings(quiet=True, reduce=True)
    state = random_match(game, 5, 12)
    first, second = (AlphaBetaSearch(game, settings).run(state, nodes=3000, seed=7) for _ in range(2))
    assert (first.rows, first.nodes, first.depth) == (second.rows, second.nodes, second.depth)


def test_reductions_look_further_with_as_many_nodes() -> None:
    game = library("breakthrough")
    depths = [0, 0]
    for seed in range(6):
        state = random_match(game, seed, 10)
        for place, reduce in enumerate((False, True)):
            search = AlphaBetaSearch(game, AlphaBetaSettings(reduce=reduce))
            depths[place] += search.run(state, nodes=20_000, seed=1).depth
    assert depths[1] > depths[0]


def test_other_order_of_the_moves_changes_no_value() -> None:
    """The seed decides in which order equal moves are tried."""
    game = library("breakthrough")
    settings = AlphaBetaSettings(MATERIAL, quiet=True)
    for number in range(3):
        state = random_match(game, number, 16)
        values = {AlphaBetaSearch(game, settings).run(state, 3, seed=seed).points for seed in range(5)}
        assert len(values) == 1


@pytest.mark.parametrize("loss", [0.02, 0.1])
def test_loss_weakens_the_play_and_costs_few_nodes(loss: float) -> None:
    state = apts.load("breakthrough").start()
    lot = Random(3)
    for _ in range(12):
        state = state.after(lot.choice(state.moves()))
    strong = apts.agent("alphabeta:nodes=2000")
    weak = apts.agent(f"alphabeta:nodes=2000,loss={loss}")
    best = strong.decide(state, 1).move
    given = [weak.decide(state, seed) for seed in range(60)]
    worth = [decision.worth for decision in given]
    assert len({decision.move for decision in given}) > 2
    assert any(decision.move == best for decision in given)
    assert all(one is not None for one in worth)
    top = max(one for one in worth if one is not None)
    lost = sum(top - one for one in worth if one is not None) / len(worth)
    assert 0 < lost < 3 * loss
    assert weak.decide(state, 4) == weak.decide(state, 4)
