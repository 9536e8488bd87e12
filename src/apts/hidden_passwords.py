"""Passwords in addresses of databases, which no message, manifest, report or log may have."""

from __future__ import annotations

import re

HIDDEN = "***"
"""What stands for a password."""

_ADDRESS = r"\b(?:postgres(?:ql)?(?:\+\w+)?|rediss?):/{1,3}"  # a path has one / of the two
_BEFORE_HOST = re.compile(rf"({_ADDRESS}[^\s:/@'\"?]*:)[^\s'\"]*(?=@)", re.IGNORECASE)
_WITHOUT_HOST = re.compile(
    rf"({_ADDRESS}[^\s:/@'\"?]+:)(?!\d*(?:[/?\s'\",;)]|$))[^\s'\"@/?]*(?![^\s'\"]*@)", re.IGNORECASE
)
_IN_QUERY = re.compile(r"([?&](?:ssl)?password=)[^&\s'\"]*", re.IGNORECASE)


def without_passwords(text: str) -> str:
    """The text with ``***`` in place of the passwords of all addresses of databases in it.

    >>> without_passwords("apts playtest hex --archive postgresql://ann:secret@host/lab")
    'apts playtest hex --archive postgresql://ann:***@host/lab'
    """
    if ":/" not in text:
        return text
    for place in (_BEFORE_HOST, _WITHOUT_HOST, _IN_QUERY):
        text = place.sub(rf"\g<1>{HIDDEN}", text)
    return text


def word_without_password(word: str) -> str:
    """The same for one word of a command line, which is an address as a whole: a password in it may have any signs."""
    found = re.match(rf"(.*?{_ADDRESS}[^:/@]*:).*(?=@)", word, re.IGNORECASE | re.DOTALL)
    return without_passwords(word if found is None else f"{found[1]}{HIDDEN}{word[found.end() :]}")
