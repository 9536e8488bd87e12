"""The language of who will read what is being made, for parts that say little and are made deep inside, as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from apts.locales import ENGLISH, language_of

_LANGUAGE: ContextVar[str] = ContextVar("_LANGUAGE", default=ENGLISH)


def readers_language() -> str:
    """The language of the reader; English where nobody said another."""
    return _LANGUAGE.get()


@contextmanager
def read_in(language: str) -> Iterator[None]:
    """Make things for a reader of a language."""
    token = _LANGUAGE.set(language_of(language))
    try:
        yield
    finally:
        _LANGUAGE.reset(token)
