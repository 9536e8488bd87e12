"""What is odd before the first move: no pieces, nothing to do, a match that is over."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.lints.lint import Lint, LintSource, place_of
from apts.engine.lints.start_pieces import start_pieces
from apts.engine.play.game import Game, State
from apts.language.tree import Clause

_SEEDS = 20
"""Starts that are looked at where chance has a say in them."""

_ROUNDS = 30
"""Rounds of passes after which no throw is expected any more that lets somebody begin."""

_PIECES = frozenset({"piece", "tile", "dice"})


def first_position(margin: LintSource, game: Game) -> Iterator[Lint]:
    """The doubts about the start of a match."""
    rules = game.from_rules.typed_rules if game.from_rules is not None else None
    if rules is not None:
        yield from _no_pieces(margin, rules)
    starts = [game.start(seed) for seed in range(_SEEDS if game.has_chance else 1)]
    if rules is not None:
        yield from start_pieces(margin, rules, starts)
    place = place_of(rules, "play")
    if all(start.outcome is not None for start in starts):
        message = f"the match is over before the first move: {starts[0].outcome}"
        yield margin.lint("over-at-once", place_of(rules, "end"), message)
    elif all(not start.moves() for start in starts):
        yield margin.lint("no-first-move", place, "there is no move in the first position")
    elif all(_passes_only(start) for start in starts):
        message = "in the first position there is nothing to do but to pass"
        # where passes lead on, as with a throw before the first move, that may well be meant
        yield margin.lint("no-first-move", place, message, grave=all(_leads_nowhere(start) for start in starts))


def _no_pieces(margin: LintSource, rules: Clause) -> Iterator[Lint]:
    equipment = rules.arguments["equipment"]
    if isinstance(equipment, Clause) and not any(clause.signature.head in _PIECES for clause in equipment.clauses()):
        yield margin.lint("no-piece", equipment.position, "the equipment has no piece", ['(piece "Disc" Each)'])


def _leads_nowhere(start: State) -> bool:
    """Whether there is nothing to do but to pass for everybody, many times in turn where chance may change that."""
    state, rounds = start, _ROUNDS if start.game.has_chance else 2
    for _ in range(rounds * start.game.players):
        if state.outcome is not None:
            break
        if not _passes_only(state):
            return False
        state = state.play(state.moves()[0])
    return True


def _passes_only(state: State) -> bool:
    return all(move.kind == "pass" for move in state.moves())
