"""Reading a position: what stands where, ranks, scores, sets."""

from __future__ import annotations

from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.lowering.dice import roll_number
from apts.engine.play.chance import stream_giving
from apts.engine.runtime.kernel_functions import mix, words
from apts.engine.runtime.layout import CHANCE


def pieces_key(compiled: Compiled, state: Any) -> int:
    """The key of what stands on the sites, as kernels carry it along: the exclusive or of one number a piece."""
    if PIECES_KEY not in compiled.fields:
        return 0
    start, size = compiled.fields["what"]
    key = 0
    for site in range(size):
        what = int(state[start + site])
        if what != 0:
            key ^= mix(what, site)
    return key


class Position:
    """The state array of a compiled game, read field by field."""

    def __init__(self, compiled: Compiled, state: Any):
        self.compiled, self.state = compiled, state

    def field(self, name: str, index: int) -> int:
        """A word of a field; 0 when the game does not have it."""
        if name not in self.compiled.fields:
            return 0
        return int(self.state[self.compiled.fields[name][0] + index])

    def per_player(self, name: str) -> list[int]:
        """A field with one word a player, from player 1."""
        return [self.field(name, player) for player in range(1, self.compiled.equipment.players + 1)]

    def ranks(self) -> list[float]:
        """The rank of each player; 0.0 while it is open."""
        return [rank / 2 for rank in self.per_player("rank")]

    def members(self, name: str) -> list[int]:
        """The members of a set kept in the position."""
        if name not in self.compiled.fields:
            return []
        start, size = self.compiled.fields[name]
        return [
            32 * index + bit for index in range(size) for bit in range(32) if int(self.state[start + index]) >> bit & 1
        ]

    def pieces(self, site: int) -> list[tuple[int, int, int, int]]:
        """Component, state, value and rotation of every piece on the site, bottom first; without stacks at most one."""
        if self.compiled.stacking:
            at = site * self.compiled.equipment.levels
            levels = range(self.field("height", site))
        else:
            at = site
            levels = range(1 if self.field("what", site) else 0)
        names = ("what", "state", "value", "rotation")
        return [tuple(self.field(name, at + level) for name in names) for level in levels]  # type: ignore[misc]

    def count(self, site: int) -> int:
        """How many pieces are on the site."""
        if self.compiled.stacking:
            return self.field("height", site)
        if "count" in self.compiled.fields:
            return self.field("count", site)
        return 1 if self.field("what", site) else 0

    @property
    def extended(self) -> bool:
        """Whether pieces have values or rotations."""
        return "value" in self.compiled.fields or "rotation" in self.compiled.fields

    def entry(self, site: int | str) -> list[Any]:
        """The site as recorded matches write it."""
        if isinstance(site, str):
            return [site, 0, 0, 0]
        pieces = self.pieces(site)
        if self.compiled.stacking:
            return [site, [list(piece) if self.extended else list(piece[:2]) for piece in pieces]]
        what, state, value, rotation = pieces[0] if pieces else (0, self.field("state", site), 0, 0)
        entry = [site, what, self.count(site), state]
        return [*entry, value, rotation] if self.extended else entry

    def force(self, entries: list[list[Any]]) -> None:
        """Put exactly these pieces on the sites, as recorded matches write them (for set-ups that chance decides)."""
        equipment, fields = self.compiled.equipment, self.compiled.fields
        for name in ("what", "height", "count", "state", "value", "rotation", "empty", "owned", PIECES_KEY):
            if name in fields:
                start, size = fields[name]
                self.state[start : start + size] = words(size)
        for site, *content in entries:
            self._put(int(site), content)
        for site in range(equipment.all_sites):
            pieces = self.pieces(site)
            if not pieces and site < equipment.sites:
                self._member("empty", 0, site)
            elif pieces:
                self._member("owned", equipment.components[pieces[-1][0] - 1].owner, site)
        self._set(PIECES_KEY, 0, pieces_key(self.compiled, self.state))

    def _put(self, site: int, content: list[Any]) -> None:
        if self.compiled.stacking:
            stack = content[0]
            self._set("height", site, len(stack))
            for level, piece in enumerate(stack):
                for name, word in zip(("what", "state", "value", "rotation"), piece, strict=False):
                    self._set(name, site * self.compiled.equipment.levels + level, word)
            return
        for name, word in zip(("what", "count", "state", "value", "rotation"), content, strict=False):
            self._set(name, site, word)

    def _set(self, name: str, index: int, word: int) -> None:
        if name in self.compiled.fields:
            self.state[self.compiled.fields[name][0] + index] = word

    def _member(self, name: str, number: int, site: int) -> None:
        if name in self.compiled.fields:
            at = self.compiled.fields[name][0] + number * self.compiled.equipment.set_words + (site >> 5)
            self.state[at] |= 1 << (site & 31)

    def entries(self) -> list[list[Any]]:
        """All sites that are not empty."""
        equipment = self.compiled.equipment
        found = []
        for box in equipment.containers:
            for site in range(box.first, box.first + box.size):
                entry = self.entry(site)
                if any(entry[1:]):
                    found.append(entry)
        return found

    def force_roll(self, roll: list[list[int]]) -> None:
        """Decide the next roll: for each die its site, the index of the face and the value of the face.

        A die that is named twice was put back afterwards by the rules; the first entry is what it showed.
        """
        faces = {site: face for site, face, _ in reversed(roll)}
        self.state[CHANCE] = stream_giving(*roll_number(self.compiled.equipment, faces))
