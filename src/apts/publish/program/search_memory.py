"""The memory of a tree search, of a size that phones have."""

from __future__ import annotations

from apts.publish.program.memory_map import WORD, MemoryMap
from apts.search import hashing
from apts.search.trees import descent, tree
from apts.search.trees.monte_carlo import TreeSearch

TREE_BYTES = 96 << 20
"""What the nodes of a tree, their moves and the table of positions may take together."""

MOST_NODES = 1 << 20

SEARCH_WORDS = {
    **{name: getattr(tree, name) for name in (
        "USED", "CAPACITY", "FULL", "FROZEN", "DEEPEST", "COLUMN_COUNT", "HEAD", "MEAN", "VISITS", "FIRST", "SPAN",
        "PROVEN", "PART", "RANK_BITS", "COLUMNS",
    )},
    **{name: getattr(descent, name) for name in (
        "SETTINGS_SIZE", "NOT_A_DECISION", "UTILITY", "PLAYOUT_LIMIT", "EXPAND_AFTER", "SOLVE", "EXPLORATION",
    )},
    **{name: getattr(hashing, name) for name in ("ENTRIES", "FILLED")},
}  # fmt: skip
"""Places in the arrays of a search that scripts read or write."""

_TABLES = slice(descent.GROWTH, descent.SETTINGS_SIZE)


def add_search(memory: MemoryMap, search: TreeSearch) -> int:
    """Give the arrays of a search their places; gives the number of nodes that there is room for, a power of two.

    The tables inside the settings are left out: ``write_tables`` fills them in where the program runs.
    """
    arrays = search.arrays()
    nodes = search.tree
    node_words = nodes.columns + nodes.record_size
    tables = [name for name in ("table", "figures") if name in arrays]
    node_words += 2 * hashing.ENTRY * len(tables)
    capacity = MOST_NODES
    while WORD * node_words * capacity > TREE_BYTES or capacity > search.settings.most_nodes:
        capacity //= 2
    settings = arrays["settings"].copy()
    settings[_TABLES] = 0
    for name in ("path", "scratch", "spare", "log"):
        if name in arrays:
            memory.add(name, len(arrays[name]))
    memory.add("settings", len(settings), settings)
    for name in ("terms", "plan", "bare_plan", "throws"):
        if name in arrays:
            memory.add(name, len(arrays[name]), arrays[name])
    memory.add("arena", nodes.record_size * capacity)
    memory.add("tree", tree.HEAD + nodes.columns * capacity)
    for name in tables:
        memory.add(name, hashing.TABLE_HEAD + hashing.ENTRY * 2 * capacity)
    return capacity
