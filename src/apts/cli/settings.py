"""What commands share: games from typed words, and how results are printed."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.terminal_texts import terminal_texts
from apts.errors import AptsError
from apts.hidden_passwords import word_without_password
from apts.input_checks import is_printable, round_up_to_multiple, shown
from apts.locales import ENGLISH

if TYPE_CHECKING:
    from rich.console import Console

    from apts.agents.agent import Agent
    from apts.engine.play.game import Game
    from apts.variants.authored_text import Origin
    from apts.variants.variant import Variant

    AskedAgents = str | Iterable[str | Agent] | Agent | None

# ----------------------------------------------------------------------------------------------------------------
# ``--set length=3..6``: the values that one setting stands for, and their combinations.

MOST = 24
"""Values, or combinations of values, that one command plays."""

_RANGE = re.compile(r"\s*(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})\s*")


def is_sweep(settings: Sequence[str] | None) -> bool:
    """Whether a setting has several values."""
    return any(len(values_of(text)) > 1 for text in settings or ())


def values_of(text: str) -> list[str]:
    """A setting as typed for each of its values: ``length=3..6`` and ``length=3,5`` have several."""
    path, equals, value = text.rpartition("=")
    if not equals:
        return [text]
    if (found := _RANGE.fullmatch(value)) is not None:
        low, high = int(found[1]), int(found[2])
        if high < low:
            raise AptsError(f"--set {text!r} has no values: {low} is more than {high}; LOW..HIGH is expected")
        if high - low >= MOST:
            raise AptsError(f"--set {text!r} has {high - low + 1} values; at most {MOST} are possible at once")
        return [f"{path}={number}" for number in range(low, high + 1)]
    return [f"{path}={part.strip()}" for part in value.split(",")]


def combinations(settings: Sequence[str]) -> list[tuple[str, ...]]:
    """Every combination of values, the last setting turning fastest."""
    found = list(product(*(values_of(text) for text in settings)))
    if len(found) > MOST:
        raise AptsError(f"--set asks for {len(found)} combinations; at most {MOST} are possible at once")
    return found


# ----------------------------------------------------------------------------------------------------------------
# Python files that a document names as its game: run only for a user who has loaded them before, or names them.


def is_python(game: str) -> bool:
    """Whether a game is given as a Python file."""
    return Path(game).suffix == ".py"


def note_named(game: str) -> None:
    """A user named this game on the command line: where it is a Python file, documents may name it from now on."""
    if is_python(game):
        from apts.playtest.matches.game_source import note_file

        note_file(Path(game))


def allowed_game(game: str, document: str, way: str) -> str:
    """The game that a document names; a Python file that this user has not loaded as it is now is refused.

    ``way`` is what to type for a file that is trusted.
    """
    if is_python(game):
        from apts.playtest.matches.game_source import file_was_loaded

        if not file_was_loaded(Path(game)):
            raise AptsError(
                f"{document} names the Python file {shown(repr(game))} as its game, and a document runs no Python that this "
                f"user has not loaded as it is now; if you trust the file, name it: {shown(way)}"
            )
    return game


def load_game(
    name: str,
    options: Iterable[str] | None = None,
    settings: Iterable[str] | None = None,
    side: str = "",
    lang: str = ENGLISH,
) -> Game:
    """Load a game with ``Heading/Label`` and ``path=value`` texts applied; say which values lie far out.

    ``side`` is the end of the options that these were typed with: ``-a`` for ``--option-a`` and ``--set-a``.
    """
    from apts.games.library import load

    settings = list(settings or ())
    game = load(name, **keywords_of(options, settings, side))
    note_named(name)
    if settings:
        print_out_of_range(game, lang)
    return game


def load_variant(
    name: str,
    options: Iterable[str] | None = None,
    settings: Iterable[str] | None = None,
    side: str = "",
    lang: str = ENGLISH,
) -> Variant:
    """The same for commands that go on to edit the rules."""
    from apts.variants.variant import as_variant

    variant = as_variant(name, keywords_of(options, settings, side))
    print_out_of_range(variant.parent, lang)
    return variant


_TOLD: set[str] = set()


def print_out_of_range(game: Game | Origin, lang: str = ENGLISH) -> None:
    """Say once on the error stream which numbers were set outside of the range that is shown for them."""
    print_once(notes_of_far_values(game, lang))


def print_once(notes: Iterable[str]) -> None:
    """Say on the error stream what was not said yet."""
    for note in notes:
        if note not in _TOLD:
            _TOLD.add(note)
            print(note, file=sys.stderr)


def notes_of_far_values(game: Game | Origin, lang: str = ENGLISH) -> list[str]:
    """The same as lines."""
    from apts.engine.play.game import Game
    from apts.variants.authored_text import origin_of
    from apts.variants.variant import far_values

    texts, found = terminal_texts(lang), far_values(origin_of(game) if isinstance(game, Game) else game)
    return [texts("word.note", text=shown(texts.far_value(far))) for far in found]


def keywords_of(options: Iterable[str] | None, settings: Iterable[str] | None, side: str = "") -> dict[str, Any]:
    """Texts ``Heading/Label`` and ``path=value`` as the keywords that games are loaded with.

    As there, ``line=Five`` chooses an item of the option of that name, where the game has one.
    """
    options, settings = list(options or ()), list(settings or ())
    refuse_twice(options, settings, side)
    keywords: dict[str, Any] = {}
    for text in options:
        heading, slash, label = text.partition("/")
        if not slash or not label:
            raise AptsError(
                f"--option{side} {text!r} cannot be read: HEADING/LABEL is expected, such as 'Board Size/9x9'"
            )
        keywords[heading] = label
    for text in settings:
        path, equals, value = text.rpartition("=")
        if not equals or not path:
            raise AptsError(f"--set{side} {text!r} cannot be read: PATH=VALUE is expected, for example 'square.dim=5'")
        keywords[path] = _value(value, text, side)
    return keywords


def refuse_twice(options: Iterable[str], settings: Iterable[str], side: str = "") -> None:
    """Refuse an option or a parameter that is given two values, of which one would be lost."""
    from apts.language.options import keyword  # commands that load no game need not wait for the language

    typed = [(text.partition("/")[0], f"--option{side} {shown(text)}") for text in options]
    typed += [(text.rpartition("=")[0], f"--set{side} {shown(text)}") for text in settings]
    first: dict[str, str] = {}
    for name, words in typed:
        key = keyword(name)
        if key and key in first:
            raise AptsError(f"{shown(name)} is given twice, as {first[key]} and as {words}; give it once")
        first[key] = words


def _value(value: str, text: str, side: str = "") -> int | bool | str:
    """A number or a truth value; any other text can be an item of an option."""
    if value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if ".." in value or not value.strip():
        wanted = "a whole number, true or false, or an item of an option"
        if value.strip():
            wanted += "; ranges are LOW..HIGH with whole numbers, such as 3..6, and are for `playtest` and `compare`"
        raise AptsError(f"--set{side} {text!r} cannot be read: the value must be {wanted}")
    try:
        return int(value)
    except ValueError:
        return value.strip()


def print_notice(game: Game, *asked: AskedAgents, lang: str = ENGLISH) -> None:
    """Say on the error stream what must be known before figures are read: of the game, and of the agents asked for."""
    texts = terminal_texts(lang)
    if (notice := texts.notice(game)) is not None:
        print(texts("word.note", text=notice.removesuffix(".")), file=sys.stderr)
    print_thin_searches(game, *asked, lang=lang)


def print_thin_searches(game: Game, *asked: AskedAgents, lang: str = ENGLISH) -> None:
    """Say once on the error stream which of the agents were asked for with too few iterations for the game."""
    given = [one for agents in asked if agents is not None for one in _listed(agents)]
    if not given:
        return
    from apts.agents.agent_registry import separated  # commands that play nothing need not wait for agents

    specs = [spec for one in given for spec in (separated(one) if isinstance(one, str) else [one])]
    texts = terminal_texts(lang)
    print_once(texts("word.note", text=shown(described)) for described in texts.thin_searches(game, specs))


def print_provisional_levels(game: Game, agents: Iterable[Agent]) -> None:
    """Say on the error stream that the levels of a game were not measured, where such a level plays."""
    from apts.agents.engines.ladder import PROVISIONAL, ladder_of
    from apts.agents.kinds.level_agent import LevelAgent

    if any(isinstance(one, LevelAgent) for one in agents) and ladder_of(game).kind == PROVISIONAL:
        why = "provisional, for nobody measured them; apts calibrate settles them"
        print_once([f"Note: the levels of {shown(game.name)} are {why}."])


def _listed(agents: str | Iterable[str | Agent] | Agent) -> list[str | Agent]:
    return [agents] if isinstance(agents, str) or not isinstance(agents, Iterable) else list(agents)


def print_rounding(matches: int | None, size: int, fewest: int = 1) -> None:
    """Say on the error stream that more matches are played than were asked for, and why, where that is so."""
    if matches is None:
        return
    played = round_up_to_multiple(matches, size, fewest)
    if played != matches:
        many = f", {fewest} of them at least" if fewest > 1 else ""
        reason = f"matches come in groups of {size} with the seats changed, so that no seat weighs more{many}"
        print(f"Note: {matches:,} matches are rounded up to {played:,}: {reason}.", file=sys.stderr)


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
    """The command as it was typed, without passwords, for manifests and files that say how they came about."""
    return shlex.join(["apts", *map(word_without_password, sys.argv[1:])])


class Result(Protocol):
    """What an experiment came to."""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it before its time."""

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""


AnyResult = TypeVar("AnyResult", bound=Result)


def print_result(found: AnyResult, printed: Callable[[AnyResult, Console], None], *, as_json: bool) -> None:
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
