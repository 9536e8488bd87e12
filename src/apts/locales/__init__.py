"""The languages that everything for people is written in: their codes, texts, numbers and grammar.

A language is a folder beside this file, called by its tag: ``language.toml`` says what the language is called and what it
does to numbers and words, every other file has the texts of one subject. Codes are read here; texts are looked up in
:mod:`apts.locales.catalogue`, numbers are written by :mod:`apts.locales.catalogue`, and :mod:`apts.locales.grammar` has
plurals, number words and gender. Files are read when something of them is wanted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping

from apts.errors import AptsError
from apts.similar_names import did_you_mean

ENGLISH = "en"
"""The language that is taken where nothing is known of a reader, and that stands in for texts that another one lacks."""

PORTUGUESE = "pt-BR"
"""The other language in which declarations in code, as of metrics and agents, bring their own words."""

FOLDER = os.path.dirname(__file__)
"""Where the folders of the languages are."""

_TAG = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*(?:\.[a-z0-9-]+)?")


class _Languages(Mapping[str, str]):
    """The languages by their tags, each as it calls itself; English first."""

    def __getitem__(self, tag: str) -> str:
        from apts.locales.catalogue import settings

        if tag not in _tags(FOLDER):
            raise KeyError(tag)
        return str(settings(tag)["name"])

    def __iter__(self) -> Iterator[str]:
        return iter(_tags(FOLDER))

    def __len__(self) -> int:
        return len(_tags(FOLDER))


LANGUAGES: Mapping[str, str] = _Languages()

_KNOWN: dict[str, tuple[str, ...]] = {}


def _tags(folder: str) -> tuple[str, ...]:
    """The tags of the languages of a folder."""
    if folder not in _KNOWN:
        found = (name for name in os.listdir(folder) if os.path.isfile(os.path.join(folder, name, "language.toml")))
        _KNOWN[folder] = tuple(sorted(found, key=lambda tag: (tag != ENGLISH, tag)))
    return _KNOWN[folder]


def _names() -> dict[str, str]:
    """The names of the languages, their own and those in other languages, with the tags that they mean."""
    from apts.locales.catalogue import settings

    return {name: tag for tag in LANGUAGES for name in settings(tag)["names"]}


def language_or_none(text: str) -> str | None:
    """The language that a tag or a name means, of whatever country it is; None where there is no such language.

    >>> [language_or_none(text) for text in ("pt", "PT-pt", "pt_BR.UTF-8", "en-US", "Português", "de")]
    ['pt-BR', 'pt-BR', 'pt-BR', 'en', 'pt-BR', None]
    """
    written = text.strip().lower()
    exact = next((tag for tag in LANGUAGES if tag.lower() == written.replace("_", "-")), None)
    if exact is not None:
        return exact
    found = _TAG.fullmatch(written)
    same = next((tag for tag in LANGUAGES if found and tag.partition("-")[0] == found[1]), None)
    return same if same is not None or not written else _names().get(written)


def language_of(text: str) -> str:
    """The language that a text means; an unknown one is refused with those that there are."""
    found = language_or_none(text) if isinstance(text, str) else None
    if found is None:
        hint = did_you_mean(text, (*LANGUAGES, *_names())) if isinstance(text, str) else ""
        raise AptsError(f"there is no language {text!r}{hint} (there are: {', '.join(LANGUAGES)})")
    return found
