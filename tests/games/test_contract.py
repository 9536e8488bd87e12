"""Every game of the library keeps the contract of all games."""

from __future__ import annotations

from functools import cache

import apts
from apts.engine.game_contract import GameContract
from apts.engine.play.game import Game

loaded = cache(apts.load)


def contract_for(name: str) -> type[GameContract]:
    """The contract as a test class for one game of the library."""

    class Contract(GameContract):
        plies = 40

        def load(self) -> Game:
            return loaded(name)

    title = "Test" + "".join(part.title() for part in name.split("-"))
    Contract.__name__ = Contract.__qualname__ = title
    return Contract


for _contract in map(contract_for, apts.library_names()):
    globals()[_contract.__name__] = _contract
del _contract
