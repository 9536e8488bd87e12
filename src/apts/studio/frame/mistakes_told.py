"""Mistakes of rules texts as pages show them, in the language of the reader where the frequent ones are told in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from apts.studio.frame.rendering import as_sentence
from apts.studio.words import Words
from apts.studio.workshop.pool import Refused

_GAP = re.compile(r"\\{(\w+)\\}")


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What English sentences look like, and how a language says each; the first that fits counts."""
    file = files("apts.studio").joinpath("texts", f"mistakes.{language}.toml")
    if not file.is_file():
        return ()
    known = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        (re.compile(_GAP.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), told) for english, told in known.items()
    )


def told_mistake(message: str, say: Words) -> tuple[str, str]:
    """A mistake as a sentence, and the language that it is in: the reader's, or English where that has no words for it."""
    for pattern, told in _patterns(say.language):
        if found := pattern.fullmatch(message.strip()):
            return as_sentence(told.format(**found.groupdict())), say.language
    return as_sentence(message), "en"


def told_problem(severity: str, problem: Mapping[str, Any], say: Words) -> dict[str, Any]:
    """A problem with its sentence, and what was expected or probably meant, in lines of their own."""
    sentence, language = told_mistake(problem["message"], say)
    hints = [
        say(f"editor.{name}", names=", ".join(problem[name])) for name in ("expected", "nearest") if problem.get(name)
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


def told_problems(problem: Refused, say: Words) -> Sequence[Mapping[str, Any]]:
    """Everything that is wrong with rules that were refused."""
    return [told_problem("error", one, say) for one in problem.problems or [{"message": str(problem)}]]
