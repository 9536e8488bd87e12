"""The settings of a tree search as the words that its routines read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from apts.engine.end_rules import scores_add_up
from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import MOVE_LIMIT, RECORD_HEAD
from apts.search.evaluation.evaluation import POINT
from apts.search.memory import real_view
from apts.search.trees import descent
from apts.search.trees.tree import MOST_PROVEN_SEATS, seat_columns

if TYPE_CHECKING:
    from apts.search.trees.monte_carlo import TreeSettings


def settings_words(machine: Machine, given: TreeSettings, utility_of: Callable[[int, int], float]) -> Any:
    """The settings for a game; ``utility_of`` gives that of a doubled rank."""
    compiled = machine.compiled
    players, chance, decisions = compiled.equipment.players, compiled.facts.chance_later, compiled.decisions
    eyes_at = descent.SETTINGS_SIZE + descent.NOT_A_DECISION + len(decisions)
    numbers = words(eyes_at + len(given.eyes))
    reals = real_view(numbers)
    limit = given.playout_limit
    numbers[descent.PLAYOUT_LIMIT] = int(machine.data[MOVE_LIMIT]) if limit is None else limit
    numbers[descent.EXPAND_AFTER] = max(1, given.expand_after)
    numbers[descent.SOLVE] = int(given.solve and players <= MOST_PROVEN_SEATS)
    numbers[descent.GUIDED] = _judgement(machine, given)
    numbers[descent.SEATS] = players
    numbers[descent.REFERENCE] = given.grave
    numbers[descent.THROWS_FIRST] = int(compiled.facts.chance_in_moves)
    reals[descent.EXPLORATION], reals[descent.SCALE], reals[descent.BIAS] = given.c, POINT * given.scale, given.bias
    _write_order(numbers, given, players, chance=chance)
    numbers[descent.EYES_AT] = eyes_at if given.eyes else 0
    for place, word in enumerate(given.eyes, eyes_at):
        numbers[place] = word
    for doubled in range(2 * players + 1):
        reals[descent.UTILITY + doubled] = utility_of(doubled, players)
    numbers[descent.GROWTH : descent.SETTINGS_SIZE] = _visit_tables()
    numbers[descent.SETTINGS_SIZE] = numbers[descent.SETTINGS_SIZE + 1] = RECORD_HEAD
    for number, decision in enumerate(decisions):
        length = RECORD_HEAD + len(decision.registers)
        numbers[descent.SETTINGS_SIZE + descent.NOT_A_DECISION + number] = length
    return numbers


def tells_children_apart(given: TreeSettings, *, chance: bool) -> bool:
    """Whether children are told apart before they are tried; not where chance is at work."""
    return not chance and (given.rave > 0 or (given.prior > 0 and given.heuristic is not None))


def _write_order(numbers: Any, given: TreeSettings, players: int, *, chance: bool) -> None:
    """Write down which child of a node is gone to."""
    numbers[descent.FIGURES_AT] = seat_columns(players)
    if not tells_children_apart(given, chance=chance):
        return
    numbers[descent.ORDERED] = 1
    numbers[descent.PRIOR] = given.prior if given.heuristic is not None else 0
    if given.rave:
        numbers[descent.RAVE], real_view(numbers)[descent.BIAS] = 1, 1.0 / given.rave


def _judgement(machine: Machine, given: TreeSettings) -> int:
    """How a cut playout is judged."""
    if given.heuristic is None:
        return 0
    apart = machine.compiled.equipment.players > 1 and not scores_add_up(machine.compiled.end_rules)
    return descent.JUDGED_APART if apart else 1


@lru_cache(maxsize=1)
def _visit_tables() -> Any:
    """What exploration needs of small numbers of visits, as it stands in the settings."""
    numbers = words(descent.SETTINGS_SIZE)
    descent.write_tables(address(numbers))
    return numbers[descent.GROWTH :]
