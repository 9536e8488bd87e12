"""``apts compare``: two games or two runs, and what changed from the first to the second."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import FOUND, JSON, OPTION_A, OPTION_B, PAGE_LANGUAGE, PLUGINS, SET_A, SET_B, PageOptions
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.option_parsing import asks_for
from apts.cli.settings import (
    combinations,
    is_sweep,
    load_game,
    print_json,
    print_notice,
    print_result,
    print_thin_searches,
    typed_command,
    values_of,
)
from apts.errors import AptsError
from apts.input_checks import signed
from apts.playtest.experiments.experiment_requests import MARGIN
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.archive import Archive
    from apts.engine.play.game import Game
    from apts.playtest.comparing.changes import Change
    from apts.playtest.comparing.compare import RunComparison
    from apts.playtest.comparing.sweep import Sweep
    from apts.playtest.metrics import Metric
    from apts.playtest.run import Run

# ----------------------------------------------------------------------------------------------------------------
# ``--set length=3..6``: every value is played, and all of them stand in one table.


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
    print_notice(games[0][1])
    for _, one in games:
        print_thin_searches(one, request.agents, request.judge)
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

    from apts.cli.progress import print_wide

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


QUICKER = "; --quick gives a first look sooner"
"""Said when a comparison takes long."""

WIDEST = 30
"""Letters of a name that are shown."""

MOST_INSIDE = 12
"""Figures inside the metrics that are shown."""


@asks_for(
    PlaytestRequest,
    *("agents", "matches", "quick", "seed", "goals", "limit", "evaluate", "evaluator", "workers", "cluster"),
    matches={"about": "Matches of each game; the default fits the game.", "low": 2},
)
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A game of the library, a rules file, a run, or 'last'.")],
    b: Annotated[
        str | None, typer.Argument(metavar="B", help="What to compare A with; omit it when --set names a range.")
    ] = None,
    request: PlaytestRequest = DEFAULTS,
    margin: Annotated[
        float, typer.Option("--margin", min=0, help="Differences up to this size do not matter.")
    ] = MARGIN,
    archive: FOUND = None,
    option_a: OPTION_A = None,
    option_b: OPTION_B = None,
    set_a: SET_A = None,
    set_b: SET_B = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="PATH=LOW..HIGH", help="Compare several values of a parameter of A, such as length=3..6."
        ),
    ] = None,
    report: Annotated[str | None, typer.Option("--report", metavar="FILE", help="The HTML page to write.")] = None,
    lang: PAGE_LANGUAGE = "en",
    changed: Annotated[bool, typer.Option("--changed", help="Show only metrics that changed.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Compare two rule sets or two runs: what changed in each metric, and which one is closer to the goals."""
    page = PageOptions(report, lang)
    if is_sweep(set_) and b is None:
        sweep_and_print(a, option_a, [*(set_a or []), *(set_ or [])], request, archive=archive, page=page, as_json=json)
        return
    if b is None or set_:
        raise AptsError(
            "compare needs two games or runs, A and B, or one game with several values of a parameter: "
            "apts compare GAME --set length=3..6"
        )
    compare_and_print(
        ComparedRun(a, tuple(option_a or ()), tuple(set_a or ()), "-a"),
        ComparedRun(b, tuple(option_b or ()), tuple(set_b or ()), "-b"),
        request,
        margin,
        archive=archive,
        page=page,
        show_all=not changed,
        as_json=json,
    )


@dataclass(frozen=True)
class ComparedRun:
    """One of the two: a game with its settings, or the name of a run."""

    name: str
    options: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    typed: str = ""  # the end of the options that they were typed with: -a for --option-a

    def __str__(self) -> str:
        """What was typed for it, which tells two versions of one game apart."""
        return " ".join([self.name, *self.options, *self.settings])


def short_names(a: ComparedRun, b: ComparedRun) -> tuple[str, str]:
    """What the two are called: their files without folders, or all that was typed where that is the same for both."""
    files = Path(a.name).name, Path(b.name).name
    return files if files[0] != files[1] else (str(a), str(b))


def compare_and_print(
    a: ComparedRun,
    b: ComparedRun,
    request: PlaytestRequest,
    margin: float,
    *,
    archive: str | None,
    page: PageOptions,
    show_all: bool,
    as_json: bool,
) -> None:
    """Play or open both sides, print what changed and the verdict, and write the page where one is wanted."""
    from rich.console import Console

    from apts.archive import opened_archive
    from apts.cli.progress import progress_lines
    from apts.playtest.comparing.compare import StoppedComparison, compared
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.goals.goal_files import requested_goals
    from apts.variants.difference import compared_rules

    page.check()
    try:
        with opened_archive(archive) as own, progress_lines(hint=QUICKER, quiet=as_json) as watch:
            goals, play = requested_goals(request.goals) or Goals(), replace(request, command=typed_command())
            sides = [resolve_side(side, own, play) for side in (a, b)]
            comparison = compared(sides[0], sides[1], play, goals, margin, own, watch)
    except StoppedComparison as stopped:
        print(stopped, file=sys.stderr)
        sys.exit(INTERRUPTED)
    if as_json:
        data = comparison.as_data() | {"differences": [one.as_data() for one in compared_rules(comparison).differences]}
        print_json(data | {key: {**data[key], "source": str(side)} for key, side in (("a", a), ("b", b))})
    else:
        print_comparison(comparison, Console(markup=False, emoji=False), show_all=show_all, sources=(str(a), str(b)))
    if page.file is not None:
        from apts.report import write_comparison

        path = write_comparison(comparison, page.file, short_names(a, b), page.lang)
        print(f"report: {path}", file=sys.stderr if as_json else sys.stdout)
    if comparison.a.interrupted or comparison.b.interrupted:
        sys.exit(INTERRUPTED)


