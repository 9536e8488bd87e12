"""Counts of the board and of the match: sites, rows, moves, turns, players."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.placements import container_named
from apts.engine.runtime.layout import MOST_MOVES, TURNS_EACH
from apts.language.tree import Clause, Text, Word


@ludeme(
    "(count Sites [on<SiteType>] in:<region>)",
    result="int",
    documentation="How many sites a region has.",
    idle="on",
)
def region_size(scope: Scope, clause: Clause) -> Expression:
    """The size of the region."""
    region = clause.get("in")
    assert region is not None
    return scope.region(region).size(scope)


@ludeme("(count Sites name<string>)", result="int", documentation="How many sites a container has.")
def container_size(scope: Scope, clause: Clause) -> Expression:
    """A number of the equipment."""
    name = clause.get("name")
    assert isinstance(name, Text)
    box = container_named(scope, clause, name.value)
    return scope.kernel.number(box.size if box.first else len(scope.kernel.board.numbers()))


@ludeme("(value MoveLimit)", result="int", documentation="After how many moves a match is drawn at the latest.")
@ludeme("(value TurnLimit)", result="int", documentation="After how many turns of each player a match is drawn.")
def limit(scope: Scope, clause: Clause) -> Expression:
    """A number that is the same in all games."""
    return scope.kernel.number(MOST_MOVES if clause.signature.mode == "MoveLimit" else TURNS_EACH)


@ludeme("(count Rows [on<SiteType>])", result="int", documentation="How many rows the board has, on its lowest layer.")
@ludeme(
    "(count Columns [on<SiteType>])", result="int", documentation="How many columns the board has, on its lowest layer."
)
def lines(scope: Scope, clause: Clause) -> Expression:
    """A number of the board; of a board with layers, of the lowest one."""
    on = clause.get("on")
    board = scope.kernel.board
    kind = on.name if isinstance(on, Word) else None
    layers = board.layer_of(kind)
    found = board.rows(kind) if clause.signature.mode == "Rows" else board.columns(kind)
    return scope.kernel.number(sum(any(layers[site] == 0 for site in line) for line in found))


@ludeme("(count Cells)", result="int", documentation="How many cells the board has.")
@ludeme("(count Vertices)", result="int", documentation="How many vertices the board has.")
@ludeme("(count Edges)", result="int", documentation="How many edges the board has.")
def elements(scope: Scope, clause: Clause) -> Expression:
    """A number of the board."""
    kinds = {"Cells": "Cell", "Vertices": "Vertex", "Edges": "Edge"}
    return scope.kernel.number(scope.kernel.board.count(kinds[str(clause.signature.mode)]))


@ludeme("(count Players)", result="int", documentation="How many players there are.")
def players(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """A number of the equipment."""
    return scope.kernel.number(scope.kernel.equipment.players)


@ludeme("(count Active)", result="int", documentation="How many players are still in the match.")
def active(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """Bits of the position."""
    return Expression(f"bit_count({scope.state}[ACTIVE])")


@ludeme("(count Moves)", result="int", documentation="How many moves have been made since the set-up.")
@ludeme("(count Turns)", result="int", documentation="The number of the turn, from 1.")
@ludeme("(count MovesThisTurn)", result="int", documentation="How many moves the mover has made before in this turn.")
def clock(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    words = {"Moves": "MOVES", "Turns": "TURN", "MovesThisTurn": "MOVES_THIS_TURN"}
    return Expression(f"{scope.state}[{words[str(clause.signature.mode)]}]")
