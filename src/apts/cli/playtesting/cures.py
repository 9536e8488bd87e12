"""``apts cures``: what designers try against the findings of a game, each cure played at several strengths."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import FOUND, GAME, JSON, LANGUAGE, OPTIONS, PLUGINS, SETTINGS, asks_for
from apts.cli.settings import load_variant, print_notice, print_result, typed_command
from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.locales import ENGLISH
from apts.playtest.matches.playtest_request import PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console

    from apts.variants.search.curing import Cures, Tried


@asks_for(
    PlaytestRequest,
    *("agents", "matches", "seed", "limit", "workers", "cluster"),
    beside={"luck": 0},
    matches={"about": "Matches of each cure at each strength; 200 if not set.", "low": 2},
)
def cures(
    game: GAME,
    request: PlaytestRequest,
    finding: Annotated[
        list[str] | None,
        typer.Option("--finding", metavar="KIND", help="Cure this kind of finding; may be repeated."),
    ] = None,
    pin: Annotated[
        list[str] | None, typer.Option("--pin", metavar="PATH", help="Leave this rule unchanged; may be repeated.")
    ] = None,
    bounds: Annotated[
        list[str] | None,
        typer.Option("--bounds", metavar="PATH=LOW..HIGH", help="The range a parameter may take; may be repeated."),
    ] = None,
    archive: FOUND = None,
    lang: LANGUAGE = "en",
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Try what designers do against the findings of a game, and show what each cure changes."""
    from apts.cli.progress import progress_lines
    from apts.variants.search.curing import cures as tried
    from apts.variants.tunables import read_limits

    texts, variant = terminal_texts(lang), load_variant(game, option, set_, lang=lang)
    print_notice(variant.game(), request.agents, lang=lang)
    limits, play = read_limits(pin or (), bounds or ()), replace(request, command=typed_command())
    with progress_lines(quiet=json, lang=lang) as watch:
        titled = partial(watch, texts("cures.title", game=variant.game().name))
        found = tried(variant, finding or (), play, limits, archive, titled)
    print_result(found, partial(print_cures, lang=lang), as_json=json)


def print_cures(found: Cures, console: Console, lang: str = ENGLISH) -> None:
    """A table for each finding: the game as it is and with each cure, at every strength."""
    from rich.text import Text

    texts = terminal_texts(lang)

    def message(line: str) -> None:
        console.print(Text(line), soft_wrap=True)

    if not found.kinds:
        message(
            texts("cures.none", game=found.name, matches=texts.count(found.matches), agents=", ".join(found.agents))
        )
    for kind in found.kinds:
        _print_finding(found, kind, console, texts)
    if found.tried:
        message(texts("cures.about"))
    if found.refused:
        message(texts("cures.refused"))
        for one in found.refused:
            message(f"- {'; '.join(texts.edits(one.variant))}: {texts.sentence(one.refusal.message)}")


def _print_finding(found: Cures, kind: str, console: Console, texts: TerminalTexts) -> None:
    from rich.table import Table
    from rich.text import Text

    from apts.playtest.findings import declared_finding

    title, metric, tried = declared_finding(kind).title(texts.language), found.metric(kind), found.of(kind)
    if not tried:
        console.print(Text(texts("cures.no-edit", finding=title, game=found.name)), soft_wrap=True)
        return
    heading = texts(
        "cures.heading",
        finding=title,
        metric=texts.metric(metric) if metric else texts("cures.not-measured"),
        matches=texts.count(found.matches),
        seed=found.seed,
    )
    console.print(Text(heading), soft_wrap=True)
    table = Table(texts("cures.cure"), *found.agents, texts("cures.so"), box=None, pad_edge=False)
    for one in (found.before, *tried):
        words = "; ".join(texts.edits(one.variant)) or texts("cures.as-it-is")
        cells = [_figure(one, metric, place, texts) for place in range(len(found.agents))]
        table.add_row(*map(Text, (words, *cells, _so(found, kind, one, texts))))
    console.print(table)
    console.print()


def _figure(one: Tried, metric: str, place: int, texts: TerminalTexts) -> str:
    from apts.playtest.metrics import reads_in_percent

    figure = one.figure(metric, place) if metric else None
    if figure is None:
        return texts("cures.not-measured")
    if reads_in_percent(metric):
        return texts.report.share(figure.value, figure.low, figure.high)
    return texts.estimate(figure)


def _so(found: Cures, kind: str, one: Tried, texts: TerminalTexts) -> str:
    from apts.playtest.findings import declared_finding

    there = [one.finding(kind, place) is not None for place in range(len(one.runs))]
    word = "still" if all(there) else "gone-at" if any(there) else "gone"
    if one is found.before:
        return texts(f"cures.{word}") if any(there) else ""
    new = ", ".join(declared_finding(kind).title(texts.language) for kind in one.new_kinds(found.before))
    return texts(f"cures.{word}") + (texts("cures.new", kinds=new) if new else "")
