"""Sets of goals: from files in TOML, from texts, and by their names in the bank that ships; the bank as a page."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

from apts.errors import AptsError
from apts.locales import ENGLISH
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.reading import FORMS, read_goal
from apts.playtest.metrics import declared, metric_names
from apts.playtest.metrics.metric_registry import Declaration
from apts.similar_names import did_you_mean

# ----------------------------------------------------------------------------------------------------------------
# The bank of design questions: named sets of goals that ship, a file each.

_HOME = "apts.playtest.goals"


@cache
def bank_names() -> tuple[str, ...]:
    """The names of the sets of goals that ship."""
    found = (files(_HOME) / "questions").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in found if entry.name.endswith(".toml")))


def bank_file(name: str) -> str:
    """The text of a set of goals that ships."""
    return (files(_HOME) / "questions" / f"{name}.toml").read_text(encoding="utf-8")


GoalsGiven = str | PathLike[str] | Goal | Goals
"""A text, the path of a file, the name of a set of the bank, a goal, or a set of goals."""

_SETTINGS = tuple(setting.name for setting in fields(Goals) if setting.name != "wanted")
_WORDS: dict[str, type | tuple[type, ...]] = {
    "goal": str,
    "weight": (int, float),
    "level": str,
    "name": str,
    "why": str,
}
_PAGE = "page"


def read_goals(given: GoalsGiven | Iterable[GoalsGiven]) -> Goals:
    """All goals that are given: texts, files (``goals.toml``), sets of the bank, alone or several.

    Settings of findings in files go together, those of the last file first.

    >>> from apts import read_goals
    >>> [str(goal) for goal in read_goals(["length between 20 and 40", "balance at least 0.9"]).wanted]
    ['length between 20 and 40', 'balance at least 0.9']
    """
    wanted: list[Goal] = []
    settings: dict[str, Any] = {}
    for one in _several(given):
        if isinstance(one, Goal):
            wanted.append(one)
            continue
        found = one if isinstance(one, Goals) else _read(one)
        wanted += found.wanted
        default = Goals()
        settings |= {name: getattr(found, name) for name in _SETTINGS if getattr(found, name) != getattr(default, name)}
    return Goals(wanted=tuple(dict.fromkeys(wanted)), **settings)


def requested_goals(given: Iterable[Any]) -> Goals | None:
    """The goals of a request, as it has them: what :func:`read_goals` takes, or what a file would say, as JSON values."""
    wanted = [_goals_of_data(one) if isinstance(one, Mapping) else one for one in given]
    return read_goals(wanted) if wanted else None


def _goals_of_data(data: Mapping[str, Any]) -> Goals | Goal:
    """Goals as JSON values: one with ``goal``, or settings with a list of ``goals``, as in a file."""
    if "goal" in data:
        made = read_goal(data["goal"], weight=data.get("weight"), level=data.get("level"))
        return replace(made, name=data.get("name", ""), why=data.get("why", ""))
    settings: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    listed = [_goals_of_data(one) if isinstance(one, Mapping) else one for one in settings.pop("goals", ())]
    unknown = [name for name in settings if name not in _SETTINGS]
    if unknown:
        raise AptsError(f"there is no setting {unknown[0]!r}{did_you_mean(unknown[0], _SETTINGS, 3, 0.5)}")
    return replace(read_goals(listed), **settings)


def _several(given: Any) -> list[GoalsGiven]:
    """What is given as a list; refuses what goals cannot be read from."""
    if isinstance(given, Mapping | bytes) or not isinstance(given, str | PathLike | Goal | Goals | Iterable):
        raise AptsError(f"goals are texts such as {FORMS}, files, or sets such as 'fair-seats', not {given!r}")
    several = [given] if isinstance(given, str | PathLike | Goal | Goals) else list(given)
    for one in several:
        if not isinstance(one, str | PathLike | Goal | Goals):
            raise AptsError(f"a goal is a text such as {FORMS}, a file, or a set such as 'fair-seats', not {one!r}")
    return several


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a name, or with a sign that none has
        return False


def _read(one: str | PathLike[str]) -> Goals:
    if isinstance(one, str) and one in bank_names():
        return bank_set(one).goals()
    path = Path(one)
    looks_like_a_file = not isinstance(one, str) or one.endswith(".toml") or (" " not in one and _is_file(path))
    if looks_like_a_file:
        return GoalFile(str(one), _text(path)).goals()
    assert isinstance(one, str)
    if re.fullmatch(r"\w+(-\w+)*", one.strip()) and one.strip().lower() not in metric_names():
        near = did_you_mean(one, [*bank_names(), *metric_names()], 3)
        hint = near or f"; sets of goals are: {', '.join(bank_names())}"
        raise AptsError(f"{one!r} is neither a goal, nor a file, nor a set of goals{hint}")
    return Goals(wanted=(read_goal(one),))


def bank_set(name: str) -> GoalFile:
    """A set of the bank by its name."""
    if name not in bank_names():
        hint = did_you_mean(name, bank_names(), 3) or f"; there are: {', '.join(bank_names())}"
        raise AptsError(f"there is no set of goals {name!r}{hint}")
    return GoalFile(name, bank_file(name))


def goal_name(name: str, language: str) -> str:
    """What a goal that ships is called in a language; others as they were named."""
    return _names_of_the_bank(language).get(name.lower(), name)


@cache
def _names_of_the_bank(language: str) -> dict[str, str]:
    return {known: described for name in bank_names() for known, described in bank_set(name).names(language).items()}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise AptsError(f"there is no file of goals {str(path)!r}") from None
    except UnicodeDecodeError:
        raise AptsError(f"{str(path)!r} is not a text file, so no goals can be read from it") from None
    except OSError as problem:
        raise AptsError(f"the file of goals {str(path)!r} cannot be read: {problem.strerror}") from None


@dataclass(frozen=True)
class GoalFile:
    """The text of a file of goals, under the name by which errors refer to it."""

    name: str
    text: str
    _lines: list[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_lines", self.text.splitlines())

    def data(self) -> dict[str, Any]:
        """The file as plain values."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            raise AptsError(f"{self.name} cannot be read as TOML: {problem}") from None

    def page(self, language: str = ENGLISH) -> dict[str, str]:
        """What a set of the bank says about itself in a language; what has no words there in English."""
        own = self.data().get(_PAGE, {})
        facts = {**own, **own.get(language, {})}
        return {key: value.strip() for key, value in facts.items() if isinstance(value, str)}

    @property
    def order(self) -> float:
        """The place of a set of the bank where several are shown, the smallest first."""
        return float(self.data().get(_PAGE, {}).get("order", math.inf))

    @property
    def is_usual(self) -> bool:
        """Whether a set of the bank is asked where nobody says what is wanted."""
        return bool(self.data().get(_PAGE, {}).get("usual", False))

    @property
    def for_several(self) -> bool:
        """Whether a set of the bank is about games that more than one plays."""
        return bool(self.data().get(_PAGE, {}).get("several", False))

    def metrics(self) -> tuple[Declaration, ...]:
        """What the metrics of its goals say of themselves."""
        return tuple(declared(goal.metric) for goal in self.goals().wanted)

    def names(self, language: str) -> dict[str, str]:
        """What its goals are called in a language, by their English names in small letters."""
        described = self.data().get(_PAGE, {}).get(language, {}).get("names", ())
        return {goal.name.lower(): name for goal, name in zip(self.goals().wanted, described, strict=False)}

    def labels(self, language: str) -> tuple[str, ...]:
        """What its goals are called where their numbers are asked for, in a language or in English, or by their names."""
        page = self.data().get(_PAGE, {})
        told = page.get(language, {}).get("labels") or page.get("labels") or ()
        wanted = self.goals().wanted
        return (*told[: len(wanted)], *(goal.name or str(goal) for goal in wanted[len(told) :]))

    def goals(self) -> Goals:
        """The goals and the settings of findings."""
        data = self.data()
        data.pop(_PAGE, None)
        listed = data.pop("goals", [])
        if not isinstance(listed, list):
            self._refuse(
                self._line_of("goals"), 'goals are a list of texts, or tables [[goals]] with goal = "…" in each'
            )
        settings = {name: self._setting(name, value) for name, value in data.items()}
        wanted = tuple(self._goal(number, entry) for number, entry in enumerate(listed))
        if not wanted and not settings:
            raise AptsError(f'{self.name} has no goals; a file of goals has goals = ["length between 20 and 40"]')
        try:
            return Goals(wanted=wanted, **settings)
        except AptsError as problem:
            raise AptsError(f"{self.name}: {problem}") from None

    def _setting(self, name: str, value: Any) -> Any:
        line = self._line_of(name)
        if name not in _SETTINGS:
            hint = did_you_mean(name, ["goals", *_SETTINGS], 3, 0.5) or f"; there are: goals, {', '.join(_SETTINGS)}"
            self._refuse(line, f"there is no setting {name!r}{hint}")
        if name == "bands":
            if not isinstance(value, list) or not all(type(cut) is int for cut in value):
                self._refuse(line, "bands are a list of lengths, such as [20, 30]")
            return tuple(sorted(set(value)))
        whole = name in ("min_turns", "max_turns")
        if type(value) not in ((int,) if whole else (int, float)):
            self._refuse(line, f"{name} is a {'whole ' if whole else ''}number, not {value!r}")
        return value

    def _goal(self, number: int, entry: Any) -> Goal:
        line = self._line_of_goal(number, entry)
        if isinstance(entry, str):
            entry = {"goal": entry}
        if not isinstance(entry, Mapping):
            self._refuse(line, f"goal {number + 1} is neither a text nor a table, but {entry!r}")
        for key, value in entry.items():
            self._check_word(self._line_of(key, self._table_of_goal(number) or 1) or line, number, key, value)
        if "goal" not in entry:
            self._refuse(line, f'goal {number + 1} does not say what is wanted: goal = "length between 20 and 40"')
        try:
            found = read_goal(entry["goal"], weight=entry.get("weight"), level=entry.get("level"))
        except AptsError as problem:
            self._refuse(line, str(problem))
        return replace(found, name=entry.get("name", ""), why=entry.get("why", "").strip())

    def _check_word(self, line: int | None, number: int, key: str, value: Any) -> None:
        if key not in _WORDS:
            hint = did_you_mean(key, _WORDS, 1, 0.5) or f"; there are: {', '.join(_WORDS)}"
            where = "; settings stand before the first goal" if key in _SETTINGS else hint
            self._refuse(line, f"goal {number + 1} has a word {key!r} that no goal has{where}")
        if not isinstance(value, _WORDS[key]) or isinstance(value, bool):
            kind = "a number" if key == "weight" else "a text"
            self._refuse(line, f"{key} of goal {number + 1} is {kind}, not {value!r}")

    def _line_of(self, key: str, first: int = 1) -> int | None:
        wanted = re.compile(rf"\s*(\[+\s*)?\"?{re.escape(key)}\b")
        return next((n for n, line in enumerate(self._lines, 1) if n >= first and wanted.match(line)), None)

    def _line_of_goal(self, number: int, entry: Any) -> int | None:
        """The line on which a goal begins: its table, or the line that has its text."""
        words = entry.get("goal") if isinstance(entry, Mapping) else entry
        table = self._table_of_goal(number)
        if isinstance(words, str):
            found = (n for n, line in enumerate(self._lines, 1) if n >= (table or 1) and words in line)
            return next(found, table)
        return table or self._line_of("goals")

    def _table_of_goal(self, number: int) -> int | None:
        tables = (n for n, line in enumerate(self._lines, 1) if re.match(r"\s*\[\[\s*goals\s*\]\]", line))
        return next(islice(tables, number, None), None)

    def _refuse(self, line: int | None, problem: str) -> NoReturn:
        where = f", line {line}" if line is not None else ""
        raise AptsError(f"{self.name}{where}: {problem}")


