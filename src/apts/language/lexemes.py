"""From characters to lexemes: the smallest pieces of a rules text, each with its place in the original file.

Options and defines are expanded on lists of lexemes, never on strings, so that every piece keeps its place. What a
lexeme is, ``grammar.lark`` says; a test holds that both say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from apts.input_checks import control_character
from apts.language.mistakes.problems import Problem, Sources
from apts.language.tree import NOWHERE, TextPlace
from apts.similar_names import nearest_names

OPEN, CLOSE, LEFT_BRACE, RIGHT_BRACE = "OPEN", "CLOSE", "LBRACE", "RBRACE"
LEFT_ANGLE, RIGHT_ANGLE, COLON = "LANGLE", "RANGLE", "COLON"
ATOM, STRING, LABEL = "ATOM", "STRING", "LABEL"
OPEN_STRING, STRAY = "OPEN_STRING", "STRAY"
GONE = "GONE"  # an argument of a define that was left out
CLOSERS = {OPEN: CLOSE, LEFT_BRACE: RIGHT_BRACE}
_OPENERS = {CLOSE: OPEN, RIGHT_BRACE: LEFT_BRACE}
_SIGNS = {OPEN: "(", CLOSE: ")", LEFT_BRACE: "{", RIGHT_BRACE: "}"}

MOST_CHARACTERS = 1_000_000  # of an expanded text, blanks not counted
LARGEST_FILE = 10_000_000
DEEPEST_NESTING = 100
KEPT_CHARACTERS = 200_000  # of a text whose lexemes are kept for the next question
_LABEL = re.compile(r"[A-Za-z0-9_-]+")
_OPERATOR, _COMMENT = "OPERATOR", "COMMENT"
_NEXT = re.compile(
    r"""\s*(?:
      (?P<ATOM>(?:[A-Za-z0-9_\-.+*%=!^~&|\#]+|/(?!/))+)
    | (?P<OPEN>\()
    | (?P<CLOSE>\))
    | (?P<LBRACE>\{)
    | (?P<RBRACE>\})
    | (?P<STRING>"(?:\\["]|[^"\n\\]|\\(?!"))*")
    | (?P<OPERATOR>(?<=\()[<>]=?|[<>]=(?=\s))
    | (?P<COLON>:)
    | (?P<LANGLE><)
    | (?P<RANGLE>>)
    | (?P<COMMENT>//[^\n]*)
    | (?P<OPEN_STRING>"[^\n]*)
    | (?P<STRAY>\S)
    | \Z
    )""",
    re.VERBOSE,
)
"""The next lexeme, or the end, with the blanks before it; what has priority in the grammar stands first."""


class Lexeme(NamedTuple):
    """A bracket, word, number, string or mark; ``glued`` when nothing stands between it and the one before."""

    kind: str
    text: str
    position: TextPlace
    glued: bool = False


def lexemes_of(text: str, file: str) -> list[Lexeme]:
    """Cut a text into lexemes. Nothing is refused here; stray characters become lexemes of their own kind."""
    return list(_lexed_once(text, file)) if len(text) <= KEPT_CHARACTERS else _lexed(text, file)


@lru_cache(maxsize=4)
def _lexed_once(text: str, file: str) -> tuple[Lexeme, ...]:
    """The same text is asked for its rules, its options and its metadata, one after the other."""
    return tuple(_lexed(text, file))


def _lexed(text: str, file: str) -> list[Lexeme]:
    found: list[Lexeme] = []
    line, line_start, line_end = 1, 0, text.find("\n")
    last_end = -1
    for match in _NEXT.finditer(text):
        kind = match.lastgroup
        if kind is None or kind == _COMMENT:
            continue
        written, end = match[kind], match.end()
        start = end - len(written)
        while -1 < line_end < start:
            line, line_start, line_end = line + 1, line_end + 1, text.find("\n", line_end + 1)
        place = TextPlace(file, line, start - line_start + 1)
        found.append(Lexeme(ATOM if kind == _OPERATOR else kind, written, place, start == last_end))
        last_end = end
    return found


def character_problems(lexemes: Iterable[Lexeme], sources: Sources) -> list[Problem]:
    """Signs that steer a terminal or that no picture can hold, in names or anywhere else."""
    lexemes = list(lexemes)
    if control_character(" ".join([lexeme.text for lexeme in lexemes]).replace("\n", " ").replace("\t", " ")) is None:
        return []
    problems = []
    for lexeme in lexemes:
        sign = control_character(lexeme.text.replace("\n", " ").replace("\t", " "))
        if sign is not None:
            message = f"the sign {sign} cannot be shown, so it cannot stand in rules"
            problems.append(sources.problem(lexeme.position, message))
    return problems


_CURLY_QUOTES = frozenset("“”„‟«»‘’‚‹›")
"""Quotation marks that word processors write in place of the straight ones."""


def settled(lexemes: Iterable[Lexeme], sources: Sources, problems: list[Problem]) -> list[Lexeme]:
    """Join fragments that touch, turn words before a colon into labels, and report what has no meaning."""
    result: list[Lexeme] = []
    strayed = False
    for lexeme in lexemes:
        kind = lexeme.kind
        last = result[-1] if result and not strayed else None
        strayed = kind == STRAY
        if kind == ATOM and lexeme.glued and last is not None and last.kind == ATOM:
            result[-1] = last._replace(text=last.text + lexeme.text)
        elif kind == COLON and lexeme.glued and last is not None and last.kind == ATOM and _LABEL.fullmatch(last.text):
            result[-1] = last._replace(kind=LABEL)
        elif kind in (LEFT_ANGLE, RIGHT_ANGLE):
            result.append(lexeme._replace(kind=ATOM))
        elif kind in (STRAY, COLON):
            curly = lexeme.text in _CURLY_QUOTES
            expected = ['straight quotation marks, as in "Stone"'] if curly else []
            what = f"the character {lexeme.text!r} has no meaning here"
            problems.append(sources.problem(lexeme.position, what, expected))
        else:
            result.append(lexeme)
    return _labels_with_values(result, sources, problems)


def _labels_with_values(lexemes: list[Lexeme], sources: Sources, problems: list[Problem]) -> list[Lexeme]:
    """Drop the labels without a value: silently when a define left the value out, else with a problem."""
    result: list[Lexeme] = []
    for index, lexeme in enumerate(lexemes):
        if lexeme.kind == GONE:
            continue
        if lexeme.kind == LABEL:
            following = index + 1
            while following < len(lexemes) and lexemes[following].kind == GONE:
                following += 1
            if following == len(lexemes) or lexemes[following].kind in (CLOSE, RIGHT_BRACE, LABEL):
                if following == index + 1:
                    message = f"the argument {lexeme.text}: has a name but no value"
                    problems.append(sources.problem(lexeme.position, message))
                continue
        result.append(lexeme)
    return result


def quote_problems(lexemes: Iterable[Lexeme], sources: Sources) -> list[Problem]:
    """Quotation marks that are opened and not closed on the same line."""
    message = "a quotation mark is opened here and not closed on this line"
    return [sources.problem(lexeme.position, message) for lexeme in lexemes if lexeme.kind == OPEN_STRING]


def text_of(lexemes: Iterable[Lexeme]) -> str:
    """Lexemes written as text again."""
    parts: list[str] = []
    for lexeme in lexemes:
        if parts and not lexeme.glued:
            parts.append(" ")
        parts.append(lexeme.text)
    return "".join(parts)


def matching(lexemes: Sequence[Lexeme], start: int) -> int:
    """The index of the bracket that closes the one at ``start``; brackets must balance."""
    depth = 0
    for index in range(start, len(lexemes)):
        kind = lexemes[index].kind
        if kind in CLOSERS:
            depth += 1
        elif kind in _OPENERS:
            depth -= 1
            if depth == 0:
                return index
    raise ValueError(f"the bracket at {lexemes[start].position} is not closed")


def cut_clauses(lexemes: Sequence[Lexeme], head: str) -> tuple[list[Lexeme], list[Sequence[Lexeme]]]:
    """The text without the clauses of that head, and those clauses."""
    rest: list[Lexeme] = []
    found: list[Sequence[Lexeme]] = []
    index = 0
    starts = [place - 1 for place, lexeme in enumerate(lexemes) if lexeme.text == head and lexeme.kind == ATOM]
    for start in starts:
        if start < index or lexemes[start].kind != OPEN:
            continue
        end = matching(lexemes, start) + 1
        rest.extend(lexemes[index:start])
        found.append(lexemes[start:end])
        index = end
        while index < len(lexemes) and lexemes[index].glued and set(lexemes[index].text) == {"*"}:
            index += 1
    rest.extend(lexemes[index:])
    return rest, found


def bracket_problems(lexemes: Sequence[Lexeme], sources: Sources) -> list[Problem]:
    """What is wrong with the brackets: counts, the clause that cannot be closed, and nesting that is too deep."""
    if _is_balanced(lexemes):
        return []
    open_now: list[Lexeme] = []
    first: Problem | None = None
    suspect: tuple[Lexeme, int] | None = None
    line = before = 0
    indents: dict[tuple[str, int], int] = {}
    for lexeme in lexemes:
        place = lexeme.position
        if starts_line := place.line != line:
            before, line = line, place.line
            indents.setdefault((place.file, place.line), place.column)
        if lexeme.kind in CLOSERS:
            if starts_line and suspect is None:
                opener = _left_open(open_now, lexeme, indents)
                suspect = None if opener is None else (opener, before)
            open_now.append(lexeme)
            if len(open_now) > DEEPEST_NESTING:
                message = f"clauses are nested more than {DEEPEST_NESTING} deep here"
                return [sources.problem(lexeme.position, message)]
        elif lexeme.kind in _OPENERS:
            if open_now and open_now[-1].kind == _OPENERS[lexeme.kind]:
                open_now.pop()
            elif first is None:
                first = _wrong_closer(open_now, lexeme, sources)
                break
    if first is None and open_now:
        culprit, last = suspect or (open_now[-1], 0)
        missing = f", by the layout its {_SIGNS[CLOSERS[culprit.kind]]} is missing at the end of line {last}"
        first = sources.problem(culprit.position, f"this {culprit.text} is never closed{missing if last else ''}")
    return [replace(first, message="; ".join((first.message, *_uneven_counts(lexemes))))] if first else []


def _is_balanced(lexemes: Sequence[Lexeme]) -> bool:
    """Whether every bracket is closed by its own kind, and none stands too deep."""
    awaited: list[str] = []
    for lexeme in lexemes:
        kind = lexeme.kind
        if kind in CLOSERS:
            awaited.append(CLOSERS[kind])
            if len(awaited) > DEEPEST_NESTING:
                return False
        elif kind in _OPENERS and (not awaited or awaited.pop() != kind):
            return False
    return not awaited


def _left_open(open_now: Sequence[Lexeme], lexeme: Lexeme, indents: Mapping[tuple[str, int], int]) -> Lexeme | None:
    """The innermost open bracket that the layout says should be closed before this line, which is indented no deeper."""
    for opener in reversed(open_now):
        if opener.position.file == lexeme.position.file and opener.position.line < lexeme.position.line:
            indent = indents[opener.position.file, opener.position.line]
            return opener if indent >= lexeme.position.column else None
    return None


def _wrong_closer(open_now: Sequence[Lexeme], lexeme: Lexeme, sources: Sources) -> Problem:
    if not open_now:
        return sources.problem(lexeme.position, f"this {lexeme.text} closes nothing")
    opener = open_now[-1]
    message = f"this {lexeme.text} cannot close the {opener.text} opened at line {opener.position.line}"
    return sources.problem(lexeme.position, message, [_SIGNS[CLOSERS[opener.kind]]])


def _uneven_counts(lexemes: Sequence[Lexeme]) -> list[str]:
    """How many brackets of a kind are opened and closed, where these numbers differ."""
    parts = []
    for opener, closer in CLOSERS.items():
        opened = sum(lexeme.kind == opener for lexeme in lexemes)
        closed = sum(lexeme.kind == closer for lexeme in lexemes)
        if opened != closed:
            more = "opening" if opened > closed else "closing"
            parts.append(
                f"the text has {opened} {_SIGNS[opener]} and {closed} {_SIGNS[closer]}: "
                f"{abs(opened - closed)} {more} too many"
            )
    return parts


# ----------------------------------------------------------------------------------------------------------------
# The syntax tree: what a text says before anything is known about ludemes.


@dataclass(frozen=True, slots=True)
class Atom:
    """A bare word, number or operator, as written."""

    text: str
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A string, without its quotation marks."""

    value: str
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Named:
    """A named argument, ``label:value``."""

    label: str
    value: Node
    position: TextPlace = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """Something in round brackets: normally a head and its arguments."""

    items: tuple[Node, ...]
    position: TextPlace = field(default=NOWHERE, compare=False)

    @property
    def head(self) -> str | None:
        """The word the clause starts with, if it starts with one."""
        return self.items[0].text if self.items and isinstance(self.items[0], Atom) else None


@dataclass(frozen=True, slots=True)
class Collection:
    """Something in braces."""

    items: tuple[Node, ...]
    position: TextPlace = field(default=NOWHERE, compare=False)


Node = Atom | Quoted | Named | Form | Collection
LEAVES = (Atom, Quoted)
"""The kinds of nodes with nothing inside."""


def parse_lexemes(lexemes: Iterable[Lexeme]) -> tuple[Node, ...]:
    """The nodes that stand side by side in settled lexemes whose brackets balance."""
    nodes: list[Node] = []
    around: list[tuple[list[Node], Lexeme, Lexeme | None]] = []  # what the open brackets interrupt
    label: Lexeme | None = None
    node: Node
    for lexeme in lexemes:
        kind, text, place, _ = lexeme
        if kind == ATOM:
            node = Atom(text, place)
        elif kind == LABEL:
            label = lexeme
            continue
        elif kind in CLOSERS:
            around.append((nodes, lexeme, label))
            nodes, label = [], None
            continue
        elif kind == STRING:
            node = Quoted(text[1:-1].replace('\\"', "'"), place)
        else:
            items = nodes
            nodes, opener, label = around.pop()
            node = _bracketed(items, opener)
        nodes.append(node if label is None else Named(label.text, node, label.position))
        label = None
    return tuple(nodes)


def _bracketed(items: list[Node], opener: Lexeme) -> Node:
    if opener.kind == LEFT_BRACE:
        return Collection(tuple(items), opener.position)
    if len(items) == 1 and isinstance(items[0], Form):
        return items[0]  # doubled brackets around one clause count once
    return Form(tuple(items), opener.position)


def _headless(first: Node, sources: Sources, defines: Iterable[str]) -> Problem:
    if isinstance(first, Quoted):
        message = f'there is no (define "{first.value}" ..)'
        return sources.problem(first.position, message, nearest=nearest_names(first.value, defines))
    return sources.problem(first.position, "a clause starts with the name of a ludeme, not with this")


def form_problems(nodes: Sequence[Node], sources: Sources, defines: Iterable[str] = ()) -> list[Problem]:
    """Clauses that are none: empty brackets, and brackets that do not start with a name."""
    problems: list[Problem] = []
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Named):
            node = node.value
        if isinstance(node, Form):
            if not node.items:
                problems.append(sources.problem(node.position, "an empty clause () says nothing"))
            elif node.head is None:
                problems.append(_headless(node.items[0], sources, defines))
        elif not isinstance(node, Collection):
            continue
        waiting.extend([item for item in reversed(node.items) if not isinstance(item, LEAVES)])
    return problems


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a clause stands: in an argument (of a name) of the clause around it, or as the whole text."""

    around: Form | None
    label: str | None = None


def clauses_in(nodes: Sequence[Node]) -> dict[int, tuple[Form, Surroundings]]:
    """All clauses with where they stand, by their identity: outermost first, in the order of the text."""
    found: dict[int, tuple[Form, Surroundings]] = {}
    waiting = [(node, Surroundings(None)) for node in reversed(nodes)]
    while waiting:
        node, place = waiting.pop()
        if isinstance(node, Named):
            place, node = Surroundings(place.around, node.label), node.value
        if isinstance(node, Form):
            found[id(node)] = node, place
            place = Surroundings(node)
        elif not isinstance(node, Collection):
            continue
        waiting.extend([(item, place) for item in reversed(node.items) if not isinstance(item, LEAVES)])
    return found
