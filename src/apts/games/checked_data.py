"""What was found in a rules file as plain values, for programs and pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.engine.lints.lint import Lint
from apts.engine.play_continues import announcement
from apts.errors import AptsError
from apts.games.checking import Checked
from apts.games.class_arguments import count_of_parameters
from apts.language.mistakes.problems import Problem
from apts.language.tree import NOWHERE


def checked_data(found: Checked) -> dict[str, Any]:
    """What programs read of a game without mistakes."""
    game, course = found.game, found.lints.course
    return {
        "name": game.name,
        "players": game.players,
        "moves": len(game.start().moves()),
        "parameters": count_of_parameters(game),
        "options": len(game.options),
        "chosen": dict(game.chosen),
        "plays_on": announcement(game),
        "notice": game.notice,
        "warnings": _lints_listed(found.warnings),
        "notes": _lints_listed(found.notes),
        "matches": {"wanted": course.wanted, "played": course.playouts.count, "failure": course.failure},
    }


def _lints_listed(lints: Sequence[Lint]) -> list[dict[str, Any]]:
    return [{"kind": lint.kind, **_described(lint.problem)} for lint in lints]


def mistakes_data(error: AptsError) -> list[dict[str, Any]]:
    """Each problem of an error with its place, where the error knows places."""
    problems: list[Problem] = [*getattr(error, "problems", ()), *getattr(error, "unsupported", ())]
    return [_described(problem) for problem in problems]


def _described(problem: Problem) -> dict[str, Any]:
    place = problem.position
    return {
        "file": place.file if place != NOWHERE else None,
        "line": place.line if place != NOWHERE else None,
        "column": place.column if place != NOWHERE else None,
        "message": problem.message,
        "expected": list(problem.expected),
        "nearest": list(problem.nearest),
    }
