"""Arguments and options that many commands share."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from apts.errors import AptsError
from apts.input_checks import shown
from apts.locales import LANGUAGES, language_of
from apts.request_fields import RequestField, request_fields


def _read_plugins(files: list[str] | None) -> list[str] | None:
    if files:
        read_plugins(files)
    return files


def _read_language(text: str | None) -> str | None:
    return None if text is None else language_of(text)


LONGEST = 1_000_000_000
"""Turns of a match beyond which no limit is needed."""

LARGEST_SEED = 2**63 - 1

MOST_PLAYOUTS = 1_000_000_000_000
"""Random matches that are only counted."""

PLUGINS = Annotated[
    list[str] | None,
    typer.Option(
        "--plugins",
        metavar="FILE",
        help="A Python file with agents, metrics or games of your own; may be repeated.",
        callback=_read_plugins,
        is_eager=True,
    ),
]
"""Read before anything else, so that every other word of the command line may name what a plug-in brings."""

GAME = Annotated[str, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")]
OPTIONS = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="HEADING/LABEL", help="Choose an option of the rules; may be repeated."),
]
SETTINGS = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter or an option of the rules; may be repeated."),
]
POSITION = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="The position to start from, in APTS's notation.")
]
PLAY = Annotated[bool, typer.Option("--play", help="Also write a page to play the game, linked from the report.")]
_LANGUAGES = "|".join(LANGUAGES)
LANGUAGE = Annotated[
    str, typer.Option("--lang", metavar=_LANGUAGES, help="The language of the output.", callback=_read_language)
]
FIRST_LANGUAGE = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar=_LANGUAGES,
        help="The language of the page at first (by default the reader's) and of the terminal.",
        callback=_read_language,
    ),
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
ANY_SEED = Annotated[
    int,
    typer.Option(
        "--seed", min=-LARGEST_SEED, max=LARGEST_SEED, help="The random seed; the same seed gives the same matches."
    ),
]
SEED = Annotated[
    int, typer.Option("--seed", min=0, max=LARGEST_SEED, help="The random seed; the same seed gives the same matches.")
]
LIMIT = Annotated[int, typer.Option("--limit", min=1, max=LONGEST, help="Stop a match after this many turns.")]
WORKERS = Annotated[int | None, typer.Option("--workers", min=1, help="Number of matches to play in parallel.")]
CLUSTER = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="local|ADDRESS",
        help="Play on a Ray cluster: start one (local), or join the one at an address.",
    ),
]
TURNS = Annotated[str | None, typer.Option("--turns", metavar="MIN-MAX", help="The desired length in turns.")]
GOAL = Annotated[
    list[str] | None,
    typer.Option(
        "--goal",
        "--goals",
        metavar="GOAL|FILE|SET",
        help="A goal, such as 'length between 20 and 40'; may be repeated.",
    ),
]
BANDS = Annotated[
    str | None, typer.Option("--bands", metavar="A,B", help="The lengths at which to divide matches into bands.")
]
PACE = Annotated[
    float, typer.Option("--pace", metavar="SECONDS", help="Seconds a person needs for a turn, to estimate minutes.")
]

# Usual values that are known elsewhere too; those places would have to be imported for help. A test holds that they agree.
DEFAULT_ARCHIVE = "apts.db"
"""Where matches are kept unless another place is named: ``DEFAULT_PLACE`` of apts.archive.opening."""
DEFAULT_PACE = 20.0
"""``Goals.pace``."""
DEFAULT_PAPER = "a4"
"""The paper of apts.report.print_and_play.sheets."""
CHECKED_MATCHES, MOST_CHECKED_MATCHES = 200, 20_000
"""``MATCHES`` and ``MOST_MATCHES`` of apts.engine.lints.random_course."""

RULES_FILE = Annotated[str, typer.Argument(metavar="FILE", help="The path of a rules file, .lud or .py.")]
RANDOM_MATCHES = Annotated[
    int, typer.Option("--matches", min=1, max=MOST_CHECKED_MATCHES, help="Number of random matches to examine.")
]
RUN = Annotated[str, typer.Argument(metavar="RUN", help="The name of a run, the beginning of a name, or 'last'.")]
PLAYED_GAME = Annotated[
    str | None,
    typer.Option("--game", metavar="FILE", help="The Python file of the run's game, if it has moved since."),
]
ARCHIVE = Annotated[str, typer.Option("--archive", metavar="PATH|URL", help="The archive with the runs.")]

KEPT = Annotated[str | None, typer.Option("--archive", metavar="PATH|URL", help="The archive that keeps the matches.")]
FOUND = Annotated[
    str | None, typer.Option("--archive", metavar="PATH|URL", help="The archive to look up runs and keep matches in.")
]
GO_ON = Annotated[bool, typer.Option("--resume", help="Continue from what the archive already has.")]

OPTION_A = Annotated[
    list[str] | None, typer.Option("--option-a", metavar="HEADING/LABEL", help="Choose an option of A.")
]
OPTION_B = Annotated[
    list[str] | None, typer.Option("--option-b", metavar="HEADING/LABEL", help="Choose an option of B.")
]
SET_A = Annotated[
    list[str] | None, typer.Option("--set-a", metavar="PATH=VALUE", help="Set a parameter or an option of A.")
]
SET_B = Annotated[
    list[str] | None, typer.Option("--set-b", metavar="PATH=VALUE", help="Set a parameter or an option of B.")
]


# ----------------------------------------------------------------------------------------------------------------
# The page that a command writes beside what it prints: where, and in which language.


@dataclass(frozen=True)
class PageOptions:
    """Where a page is wanted, None for nowhere, and its language."""

    file: str | None
    lang: str = "en"

    def check(self) -> None:
        """Refuse a language that there is none of, and a file that cannot be written, before a match is played."""
        from apts.report.texts import words
        from apts.report.writing import check_target

        words(self.lang)
        if self.file is not None:
            check_target(self.file)


# ----------------------------------------------------------------------------------------------------------------
# ``--plugins FILE``: agents, metrics, findings and games of a user, at hand for every command.

_READ: set[Path] = set()


def read_plugins(files: Sequence[str]) -> None:
    """Import Python files; a file that adds nothing is refused, since that was not meant."""
    from apts.games.library import register_games
    from apts.games.python_file import imported_file

    for file in files:
        path = Path(file)
        if path.resolve() in _READ:
            continue
        before = _known()
        games = register_games(imported_file(path, f"apts_plugin_{path.stem}"), path)
        if not games and _known() == before:
            raise AptsError(
                f"{file!r} adds nothing to APTS: a plug-in registers agents (apts.agents.agent_registry.register), metrics "
                "(apts.playtest.metrics.metric) or findings, or defines a subclass of apts.PythonGame"
            )
        _READ.add(path.resolve())


def _known() -> tuple[object, ...]:
    """Everything that can be named now; registered again is something else than before."""
    from apts.agents.agent_registry import kinds
    from apts.playtest.findings.finding_registry import finding_kinds
    from apts.playtest.metrics.metric_registry import metric_entries

    return kinds(), metric_entries(), finding_kinds()


# ----------------------------------------------------------------------------------------------------------------
# How the words of a command line are read.

# ----------------------------------------------------------------------------------------------------------------
# Plain words of a command line: texts, numbers and switches that anybody reads alike.
#
# Typer asks pydantic about every word, and pydantic takes longer to load than many a command to run. Plain words
# are read here; whatever is not plain, or out of its range, is left to Typer, which says what is wrong with it.

WHOLE = re.compile(r"-?[0-9]{1,18}")
DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")

NOT_PLAIN = object()


def reading_plainly(parameters: list[Any]) -> list[Any]:
    """The same parameters, which read plain words themselves from now on."""
    for parameter in parameters:
        typed = getattr(parameter, "type_descriptor", None)  # a Typer without it does not ask pydantic
        if typed is not None and typed.parameter_info.parser is None and "process_value" not in vars(parameter):
            parameter.process_value = _process(parameter, typed.annotation, typed.parameter_info)
    return parameters


def _process(parameter: Any, kind: Any, declared: Any) -> Callable[[Any, Any], Any]:
    """What a parameter does with a value: what it always did, but for plain ones."""
    thoroughly = parameter.process_value

    def process(ctx: Any, value: Any) -> Any:
        if value is None and not parameter.required:
            read: Any = () if kind == list[str] else None
        else:
            read = plain_value(value, kind, declared.min, declared.max)
        requested = getattr(declared, "request_field", None)
        if read is NOT_PLAIN and requested is not None and isinstance(value, str) and kind in (int, float):
            read = _asked(requested, value, ctx, parameter)
        if read is NOT_PLAIN:
            return thoroughly(ctx, value)
        return read if parameter.callback is None else parameter.callback(ctx, parameter, read)

    return process


def _asked(field: RequestField, word: str, ctx: Any, parameter: Any) -> Any:
    """The value of a field of a request; what it cannot be is refused as it is everywhere."""
    try:
        return field.read(word)
    except AptsError as problem:
        raise typer.BadParameter(f"{problem}.", ctx=ctx, param=parameter) from None


def plain_value(value: object, kind: Any, least: float | None = None, most: float | None = None) -> object:
    """A value of the kind, ``str``, ``int``, ``float`` or ``list[str]``; NOT_PLAIN where it takes more to read it."""
    if kind == list[str] and isinstance(value, list | tuple):
        return list(value) if value and all(map(_is_text, value)) else NOT_PLAIN
    if kind is str:
        return value if _is_text(value) else NOT_PLAIN
    number = _number(value, kind)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        return NOT_PLAIN
    return number


def _is_text(value: object) -> bool:
    """Whether it is a text without traces of bytes that are none."""
    return isinstance(value, str) and (value.isascii() or not re.search("[\ud800-\udfff]", value))


def _number(value: object, kind: Any) -> int | float | None:
    if kind is int:
        if isinstance(value, str):
            return int(value) if WHOLE.fullmatch(value) else None
        return value if type(value) is int else None
    if kind is float:
        if isinstance(value, str):
            return float(value) if DECIMAL.fullmatch(value) else None
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    return None


# ----------------------------------------------------------------------------------------------------------------
# Options that are given more than once: lists grow, all others are refused, so that nothing that was typed is
# lost.


def hearing_all(parser: Any, parameters: Sequence[Any], ctx: Any) -> Any:
    """The same parser, which hears every value of an option and not the last one alone.

    Where the sign of a value in help has a comma, as ``A,B``, the option takes a list: its values are put together.
    """
    options = {
        option.name: option
        for option in parameters
        if option.param_type_name == "option" and not (option.is_flag or option.multiple or option.count)
    }
    for name, option in options.items():
        parser.add_option(option, option.opts, name, action="append", nargs=option.nargs)
    parse = parser.parse_args

    def parse_all(args: list[str]) -> Any:
        values, rest, order = parse(args)
        for name, option in options.items():
            if name in values:
                values[name] = _one(values[name], option, ctx)
        return values, rest, order

    parser.parse_args = parse_all
    return parser


def _one(given: Any, option: Any, ctx: Any) -> Any:
    if not isinstance(given, list) or len(given) == 1:
        return given[0] if isinstance(given, list) else given
    if "," in (option.metavar or ""):
        return ",".join(given)
    text = ", ".join(shown(value) for value in given)
    raise typer.BadParameter(f"it was given {len(given)} times ({text}); give it once.", ctx=ctx, param=option)


# ----------------------------------------------------------------------------------------------------------------
# Options that were called otherwise: their old names work on, and a note says the new one.

OLD_NAMES: Mapping[str, str] = {"--language": "--lang"}


def hearing_old_names(parser: Any, parameters: Sequence[Any]) -> Any:
    """The same parser, which also takes the old names of options."""
    by_name = {name: option for option in parameters if option.param_type_name == "option" for name in option.opts}
    old = {name: (copy(by_name[new]), by_name[new]) for name, new in OLD_NAMES.items() if new in by_name}
    for name, (stand_in, _) in old.items():
        parser.add_option(stand_in, [name], stand_in.name, action="append", nargs=stand_in.nargs)
    parse = parser.parse_args

    def parse_all(args: list[str]) -> Any:
        values, rest, order = parse(args)
        for name, (stand_in, option) in old.items():
            if stand_in in order:
                print(f"{name} is now called {OLD_NAMES[name]}; the old name still works.", file=sys.stderr)
                order = [option if one is stand_in else one for one in order]
        return values, rest, order

    parser.parse_args = parse_all
    return parser


# ----------------------------------------------------------------------------------------------------------------
# The options of commands, made of the fields of a request: spelling, sign, range, help and refusals are told
# once.

REQUEST = "request"
"""The parameter of a command that takes what was asked for as one value."""

_KINDS: Mapping[str, Any] = {"whole": int, "number": float, "switch": bool, "texts": list[str]}


def option_of(field: RequestField) -> Any:
    """The option of a field, for the annotation of a parameter."""
    described = typer.Option(
        *field.options, metavar=field.metavar, help=field.about, min=_shown(field.low), max=_shown(field.high)
    )
    described.request_field = field
    return described


def asks_for(
    request: type[Any], *names: str, beside: Mapping[str, Any] | None = None, **other: Mapping[str, Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that has the options of these fields where its parameter ``request`` stands, and gets them as that value.

    ``other`` are facts of fields that are other in this command, ``beside`` fields that have no option and another value.
    """
    fields = [replace(request_fields(request)[name], **other.get(name, {})) for name in names]

    def decorated(work: Callable[..., None]) -> Callable[..., None]:
        def command(**arguments: Any) -> None:
            typed = [(field, arguments.pop(field.name)) for field in fields]
            given = {field.name: field.checked(value) for field, value in typed if value is not None}
            wanted = request(**given, **(beside or {}))
            work(**{REQUEST: wanted}, **arguments)

        parameters: list[inspect.Parameter] = []
        for one in inspect.signature(work, eval_str=True).parameters.values():
            parameters += map(_parameter, fields) if one.name == REQUEST else [one]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        command.__doc__, command.__name__, command.__module__ = work.__doc__, work.__name__, work.__module__
        return command

    return decorated


def _parameter(field: RequestField) -> inspect.Parameter:
    kind: Any = _KINDS.get(field.kind, str)
    default = None if field.kind == "texts" else field.default
    if isinstance(default, tuple):
        default = ",".join(default)
    annotation = kind | None if default is None else kind
    option = Annotated[annotation, option_of(field)]  # type: ignore[valid-type]
    return inspect.Parameter(field.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=option)


def _shown(bound: int | None) -> int | None:
    """A bound that help shows; one that is only what a machine holds tells nobody anything."""
    return bound if bound is not None and abs(bound) < 1 << 62 else None
