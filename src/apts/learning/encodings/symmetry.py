"""Symmetries that the rules themselves have: permutations of cells under which matches stay the same matches.

Candidates are the turns and reflections of the drawing that map cells onto cells. Random matches decide: a candidate is
kept only if the image of every match is a match too, move by move, with the same result.
"""

from __future__ import annotations

from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.layout import OVER
from apts.learning.encodings.encode import NO_CELL, write_codes, write_position
from apts.learning.encodings.encoding import Encoding, encoding_of
from apts.learning.encodings.geometry import Layout
from apts.learning.memory import place_of

MATCHES = 30
SHORT_MATCHES = 200
POSITIONS = 1500
MOST_POSITIONS = 6000
"""Each candidate is tried in so many matches: at least MATCHES, in short games more, and in long ones fewer."""

Permutation = NDArray[np.int32]
"""For each cell the cell that it is mapped to."""

_KNOWN: WeakKeyDictionary[RulesGame, list[Permutation]] = WeakKeyDictionary()


def symmetries(game: RulesGame) -> list[Permutation]:
    """The permutations of cells that the rules respect, the identity first; worked out when first asked for.

    ``image[:, permutation] = planes`` gives the image of planes, :func:`mapped_codes` that of moves.
    """
    known = _KNOWN.get(game)
    if known is None:
        known = _KNOWN[game] = _group(game)
    return known


def mapped_codes(codes: NDArray[np.int64], permutation: Permutation) -> NDArray[np.int64]:
    """The codes of moves with their cells mapped; -1, which stands for no move, stays."""
    table = np.full(NO_CELL + 1, NO_CELL, np.int64)
    table[: len(permutation)] = permutation
    mapped = (codes >> 32 << 32) | (table[(codes >> 16) & NO_CELL] << 16) | table[codes & NO_CELL]
    return np.where(codes < 0, codes, mapped)


def _group(game: RulesGame) -> list[Permutation]:
    """Candidates that prove true, with all that follow from them; what follows from a false one is not tried."""
    encoding = encoding_of(game)
    candidates = drawing_symmetries(encoding.layout)
    kept = {tuple(range(encoding.layout.cells))}
    refused: set[tuple[int, ...]] = set()
    for candidate in candidates:
        key = tuple(candidate.tolist())
        if key in kept or key in refused:
            continue
        if _is_respected(game, encoding, candidate):
            kept = _closed(kept | {key})
        else:
            refused |= {tuple(key[cell] for cell in known) for known in kept}
    return [candidate for candidate in candidates if tuple(candidate.tolist()) in kept]


