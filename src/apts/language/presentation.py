"""What a text says about how its game is shown: names of seats and pieces, and rows that count from the top.

These are lines of its ``(metadata ..)``, such as ``(player Name P1 "Raiders")``, ``(piece Rename piece:"Man" "Warrior")``
and ``(board Rows FromTop)``. They change nothing about play. Metadata of other kinds is for other programs and is passed
over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from apts.input_checks import is_printable
from apts.language.lexemes import (
    ATOM,
    COLON,
    LEFT_BRACE,
    OPEN,
    STRING,
    Lexeme,
    character_problems,
    cut_clauses,
    matching,
)
from apts.language.mistakes.problems import Problem, RulesError, Sources
from apts.language.options import Option, chosen_items, replace_tags, take_options
from apts.language.reading import balanced_lexemes, metadata_of
from apts.similar_names import edit_distance

LONGEST_NAME = 40
_ROLE = re.compile(r"P([1-9][0-9]?)")
_WORD = re.compile(r"[^\W\d_][\w'-]*")  # it stands in moves, as in Warrior@a1
_ROWS = {"FromTop": True, "FromBottom": False}


@dataclass(frozen=True)
class Presentation:
    """How a game is shown: names of seats, other names of pieces, and whether its rows count from the top.

    Pieces are told by their names in the equipment, with or without the number of the owner.
    """

    seat_names: Mapping[int, str] = field(default_factory=dict)
    piece_names: Mapping[str, str] = field(default_factory=dict)
    rows_from_top: bool = False


_MODES = {"player": "Name", "piece": "Rename", "board": "Rows"}
"""The lines that are read, by their heads."""

AS_WRITTEN = Presentation()
"""How a game is shown whose text says nothing about it."""


def presentation_of(
    text: str, players: int, *, most_players: Callable[[], int] | None = None, file: str = "<rules>"
) -> Presentation:
    """What the metadata of a text says; what cannot be meant so is a RulesError.

    ``most_players`` is asked when a seat is named that the game does not have: for how many it can be, by other options.
    """
    sources = Sources({file: text})
    entries = metadata_of(text, file)
    problems = list(_likely_typos(entries, sources))
    names: dict[int, str] = {}
    seats = _Seats(players, most_players or (lambda: players))
    for entry in _entries(entries, "player", "Name"):
        _read_name(entry, seats, names, sources, problems)
    pieces: dict[str, str] = {}
    for entry in _entries(entries, "piece", "Rename"):
        _read_piece(entry, pieces, sources, problems)
    from_top = False
    for entry in _entries(entries, "board", "Rows"):
        words = [lexeme.text for lexeme in entry[1:]]
        if len(words) == 1 and words[0] in _ROWS:
            from_top = _ROWS[words[0]]
        else:
            message = "this does not say where rows begin to count"
            problems.append(sources.problem(entry[0].position, message, [f"(board Rows {word})" for word in _ROWS]))
    if problems:
        raise RulesError(problems)
    return Presentation(names, pieces, from_top)


def is_short_name(name: str) -> bool:
    """Whether a text can be the name of a seat or a piece: one line, not empty, not too long for a table."""
    return len(name.strip()) > 0 and len(name) <= LONGEST_NAME and is_printable(name)


def _entries(clauses: Sequence[Sequence[Lexeme]], head: str, mode: str) -> Iterator[Sequence[Lexeme]]:
    """The lexemes of every clause of that head and mode, its bracket first, then its arguments."""
    for lexemes in clauses:
        for start, (bracket, first, second) in enumerate(zip(lexemes, lexemes[1:], lexemes[2:], strict=False)):
            words = first.kind == second.kind == ATOM and (first.text, second.text) == (head, mode)
            if bracket.kind == OPEN and words:
                yield [bracket, *lexemes[start + 3 : matching(lexemes, start)]]


def _likely_typos(clauses: Sequence[Sequence[Lexeme]], sources: Sources) -> Iterator[Problem]:
    """Words that are one slip away from what is read here; all other metadata is for other programs."""
    for lexemes in clauses:
        for bracket, head, word in zip(lexemes, lexemes[1:], lexemes[2:], strict=False):
            meant = _MODES.get(head.text) if bracket.kind == OPEN and head.kind == word.kind == ATOM else None
            if meant is not None and edit_distance(word.text, meant) == 1:
                yield sources.problem(word.position, f"the word {word.text} is not known here", nearest=[meant])


@dataclass(frozen=True)
class _Seats:
    """The seats that a game has, and those that it can have."""

    players: int
    most: Callable[[], int]

    def can_have(self, seat: int) -> bool:
        return seat <= self.players or seat <= self.most()


def _read_name(
    entry: Sequence[Lexeme], seats: _Seats, names: dict[int, str], sources: Sources, problems: list[Problem]
) -> None:
    """Take the name of a seat down, or say what is wrong with it."""
    signs = character_problems(entry, sources)
    if signs:
        problems.extend(signs)
        return
    place = entry[0].position
    role = _ROLE.fullmatch(entry[1].text) if len(entry) == 3 and entry[2].kind == STRING else None
    if role is None:
        problems.append(sources.problem(place, "this does not name a seat", ['(player Name P1 "Raiders")']))
        return
    seat, name = int(role[1]), _quoted(entry[2])
    message = ""
    if not seats.can_have(seat):
        message = f"there is no seat {seat} to be named: the game has {seats.players}"
    elif not is_short_name(name):
        message = f"the name of a seat has 1 to {LONGEST_NAME} characters, not {len(name)}"
    elif seat in names:
        message = f"seat {seat} has a name already, {names[seat]!r}"
    elif name.casefold() in {known.casefold() for known in names.values()}:
        message = f"two seats cannot both be called {name!r}"
    if message:
        problems.append(sources.problem(place, message))
    else:
        names[seat] = name


def _read_piece(entry: Sequence[Lexeme], pieces: dict[str, str], sources: Sources, problems: list[Problem]) -> None:
    """Take another name of a piece down; a name for some of its states only is passed over."""
    signs = character_problems(entry, sources)
    form = [lexeme.text if lexeme.kind == ATOM else lexeme.kind for lexeme in entry[1:]]
    if signs or form != ["piece", COLON, STRING, STRING]:
        problems.extend(signs)
        return
    piece, name = _quoted(entry[3]), _quoted(entry[4])
    if is_short_name(name) and _WORD.fullmatch(name):
        pieces[piece] = name
    else:
        message = f"a piece cannot be called {name!r}: it is one word of at most {LONGEST_NAME} characters"
        problems.append(sources.problem(entry[0].position, message, ['(piece Rename piece:"Man" "Warrior")']))


def _quoted(lexeme: Lexeme) -> str:
    return " ".join(lexeme.text[1:-1].split())


# ----------------------------------------------------------------------------------------------------------------
# What a text says of its game before anything is compiled: its name, for how many it is, its kind, a line about
# it.
#
# The kind and the line are in its metadata: ``(metadata (info { (description "..") (classification "..") }))``.


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
