"""Passwords in addresses of databases, which no message, manifest, report or log may have."""

from __future__ import annotations

import re

HIDDEN = "***"
"""What stands for a password."""

_ADDRESS = r"\b(?:postgres(?:ql)?(?:\+\w+)?|rediss?):/{1,3}"  # a path has one / of the two
_NAMED = re.compile(rf"{_ADDRESS}[^:/@?]*:", re.IGNORECASE)
_WITHOUT_HOST = re.compile(rf"({_ADDRESS}[^:/@?]+:)(?!\d*(?:[/?,;)]|$))[^@/?]*", re.IGNORECASE)
_WORD = re.compile(r"[^\s'\"]+")
_IN_QUERY = re.compile(r"([?&](?:ssl)?password=)[^&\s'\"]*", re.IGNORECASE)


def without_passwords(text: str) -> str:
    """The text with ``***`` in place of the passwords of all addresses of databases in it.

    >>> without_passwords("apts playtest hex --archive postgresql://ann:secret@host/lab")
    'apts playtest hex --archive postgresql://ann:***@host/lab'
    """
    if ":/" not in text:
        return text
    return _IN_QUERY.sub(rf"\g<1>{HIDDEN}", _WORD.sub(_hidden_in_word, text))


def _hidden_in_word(found: re.Match[str]) -> str:
    """A word with no password before the last @ of it, nor behind a name that no host follows.

    Every sign is looked at a few times, whatever stands there: commands come from the archives of others, too.
    """
    word = found[0]
    if ":/" not in word:
        return word
    host, name = word.rfind("@"), _NAMED.search(word)
    before = "" if host < 0 else word[:host]
    if name is not None and name.end() <= host:
        before = word[: name.end()] + HIDDEN
    return before + _WITHOUT_HOST.sub(rf"\g<1>{HIDDEN}", word[max(host, 0) :])


def word_without_password(word: str) -> str:
    """The same for one word of a command line, which is an address as a whole: a password in it may have any signs."""
    found = re.match(rf"(.*?{_ADDRESS}[^:/@]*:).*(?=@)", word, re.IGNORECASE | re.DOTALL)
    return without_passwords(word if found is None else f"{found[1]}{HIDDEN}{word[found.end() :]}")
