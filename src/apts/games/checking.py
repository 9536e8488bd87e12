"""Checking a rules file: every mistake, or the game with all that is doubtful about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from apts.engine.class_contract import check_written_game
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.lints.all_lints import Lints, game_lints, rules_lints, unset_lints
from apts.engine.lints.lint import Lint, in_order
from apts.engine.lints.random_course import MATCHES
from apts.engine.lowering.sites.regions import NoSuchSite
from apts.engine.play.failures import RuleFailure
from apts.engine.play.game import Game
from apts.engine.play_continues import announcement
from apts.errors import AptsError
from apts.games.library import load, rules_game, typed_rules
from apts.games.python_file import count_of_parameters
from apts.games.rules_file import is_text_of_rules, rules_text
from apts.input_checks import check_seed, whole_number
from apts.language.mistakes.problems import Problem, RulesError, Sources
from apts.language.tree import NOWHERE, Clause, TextPlace


@dataclass(frozen=True)
class Checked:
    """A game without mistakes, and what is doubtful about it."""

    game: Game
    lints: Lints

    @property
    def warnings(self) -> tuple[Lint, ...]:
        """What can hardly be meant."""
        return self.lints.warnings

    @property
    def notes(self) -> tuple[Lint, ...]:
        """What may well be meant, and should be known."""
        return tuple(lint for lint in self.lints.all if not lint.grave)


def check(
    path: str | PathLike[str], settings: Mapping[str, Any] | None = None, *, matches: int = MATCHES, seed: int = 0
) -> Checked:
    """Look for doubts about a game, also in random matches; mistakes raise an error that has all of them.

    A file is named by its path; the text of rules is taken, too, as :func:`apts.load` does.

    >>> import apts, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "row.lud"
    >>> board = '(equipment { (board (square 3)) (piece "Disc" Each) })'
    >>> end = "(end (if (is Line 3) (result P1 Win)))"
    >>> _ = file.write_text(f'(game "Row" (players 2) {board} (rules (play (move Add (to (sites Empty)))) {end}))')
    >>> [doubt.problem.message for doubt in apts.check(file).warnings]
    ['player 2 cannot win: no end rule makes it the winner']
    """
    if not isinstance(path, str | PathLike):
        raise AptsError(f"expected the text of rules or the path of a rules file, not {path!r}")
    if isinstance(path, str) and is_text_of_rules(path):
        return check_text(path, "<rules>", settings, matches=matches, seed=seed)
    file, chosen = Path(path), dict(settings or {})
    return _checked(lambda: load(file, **chosen), lambda: rules_text(file), file.name, chosen, matches, seed)


def check_text(
    text: str, name: str, settings: Mapping[str, Any] | None = None, *, matches: int = MATCHES, seed: int = 0
) -> Checked:
    """The same for a text that is in no file yet; ``name`` is what its mistakes are said to be in."""
    chosen = dict(settings or {})
    return _checked(lambda: rules_game(text, name, chosen), lambda: text, name, chosen, matches, seed)


def _checked(
    made: Callable[[], Game], read: Callable[[], str], name: str, settings: dict[str, Any], matches: int, seed: int
) -> Checked:
    matches, seed = whole_number("the number of random matches", matches, 0), check_seed(seed)
    game: Game | None = None
    try:
        game = made()
        check_written_game(game)
        return Checked(game, game_lints(game, matches, seed))
    except (UnsupportedRule, RuleFailure, NoSuchSite) as error:
        if error.position is None:
            raise
        raise _with_lints(error, error.position, game, read(), name, settings) from error


def _with_lints(
    error: UnsupportedRule | RuleFailure | NoSuchSite,
    place: TextPlace,
    game: Game | None,
    text: str,
    name: str,
    settings: dict[str, Any],
) -> RulesError:
    """All that keeps typed rules from being played, and what is doubtful besides.

    A rule that breaks off because it asks for a place that nothing sets is told as that.
    """
    rules = typed_rules(text, name, settings)
    doubts = rules_lints(rules, text)
    if game is not None:
        unset = [lint for lint in unset_lints(game) if lint not in doubts]
        if causes := [lint for lint in unset if _stands_in(rules, place, lint.problem.position)]:
            others = [lint for lint in in_order([*doubts, *unset]) if lint not in causes]
            return RulesError([*(lint.problem for lint in causes), *(lint.with_severity for lint in others)])
        doubts = in_order([*doubts, *unset])
    refused = [lint for lint in doubts if lint.refused or _is_that_site(lint, error)]
    problems = [lint.problem for lint in refused]
    if place.line not in {problem.position.line for problem in problems} and not any(
        _is_that_site(lint, error) for lint in refused
    ):
        what = f"{error.sort}: {error.what}" if isinstance(error, UnsupportedRule) else error.what
        problems.append(Sources({place.file: text}).problem(place, what))
    return RulesError([*problems, *(lint.with_severity for lint in doubts if lint not in refused)])


def _stands_in(rules: Clause, place: TextPlace, inner: TextPlace) -> bool:
    """Whether a clause that stands at one place has a clause inside that stands at another one."""
    around = (clause for clause in rules.clauses() if clause.position == place)
    return any(part.position == inner for clause in around for part in clause.clauses())


def _is_that_site(lint: Lint, error: AptsError) -> bool:
    """Whether the doubt is about the number for which the rules were refused, where it is written."""
    return isinstance(error, NoSuchSite) and lint.problem.message.startswith(f"there is no site {error.site};")


# ----------------------------------------------------------------------------------------------------------------
# What was found in a rules file as plain values, for programs and pages.


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
