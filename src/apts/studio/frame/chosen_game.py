"""A game as somebody chose it on its page: options and parameters in the address, the game they make, and what is
wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from apts.locales import ENGLISH, LANGUAGES
from apts.studio.frame.rendering import Setting, Settings, as_sentence, with_settings
from apts.studio.frame.studio import Studio, text_of
from apts.studio.store.game_store import StoredGame
from apts.studio.store.jobs import JobGame
from apts.studio.words import StudioTexts, words
from apts.studio.workers.pool import Refused
from apts.telling.translated_mistakes import is_english, part_in, sentence_in

# ----------------------------------------------------------------------------------------------------------------
# A game with the settings that somebody chose on its page: what they are, and what the game is like with them.
#
# Choosing an option can change what else there is to turn, and its usual values. So parameters count only under
# the options that they were turned under: ``under`` says which those were, and with others all parameters are as
# usual again.

Sheet = Mapping[str, Any]
OPTION = "option"
LATE = 3.0
"""How much longer than other questions a sheet may take, for pages do not wait for it."""


@dataclass(frozen=True)
class Knob:
    """A parameter to turn: its names in words by language, the path it is set by, its value now and as usual, its bounds."""

    names: Mapping[str, str]
    path: str
    value: Setting
    usual: Setting
    low: int | None
    high: int | None
    part: str

    @property
    def turned(self) -> bool:
        """Whether it is not as usual."""
        return self.value != self.usual


@dataclass(frozen=True)
class TurnedGame:
    """A game of the store under settings; ``under`` are the options alone, as text."""

    game: StoredGame
    sheet: Sheet
    settings: Settings
    under: str
    knobs: tuple[Knob, ...] = field(default=())

    def address(self, area: str = "") -> str:
        """The address of a part of the game with these settings."""
        return with_settings(f"/games/{self.game.id}{area}", self.settings)

    def changed_under(self, option: Mapping[str, Any]) -> tuple[Knob, ...]:
        """The parameters that an item of an option gives and that were turned since: its text is not true any more."""
        return tuple(knob for knob in self.knobs if knob.turned and knob.path in option["paths"])

    @property
    def query(self) -> str:
        """The settings as they stand behind an address."""
        return with_settings("", self.settings)

    @property
    def picture(self) -> str:
        """The address of its board."""
        version = self.game.version if self.game.own else None
        return with_settings(f"/games/{self.game.id}/board.svg", self.settings, version=version)


def turned(studio: Studio, game: StoredGame, wanted: Settings, under: str | None = None) -> TurnedGame:
    """A game under the settings that are wanted; those that are as usual are left out."""
    default = sheet_of(studio, game)
    chosen = {one["heading"]: one["chosen"] for one in default["options"]}
    options: dict[str, Setting] = {
        name: str(value) for name, value in wanted.items() if name in chosen and str(value) != chosen[name]
    }
    base = sheet_of(studio, game, options) if options else default
    described = with_settings("", options)
    settings = dict(options)
    if under is None or under == described:
        settings |= _parameters(base, {name: value for name, value in wanted.items() if name not in chosen})
    sheet = sheet_of(studio, game, settings) if settings else default
    return TurnedGame(game, sheet, settings, described, _knobs(base, settings))


def describe_settings(sheet: Sheet, settings: Settings, language: str) -> str:
    """Settings as people read them, each value that stands for several paths once; nothing where there are none."""
    names = {path: one["names"][language] for one in sheet["tunables"] for path in one["paths"]}
    message = words(language)
    data = {
        names.get(name, name): message("game.yes" if value else "game.no") if isinstance(value, bool) else str(value)
        for name, value in settings.items()
    }
    return ", ".join(f"{name} = {value}" for name, value in data.items())


def job_game(shown: TurnedGame) -> JobGame:
    """A game with its settings as jobs are given it, with what people read of these in each language."""
    by_language = {language: describe_settings(shown.sheet, shown.settings, language) for language in LANGUAGES}
    return JobGame(shown.game.version, shown.settings, by_language if shown.settings else {})


def sheet_of(studio: Studio, game: StoredGame, settings: Settings | None = None) -> Sheet:
    """What the page of a game tells of it."""
    seconds = LATE * studio.settings.costs.question_seconds
    found: Sheet = studio.workers.remembered("game_summary", seconds=seconds, game=text_of(game, settings))
    return found


def _parameters(base: Sheet, wanted: Settings) -> dict[str, Setting]:
    """Values for all paths that one place of the text stands for; a name that nothing has is kept, and will be refused."""
    found: dict[str, Setting] = dict(wanted)
    for one in base["tunables"]:
        if one["kind"] == OPTION or one["path"] not in wanted:
            continue
        for path in one["paths"]:
            if wanted[one["path"]] == one["value"]:
                found.pop(path, None)
            else:
                found[path] = wanted[one["path"]]
    return found


def _knobs(base: Sheet, settings: Settings) -> tuple[Knob, ...]:
    return tuple(
        Knob(
            one["names"], one["path"], settings.get(one["path"], one["value"]), one["value"], one.get("low"),
            one.get("high"), _part(one["path"]),
        )
        for one in base["tunables"]
        if one["kind"] != OPTION and one["fixed"] is None
    )  # fmt: skip


def _part(path: str) -> str:
    """Which part of the rules a parameter is of: what is on the table, the set-up, a turn, the end."""
    if path.startswith("equipment"):
        return "table"
    if path.startswith("rules.start"):
        return "start"
    if path.startswith("rules.end") or ".end." in path:
        return "end"
    return "turn" if path.startswith("rules.") else "other"


# ----------------------------------------------------------------------------------------------------------------
# Mistakes of rules texts as pages show them, in the language of the reader where the frequent ones are told in
# it.


def describe_mistake(mistake: str, message: StudioTexts) -> tuple[str, str]:
    """A mistake as a sentence, and the language that it is in: the reader's, or English where that has no words for it.

    No sentence is half in one language and half in another.
    """
    text = mistake.strip()
    described = None if message.language == ENGLISH else _text_in(text, message.language)
    if described is None and (message.language == ENGLISH or is_english(text)):
        return as_sentence(mistake), ENGLISH
    return as_sentence(text if described is None else described), message.language


def _text_in(text: str, language: str) -> str | None:
    """A mistake in a language, whether it stands by itself, as a sentence of a page, or with its line of the rules."""
    if "\n" in text:
        lines = [_line_in(line, language) for line in text.split("\n")]
        return None if None in lines else "\n".join(line for line in lines if line is not None)
    bare = text[:1].lower() + text[1:].removesuffix(".")
    return sentence_in(text, language) or sentence_in(bare, language) or _line_in(text, language)


_AT = re.compile(r"(\S+:\d+:\d+: )(.+)", re.DOTALL)
_LISTED = {"  expected: ": "editor.expected", "  did you mean: ": "editor.nearest"}


def _line_in(line: str, language: str) -> str | None:
    """A line of a mistake with its place: what is wrong, the line of the rules, a caret, what would be right."""
    if line.startswith("    ") or not line.strip():
        return line
    for beginning, key in _LISTED.items():
        if line.startswith(beginning):
            names = line.removeprefix(beginning).removesuffix("?").split(", ")
            return "  " + words(language)(key, names=", ".join(part_in(name, language) or name for name in names))
    at = _AT.fullmatch(line)
    described = sentence_in(line if at is None else at[2], language)
    return None if described is None else described if at is None else at[1] + described


def mistake_in_words(mistake: str, message: StudioTexts) -> Markup:
    """A mistake inside a page: in the reader's language, or marked as English where that has no words for it."""
    sentence, language = describe_mistake(mistake, message)
    if language == message.language:
        return escape(sentence)
    return Markup('<span lang="{}">{}</span>').format(language, sentence)


def problem_data(severity: str, problem: Mapping[str, Any], message: StudioTexts) -> dict[str, Any]:
    """A problem with its sentence, and what was expected or probably meant, in lines of their own."""
    sentence, language = describe_mistake(problem["message"], message)
    hints = [
        message(f"editor.{name}", names=", ".join(part_in(one, message.language) or one for one in problem[name]))
        for name in ("expected", "nearest")
        if problem.get(name)
    ]
    return {
        "severity": severity,
        "line": problem.get("line"),
        "column": problem.get("column"),
        "sentence": sentence,
        "language": language,
        "hints": hints,
        "nearest": problem.get("nearest", []),
    }


def problems_data(problem: Refused, message: StudioTexts) -> Sequence[Mapping[str, Any]]:
    """Everything that is wrong with rules that were refused."""
    return [problem_data("error", one, message) for one in problem.problems or [{"message": str(problem)}]]
