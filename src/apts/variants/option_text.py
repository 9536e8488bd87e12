"""Options where they stand in a text: which item has the star, and items that are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apts.language.lexemes import ATOM, OPEN, STRING, Lexeme, matching
from apts.variants.text_spans import Replacement, TextLines, lexemes_in, replaced


@dataclass(frozen=True, slots=True)
class ItemPlace:
    """An item of an option in its text: from its bracket to the end of its stars.

    The offsets of a description that it does not have are both those of its closing bracket.
    """

    heading: str
    label: str
    start: int
    body_end: int
    end: int
    label_start: int
    label_end: int
    description_start: int
    description_end: int


def item_places(text: str) -> list[ItemPlace]:
    """All items of all options of a text whose brackets balance."""
    lexemes = lexemes_in(text)
    lines = TextLines(text)
    found: list[ItemPlace] = []
    for index in _clauses(lexemes, "option"):
        heading = lexemes[index + 2].text[1:-1]
        end = matching(lexemes, index)
        found.extend(
            _item_place(heading, lexemes, inner, lines) for inner in _clauses(lexemes, "item") if index < inner < end
        )
    return found


def with_defaults(text: str, labels: Mapping[str, str]) -> str:
    """The text with the star at these labels, by heading."""
    changes: list[Replacement] = []
    for place in item_places(text):
        if place.heading in labels:
            star = "*" if place.label == labels[place.heading] else ""
            changes.append(Replacement(place.body_end, place.end, star))
    return replaced(text, changes)


def _clauses(lexemes: Sequence[Lexeme], head: str) -> list[int]:
    """Where the clauses of a head begin that have a text as first argument."""
    return [
        index
        for index in range(len(lexemes) - 2)
        if lexemes[index].kind == OPEN
        and (lexemes[index + 1].kind, lexemes[index + 1].text) == (ATOM, head)
        and lexemes[index + 2].kind == STRING
    ]


def _item_place(heading: str, lexemes: Sequence[Lexeme], index: int, lines: TextLines) -> ItemPlace:
    label = lexemes[index + 2]
    last = matching(lexemes, index)
    body_end = lines.end(lexemes[last])
    described = lexemes[last - 1].kind == STRING and last - 1 > index + 2
    after = last
    while after + 1 < len(lexemes) and lexemes[after + 1].kind == ATOM and set(lexemes[after + 1].text) == {"*"}:
        after += 1
    return ItemPlace(
        heading,
        label.text[1:-1],
        lines.start(lexemes[index]),
        body_end,
        lines.end(lexemes[after]),
        lines.start(label),
        lines.end(label),
        lines.start(lexemes[last - 1]) if described else body_end - 1,
        lines.end(lexemes[last - 1]) if described else body_end - 1,
    )
