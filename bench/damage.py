"""Rules texts with damage: text ``number`` is made of known texts from the number alone.

Some changes break the grammar (tokens dropped, doubled or swapped); most keep it, so that what is tried is not only the
reader: numbers become negative or huge, words become other words, clauses give way to clauses of other games, above all to
such with the same head, which fit where they are put.
"""

from __future__ import annotations

import random
import re
from functools import cache

TOKEN = re.compile(r'"[^"]*"|//[^\n]*|[A-Za-z_]\w*:?|-?\d+|[(){}<>#]|\S')
WORD = re.compile(r"[A-Za-z_]\w*")
NUMBERS = (
    "-1",
    "-5",
    "0",
    "1",
    "16",
    "7777",
    "100000000",
    "2147483647",
    "-2147483648",
    "4000000000000000000",
    "99999999999999999999",
)
LIKELY_BRACKETS = 0.1
"""How often a change of tokens may hit a bracket, which no text survives."""


def clauses(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a text begin and end."""
    found, open_at = [], []
    for match in TOKEN.finditer(text):
        if match.group() == "(":
            open_at.append(match.start())
        elif match.group() == ")" and open_at:
            found.append((open_at.pop(), match.end()))
    return found


def damaged(known: list[str], number: int) -> str:
    """Text ``number``: one of the known ones with one to three changes."""
    chance = random.Random(f"damage {number}")
    whole = text = chance.choice(known)
    changes = chance.choice((1, 1, 1, 2, 2, 3))
    while changes > 0 or (text == whole and changes > -20):  # a word may have given way to itself
        text = chance.choice(_CHANGES)(text, known, chance)
        changes -= 1
    return text


def _tokens(text: str) -> list[re.Match[str]]:
    return [match for match in TOKEN.finditer(text) if not match.group().startswith("//")]


def _some_tokens(text: str, chance: random.Random) -> list[re.Match[str]]:
    matches = _tokens(text)
    if chance.random() < LIKELY_BRACKETS:
        return matches
    return [match for match in matches if match.group() not in "(){}"]


def _drop(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    matches = _some_tokens(text, chance)
    if not matches:
        return text
    match = chance.choice(matches)
    return text[: match.start()] + text[match.end() :]


def _swap(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    matches = _some_tokens(text, chance)
    if len(matches) < 2:
        return text
    one, other = sorted(chance.sample(matches, 2), key=lambda match: match.start())
    between = text[one.end() : other.start()]
    return text[: one.start()] + other.group() + between + one.group() + text[other.end() :]


def _renumber(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    matches = [match for match in _tokens(text) if re.fullmatch(r"-?\d+", match.group())]
    if not matches:
        return text
    match = chance.choice(matches)
    return text[: match.start()] + chance.choice(NUMBERS) + text[match.end() :]


def _reword(text: str, known: list[str], chance: random.Random) -> str:
    """A word becomes one of another text that is written alike: a modifier, a role, a direction, a head."""
    places = [match for match in _tokens(text) if WORD.fullmatch(match.group())]
    if not places:
        return text
    place = chance.choice(places)
    others = [word for word in _words(chance.choice(known)) if word[0].isupper() == place.group()[0].isupper()]
    return text if not others else text[: place.start()] + chance.choice(others) + text[place.end() :]


def _graft(text: str, known: list[str], chance: random.Random) -> str:
    other = chance.choice(known)
    places, sources = clauses(text), clauses(other)
    if not places or not sources:
        return text
    (start, end), (first, last) = chance.choice(places), chance.choice(sources)
    return text[:start] + other[first:last] + text[end:]


def _fit(text: str, known: list[str], chance: random.Random) -> str:
    """A clause gives way to one with the same head out of a few other texts."""
    places = clauses(text)
    if not places:
        return text
    start, end = chance.choice(places)
    head = _head(text[start:end])
    sources = [clause for other in chance.sample(known, min(5, len(known))) for clause in _clauses_with(other, head)]
    return text if not sources else text[:start] + chance.choice(sources) + text[end:]


def _double(text: str, known: list[str], chance: random.Random) -> str:  # noqa: ARG001
    places = clauses(text)
    if not places:
        return text
    start, end = chance.choice(places)
    return text[:end] + " " + text[start:end] + text[end:]


def _head(clause: str) -> str:
    found = WORD.match(clause[1:].lstrip())
    return found.group() if found else ""


@cache
def _words(text: str) -> tuple[str, ...]:
    return tuple(sorted({match.group() for match in _tokens(text) if WORD.fullmatch(match.group())}))


@cache
def _clauses_with(text: str, head: str) -> tuple[str, ...]:
    return tuple(text[start:end] for start, end in clauses(text) if _head(text[start:end]) == head)


_CHANGES = (_drop, _swap, _renumber, _renumber, _reword, _graft, _fit, _fit, _fit, _double)
