"""What commands share: games from typed words, and how results are told."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from apts.cli.quiet_stops import INTERRUPTED
from apts.errors import AptsError
from apts.signs import is_printable

if TYPE_CHECKING:
    from rich.console import Console

    from apts.engine.play.game import Game


def load_game(name: str, options: Iterable[str] | None = None, settings: Iterable[str] | None = None) -> Game:
    """Load a game with ``Heading/Label`` and ``path=value`` texts applied."""
    from apts.games.library import load  # commands that load no game need not wait for the engine

    return load(name, **keywords_of(options, settings))


def keywords_of(options: Iterable[str] | None, settings: Iterable[str] | None) -> dict[str, Any]:
    """Texts ``Heading/Label`` and ``path=value`` as the keywords that games are loaded with.

    As there, ``line=Five`` chooses an item of the option of that name, where the game has one.
    """
    keywords: dict[str, Any] = {}
    for text in options or ():
        heading, slash, label = text.partition("/")
        if not slash or not label:
            raise AptsError(f"--option {text!r} cannot be read: HEADING/LABEL is expected, such as 'Board Size/9x9'")
        keywords[heading] = label
    for text in settings or ():
        path, equals, value = text.rpartition("=")
        if not equals or not path:
            raise AptsError(f"--set {text!r} cannot be read: PATH=VALUE is expected, for example 'square.dim=5'")
        keywords[path] = _value(value, text)
    return keywords


def _value(value: str, text: str) -> int | bool | str:
    """A number or a truth value; any other text can be an item of an option."""
    if value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if ".." in value or not value.strip():
        wanted = "a whole number, true or false, or an item of an option"
        if value.strip():
            wanted += "; ranges are LOW..HIGH with whole numbers, such as 3..6, and are for `playtest` and `compare`"
        raise AptsError(f"--set {text!r} cannot be read: the value must be {wanted}")
    try:
        return int(value)
    except ValueError:
        return value.strip()


def tell_notice(game: Game) -> None:
    """Say on the error stream what must be known of a game before its figures are read, where there is such a thing."""
    if game.notice is not None:
        print(f"Note: {game.notice}", file=sys.stderr)


def check_run_name(name: str) -> None:
    """Refuse a name that could not be read again, or would mean something else."""
    if not name.strip() or not is_printable(name):
        raise AptsError(f"{name!r} cannot be the name of a run: it has control characters, or is empty")
    if name == "last":
        raise AptsError("a run cannot be called 'last', which means the run that was begun last")


def print_json(value: Any) -> None:
    """Print a value for programs."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def typed_command() -> str:
    """The command as it was typed, for manifests and files that say how they came about."""
    return shlex.join(["apts", *sys.argv[1:]])


class Result(Protocol):
    """What an experiment came to."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it before its time."""

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""


AnyResult = TypeVar("AnyResult", bound=Result)


def tell_result(found: AnyResult, printed: Callable[[AnyResult, Console], None], *, as_json: bool) -> None:
    """Print a result for programs or for people, and end as an interrupted command does if it was interrupted."""
    from rich.console import Console

    if as_json:
        print_json(found.as_data())
    else:
        printed(found, Console(markup=False, emoji=False, highlight=False))
    if found.interrupted:
        sys.exit(INTERRUPTED)


def counted(count: int, word: str) -> str:
    """A number of things, such as ``1 player`` and ``2 players``."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
