"""Defines: named pieces of text that are put in where their name is used.

``(define "Step" (move Step #1 (to if:(is Empty (to)))))`` is used as ``("Step" Forward)``, or as ``"Step"`` when there
is nothing to fill in. What comes from the body keeps its place in the define, what comes from an argument keeps the
place where it was written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from apts.language.lexemes import (
    ATOM,
    CLOSERS,
    COLON,
    GONE,
    MOST_CHARACTERS,
    OPEN,
    STRING,
    Lexeme,
    cut_clauses,
    matching,
    text_of,
)
from apts.language.mistakes.problems import Problem, RulesError, Sources
from apts.language.tree import TextPlace

MOST_EXPANSIONS = 1000
_PARAMETER = re.compile(r"#[1-9]")
_NAMES_FOLLOW = {"game", "match", "instance"}
_NAMING = frozenset(
    {"piece", "tile", "domino", "regions", "track", "map", "phase", "player", "trigger", "propose", "vote"}
)
_NAMING_MODES = frozenset({("set", "Var"), ("remember", "Value"), ("move", "Propose"), ("move", "Vote")})
"""Heads of clauses, alone or with a word behind them, whose first text is a name that the game gives to something."""


@dataclass(frozen=True, slots=True)
class Define:
    """A named piece of text; ``parameters`` is how many of #1 to #9 are filled in."""

    name: str
    body: tuple[Lexeme, ...]
    position: TextPlace

    @property
    def parameters(self) -> int:
        """How many parameters are filled: counting stops at the first number that the body does not contain."""
        used = set(_PARAMETER.findall(" ".join(lexeme.text for lexeme in self.body)))
        count = 0
        while f"#{count + 1}" in used:
            count += 1
        return count


def take_defines(
    lexemes: Sequence[Lexeme], sources: Sources, problems: list[Problem]
) -> tuple[list[Lexeme], dict[str, Define]]:
    """Cut the defines out of a text whose brackets balance."""
    rest, found = cut_clauses(lexemes, "define")
    defines: dict[str, Define] = {}
    for clause in found:
        if len(clause) < 4 or clause[2].kind != STRING:
            problems.append(sources.problem(clause[0].position, 'a define looks like (define "Name" ...)'))
            continue
        name = clause[2].text[1:-1]
        if name in defines:
            message = f'"{name}" is defined twice; the first time at line {defines[name].position.line}'
            problems.append(sources.problem(clause[0].position, message))
            continue
        defines[name] = Define(name, tuple(clause[3:-1]), clause[0].position)
    return rest, defines


def expand_defines(
    lexemes: Sequence[Lexeme], defines: Mapping[str, Define], sources: Sources, problems: list[Problem]
) -> list[Lexeme]:
    """Put the bodies of the defines in place of their names until none is left."""
    names = _defined_names(lexemes, defines)
    _refuse_recursion(defines, names, sources)
    result: list[Lexeme] = []
    waiting = list(reversed(lexemes))
    counts = dict.fromkeys(defines, 0)
    left = MOST_CHARACTERS
    while waiting:
        lexeme = waiting.pop()
        define = defines.get(lexeme.text[1:-1]) if lexeme.kind == STRING else None
        if define is None or _is_a_name(result, define, names):
            result.append(lexeme)
            left -= len(lexeme.text) + 1
        else:
            counts[define.name] += 1
            arguments: list[list[Lexeme]] = []
            glued = lexeme.glued
            if result and result[-1].kind == OPEN:
                glued = result.pop().glued
                arguments = _arguments(waiting)
                _refuse_what_is_not_filled_in(define, arguments, sources, problems)
            body = _filled(define, arguments, glued)
            left -= len(body) // 4
            waiting.extend(reversed(body))
            if counts[define.name] > MOST_EXPANSIONS:
                message = f'"{define.name}" is put in more than {MOST_EXPANSIONS} times'
                raise RulesError([sources.problem(define.position, message)])
        if left < 0:
            message = f"the text grows beyond {MOST_CHARACTERS} characters when its defines are put in"
            raise RulesError([sources.problem(lexeme.position, message)])
    _report_leftovers(result, sources, problems)
    return result


def _refuse_what_is_not_filled_in(
    define: Define, arguments: Sequence[Sequence[Lexeme]], sources: Sources, problems: list[Problem]
) -> None:
    """What is given to a define and has no gap there would be lost without a word."""
    count = define.parameters
    if len(arguments) > count:
        missing = f"there is no #{count + 1} in it" if count else "there is no #1 in it, so that nothing is filled in"
        message = (
            f'"{define.name}" is given {len(arguments)} {"thing" if len(arguments) == 1 else "things"}, and {missing}'
        )
        problems.append(sources.problem(arguments[count][0].position, message))


def _is_a_name(before: Sequence[Lexeme], define: Define, names: Collection[str]) -> bool:
    """Whether the string that follows is a name, and no use of the define that is called so.

    The name of a game is never replaced. Where a piece, a region or the like has the name of a define, the define is used
    in brackets, ``("Pawn")``, and the bare ``"Pawn"`` is the piece, unless the define stands for another text.
    """
    follows_head = len(before) > 1 and before[-2].kind == OPEN
    if follows_head and before[-1].text in _NAMES_FOLLOW:
        return True
    stands_for_text = len(define.body) == 1 and define.body[0].kind == STRING
    if stands_for_text or (before and before[-1].kind == OPEN):
        return False
    return define.name in names or _gives_a_name(before)


def _defined_names(lexemes: Sequence[Lexeme], defines: Mapping[str, Define]) -> frozenset[str]:
    """The names that a text and its defines give to pieces, regions, tracks and so on."""
    return frozenset(
        lexeme.text[1:-1]
        for part in (lexemes, *(define.body for define in defines.values()))
        for place, lexeme in enumerate(part)
        if lexeme.kind == STRING and _gives_a_name(part[max(0, place - 3) : place])
    )


