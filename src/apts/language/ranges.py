"""Ranges: ``3..6`` stands for ``3 4 5 6`` and ``"A3".."B4"`` for ``"A3" "A4" "B3" "B4"``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.language.lexemes import ATOM, STRING, Lexeme
from apts.language.mistakes.problems import Problem, RulesError, Sources

LONGEST_RANGE = 1000
MOST_LEXEMES = 250_000
_INTEGERS = re.compile(r"(\d{1,9})\.\.(\d{1,9})")
_COORDINATE = re.compile(r'"([A-Za-z])(\d{1,4})"')


def expand_ranges(lexemes: Sequence[Lexeme], sources: Sources, problems: list[Problem]) -> list[Lexeme]:
    """Put the members of each range in its place, all with the place of the range."""
    result: list[Lexeme] = []
    index = 0
    while index < len(lexemes):
        lexeme = lexemes[index]
        if len(result) > MOST_LEXEMES:
            message = f"the text grows beyond {MOST_LEXEMES} words when its ranges are put in"
            raise RulesError([sources.problem(lexeme.position, message)])
        if lexeme.kind == ATOM and ".." in lexeme.text:
            match = _INTEGERS.fullmatch(lexeme.text)
            if match:
                result.extend(_members(lexeme, _integers(int(match[1]), int(match[2])), sources, problems))
                index += 1
                continue
            if lexeme.text == ".." and result and index + 1 < len(lexemes):
                first, last = _COORDINATE.fullmatch(result[-1].text), _COORDINATE.fullmatch(lexemes[index + 1].text)
                if first and last and result[-1].kind == lexemes[index + 1].kind == STRING:
                    texts = _coordinates(first[1], int(first[2]), last[1], int(last[2]))
                    result.extend(_members(result.pop(), texts, sources, problems))
                    index += 2
                    continue
        result.append(lexeme)
        index += 1
    return result


def _integers(first: int, last: int) -> list[str]:
    step = 1 if last >= first else -1
    if abs(last - first) >= LONGEST_RANGE:
        return [""] * (LONGEST_RANGE + 1)
    return [str(value) for value in range(first, last + step, step)]


def _coordinates(first_letter: str, first: int, last_letter: str, last: int) -> list[str]:
    numbers = _integers(first, last)
    letters = _integers(ord(first_letter), ord(last_letter))
    if len(numbers) * len(letters) > LONGEST_RANGE:
        return [""] * (LONGEST_RANGE + 1)
    return [f'"{chr(int(letter))}{number}"' for letter in letters for number in numbers]


def _members(lexeme: Lexeme, texts: list[str], sources: Sources, problems: list[Problem]) -> list[Lexeme]:
    if len(texts) > LONGEST_RANGE:
        message = f"the range {lexeme.text} has more than {LONGEST_RANGE} members"
        problems.append(sources.problem(lexeme.position, message))
        return [lexeme]
    return [lexeme._replace(text=text, glued=False) for text in texts]
