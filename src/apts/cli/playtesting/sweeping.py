"""``--set length=3..6``: every value is played, and all of them stand in one table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from apts.cli.interrupt_signals import INTERRUPTED
from apts.cli.page_options import PageOptions
from apts.cli.setting_values import combinations, values_of
from apts.cli.settings import load_game, print_notice, print_result, typed_command

if TYPE_CHECKING:
    from rich.console import Console

    from apts.playtest.comparing.sweep import Sweep
    from apts.playtest.matches.playtest_request import PlaytestRequest
    from apts.playtest.metrics import Metric


def sweep_and_print(
    game: str,
    options: Sequence[str] | None,
    settings: Sequence[str],
    request: PlaytestRequest,
    *,
    archive: str | None,
    page: PageOptions,
    as_json: bool,
) -> None:
    """Play every value, print one table and what changes, and write the page with its chart where one is wanted."""
    from apts.cli.progress import progress_lines
    from apts.playtest.comparing.compare import StoppedComparison
    from apts.playtest.comparing.sweep import swept
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.goal_check import check_parts
    from apts.playtest.goals.goal_files import requested_goals

    page.check()
    goals = requested_goals(request.goals) or Goals()
    varied = [text.rpartition("=")[0] for text in settings if len(values_of(text)) > 1]
    games = []
    for chosen in combinations(settings):
        label = ", ".join(text for text in chosen if text.rpartition("=")[0] in varied)
        games.append((label, load_game(game, options, chosen)))
    print_notice(games[0][1], request.agents)
    for _, one in games:
        check_parts(one, goals, request.limit)
    try:
        with progress_lines(hint="; --quick gives a first look sooner", quiet=as_json) as watch:
            sweep = swept(games, replace(request, command=typed_command()), archive, watch, goals)
    except StoppedComparison as stopped:
        print(stopped, file=sys.stderr)
        sys.exit(INTERRUPTED)
    if page.file is not None:
        from apts.report import write_sweep

        path = write_sweep(sweep, page.file, page.lang)
        print(f"report: {path}", file=sys.stderr if as_json else sys.stdout)
    print_result(sweep, _print, as_json=as_json)


def _print(sweep: Sweep, console: Console) -> None:
    from rich.text import Text

    from apts.cli.wide_tables import print_wide

    first = sweep.points[0].run
    agents = " against ".join(dict.fromkeys(first.manifest.agents))
    title = f"{first.manifest.game}: {len(first.matches)} matches for each value, {agents}, seed {first.manifest.seed}"
    console.print(Text(title))
    console.print()
    for sentence in sweep.sentences():
        console.print(Text(f"- {sentence}"), soft_wrap=True)
    console.print()
    labels = ["setting", *(point.label for point in sweep.points)]
    print_wide(console, labels, [_column(sweep, name) for name in sweep.figures])
    judged = [sweep.judgements(point) for point in sweep.points]
    if judged[0]:
        console.print()
        columns = [[str(found[0].goal), *(one.verdict for one in found)] for found in zip(*judged, strict=True)]
        print_wide(console, labels, columns)
    console.print(Text(f"In brackets 95 % intervals; * surely other than with {sweep.points[0].label}."))


def _column(sweep: Sweep, name: str) -> list[str]:
    cells = [_cell(sweep.metric(name, point), (name, point.label) in sweep.changed) for point in sweep.points]
    return [name, *cells]


def _cell(metric: Metric, changed: bool) -> str:
    if metric.value is None:
        return "–"
    interval = "" if metric.low is None or metric.high is None else f" ({metric.low:.3g} to {metric.high:.3g})"
    return f"{metric.value:.3g}{'*' if changed else ''}{interval}"
