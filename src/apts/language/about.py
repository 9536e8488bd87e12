"""What a text says of its game before anything is compiled: its name, for how many it is, its kind, a line about it.

The kind and the line are in its metadata: ``(metadata (info { (description "..") (classification "..") }))``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apts.language.lexemes import ATOM, LEFT_BRACE, OPEN, STRING, Lexeme, cut_clauses
from apts.language.mistakes.problems import Sources
from apts.language.options import Option, chosen_items, replace_tags, take_options
from apts.language.reading import balanced_lexemes, metadata_of


@dataclass(frozen=True, slots=True)
class About:
    """A game at a glance. ``players`` are all numbers of players that its options allow, in ascending order."""

    title: str
    players: tuple[int, ...]
    kind: str = ""
    description: str = ""
    options: tuple[Option, ...] = ()


def about(text: str, *, file: str = "<rules>") -> About:
    """What a text says of its game; what it does not say is empty."""
    sources = Sources({file: text})
    lexemes, options = take_options(balanced_lexemes(text, file, sources), sources)
    games = cut_clauses(lexemes, "game")[1]
    game: Sequence[Lexeme] = games[0] if games else ()
    info = metadata_of(text, file)
    return About(
        _text_in([game], "game"),
        _players(game, options, sources),
        _text_in(info, "classification"),
        _text_in(info, "description"),
        options,
    )


def _text_in(clauses: Sequence[Sequence[Lexeme]], head: str) -> str:
    """The text that stands first in the first clause of that head, on one line; nothing where there is none."""
    for lexemes in clauses:
        for clause in cut_clauses(lexemes, head)[1]:
            if len(clause) > 2 and clause[2].kind == STRING:
                return " ".join(clause[2].text[1:-1].split())
    return ""


def _players(game: Sequence[Lexeme], options: tuple[Option, ...], sources: Sources) -> tuple[int, ...]:
    """The numbers of players with each item of each option in turn."""
    clauses = cut_clauses(game, "players")[1]
    if not clauses:
        return ()
    choices = [{option.heading: item.label} for option in options for item in option.items]
    found = {
        _counted(replace_tags(clauses[0], options, chosen_items(options, choice), sources, []))
        for choice in ({}, *choices)
    }
    return tuple(sorted(found - {0}))


def _counted(clause: Sequence[Lexeme]) -> int:
    """How many players a clause stands for, as a number or one by one; 0 where that is not plain."""
    if len(clause) > 2 and clause[2].kind == LEFT_BRACE:
        return sum(lexeme.kind == OPEN for lexeme in clause[3:])
    if len(clause) > 2 and clause[2].kind == ATOM and clause[2].text.isdecimal():
        return int(clause[2].text)
    return 0
