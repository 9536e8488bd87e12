"""Positions and lists of moves in the form in which the records compare them."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from bench.conformance.protocol import Entry, Pair, Site

_DIE_SET = re.compile(r"\[SetStateAndUpdateDice:site=(\d+),state=(\d+)")
_REMEMBERED = re.compile(r"\[(Remember|Forget)Value:(?:name=([^,\]]*),)?value=(-?\d+)")
_SITE_TYPES = "cve"


class RecordedPosition:
    """What lies on every site that is not empty, followed through the recorded changes."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._contents: dict[Site, list[Any]] = {}
        self.update(entries)

    def update(self, entries: Iterable[Entry]) -> None:
        """Put down the new contents of some sites."""
        for entry in entries:
            site, contents = entry[0], list(entry[1:])
            if is_empty(contents):
                self._contents.pop(site, None)
            else:
                self._contents[site] = contents

    def copy(self) -> RecordedPosition:
        """A position that can change without this one."""
        other = RecordedPosition()
        other._contents = dict(self._contents)
        return other

    def what(self, site: Site) -> int:
        """The piece on a site that holds a single one, 0 if there is none."""
        contents = self._contents.get(site)
        if contents is None:
            return 0
        piece: int = contents[0][0][0] if isinstance(contents[0], list) else contents[0]
        return piece

    def differences(self, expected: RecordedPosition) -> list[tuple[Site, list[Any] | None, list[Any] | None]]:
        """The sites on which this position is not the expected one: site, what is here, what was expected."""
        if self._contents == expected._contents:
            return []
        sites = sorted(self._contents.keys() | expected._contents.keys(), key=_site_order)
        return [
            (site, self._contents.get(site), expected._contents.get(site))
            for site in sites
            if self._contents.get(site) != expected._contents.get(site)
        ]

    def crc(self) -> int:
        """The checksum that the records keep of a final position."""
        entries = [[site, *self._contents[site]] for site in sorted(self._contents, key=_site_order)]
        return zlib.crc32(json.dumps(entries, separators=(",", ":")).encode())


def is_empty(contents: Sequence[Any]) -> bool:
    """Whether the contents of an entry say that nothing is there, in any of the forms the records use."""
    if isinstance(contents[0], list):
        return not contents[0]
    what, count, state, *more = contents
    return what == 0 and count <= 1 and state == 0 and (not more or (more[0] in (0, -1) and more[1] == 0))


def _site_order(site: Site) -> tuple[int, int]:
    if isinstance(site, int):
        return (-1, site)
    return (_SITE_TYPES.index(site[0]), int(site[1:]))


def counted(pairs: Iterable[Pair]) -> list[tuple[int, int, int]]:
    """A list of legal moves as the records write it: each pair once, in order, with how often it occurs."""
    return [(origin, to, count) for (origin, to), count in sorted(Counter(pairs).items())]


def list_crc(rows: Iterable[tuple[int, int, int]]) -> int:
    """The checksum that the records keep of a list of legal moves."""
    return zlib.crc32(";".join(f"{origin},{to},{count}" for origin, to, count in rows).encode())


def rolls_of_consequences(text: str) -> list[tuple[int, int]]:
    """The dice rolled after the decision of a move, as (site, index of the face); only its text tells."""
    decision = text.find("decision=true")
    return [(int(site), int(face)) for site, face in _DIE_SET.findall(text[decision:])] if decision >= 0 else []


def numbers_remembered(text: str) -> list[tuple[bool, str, int]]:
    """The numbers that a move put on lists (true) or took off again, by the names of the lists; only its text tells."""
    return [(what == "Remember", name, int(number)) for what, name, number in _REMEMBERED.findall(text)]