def _closed(permutations: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """With everything that two permutations make one after the other."""
    while True:
        products = {tuple(second[cell] for cell in first) for first in permutations for second in permutations}
        if products <= permutations:
            return permutations
        permutations = permutations | products


# --- candidates --------------------------------------------------------------------------------------------------


def drawing_symmetries(layout: Layout) -> list[Permutation]:
    """Turns and reflections of the drawing that map cells onto cells, the identity first; other cells stay."""
    drawn = np.flatnonzero(~np.isnan(layout.points[:, 0]))
    points = layout.points[drawn] - layout.points[drawn].mean(axis=0)
    distances = np.hypot(points[:, 0], points[:, 1])
    outermost = int(distances.argmax())
    tolerance = 0.05 * distances.max() / max(np.sqrt(len(points)), 1)
    identity = np.arange(layout.cells, dtype=np.int32)
    found = {tuple(identity.tolist()): identity}
    angles = np.arctan2(points[:, 1], points[:, 0])
    for mirrored in (False, True):
        for image in np.flatnonzero(np.abs(distances - distances[outermost]) < tolerance):
            turn = angles[image] + angles[outermost] if mirrored else angles[image] - angles[outermost]
            moved = points @ _matrix(float(turn), mirrored=mirrored).T
            order = _images(points, moved, tolerance)
            if order is not None:
                permutation = identity.copy()
                permutation[drawn] = drawn[order]
                found.setdefault(tuple(permutation.tolist()), permutation)
    return list(found.values())


def _matrix(turn: float, *, mirrored: bool) -> NDArray[np.float64]:
    """A turn, or a reflection across the line at half that angle."""
    cosine, sine = np.cos(turn), np.sin(turn)
    return np.array([[cosine, sine], [sine, -cosine]] if mirrored else [[cosine, -sine], [sine, cosine]])


def _images(points: NDArray[np.float64], moved: NDArray[np.float64], tolerance: float) -> NDArray[np.intp] | None:
    """For each moved point the number of the point it fell on, if each fell on one of its own."""
    order = np.empty(len(points), np.intp)
    for number, (x, y) in enumerate(moved):
        away = np.abs(points[:, 0] - x) + np.abs(points[:, 1] - y)
        order[number] = away.argmin()
        if away[order[number]] > tolerance:
            return None
    return order if len(np.unique(order)) == len(order) else None


# --- proof by matches --------------------------------------------------------------------------------------------


class _Side:
    """A match on a machine of its own, with the arrays of its present position."""

    def __init__(self, game: RulesGame, encoding: Encoding):
        self.machine = Machine(game.compiled)
        self.state: Any = None
        self.codes = np.zeros(0, np.int64)
        self.planes = np.zeros((encoding.planes, encoding.layout.cells), np.uint8)
        self.numbers = np.zeros(encoding.globals, np.float32)
        self._tables = encoding.tables

    def start(self, seed: int) -> None:
        """Begin a match."""
        self.state = self.machine.start(seed)
        self.look()

    def look(self) -> None:
        """Encode the position."""
        count = self.machine.moves(self.state)
        data, state, _, records = self.machine.addresses(self.state)
        tables = place_of(self._tables)
        write_position(data, state, records, count, tables, place_of(self.planes), place_of(self.numbers))
        if len(self.codes) != count:
            self.codes = np.zeros(count, np.int64)
        if count:
            write_codes(data, state, records, count, tables, place_of(self.codes))

    def play(self, index: int) -> None:
        """Play a move of the list; the records must be those of this position."""
        with self.machine.working():
            self.machine.kernel.play(*self.machine.addresses(self.state), index)
        self.look()


def _is_respected(game: RulesGame, encoding: Encoding, permutation: Permutation) -> bool:
    """Whether random matches and their images go alike."""
    side, image = _Side(game, encoding), _Side(game, encoding)
    seen = 0
    for match in range(SHORT_MATCHES):
        length = _match_length(side, image, permutation, match, MOST_POSITIONS - seen)
        if length is None:
            return False
        seen += length
        if seen >= MOST_POSITIONS or (match + 1 >= MATCHES and seen >= POSITIONS):
            break
    return True


def _match_length(side: _Side, image: _Side, permutation: Permutation, seed: int, limit: int) -> int | None:
    """Play a random match and its image side by side; returns the number of moves, or None if they do not go alike."""
    random = Random(seed)
    side.start(seed)
    image.start(seed)
    for played in range(limit):
        if not _alike(side, image, permutation):
            return None
        if side.state[OVER]:
            return played
        chosen = random.randrange(len(side.codes))
        wanted = mapped_codes(side.codes[chosen : chosen + 1], permutation)[0]
        indexes = np.flatnonzero(image.codes == wanted).tolist()
        side.play(chosen)
        if not _follow(side, image, permutation, indexes):
            return None
    return limit


def _follow(side: _Side, image: _Side, permutation: Permutation, indexes: list[int]) -> bool:
    """Play the move of the image that leads to the image of the new position; several moves can have one code."""
    before = image.machine.copy(image.state)
    for index in indexes:
        image.play(index)
        if _alike(side, image, permutation):
            return True
        image.state[:] = before
        image.look()
    return False


def _alike(side: _Side, image: _Side, permutation: Permutation) -> bool:
    """Whether one position is the image of the other: planes, globals, moves, and the result if there is one."""
    if not np.array_equal(side.planes, image.planes[:, permutation]):
        return False
    if not np.array_equal(side.numbers, image.numbers) or len(side.codes) != len(image.codes):
        return False
    if not np.array_equal(np.sort(mapped_codes(side.codes, permutation)), np.sort(image.codes)):
        return False
    return _result(side) == _result(image)


def _result(side: _Side) -> list[float] | None:
    """The ranks, when the match is over."""
    return Position(side.machine.compiled, side.state).ranks() if side.state[OVER] else None
