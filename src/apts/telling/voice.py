"""Who is speaking: the names of a game's seats, pieces and sites, and what ``(to)`` and ``(from)`` are called just now.

Without a voice clauses are told by themselves. With the voice of a game sites have their names, and a clause without words
is given as it is written, with its line, instead of not being told at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add, mul, sub
from typing import Any

from apts.engine.play.game import Game
from apts.engine.play.outcome import SeatCalled
from apts.language.tree import Clause, Literal, Value
from apts.locales import catalogue
from apts.locales import grammar as grammars
from apts.locales.grammar import Grammar


@dataclass(frozen=True)
class Voice:
    """Names for telling.

    ``places`` are sites by number, ``coordinates`` the names of the sites that they mean, ``seats``
    roles such as ``P1``, ``pieces`` other names of pieces, ``shades`` for each colour class of the board the name of one
    of its sites, ``own_piece`` what a player puts on the board when the rules name nothing, ``last_piece`` the last kind
    of the equipment; ``maps_are_places`` says that all maps give sites to players; ``language`` is the one that is
    spoken. ``elements`` are the kinds of elements that the board is played on, the usual one first, where they are to be
    told apart; ``has_sides`` says that enemies and other players may be several. ``present`` are words for what loops and
    moves have set, such as ``to``.
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
    has_sides: bool = False
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


# ----------------------------------------------------------------------------------------------------------------
# The words and the grammar of the language that rules are told in; it is part of the voice
# (:mod:`apts.telling.voice`).

SUBJECTS = ("clauses", "moves")
"""The files of texts that have words of rules."""


def grammar() -> Grammar:
    """The grammar of the language that is spoken."""
    return grammars.grammar(voice().language)


def wording() -> Mapping[str, Mapping[str, Any]]:
    """The tables of words of the language that is spoken, by the type of what they are about."""
    return words_of(voice().language)


def words_of(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The tables of words of a language; those of clauses and of moves go together."""
    return catalogue.merged_tables(SUBJECTS, language)


def called_now(name: str) -> str:
    """What a loop or a move has set is called by this, such as ``that site``."""
    return str(wording()["present"][name])


# ----------------------------------------------------------------------------------------------------------------
# Numbers that a text works out of numbers that are written down, such as ``(- 4 1)``: people are told the result.

_OPERATIONS = {"+": add, "-": sub, "*": mul}


def worked_out(value: Value) -> Literal | None:
    """The number that a clause of written numbers comes to; None where something else is in it."""
    if isinstance(value, Literal):
        whole = isinstance(value.value, int) and not isinstance(value.value, bool)
        return value if whole and value.written is None else None
    if not isinstance(value, Clause) or value.signature.result != "int" or value.name not in {*_OPERATIONS, "/"}:
        return None
    parts = [part for one in value.arguments.values() for part in (one if isinstance(one, tuple) else (one,))]
    known = [worked_out(part) for part in parts]
    numbers = [int(one.value) for one in known if one is not None]
    if len(numbers) < 2 or len(numbers) < len(known):
        return None
    if value.name in _OPERATIONS:
        return Literal(reduce(_OPERATIONS[value.name], numbers))
    first, second, *others = numbers
    return Literal(first // second) if not others and second > 0 and first % second == 0 else None


def seat_in_words(game: Game, seat: int) -> str:
    """A seat by its name and its number, or by its number alone."""
    called = SeatCalled(seat, game.seat_names)
    if called.name:
        return str(wording()["naming"]["named seat"]).format(name=called.name, seat=seat)
    return f"{wording()['naming']['seat']} {seat}"


# ----------------------------------------------------------------------------------------------------------------
# Words put together, as the language that is spoken does it.


def code_at(written: str, line: int) -> str:
    """A piece of rules text, marked as such, with its line."""
    return str(wording()["grammar"]["code"]).format(code=f"`{written}`", line=line)


def sentence(words: str) -> str:
    """Words as a sentence; how they sound together is the business of :meth:`~apts.locales.grammar.Grammar.smoothed`."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", ":")) else ".")


def joined(parts: Sequence[str], word: str = "and") -> str:
    """A list as people say it, with "and" or "or" before the last."""
    return f" {wording()['joining'][word]} ".join(
        ([", ".join(parts[:-1])] if len(parts) > 1 else []) + list(parts[-1:])
    )


def one_piece(name: str) -> str:
    """A piece of a name, any one of them."""
    return str(wording()["naming"]["one"]).format(name=name)


def many(kind: str) -> str:
    """The plural of the name of a piece."""
    return grammar().many(kind)


def coordinate(text: str, kind: str | None = None) -> str:
    """A coordinate, of another kind of elements than the usual one where that is named, as moves are written with it."""
    label = text.lower() if kind is None else f"{kind} {text.lower()}"
    return voice().coordinates.get(label, text.lower())
