"""The memory of a search that a network guides: its tree, what goes into the network and what comes out of it."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np

from apts.agents.kinds.model_agent import ModelAgent
from apts.agents.searching.model_search import ModelSearch
from apts.engine.rules_game import RulesGame
from apts.learning.guided import guided_layout
from apts.learning.networks.compiled_network import CompiledNetwork
from apts.learning.networks.weight_reading import read_weights
from apts.publish.program.memory_map import WORD, MemoryMap

MOVES_A_NODE = 256
"""Moves of each position that is looked at, on average, which a tree has room for."""

MOST_BYTES = 32 << 20
"""What a tree may take."""

GUIDED_WORDS = {
    name: getattr(guided_layout, name)
    for name in (
        "USED", "CAPACITY", "STATUS", "LEAF", "DONE", "STREAM", "HEAD", "VISITS", "TOTAL", "FIRST", "COUNT", "PROVEN",
        "VALUE", "COLUMNS", "WAITING", "TREE_FULL", "ALL_DONE",
    )
}  # fmt: skip
"""Places in the tree of a guided search, and the answers of its routine."""


def add_model(memory: MemoryMap, game: RulesGame, agent: ModelAgent, most_moves: int) -> dict[str, Any]:
    """Give the arrays of a guided search their places; gives what scripts must know of it besides."""
    batch = ModelSearch(agent.model, game, agent.settings).batch
    network, size = network_of(agent), game.compiled.record_size
    columns = guided_layout.COLUMNS
    wanted = MOVES_A_NODE * (agent.settings.simulations + 2)
    capacity = min(wanted, MOST_BYTES // (WORD * (columns + size)))
    settings = batch.settings.copy()
    settings[guided_layout.BLOCK] = guided_layout.HEAD + columns * capacity
    settings[guided_layout.ARENA] = size * capacity
    octets: dict[str, Any] = {"planes": batch.planes, "numbers": batch.numbers, "sites": batch.sites}
    octets |= {"kinds": batch.kinds, "values": batch.values}
    for name, array in octets.items():
        memory.add(name, -(-array.nbytes // WORD))
    for name, content in (("tables", batch.encoding.tables), ("guided_settings", settings), ("plan", network.plan)):
        memory.add(name, len(content), content)
    for name, words in (
        ("guided_state", 2 * game.compiled.state_size), ("paths", guided_layout.PATH_SIZE),
        ("pool", guided_layout.POOL_HEAD), ("policy", most_moves), ("weights", len(network.weights)),
        ("figures", network.figures), ("arenas", size * capacity), ("trees", int(settings[guided_layout.BLOCK])),
    ):  # fmt: skip
        memory.add(name, words)
    return {"capacity": capacity, "places": GUIDED_WORDS}


def network_of(agent: ModelAgent) -> CompiledNetwork:
    """The network of a model as arrays."""
    return CompiledNetwork(agent.model.shape, read_weights(agent.model.content))


def packed_weights(agent: ModelAgent) -> str:
    """The weights in the order in which they are read, 32 bits each with the lowest octet first, in base64."""
    return base64.b64encode(network_of(agent).weights.astype(np.dtype("<f4")).tobytes()).decode("ascii")