def _gives_a_name(before: Sequence[Lexeme]) -> bool:
    """Whether a text behind these gives something its name, as behind ``(piece`` and ``(set Var``."""
    if len(before) > 1 and before[-2].kind == OPEN:
        return before[-1].text in _NAMING
    return len(before) > 2 and before[-3].kind == OPEN and (before[-2].text, before[-1].text) in _NAMING_MODES


def _arguments(waiting: list[Lexeme]) -> list[list[Lexeme]]:
    """Take the arguments up to the closing bracket off the stack of what is still to be read."""
    depth = 1
    end = len(waiting)
    while depth:
        end -= 1
        depth += {**dict.fromkeys(CLOSERS, 1), **dict.fromkeys(CLOSERS.values(), -1)}.get(waiting[end].kind, 0)
    inner = [lexeme for lexeme in reversed(waiting[end + 1 :]) if lexeme.kind != GONE]
    del waiting[end:]
    arguments: list[list[Lexeme]] = []
    index = 0
    while index < len(inner):
        stop = _argument_end(inner, index)
        arguments.append(inner[index:stop])
        index = stop
    return arguments


def _argument_end(lexemes: Sequence[Lexeme], start: int) -> int:
    """Where an argument ends: a clause, a collection, a string, or a word with what touches it."""
    if lexemes[start].kind in CLOSERS:
        return matching(lexemes, start) + 1
    if lexemes[start].kind == STRING:
        if [lexeme.text for lexeme in lexemes[start + 1 : start + 2]] == [".."]:
            return min(start + 3, len(lexemes))
        return start + 1
    index = start + 1
    while index < len(lexemes) and (lexemes[index].glued or lexemes[index - 1].kind == COLON):
        if lexemes[index].kind in CLOSERS:
            return matching(lexemes, index) + 1 if lexemes[index - 1].kind == COLON else index
        index += 1
    return index


def _filled(define: Define, arguments: Sequence[Sequence[Lexeme]], glued: bool) -> list[Lexeme]:
    """The body with the arguments in place of #1, #2 and so on; a missing argument or ``~`` leaves a gap."""
    values: dict[str, Sequence[Lexeme]] = {}
    for number in range(1, define.parameters + 1):
        value = arguments[number - 1] if number <= len(arguments) else ()
        values[f"#{number}"] = () if len(value) == 1 and value[0].text == "~" else value
    body: list[Lexeme] = []
    for lexeme in define.body:
        if "#" not in lexeme.text or lexeme.kind not in (ATOM, STRING):
            body.append(lexeme)
        elif lexeme.kind == STRING:
            text = _PARAMETER.sub(lambda match: _inside_string(match[0], values), lexeme.text)
            body.append(lexeme._replace(text=text))
        else:
            body.extend(_filled_word(lexeme, values))
    if body:
        body[0] = body[0]._replace(glued=glued)
    return body


def _inside_string(parameter: str, values: Mapping[str, Sequence[Lexeme]]) -> str:
    return text_of(values[parameter]).replace('"', "") if parameter in values else parameter


def _filled_word(lexeme: Lexeme, values: Mapping[str, Sequence[Lexeme]]) -> list[Lexeme]:
    """A word with parameters in it, such as ``#1`` or ``P#2``, as the lexemes it becomes; they touch each other."""
    if lexeme.text in values and not values[lexeme.text]:
        return [lexeme._replace(kind=GONE)]
    parts: list[Lexeme] = []
    for fragment in re.split(r"(#[1-9])", lexeme.text):
        if not fragment:
            continue
        value = values.get(fragment)
        pieces = [lexeme._replace(text=fragment)] if value is None else list(value)
        if pieces:
            pieces[0] = pieces[0]._replace(glued=bool(parts) or lexeme.glued)
        parts.extend(pieces)
    return parts


def _refuse_recursion(defines: Mapping[str, Define], names: Collection[str], sources: Sources) -> None:
    """A define whose body leads back to itself would be put in for ever."""
    uses = {name: list(_used(define.body, defines, names)) for name, define in defines.items()}
    finished: set[str] = set()
    for start in defines:
        trail: list[str] = []
        waiting: list[tuple[str, bool]] = [(start, False)]
        while waiting:
            name, leaving = waiting.pop()
            if leaving:
                finished.add(trail.pop())
            elif name in trail:
                circle = " -> ".join([*trail[trail.index(name) :], name])
                message = f"the defines lead back to themselves: {circle}"
                raise RulesError([sources.problem(defines[name].position, message)])
            elif name not in finished:
                trail.append(name)
                waiting.append((name, True))
                waiting.extend((used, False) for used in uses[name])


def _used(body: Sequence[Lexeme], defines: Mapping[str, Define], names: Collection[str]) -> Iterator[str]:
    """The defines that a body uses, with repetitions."""
    for place, lexeme in enumerate(body):
        define = defines.get(lexeme.text[1:-1]) if lexeme.kind == STRING else None
        if define is not None and not _is_a_name(body[max(0, place - 3) : place], define, names):
            yield define.name


def _report_leftovers(lexemes: Sequence[Lexeme], sources: Sources, problems: list[Problem]) -> None:
    for lexeme in lexemes:
        if lexeme.kind == ATOM and "#" in lexeme.text:
            message = f"nothing is filled in for {lexeme.text}; parameters are #1 to #9, used without a gap"
            problems.append(sources.problem(lexeme.position, message))


# ----------------------------------------------------------------------------------------------------------------
# Ranges: ``3..6`` stands for ``3 4 5 6`` and ``"A3".."B4"`` for ``"A3" "A4" "B3" "B4"``.

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
