"""Options: the choices that a text offers, and a text with the choices made.

An option looks like ``(option "Board Size" <Board> args:{ <size> } { (item "3x3" <3> "Three rows.")* (item ...) })``.
In the rules ``<Board:size>`` stands for the value of the chosen item, ``<Board>`` for its first value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from apts.errors import AptsError
from apts.language.lexemes import (
    ATOM,
    CLOSE,
    COLON,
    LEFT_ANGLE,
    LEFT_BRACE,
    OPEN,
    RIGHT_ANGLE,
    RIGHT_BRACE,
    STRING,
    Lexeme,
    cut_clauses,
    text_of,
)
from apts.language.mistakes.problems import Problem, RulesError, Sources
from apts.similar_names import did_you_mean, nearest_names

MOST_REPLACEMENTS = 1000
_TAG_IN_STRING = re.compile(r"<([^<>\"]+)>")

Choice = Mapping[str, str] | Iterable[str]
"""Chosen options: label by heading (or heading in keyword form, ``board_size``), or texts ``Heading/Label``."""


class UnknownOption(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """An option, item or ruleset was chosen that the text does not offer; the message lists those it does."""


@dataclass(frozen=True, slots=True)
class Item:
    """One choice of an option."""

    label: str
    description: str
    default: bool
    values: tuple[tuple[Lexeme, ...], ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a text offers: its heading and its items."""

    heading: str
    items: tuple[Item, ...]
    tag: str = ""
    arguments: tuple[str, ...] = ()

    @property
    def keyword(self) -> str:
        """The heading as a Python keyword, for example ``board_size``."""
        return keyword(self.heading)

    @property
    def default(self) -> Item:
        """The item that counts when nothing is chosen."""
        return next(item for item in self.items if item.default)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A named selection of options, each as ``Heading/Label``."""

    name: str
    choices: tuple[str, ...]


def keyword(text: str) -> str:
    """A heading or label as a Python keyword: lower case, other signs become underscores."""
    return re.sub(r"\W+", "_", text.lower()).strip("_")


def take_options(lexemes: Sequence[Lexeme], sources: Sources) -> tuple[list[Lexeme], tuple[Option, ...]]:
    """Cut the options out of a text whose brackets balance."""
    rest, found = cut_clauses(lexemes, "option")
    options: dict[str, Option] = {}
    for clause in found:
        option = _OptionReader(clause, sources).option()
        other = options.setdefault(option.keyword, option)
        if other is not option:
            message = f'the option "{option.heading}" has the same name as the option "{other.heading}" before it'
            raise RulesError([sources.problem(clause[2].position, message, ("another heading",))])
    return rest, tuple(options.values())


def take_rulesets(lexemes: Sequence[Lexeme]) -> tuple[list[Lexeme], tuple[Ruleset, ...]]:
    """Cut the rulesets out of a text whose brackets balance."""
    rest, found = cut_clauses(lexemes, "rulesets")
    rulesets = []
    for clause in found:
        for ruleset in cut_clauses(clause, "ruleset")[1]:
            strings = [lexeme.text[1:-1] for lexeme in ruleset if lexeme.kind == STRING]
            if strings:
                rulesets.append(Ruleset(strings[0].removeprefix("Ruleset/"), tuple(strings[1:])))
    return rest, tuple(rulesets)


class _OptionReader:
    """Reads one option clause from left to right."""

    def __init__(self, lexemes: Sequence[Lexeme], sources: Sources) -> None:
        self._lexemes = lexemes
        self._sources = sources
        self._index = 2

    def option(self) -> Option:
        heading = self._string("the heading of the option")
        if "/" in heading.text:
            self._refuse(heading, "a heading must not contain /")
        tag = text_of(self._angles("the tag of the option"))
        self._keyword("args")
        self._expect(COLON, ":")
        arguments = [text_of(value) for value in self._braced_angles()]
        brace = self._expect(LEFT_BRACE, "{ and the items of the option")
        items: list[tuple[Item, int]] = []
        while self._here().kind == OPEN:
            items.append(self._item(len(arguments)))
        self._expect(RIGHT_BRACE, "}")
        self._expect(CLOSE, ")")
        if not items:
            self._refuse(brace, "an option needs at least one item")
        stars = [star for _, star in items]
        default = stars.index(max(stars))
        marked = tuple(replace(item, default=index == default) for index, (item, _) in enumerate(items))
        return Option(heading.text[1:-1], marked, tag, tuple(arguments))

    def _item(self, count: int) -> tuple[Item, int]:
        start = self._expect(OPEN, "(item ...)")
        self._keyword("item")
        label = self._string("the label of the item")
        if "/" in label.text:
            self._refuse(label, "a label must not contain /")
        values = []
        while self._here().kind == LEFT_ANGLE:
            values.append(tuple(self._angles("a value")))
        description = self._string("the description of the item").text[1:-1] if self._here().kind == STRING else ""
        self._expect(CLOSE, ")")
        if len(values) != count:
            self._refuse(start, f"this item has {len(values)} values where the option has {count} arguments")
        stars = 0
        while self._here().kind == ATOM and set(self._here().text) == {"*"}:
            stars += len(self._here().text)
            self._index += 1
        return Item(label.text[1:-1], description, False, tuple(values)), stars

    def _here(self) -> Lexeme:
        return self._lexemes[min(self._index, len(self._lexemes) - 1)]

    def _expect(self, kind: str, wanted: str) -> Lexeme:
        lexeme = self._here()
        if lexeme.kind != kind:
            self._refuse(lexeme, f"{lexeme.text} cannot stand here in an option", wanted)
        self._index += 1
        return lexeme

    def _keyword(self, word: str) -> None:
        if self._expect(ATOM, word).text != word:
            self._index -= 1
            self._refuse(self._here(), f"{self._here().text} cannot stand here in an option", word)

    def _string(self, wanted: str) -> Lexeme:
        return self._expect(STRING, wanted)

    def _angles(self, wanted: str) -> Sequence[Lexeme]:
        opener = self._expect(LEFT_ANGLE, f"<...>, {wanted}")
        start = self._index
        depth = 1
        while depth:
            if self._index == len(self._lexemes):
                self._refuse(opener, "this < is never closed", ">")
            depth += {LEFT_ANGLE: 1, RIGHT_ANGLE: -1}.get(self._lexemes[self._index].kind, 0)
            self._index += 1
        return self._lexemes[start : self._index - 1]

    def _braced_angles(self) -> list[Sequence[Lexeme]]:
        self._expect(LEFT_BRACE, "{")
        found = []
        while self._here().kind == LEFT_ANGLE:
            found.append(self._angles("an argument"))
        self._expect(RIGHT_BRACE, "}")
        return found

    def _refuse(self, lexeme: Lexeme, message: str, *expected: str) -> NoReturn:
        raise RulesError([self._sources.problem(lexeme.position, message, expected)])


def chosen_items(
    options: Sequence[Option], choice: Choice = (), rulesets: Sequence[Ruleset] = (), ruleset: str | None = None
) -> dict[str, Item]:
    """The item of each option, by heading: what was chosen, else what the ruleset says, else the default."""
    chosen = {option.heading: option.default for option in options}
    pairs: list[tuple[str, str]] = []
    if ruleset is not None:
        names = {found.name: found for found in rulesets}
        key = next((name for name in names if keyword(name) == keyword(ruleset.removeprefix("Ruleset/"))), None)
        if key is None:
            raise UnknownOption(_no_such("ruleset", ruleset, names))
        pairs.extend(_pair(text) for text in names[key].choices)
    pairs.extend(choice.items() if isinstance(choice, Mapping) else [_pair(text) for text in choice])
    by_keyword = {option.keyword: option for option in options}
    for heading, label in pairs:
        option = by_keyword.get(keyword(heading))
        if option is None:
            raise UnknownOption(_no_such("option", heading, [option.heading for option in options]))
        labels = {keyword(item.label): item for item in option.items} | {item.label: item for item in option.items}
        item = labels.get(str(label)) or labels.get(keyword(str(label)))
        if item is None:
            valid = [item.label for item in option.items]
            raise UnknownOption(_no_such(f"item of the option {option.heading!r}", str(label), valid))
        chosen[option.heading] = item
    return chosen


def _pair(text: str) -> tuple[str, str]:
    heading, _, label = text.partition("/")
    return heading, label


def _no_such(what: str, name: str, valid: Iterable[str]) -> str:
    names = list(valid)
    listed = ", ".join(repr(known) for known in names) or "none"
    return f"there is no {what} {name!r}{did_you_mean(name, names, quoted=True)} (there are: {listed})"


def replace_tags(
    lexemes: Sequence[Lexeme],
    options: Sequence[Option],
    chosen: Mapping[str, Item],
    sources: Sources,
    problems: list[Problem],
) -> list[Lexeme]:
    """Put the values of the chosen items in place of the tags; a tag that no option knows is a problem."""
    values: dict[str, tuple[Lexeme, ...]] = {}
    for option in options:
        pairs = list(zip(option.arguments, chosen[option.heading].values, strict=True))
        values.update({f"{option.tag}:{argument}": value for argument, value in pairs})
        if pairs:
            values[option.tag] = pairs[0][1]
    result: list[Lexeme] = []
    waiting = list(reversed(lexemes))
    count = 0
    while waiting:
        lexeme = waiting.pop()
        length = _tag_length(waiting) if lexeme.kind == LEFT_ANGLE else 0
        if lexeme.kind == STRING and "<" in lexeme.text:
            result.append(lexeme._replace(text=_replaced_in_string(lexeme.text, values)))
            continue
        if not length:
            result.append(lexeme)
            continue
        tag = text_of(waiting[: -length - 1 : -1][:-1])
        value = values.get(tag)
        count += 1
        if value is None:
            problems.append(_unknown_tag(lexeme, tag, values, sources))
        elif count > MOST_REPLACEMENTS * max(1, len(values)):
            message = f"the option tags are replaced without end; <{tag}> seems to contain itself"
            raise RulesError([sources.problem(lexeme.position, message)])
        del waiting[-length:]
        if value is not None:
            glued = [value[0]._replace(glued=lexeme.glued), *value[1:]] if value else []
            waiting.extend(reversed(glued))
    return result


def _tag_length(waiting: Sequence[Lexeme]) -> int:
    """How many lexemes after an opening angle belong to a tag, the closing angle included; 0 if it is no tag."""
    for length, lexeme in enumerate(reversed(waiting[-12:]), 1):
        if lexeme.kind == RIGHT_ANGLE:
            return length if length > 1 else 0
        if lexeme.kind not in (ATOM, COLON) or (length == 1 and not lexeme.glued):
            return 0
    return 0


def _replaced_in_string(text: str, values: Mapping[str, Sequence[Lexeme]]) -> str:
    def value_of(match: re.Match[str]) -> str:
        value = values.get(match[1])
        return match[0] if value is None else text_of(value).replace('"', "")

    return _TAG_IN_STRING.sub(value_of, text)


def _unknown_tag(lexeme: Lexeme, tag: str, values: Mapping[str, object], sources: Sources) -> Problem:
    return sources.problem(lexeme.position, f"no option has the tag <{tag}>", nearest=nearest_names(tag, values))
