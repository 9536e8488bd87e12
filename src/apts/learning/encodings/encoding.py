"""How the positions of a game become arrays: which planes, globals and kinds of moves there are, all with stable names.

Names are what a model trained on one variant is fitted to another by: ``Disc/own``, ``count>=2``, ``last target``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.kernel_functions import words
from apts.errors import AptsError
from apts.learning.encodings import encode as code
from apts.learning.encodings.encoding_tables import TableWriter
from apts.learning.encodings.geometry import Layout
from apts.learning.encodings.probing import observe
from apts.learning.memory import place_of

ENCODING_VERSION = 1


@dataclass(frozen=True, eq=False)
class Encoding:
    """The arrays that positions of one game become.

    ``planes`` of bytes 0 or 1 over the cells of the ``layout``, ``globals`` as single-precision numbers, and for each
    legal move a code with one of ``kinds`` kinds. ``pairs`` says whether moves go from one site to another. ``tables``
    is what :mod:`apts.learning.encodings.encode` works with.
    """

    layout: Layout
    planes: int
    globals: int
    kinds: int
    seats: int
    pairs: bool
    plane_names: tuple[str, ...]
    global_names: tuple[str, ...]
    kind_names: tuple[str, ...]
    tables: Any

    def facts(self) -> dict[str, Any]:
        """What must be the same for a model to fit, in plain values."""
        return {
            "version": ENCODING_VERSION,
            "layout": self.layout.facts(),
            "seats": self.seats,
            "pairs": self.pairs,
            "planes": list(self.plane_names),
            "globals": list(self.global_names),
            "kinds": list(self.kind_names),
        }


_KNOWN: WeakKeyDictionary[RulesGame, Encoding] = WeakKeyDictionary()


def learnable(game: Game) -> RulesGame:
    """The same game, if a network can learn it."""
    if game.from_rules is None:
        raise AptsError(f"{game.name} is a Python class; networks learn games from rules text")
    return game.from_rules


def encoding_of(game: RulesGame) -> Encoding:
    """The encoding of a game, worked out when it is first asked for."""
    known = _KNOWN.get(game)
    if known is None:
        known = _KNOWN[game] = _worked_out(game)
    return known


def encode(game: RulesGame, position: Any) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int64]]:
    """Planes (planes x cells), globals, and the codes of the legal moves of a flat position, in the kernel's order."""
    encoding, machine = encoding_of(game), game.machine
    state = machine.copy(position)
    count = machine.moves(state)
    planes = np.zeros((encoding.planes, encoding.layout.cells), np.uint8)
    numbers = np.zeros(encoding.globals, np.float32)
    codes = np.zeros(count, np.int64)
    data, place, _, records = machine.addresses(state)
    tables = place_of(encoding.tables)
    code.write_position(data, place, records, count, tables, place_of(planes), place_of(numbers))
    if count:
        code.write_codes(data, place, records, count, tables, place_of(codes))
    return planes, numbers, codes


def _worked_out(game: RulesGame) -> Encoding:
    observed = observe(game)
    found = TableWriter(game.compiled, observed)
    tables = words(len(found.table))
    for index, word in enumerate(found.table):
        tables[index] = word
    return Encoding(
        layout=found.layout,
        planes=len(found.planes),
        globals=len(found.numbers),
        kinds=len(found.kinds),
        seats=game.players,
        pairs=observed.pairs,
        plane_names=tuple(found.planes),
        global_names=tuple(found.numbers),
        kind_names=tuple(found.kinds),
        tables=tables,
    )
