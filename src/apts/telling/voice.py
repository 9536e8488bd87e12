"""Who is speaking: the names of a game's seats, pieces and sites, and what ``(to)`` and ``(from)`` are called just now.

Without a voice clauses are told by themselves. With the voice of a game sites have their names, and a clause without words
is given as it is written, with its line, instead of not being told at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Voice:
    """Names for telling.

    ``places`` are sites by number, ``coordinates`` the names of the sites that they mean, ``seats``
    roles such as ``P1``, ``pieces`` other names of pieces, ``shades`` for each colour class of the board the name of one
    of its sites, ``own_piece`` what a player puts on the board when the rules name nothing, ``last_piece`` the last kind
    of the equipment; ``maps_are_places`` says that all maps give sites to players; ``language`` is the one that is
    spoken. ``elements`` are the kinds of elements that the board is played on, the usual one first, where they are to be
    told apart. ``present`` are words for what loops and moves have set, such as ``to``.
    """

    places: tuple[str, ...] = ()
    coordinates: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)
    shades: tuple[str, ...] = ()
    own_piece: str = "a piece"
    last_piece: str = ""
    maps_are_places: bool = False
    shows_code: bool = False
    language: str = "en"
    elements: tuple[str, ...] = ()
    present: Mapping[str, str] = field(default_factory=dict)


_NOBODY = Voice()
_VOICE: ContextVar[Voice] = ContextVar("_VOICE", default=_NOBODY)


def voice() -> Voice:
    """The voice that speaks."""
    return _VOICE.get()


@contextmanager
def speaking(one: Voice) -> Iterator[None]:
    """Tell with a voice."""
    token = _VOICE.set(one)
    try:
        yield
    finally:
        _VOICE.reset(token)


@contextmanager
def calling(**names: str) -> Iterator[None]:
    """Call what a loop or a move has set by other words; an underscore stands behind ``from_``."""
    present = {name.rstrip("_"): words for name, words in names.items()}
    with speaking(replace(voice(), present={**voice().present, **present})):
        yield
