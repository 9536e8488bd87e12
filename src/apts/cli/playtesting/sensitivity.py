"""``apts sensitivity``: which rule moves what."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import signed
from apts.cli.arguments import (
    FOUND,
    GAME,
    JSON,
    LANGUAGE,
    OPTIONS,
    PLUGINS,
    SETTINGS,
)
from apts.cli.interrupt_signals import INTERRUPTED
from apts.cli.page_options import PageOptions
from apts.cli.request_options import asks_for
from apts.cli.settings import load_variant, print_notice, print_result, typed_command
from apts.playtest.matches.playtest_request import PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console

    from apts.variants.sensitivity.effects import Effect
    from apts.variants.sensitivity.sensitivity import Sensitivity


@asks_for(
    PlaytestRequest,
    *("agents", "matches", "seed", "limit", "workers", "cluster"),
    beside={"luck": 0},
    matches={"about": "Matches of each value; the default fits the game.", "low": 2},
)
def sensitivity(
    game: GAME,
    request: PlaytestRequest,
    minutes: Annotated[
        float | None, typer.Option("--minutes", help="Play all values in rounds for this many minutes.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="RULE", help="Vary only this rule (path or words); may be repeated."),
    ] = None,
    pin: Annotated[
        list[str] | None, typer.Option("--pin", metavar="PATH", help="Leave this rule unchanged; may be repeated.")
    ] = None,
    bounds: Annotated[
        list[str] | None,
        typer.Option("--bounds", metavar="PATH=LOW..HIGH", help="The range a parameter may take; may be repeated."),
    ] = None,
    archive: FOUND = None,
    report: Annotated[str | None, typer.Option("--report", metavar="FILE", help="The HTML page to write.")] = None,
    lang: LANGUAGE = "en",
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Change each rule by one step down and up, and show how much each figure changes."""
    from apts.cli.progress import progress_lines
    from apts.playtest.comparing.compare import StoppedComparison
    from apts.variants.sensitivity.sensitivity import turned_and_played
    from apts.variants.tunables import read_limits

    PageOptions(report, lang).check()
    limits = read_limits(pin or (), bounds or ())
    variant = load_variant(game, option, set_)
    print_notice(variant.game(), request.agents)
    play = replace(request, command=typed_command())
    try:
        with progress_lines(hint="; --only turns fewer rules", quiet=json, forecast=minutes is None) as watch:
            found = turned_and_played(variant, play, minutes, only or (), limits, archive, watch)
    except StoppedComparison as stopped:
        print(stopped, file=sys.stderr)
        sys.exit(INTERRUPTED)
    if report is not None:
        from apts.report import write_sensitivity

        path = write_sensitivity(found, report, lang)
        print(f"report: {path}", file=sys.stderr if json else sys.stdout)
    print_result(found, print_sensitivity, as_json=json)


def print_sensitivity(found: Sensitivity, console: Console) -> None:
    """The sentences, then a row for each turned value."""
    from rich.text import Text

    from apts.cli.wide_tables import print_wide

    base = found.base
    agents = " against ".join(dict.fromkeys(base.manifest.agents))
    title = f"{base.manifest.game}: {len(base.matches)} matches for each value, {agents}, seed {base.manifest.seed}"
    console.print(Text(title), soft_wrap=True)
    if found.interrupted:
        console.print(Text("Interrupted; this is what was played until then."))
    console.print()
    for sentence in found.sentences():
        console.print(Text(f"- {sentence}"), soft_wrap=True)
    if not found.values:
        return
    console.print()
    rules = [f"{value.turned.called} {value.turned.label}" for value in found.values]
    columns = [
        [name, _value(found, name), *(_cell(value.effects[place]) for value in found.values)]
        for place, name in enumerate(found.figures)
    ]
    print_wide(console, ["rule and value", "the game as it is", *rules], columns)
    text = "Changes from the game as it is; * sure after correction over all rules and figures. --json has intervals."
    console.print(Text(text), soft_wrap=True)


def _value(found: Sensitivity, name: str) -> str:
    value = found.base.metrics[name].value
    return "–" if value is None else f"{value:.3g}"


def _cell(effect: Effect) -> str:
    found = effect.difference
    return "–" if found is None else f"{signed(round(found.value, 9), '.2g')}{'*' if effect.is_sure else ''}"
