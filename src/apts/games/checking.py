"""Checking a rules file: every mistake, or the game with all that is doubtful about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from apts.engine.class_contract import check_written_game
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.doubts.all_doubts import Doubts, game_doubts, rules_doubts
from apts.engine.doubts.doubt import Doubt
from apts.engine.doubts.random_course import MATCHES
from apts.engine.lowering.sites.regions import NoSuchSite
from apts.engine.play.failures import RuleFailure
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load, rules_game, typed_rules
from apts.games.rules_file import rules_text
from apts.language.mistakes.problems import RulesError, Sources
from apts.language.tree import TextPlace
from apts.whole_numbers import seed_given, whole_number


@dataclass(frozen=True)
class Checked:
    """A game without mistakes, and what is doubtful about it."""

    game: Game
    doubts: Doubts

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What can hardly be meant."""
        return self.doubts.warnings

    @property
    def notes(self) -> tuple[Doubt, ...]:
        """What may well be meant, and should be known."""
        return tuple(doubt for doubt in self.doubts.all if not doubt.grave)


def check(
    path: str | Path, settings: Mapping[str, Any] | None = None, *, matches: int = MATCHES, seed: int = 0
) -> Checked:
    """Load a file and look for doubts, also in random matches; mistakes raise an error that has all of them.

    >>> import apts, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "row.lud"
    >>> board = '(equipment { (board (square 3)) (piece "Disc" Each) })'
    >>> end = "(end (if (is Line 3) (result P1 Win)))"
    >>> _ = file.write_text(f'(game "Row" (players 2) {board} (rules (play (move Add (to (sites Empty)))) {end}))')
    >>> [doubt.problem.message for doubt in apts.check(file).warnings]
    ['player 2 cannot win: no end rule makes it the winner']
    """
    if not isinstance(path, str | PathLike):
        raise AptsError(f"what is checked is a file of rules, named by its path, not {path!r}")
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
    matches, seed = whole_number("the number of random matches", matches, 0), seed_given(seed)
    try:
        game = made()
        check_written_game(game)
        return Checked(game, game_doubts(game, matches, seed))
    except (UnsupportedRule, RuleFailure, NoSuchSite) as error:
        if error.position is None:
            raise
        raise _with_doubts(error, error.position, read(), name, settings) from error


def _with_doubts(
    error: UnsupportedRule | RuleFailure | NoSuchSite, place: TextPlace, text: str, name: str, settings: dict[str, Any]
) -> RulesError:
    """All that keeps typed rules from being played, and what is doubtful besides."""
    doubts = rules_doubts(typed_rules(text, name, settings), text)
    refused = [doubt for doubt in doubts if doubt.refused or _is_that_site(doubt, error)]
    problems = [doubt.problem for doubt in refused]
    if place.line not in {problem.position.line for problem in problems} and not any(
        _is_that_site(doubt, error) for doubt in refused
    ):
        what = f"{error.sort}: {error.what}" if isinstance(error, UnsupportedRule) else error.what
        problems.append(Sources({place.file: text}).problem(place, what))
    return RulesError([*problems, *(doubt.told for doubt in doubts if doubt not in refused)])


def _is_that_site(doubt: Doubt, error: AptsError) -> bool:
    """Whether the doubt is about the number for which the rules were refused, where it is written."""
    return isinstance(error, NoSuchSite) and doubt.problem.message.startswith(f"there is no site {error.site};")
