"""Arguments and options that many commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from apts.errors import AptsError
from apts.locales import LANGUAGES, language_of


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
    """Import Python files; a file that brings nothing is refused, since that was not meant."""
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
                f"{file!r} brings nothing: a plug-in registers agents (apts.agents.agent_registry.register), metrics "
                "(apts.playtest.metrics.metric) or findings, or defines a subclass of apts.PythonGame"
            )
        _READ.add(path.resolve())


def _known() -> tuple[object, ...]:
    """Everything that can be named now; registered again is something else than before."""
    from apts.agents.agent_registry import kinds
    from apts.playtest.findings.finding_registry import finding_kinds
    from apts.playtest.metrics.metric_registry import metric_entries

    return kinds(), metric_entries(), finding_kinds()
