"""``apts agents`` and ``apts calibrate``: who plays a game and how well, and its levels set by matches."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import JSON, LANGUAGE, OPTIONS, PLUGINS, SEED, SETTINGS
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.settings import load_game, print_json, print_notice
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.agents.calibrating.calibration import Progress

BETWEEN = 10.0
"""Seconds after which the matches so far are kept."""

MOST_MINUTES = 600.0


def agents(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")
    ] = None,
    lang: LANGUAGE = "en",
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """List the kinds of agents; for a game show its engine, its evaluation and its levels of strength."""
    if game is None:
        _list_kinds(lang, as_json=json)
        return
    from apts.agents.calibrating.agents_of_game import agents_of_game, as_data, told

    played = load_game(game, option, set_)
    print_notice(played)
    known = agents_of_game(played)
    if json:
        print_json(as_data(known))
    else:
        print(told(known, lang))


def _list_kinds(language: str, *, as_json: bool) -> None:
    from apts.agents.agent_registry import kinds
    from apts.locales import ENGLISH
    from apts.locales.catalogue import words

    message = words("agents", language)
    if as_json:
        print_json(
            [
                {
                    "name": kind.name,
                    "summary": kind.summary,
                    "example": kind.example,
                    "settings": [
                        {"name": one.name, "may_be": one.range_text, "default": one.default, "meaning": one.meaning}
                        for one in kind.settings
                    ],
                }
                for kind in kinds().values()
            ]
        )
        return
    for kind in kinds().values():
        texts = kind.text(language)
        called = message.known(f"kinds.{kind.name}", kind.summary) if texts is None else texts.called
        print(f"{kind.example:34}{kind.summary if language == ENGLISH else called}")
        if kind.settings:
            print(f"    {message('kinds.settings', names=', '.join(setting.name for setting in kind.settings))}")
    print(f"\n{message('kinds.more')}")


def calibrate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")],
    seed: SEED = 1,
    minutes: Annotated[
        float,
        typer.Option(
            "--minutes", metavar="MINUTES", help="Work in minutes of a usual processor, counted and not timed."
        ),
    ] = 2.0,
    matches: Annotated[
        int, typer.Option("--matches", min=4, help="Matches that tell at last how neighbouring levels stand, at most.")
    ] = 120,
    lang: LANGUAGE = "en",
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Set the levels of a game by matches, so that each level beats the one below it about three times in four."""
    from apts.agents.calibrating.agents_of_game import SUBJECT, ladder_lines
    from apts.agents.calibrating.calibration import Calibration, least_minutes
    from apts.agents.calibrating.kept_results import keep_results, kept_results, results_file
    from apts.agents.engines.ladder import keep_ladder, ladder_as_data, rules_to_calibrate
    from apts.locales.catalogue import words

    if not (math.isfinite(minutes) and 0.0 < minutes <= MOST_MINUTES):
        raise AptsError(f"--minutes is a number above 0 and up to {MOST_MINUTES:g}, not {minutes:g}")
    message, played = words(SUBJECT, lang), load_game(game, option, set_)
    print_notice(played)
    rules = rules_to_calibrate(played)
    path = results_file(rules, seed, minutes, matches)
    results, least = kept_results(path), least_minutes(rules, seed)
    if least > minutes:
        typer.echo(message("calibrate.dear", least=f"{least:.2g}", minutes=f"{minutes:g}"), err=True)
    try:
        with _Shown() as shown:

            def watch(progress: Progress) -> None:
                shown.show(progress)
                if shown.is_time():
                    keep_results(path, results)

            ladder = Calibration(rules, seed, minutes, matches, results, watch).ladder()
    except KeyboardInterrupt:
        keep_results(path, results)
        typer.echo(message("calibrate.broken_off"), err=True)
        raise SystemExit(INTERRUPTED) from None
    kept = keep_ladder(rules, ladder)
    path.unlink(missing_ok=True)
    if json:
        print_json({"game": played.name, **ladder_as_data(ladder)})
    else:
        print("\n".join(ladder_lines(ladder, message)))
        print(f"\n{message('calibrate.kept', place=kept)}")


class _Shown:
    """A bar on the error stream, for those who look on."""

    def __enter__(self) -> _Shown:
        from rich.console import Console
        from rich.progress import Progress as Bar

        self._bar = Bar(console=Console(markup=False, emoji=False, stderr=True), transient=True)
        self._task = self._bar.add_task("calibrating", total=1.0)
        self._bar.start()
        self._kept = time.monotonic()
        return self

    def show(self, progress: Progress) -> None:
        self._bar.update(self._task, completed=progress.share, description=f"{progress.matches:,} matches")

    def is_time(self) -> bool:
        now = time.monotonic()
        if now - self._kept < BETWEEN:
            return False
        self._kept = now
        return True

    def __exit__(self, *_: object) -> None:
        self._bar.stop()