# ----------------------------------------------------------------------------------------------------------------
# The design questions of the bank as a page of the documentation.

PARTS = {
    "why": "Why it matters",
    "measured": "How it is measured",
    "try": "What to try if it is missed",
}
"""The parts of a question's page and their headings."""

_OPENING = """# Design questions

The bank of [goals](goals.md) that ships, a set for each question. `apts goals check GAME NAME` checks one, several names
check several; `apts improve GAME --goal NAME` looks for rules that meet it. Made from the sets themselves.
"""


def question_pages() -> str:
    """The whole page: a list of all questions, then each of them."""
    pages = {name: bank_set(name).page() for name in bank_names()}
    listed = [f"- [{page['question']}](#{name}) `{name}`" for name, page in pages.items()]
    return "\n".join([_OPENING, *listed, "", *(_section(name, page) for name, page in pages.items())])


def describe_goal(goal: Goal) -> str:
    """A goal with its weight, where it is a wish, and its name."""
    wish = "" if goal.weight is None else f" (a wish of weight {goal.weight:g})"
    return f"{goal}{wish}{f': {goal.name}' if goal.name else ''}"


def _section(name: str, page: dict[str, str]) -> str:
    parts = [f"**{heading}.** {page[part]}\n" for part, heading in PARTS.items()]
    goals = [f"- {describe_goal(goal)}" for goal in bank_set(name).goals().wanted]
    return "\n".join([f"## {name}", "", f"*{page['question']}*", "", *parts, "Goals:", "", *goals, ""])
