"""The memory of alpha-beta searches, of a size that phones have, and what scripts must know of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from apts.engine.native.routines.routine import Routine
from apts.engine.play.machine import FIRST_MOVES
from apts.publish.program.memory_map import WORD, MemoryMap
from apts.publish.program.packed_words import packed
from apts.search import keys
from apts.search.evaluation.evaluation import POINT
from apts.search.mathematics import tangent_in_place
from apts.search.minimax import negamax, search_block, transposition
from apts.search.minimax.alphabeta import ASPIRATION, MOST_DEPTH, AlphaBetaSearch
from apts.search.minimax.minimax_search import SideSearch

LIST_BYTES = 32 << 20
"""What the lists of moves of all plies, and the orders in which they are tried, may take together."""

MOST_TABLE_BITS = 18
"""The largest table of positions, as a power of 2: 8 MiB."""

SIDES_WORDS = {
    **{name: getattr(search_block, name) for name in (
        "PLY", "MODE", "NODES", "VALUE", "SEAT", "PLIES", "CAPACITY", "STATE_WORDS", "CAPPED", "WIDE_ROOT", "ROOT_VALUES",
        "HISTORY_AT", "KILLERS_AT", "FRAMES_AT", "ORDER_AT", "HEAD", "HISTORY_SIZE", "ALPHA", "BETA", "BEST_MOVE",
        "DEPTH", "SCOUTED", "SEED", "FRAME", "ENTER", "WIN", "DECIDED", "INFINITE",
    )},
    **{name: getattr(transposition, name) for name in ("BUCKETS", "BUCKET", "POSITIONS_HEAD", "NO_MOVE")},
    "FACTORS_AT": keys.FACTORS_AT,
    "ASPIRATION": ASPIRATION,
    "FIRST_MOVES": FIRST_MOVES,
    "POINT": POINT,
}  # fmt: skip
"""Places in the arrays of a search, and numbers that it works with."""

SIDES_ROUTINES: tuple[Routine, ...] = (negamax.negamax, negamax.fade, tangent_in_place)  # type: ignore[assignment]


def add_sides(memory: MemoryMap, searches: Sequence[tuple[AlphaBetaSearch, int | None]]) -> dict[str, Any]:
    """Give the arrays of searches to some depths their places; gives what scripts must know of them besides.

    The random factors of the plan for keys are left out: scripts work them out where the program runs.
    """
    first = searches[0][0].search
    compiled = first.machine.compiled
    plies = max(level_depth(depth) for _, depth in searches) + 4
    capacity = LIST_BYTES // (2 * WORD * plies)
    fixed = search_block.HEAD + search_block.HISTORY_SIZE + (2 + search_block.FRAME) * plies
    buckets = 1 << max(search.settings.table_bits for search, _ in searches)
    plan = first.plan.copy()
    plan[int(plan[keys.FACTORS_AT]) :] = 0
    terms = {terms_name(search.search): search.search.terms for search, _ in searches}
    for name, size in (
        ("sides", fixed + capacity * plies + capacity), ("sides_states", compiled.state_size * plies),
        ("sides_lists", capacity * plies), ("sides_table", transposition.POSITIONS_HEAD + transposition.BUCKET * buckets),
        ("sides_terms", max(map(len, terms.values()))), ("sides_scratch", len(first.scratch)), ("sides_real", 1),
    ):  # fmt: skip
        memory.add(name, size)
    memory.add("sides_plan", len(plan), plan)
    data = {name: packed(map(int, content)) for name, content in terms.items()}
    return {"plies": plies, "capacity": capacity, "terms": data, "places": SIDES_WORDS}


def level_depth(depth: int | None) -> int:
    """How far a search looks at most that was given a depth, or only a time."""
    return min(depth or MOST_DEPTH, MOST_DEPTH)


def terms_name(search: SideSearch) -> str:
    """A short name for what a search judges positions by: the same terms have the same name."""
    return hashlib.sha256(search.terms.tobytes()).hexdigest()[:8]