def resolve_side(side: ComparedRun, archive: Archive | None, play: PlaytestRequest) -> Run | Game:
    """The run of that name, or the game to be played; what must be known of it first is told."""
    from apts.playtest.run import Run, run_or_game

    found = run_or_game(side.name, archive, partial(load_game, side.name, side.options, side.settings, side.typed))
    game = found.game if isinstance(found, Run) else found
    if game is not None:
        asked = () if isinstance(found, Run) else (play.agents, play.judge)
        print_notice(game, *asked)
    return found


def run_of(side: ComparedRun, play: PlaytestRequest, archive: Archive | None, *, hint: str, quiet: bool) -> Run:
    """The run of that name, or one that is played now; ``hint`` says how it would take less time."""
    from apts.cli.progress import progress_lines
    from apts.playtest.run import Run, played_run

    found = resolve_side(side, archive, play)
    if isinstance(found, Run):
        return found
    with progress_lines(hint=hint, quiet=quiet) as watch:
        return played_run(
            found, replace(play, resume=True, command=typed_command()), archive, watch=partial(watch, found.name)
        )


def print_comparison(
    comparison: RunComparison, console: Console, *, show_all: bool = True, sources: tuple[str, str] = ("", "")
) -> None:
    """The verdict first, then goals, rules, and every metric; ``sources`` are what was typed for A and B."""
    for letter, run, source in (("A", comparison.a, sources[0]), ("B", comparison.b, sources[1])):
        agents = " against ".join(dict.fromkeys(run.manifest.agents))
        names = ", ".join(dict.fromkeys(name for name in (source, run.name, run.manifest.game) if name))
        line = f"{letter}: {names}, {len(run.matches)} matches, {agents}, seed {run.manifest.seed}"
        console.print(line, highlight=False, markup=False)
    console.print()
    console.print(comparison.sentence(), highlight=False, markup=False)
    if comparison.paired and not comparison.same_game:
        text = "Both runs have one seed: means over matches are compared match by match, other figures as of strangers."
        console.print(text, highlight=False, markup=False)
    console.print()
    _print_goals(comparison, console)
    console.print()
    for line in describe_rules(comparison):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    console.print()
    _print_changes(comparison.changes, console, show_all=show_all)


def describe_rules(comparison: RunComparison) -> list[str]:
    """What differs in the rules, the options and parameters, then agents and seeds."""
    from apts.variants.difference import compared_rules

    found = compared_rules(comparison)
    if found.is_same:
        return ["The rules, agents and seeds are the same."]
    same_text = ["The rules say the same; only how their texts are written differs."] if found.text_only else []
    rules = [line for one in found.differences for line in one.lines()]
    return [*same_text, *rules, *found.lines, *map(str, found.settings)]


def _print_goals(comparison: RunComparison, console: Console) -> None:
    from rich.table import Table

    if comparison.same_game:
        return
    names = ("goal", "verdict", comparison.difference_called, "interval", "margin", "more matches")
    table = Table(*names, box=None, pad_edge=False)
    for judged in comparison.verdicts:
        found = judged.difference
        more = "" if judged.verdict != "undecided" else "not in sight" if judged.more_matches is None else "about"
        table.add_row(
            str(judged.goal),
            "no difference" if judged.verdict == "equivalent" else judged.verdict,
            "not measured" if found is None else signed(found.value, ".3g"),
            "" if found is None else interval_shown(found.low, found.high),
            f"{judged.margin:.3g}",
            f"{more} {judged.more_matches}" if more == "about" else more,
        )
    console.print(table, highlight=False)


def _print_changes(changes: tuple[Change, ...], console: Console, *, show_all: bool) -> None:
    """The metrics, then what changed inside them, the surest first."""
    metrics = [change for change in changes if change.is_shown_first and (show_all or change.is_real)]
    console.print(_table("metric", metrics), highlight=False)
    inside = sorted((change for change in changes if not change.is_shown_first and change.is_real), key=_sureness)
    if inside:
        console.print()
        console.print(_table("changed inside the metrics", inside[:MOST_INSIDE]), highlight=False)
    more, quiet = len(inside[MOST_INSIDE:]), sum(not change.is_shown_first and not change.is_real for change in changes)
    if more or quiet:
        text = (
            f"Of the figures inside the metrics {more} more changed and {quiet} did not surely change; --json has all."
        )
        console.print(text, highlight=False)
    absent = [change.name for change in changes if change.difference is None]
    if absent:
        console.print(f"Not measured in both: {', '.join(absent)}.", highlight=False)


def _sureness(change: Change) -> float:
    return 2.0 if change.adjusted is None else change.adjusted


def _table(heading: str, changes: list[Change]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in (heading, "A", "B", "B - A", "95 % interval", "p, raised", ""):
        # Where the terminal is narrow the names are broken, not the figures.
        table.add_column(name, no_wrap=name != heading)
    for change in sorted(changes, key=_sureness):
        found = change.difference
        if found is None:
            continue
        sampled = change.p_value is not None
        table.add_row(
            change.title if len(change.title) <= WIDEST else f"{change.title[: WIDEST - 1]}…",
            f"{change.a.value:.3g}",
            f"{change.b.value:.3g}",
            signed(found.value, ".3g"),
            interval_shown(found.low, found.high) if sampled else "",
            "not tested" if change.adjusted is None else f"{change.adjusted:.2g}",
            "changed" if change.is_real and change.is_shown_first else "",
        )
    return table


def interval_shown(low: float, high: float) -> str:
    """An interval of a difference: two figures, from ten on three, so that no difference seems to lie outside of it."""
    return " to ".join(signed(end, ".2g" if abs(end) < 9.95 else ".3g") for end in (low, high))
