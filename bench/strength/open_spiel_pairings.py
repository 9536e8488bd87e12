"""Which games of OpenSpiel are which of ours, and how moves are called on both sides.

A move of OpenSpiel becomes the text of ours without the signs between sites: ``a7b6*`` becomes ``a2b3``. This file is read
by both sides and needs neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

_SIGNS = re.compile(r"(?<=\d)[-x](?=[a-z])")
PASS = "pass"


def bare(text: str) -> str:
    """The text of a move of ours as both sides compare it."""
    return _SIGNS.sub("", text)


@dataclass(frozen=True)
class Pairing:
    """A game on both sides.

    ``translate`` turns the words of OpenSpiel for a move into our bare text, given the number of rows. ``ends`` says what
    is done where OpenSpiel's match is over before ours: by its own rules it is ``drawn``, or our moves to the end are
    ``forced`` ones, or it goes on by ``passing``.
    """

    open_spiel: str
    translate: str
    rows: int
    ends: str = "forced"

    def text(self, words: str) -> str:
        """Our bare text of a move."""
        return _TRANSLATIONS[self.translate](words.lower(), self.rows)


def _column(words: str, rows: int) -> str:
    del rows
    return "abcdefghi"[int(words[1:])]


def _from_the_far_side(words: str, rows: int) -> str:
    """OpenSpiel's first player sits where our second one does."""
    return re.sub(r"\d+", lambda found: str(rows + 1 - int(found[0])), words.rstrip("*"))


def _cell(words: str, rows: int) -> str:
    """OpenSpiel's rows are our columns, and its columns our rows, counted from the other end."""
    column, row = ord(words[0]) - ord("a"), int(words[1:])
    return f"{'abcdefghijklmnopqrs'[row - 1]}{rows - column}"


def _same(words: str, rows: int) -> str:
    del rows
    return words


def _point(words: str, rows: int) -> str:
    """Go players leave out the column i; we do not."""
    del rows
    name = words.split()[1]
    return PASS if name == PASS else (chr(ord(name[0]) - 1) if name[0] > "i" else name[0]) + name[1:]


_TRANSLATIONS: Mapping[str, Callable[[str, int], str]] = {
    "column": _column,
    "far": _from_the_far_side,
    "cell": _cell,
    "same": _same,
    "point": _point,
}


@dataclass(frozen=True)
class Candidate:
    """A game of ours with the items that its options must have; ``build`` makes the pairing of the items chosen."""

    name: str
    build: Callable[[Mapping[str, str]], Pairing]
    items: Mapping[str, str] = field(default_factory=dict)


def _size(chosen: Mapping[str, str]) -> int:
    return int(chosen["Board"].partition("x")[0])


def _breakthrough(chosen: Mapping[str, str]) -> Pairing:
    columns, _, rows = chosen["Board"].partition("x")
    columns, rows = (rows, columns)  # ours are told as rows by columns
    return Pairing(f"breakthrough(rows={rows},columns={columns})", "far", int(rows))


def _hex(chosen: Mapping[str, str]) -> Pairing:
    return Pairing(f"hex(board_size={_size(chosen)})", "cell", _size(chosen))


def _go(chosen: Mapping[str, str]) -> Pairing:
    """Its komi is half a point higher: it counts areas, which for the side that moves first are larger by none or one."""
    size, komi = _size(chosen), int(chosen["Komi"]) + 0.5
    words = f"go(board_size={size},komi={komi},max_game_length={4 * size * size})"
    return Pairing(words, "point", size, "passing")


CANDIDATES = (
    Candidate("Connect Four", lambda _: Pairing("connect_four", "column", 6), {"Grid": "7x6", "Line": "Four"}),
    Candidate("Breakthrough", _breakthrough),
    Candidate("Hex", _hex, {"Swap": "Off", "Aim": "Join"}),
    Candidate("Othello", lambda _: Pairing("othello", "same", 8), {"Board": "8x8", "Aim": "Most discs"}),
    Candidate("English Draughts", lambda _: Pairing("checkers", "same", 8, "drawn")),
    Candidate("Go", _go),
)


def pairing_of(name: str, chosen: Mapping[str, str]) -> Pairing | None:
    """The pairing of a game of ours with the items of its options that are in force."""
    for one in CANDIDATES:
        if one.name == name and all(chosen.get(heading) == item for heading, item in one.items.items()):
            return one.build(chosen)
    return None


def how_to_pair(name: str) -> str:
    """What to say of a game that has no pairing as it is."""
    for one in CANDIDATES:
        if one.name == name and one.items:
            return "; it is paired with " + ", ".join(f"{heading}={item}" for heading, item in one.items.items())
    return "; the games are " + ", ".join(one.name for one in CANDIDATES)
