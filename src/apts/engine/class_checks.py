"""What a game written in Python must not do, said in a sentence that names the method and the position.

Everything that a class answers is looked at here before anybody relies on it: a mistake in the class is its author's to
mend, so the author is told where it is instead of meeting an error of ours somewhere later.
"""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from apts.engine.play.outcome import Outcome, amounts_mistake, check_teams, rank_mistake, team_ranks
from apts.errors import AptsError
from apts.input_checks import is_printable
from apts.language.presentation import LONGEST_NAME, is_short_name

if TYPE_CHECKING:
    from apts.engine.python_game import PythonGame

MOST_SEATS = 16
_LONGEST_TEXT = 200
_CLOSE = 1e-9

Answer = TypeVar("Answer")


class BrokenGame(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A class that does not keep what :class:`PythonGame` demands of it."""


def breach(definition: PythonGame[Any], method: str, position: Any, what: str) -> BrokenGame:
    """The sentence about a method that does something wrong in a position."""
    return BrokenGame(f"{type(definition).__name__}.{method} is wrong {_place(definition, position)}: {what}")


def _place(definition: PythonGame[Any], position: Any) -> str:
    if position is None:
        return "at the start"
    try:
        text = str(definition.write(position))
    except Exception:  # the class is broken already; its own value says where
        text = repr(position)
    return f"in the position {text[:_LONGEST_TEXT]!r}"


def call_checked(definition: PythonGame[Any], method: str, position: Any, ask: Callable[[], Answer]) -> Answer:
    """The answer of a class; an error inside it is told with its place in the class."""
    try:
        return ask()
    except AptsError:
        raise
    except (Exception, SystemExit) as error:  # a class that wants to end the program would end a run without a word
        raise _raised(definition, method, position, error) from error


def _raised(definition: PythonGame[Any], method: str, position: Any, error: BaseException) -> BrokenGame:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename.rpartition('/')[2]}, line {frames[-1].lineno})" if frames else ""
    text = f": {error}" if str(error) else ""
    return breach(definition, method, position, f"it raises {type(error).__name__}{text}{where}")


def check_facts(definition: PythonGame[Any]) -> None:
    """Refuse a class without a name or with an impossible number of seats."""
    name, players = getattr(definition, "name", None), definition.players
    own = type(definition).__name__
    if not isinstance(name, str) or not name.strip():
        raise BrokenGame(f"{own} has no name: a class says what the game is called, as in name = 'Nim'")
    if not is_printable(name):
        raise BrokenGame(f"{own}.name is {name!r}: a name has no control characters and is one line")
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= MOST_SEATS:
        raise BrokenGame(f"{own}.players is {players!r}: a game has 1 to {MOST_SEATS} seats, as in players = 2")
    _check_seat_names(definition)
    _check_teams(definition)


def _check_teams(definition: PythonGame[Any]) -> None:
    """Refuse teams that are none, and seats that play together in another way than they say."""
    teams, own, seats = definition.teams, type(definition).__name__, definition.players
    if not isinstance(definition.cooperative, bool):
        raise BrokenGame(f"{own}.cooperative is {definition.cooperative!r}: True or False is expected")
    if isinstance(teams, tuple | list) and not teams:
        return
    try:
        known = check_teams(teams)
    except AptsError as problem:
        raise BrokenGame(f"{own}.teams: {problem}") from None
    if len(known) != seats or len(set(known)) < 2:
        raise BrokenGame(
            f"{own}.teams is {teams!r}: a team for each of the {seats} seats is expected, and two teams or more; where all "
            "win or lose together the class says cooperative = True"
        )


def _check_seat_names(definition: PythonGame[Any]) -> None:
    """Refuse names of seats that are not one for each, told apart and fit to be shown."""
    names, own = definition.seat_names, type(definition).__name__
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) not in (0, definition.players):
        seats = f"one name for each of the {definition.players} seats"
        raise BrokenGame(f"{own}.seat_names is {names!r}: {seats} is expected, as in ('Defenders', 'Raiders')")
    wrong = [name for name in names if not isinstance(name, str) or not is_short_name(name)]
    if wrong:
        raise BrokenGame(f"{own}.seat_names has {wrong[0]!r}: a name is one line of 1 to {LONGEST_NAME} characters")
    if len({name.casefold() for name in names}) < len(names):
        raise BrokenGame(f"{own}.seat_names is {names!r}: two seats cannot have one name")


def checked_mover(definition: PythonGame[Any], position: Any, seat: Any) -> int:
    """The seat to move, if there is such a seat."""
    if type(seat) is int and 1 <= seat <= definition.players:
        return seat
    if not hasattr(seat, "__index__") or isinstance(seat, bool) or not 1 <= int(seat) <= definition.players:
        raise breach(definition, "mover", position, f"it gives {seat!r}; seats are 1 to {definition.players}")
    return int(seat)


def checked_moves(definition: PythonGame[Any], position: Any, moves: Any) -> list[str]:
    """The texts of the legal moves, if they can be told apart and there is one."""
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise breach(definition, "moves", position, f"it gives {_kind(moves)}; a list of texts is expected")
    texts = list(moves)
    if not texts:
        raise breach(definition, "moves", position, "it gives no move, and outcome says that the match is not over")
    seen: dict[str, str] = {}
    for text in texts:
        if not isinstance(text, str):
            raise breach(
                definition, "moves", position, f"it gives the move {text!r}, which is {_kind(text)}, not a text"
            )
        if not text or text != text.strip() or not is_printable(text):
            raise breach(
                definition, "moves", position,
                f"it gives the move {text!r}; a text has no blanks around it, no control characters, and is not empty",
            )  # fmt: skip
        folded = text.casefold()
        if folded in seen:
            same = (
                "twice" if seen[folded] == text else f"and {seen[folded]!r}, which differ in upper and lower case only"
            )
            raise breach(
                definition, "moves", position, f"it gives the move {text!r} {same}; every move has its own text"
            )
        seen[folded] = text
    return texts


def checked_outcome(definition: PythonGame[Any], position: Any, outcome: Any) -> Outcome | None:
    """How the match ended, if every seat has its rank and its utility."""
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome):
        raise breach(
            definition, "outcome", position,
            f"it gives {_kind(outcome)}; None or an Outcome is expected, such as Outcome.won_by(1, 2, 'three in a row')",
        )  # fmt: skip
    for word, values in (("ranks", outcome.ranks), ("utilities", outcome.utilities)):
        if len(values) != definition.players:
            seats = "1 seat" if definition.players == 1 else f"{definition.players} seats"
            raise breach(definition, "outcome", position, f"it gives {len(values)} {word}, and the game has {seats}")
        wrong = next((value for value in values if not _is_number(value)), None)
        if wrong is not None:
            raise breach(
                definition, "outcome", position, f"one of its {word} is {wrong!r}; finite numbers are expected"
            )
    for word in ("points", "payoffs"):
        check_amounts(definition, "outcome", position, getattr(outcome, word), f"its {word} are")
    alike = outcome.draw or outcome.all_won or outcome.all_lost
    if definition.cooperative and definition.players > 1 and not alike:
        raise breach(
            definition, "outcome", position,
            f"its ranks are {_listed(outcome.ranks)}, and the class says cooperative = True: all win or lose together, as "
            "Outcome.all_win and Outcome.all_lose have it",
        )  # fmt: skip
    teams = tuple(definition.teams) or outcome.teams
    found: Outcome = outcome if not teams or alike else _of_teams(definition, position, outcome, teams)
    _check_ranks(definition, position, found, in_teams=bool(teams))
    return replace(found, teams=teams) if found.teams != teams else found


def _of_teams(definition: PythonGame[Any], position: Any, outcome: Outcome, teams: tuple[int, ...]) -> Outcome:
    """The outcome with the ranks that teams have, whichever way the places of the teams were written."""
    if len(teams) != definition.players:
        raise breach(
            definition,
            "outcome",
            position,
            f"its teams are {_listed(teams)}, and the game has {definition.players} seats",
        )
    for team in sorted(set(teams)):
        own = sorted({rank for rank, known in zip(outcome.ranks, teams, strict=True) if known == team})
        if len(own) > 1:
            raise breach(
                definition, "outcome", position,
                f"its ranks are {_listed(outcome.ranks)}, and the members of team {team} have {_listed(own)}: a team "
                "has one place, as Outcome.team_won and Outcome.by_teams give it",
            )  # fmt: skip
    ranks = team_ranks(outcome.ranks, teams)
    return Outcome.of_the_rules(ranks, outcome.reason, outcome.line, outcome.closing, teams)


def _check_ranks(definition: PythonGame[Any], position: Any, outcome: Outcome, *, in_teams: bool) -> None:
    ranks, mistake = outcome.ranks, None if in_teams else rank_mistake(outcome.ranks)
    if mistake is not None:
        raise breach(definition, "outcome", position, f"its ranks are {_listed(ranks)}; {mistake}")
    if any(not -1.0 - _CLOSE <= value <= 1.0 + _CLOSE for value in outcome.utilities):
        raise breach(
            definition, "outcome", position, f"its utilities are {_listed(outcome.utilities)}; they lie from -1 to 1"
        )
    first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1.0]
    if outcome.winner is not None and first != [outcome.winner]:
        raise breach(
            definition, "outcome", position,
            f"the winner is {outcome.winner!r}, and the ranks are {_listed(ranks)}; the winner alone has rank 1",
        )  # fmt: skip
    if isinstance(outcome.reason, str) and not is_printable(outcome.reason):
        raise breach(definition, "outcome", position, f"its reason is {outcome.reason!r}; it has no control characters")
    if not isinstance(outcome.reason, str):
        raise breach(definition, "outcome", position, f"its reason is {_kind(outcome.reason)}; a text is expected")


def check_amounts(definition: PythonGame[Any], method: str, position: Any, amounts: Any, it: str) -> None:
    """Refuse points or payoffs that are not one number for each seat; nothing is as good."""
    mistake = None if amounts is None else amounts_mistake(amounts, definition.players)
    if mistake is not None:
        raise breach(definition, method, position, f"{it} {amounts!r}; {mistake}")


def checked_estimate(definition: PythonGame[Any], position: Any, estimate: Any) -> float | None:
    """What a class holds a position for, if that is a number or nothing; beyond a sure win nothing is better."""
    if estimate is None:
        return None
    if not _is_number(estimate):
        what = f"it gives {_kind(estimate)}; None or a number from -1 (lost) to 1 (won) is expected"
        raise breach(definition, "estimate", position, what)
    return max(-1.0, min(1.0, float(estimate)))


def checked_drawing(definition: PythonGame[Any], method: str, position: Any, drawing: Any) -> str:
    """What a class draws, if it is a text."""
    if not isinstance(drawing, str):
        raise breach(definition, method, position, f"it gives {drawing!r}; a drawing is expected, as a text")
    return drawing


def checked_position(definition: PythonGame[Any], method: str, before: Any, position: Any) -> Any:
    """The position that a method gives, if it gives one."""
    if position is None:
        raise breach(definition, method, before, "it gives None, no position; is a return missing?")
    return position


def check_hashable(definition: PythonGame[Any], method: str, before: Any, position: Any) -> None:
    """Refuse a position that has no hash."""
    try:
        hash(position)
    except TypeError as error:
        raise breach(
            definition, method, before,
            f"it gives a position that cannot be hashed ({error}); positions are immutable values, such as tuples",
        ) from None  # fmt: skip


def _is_number(value: Any) -> bool:
    try:
        return not isinstance(value, bool) and math.isfinite(value)
    except TypeError:
        return False


def _kind(value: object) -> str:
    return "nothing" if value is None else f"the {type(value).__name__} {value!r}"[:_LONGEST_TEXT]


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{value:g}" for value in values)


def named_things(definition: PythonGame[Any], method: str, ask: Callable[[], Iterable[str]]) -> tuple[str, ...]:
    """The names that a class gives to its sites or its pieces: texts of one line, all different."""
    names = call_checked(definition, method, None, lambda: tuple(ask()))
    for name in names:
        if not isinstance(name, str) or not name or not is_printable(name):
            raise breach(definition, method, None, f"it gives {name!r}; texts of one line are expected")
    if len(set(names)) < len(names):
        raise breach(definition, method, None, "it gives a name twice")
    return names


def checked_ends(
    definition: PythonGame[Any], position: Any, move: str, known: Container[str]
) -> tuple[str | None, str | None]:
    """The sites that a move comes from and goes to, which must be known sites of the class."""
    ends = definition.move_sites(move)
    if not isinstance(ends, tuple) or len(ends) != 2 or any(end is not None and end not in known for end in ends):
        what = f"it gives {ends!r} for {move!r}; two of its site_names are expected, or None in their place"
        raise breach(definition, "move_sites", position, what)
    return ends
