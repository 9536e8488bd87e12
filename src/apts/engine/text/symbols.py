"""Letters for pieces, used in the text form of positions and in drawings for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase

from apts.engine.compiler.equipment import Component

_COUNTERS = "XOABCDEFGHIJKLMNPQRSTUVWYZ"
"""Letters for games in which every seat has the same single kind of piece."""


@dataclass(frozen=True)
class PieceSymbols:
    """A sign for each component, by its index, and for the sides of pieces that flip, by component and local state."""

    plain: tuple[str, ...]
    sides: Mapping[tuple[int, int], str]

    def of(self, component: int, state: int) -> str:
        """The sign for a piece in a drawing."""
        return self.sides.get((component, state), self.plain[component])


def symbols_of_pieces(components: Sequence[Component], players: int) -> PieceSymbols:
    """The signs of a game; the sides of a piece that flips are those of the seats, X and O."""
    plain = piece_symbols(components, players)
    sides: dict[tuple[int, int], str] = {}
    for piece in components:
        for state in piece.flips or ():
            free = [
                sign for sign in _COUNTERS[max(0, state - 1) :] + _COUNTERS if sign not in (*plain, *sides.values())
            ]
            if free:
                sides[piece.index, state] = free[0]
    return PieceSymbols(plain, sides)


def piece_symbols(components: Sequence[Component], players: int) -> tuple[str, ...]:
    """A sign for each component, by its index (index 0 is an empty site, a dot).

    Where each seat has one kind of piece of the same name, the seats are X, O, A, B and so on. Else it is a letter of
    the name, a capital for the first seat and a small one for the others; after that the name in angle brackets.
    """
    symbols = ["."]
    owners = [piece.owner for piece in components]
    if owners == list(range(1, players + 1)) and len({piece.called for piece in components}) == 1 and players > 1:
        return (".", *_COUNTERS[:players])
    for piece in components:
        symbols.append(next(sign for sign in _candidates(piece) if sign not in symbols))
    return tuple(symbols)


def _candidates(piece: Component) -> Iterator[str]:
    letters = [letter for letter in piece.called if letter in ascii_lowercase + ascii_uppercase]
    if piece.owner == 1:
        yield from (letter.upper() for letter in letters)
    else:
        yield from (letter.lower() for letter in letters)
        yield from (letter.upper() for letter in letters)
    yield from ascii_uppercase if piece.owner == 1 else ascii_lowercase
    yield from ascii_uppercase + ascii_lowercase
    yield f"<{piece.name}>"
    yield f"<{piece.name}.{piece.index}>"
