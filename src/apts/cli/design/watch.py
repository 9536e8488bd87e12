"""``apts watch``: check a rules file whenever it is saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.characters import shown
from apts.cli.arguments import ANY_SEED, CHECKED_MATCHES, OPTIONS, PLUGINS, RANDOM_MATCHES, RULES_FILE, SETTINGS
from apts.cli.design.check import check_lines
from apts.cli.settings import keywords_of, notes_of_far_values
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.games.file_versions import Wait

BETWEEN_LOOKS = 0.2
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
_RULE = "-" * 40


def watch(
    file: RULES_FILE,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    matches: RANDOM_MATCHES = CHECKED_MATCHES,
    seed: ANY_SEED = 0,
    plugins: PLUGINS = None,
) -> None:
    """Check a rules file and show its board, now and after every save; press Ctrl-C to stop."""
    before = _CLEAR if sys.stdout.isatty() else ""
    settings = keywords_of(option, set_)
    try:
        for block in blocks(Path(file), settings, lambda: time.sleep(BETWEEN_LOOKS), matches=matches, seed=seed):
            print(f"{before}{block}\n", flush=True)
            before = before or f"{_RULE}\n"
    except KeyboardInterrupt:
        print()


def blocks(path: Path, settings: dict[str, Any], wait: Wait, *, matches: int, seed: int) -> Iterator[str]:
    """What is shown after each change of a file: the check, and the board of the first position."""
    from apts.games.file_versions import versions

    for is_there in versions(path, wait):
        yield _block(path, settings, matches, seed) if is_there else f"{str(path)!r} is not there"


def _block(path: Path, settings: dict[str, Any], matches: int, seed: int) -> str:
    from apts.games.checking import check as checked_game

    try:
        found = checked_game(path, settings, matches=matches, seed=seed)
        notes = notes_of_far_values(found.game) if settings else []
        return "\n".join([*notes, *check_lines(found), "", found.game.start(seed).board_text()])
    except AptsError as error:
        return shown(str(error), lines=True)
