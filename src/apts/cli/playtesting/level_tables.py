"""``--levels casual,club,expert``: the same game at several strengths, in one table."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from apts.cli.interrupt_signals import INTERRUPTED
from apts.cli.page_options import PageOptions
from apts.cli.settings import print_notice, print_result

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.engine.play.game import Game
    from apts.playtest.matches.playtest_request import PlaytestRequest
    from apts.playtest.strengths.strengths import Strengths


def play_levels_and_print(
    game: Game, request: PlaytestRequest, *, archive: str | None, page: PageOptions, as_json: bool
) -> None:
    """Play every level, print what changes with strength, and write the page where one is wanted."""
    from apts.cli.progress import progress_lines
    from apts.playtest.comparing.compare import StoppedComparison
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.goal_check import check_parts
    from apts.playtest.goals.goal_files import requested_goals
    from apts.playtest.strengths.chosen_levels import DEFAULT_LEVELS, level_specs
    from apts.playtest.strengths.level_runs import played_strengths

    goals = requested_goals(request.goals)
    check_parts(game, goals or Goals(), request.limit)
    print_notice(game, level_specs(request.levels or DEFAULT_LEVELS, game))
    hint = "; fewer --matches or weaker levels are sooner done"
    try:
        with progress_lines(hint=hint, quiet=as_json) as watch:
            found = played_strengths(game, request, archive, goals, watch, _print_note)
    except StoppedComparison as stopped:
        print(stopped, file=sys.stderr)
        sys.exit(INTERRUPTED)
    if page.file is not None:
        from apts.report import write_strengths

        path = write_strengths(found, page.file, page.lang)
        print(f"report: {path}", file=sys.stderr if as_json else sys.stdout)
    print_result(found, print_strengths, as_json=as_json)


def _print_note(told: str) -> None:
    print(told, file=sys.stderr, flush=True)


def print_strengths(strengths: Strengths, console: Console) -> None:
    """What changes with strength, the findings with their levels, and the figures side by side."""
    from rich.text import Text

    from apts.playtest.goals.verdict_text import describe_with_verdict

    first = strengths.runs[0]
    counts = ", ".join(f"{level.label} {len(level.run.matches)}" for level in strengths.levels)
    console.print(
        Text(f"{first.manifest.game} at several strengths, seed {first.manifest.seed}; matches: {counts}"),
        soft_wrap=True,
    )
    if strengths.interrupted:
        console.print(Text("Interrupted; what was played is kept. The same command plays on."))
    console.print()
    for described in strengths.sentences():
        console.print(Text(f"- {described}"), soft_wrap=True)
    if strengths.findings:
        console.print()
    for number, found in enumerate(strengths.findings, 1):
        console.print(Text(f"{number:2}. {found}"), soft_wrap=True)
    if strengths.judgements or strengths.unjudged:
        console.print()
    for label, judgement in strengths.judgements:
        console.print(Text(f"{describe_with_verdict(judgement)} [at {label}]"), soft_wrap=True)
    for goal in strengths.unjudged:
        console.print(Text(f"not judged: {goal}; {goal.level} did not play (--levels)"), soft_wrap=True)
    console.print()
    console.print(figure_table(strengths))
    console.print(
        Text("In brackets 95 % intervals; * surely changes with strength, after correction for all figures."),
        soft_wrap=True,
    )
    judge = first.manifest.settings.get("evaluation")
    if strengths.one_judge:
        console.print(
            Text(f"Positions of all levels were judged by {judge}; --evaluator takes another judge."), soft_wrap=True
        )
    names = ", ".join(f"{level.label}: {level.run.name}" for level in strengths.levels)
    console.print(Text(f"Runs: {names}"), soft_wrap=True)


def figure_table(strengths: Strengths) -> Table:
    """A row for each metric, a column for each level."""
    from rich.table import Table
    from rich.text import Text

    from apts.playtest.strengths.trend_sentences import format_estimate

    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for label in strengths.labels:
        table.add_column(Text(label))
    for trend in strengths.figures:
        name = f"{trend.name}{'*' if trend.is_sure else ''}"
        table.add_row(*map(Text, (name, *map(format_estimate, trend.figures))))
    return table
