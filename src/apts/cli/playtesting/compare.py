"""``apts compare``: two games or two runs, and what changed from the first to the second."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import FOUND, JSON, LANGUAGE, OPTION_A, OPTION_B, PLUGINS, SET_A, SET_B, PageOptions, asks_for
from apts.cli.keyboard_interrupts import INTERRUPTED
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
from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.errors import AptsError
from apts.input_checks import signed
from apts.locales import ENGLISH
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
        games.append((label, load_game(game, options, chosen, lang=page.lang)))
    texts = terminal_texts(page.lang)
    print_notice(games[0][1], lang=page.lang)
    for _, one in games:
        print_thin_searches(one, request.agents, request.judge, lang=page.lang)
        check_parts(one, goals, request.limit)
    try:
        with progress_lines(hint=texts("time.hint-quick"), quiet=as_json, lang=page.lang) as watch:
            sweep = swept(games, replace(request, command=typed_command()), archive, watch, goals)
    except StoppedComparison as stopped:
        print(texts.stopped(stopped), file=sys.stderr)
        sys.exit(INTERRUPTED)
    if page.file is not None:
        from apts.report import write_sweep

        path = write_sweep(sweep, page.file, page.lang)
        print(texts("word.report", file=path), file=sys.stderr if as_json else sys.stdout)
    print_result(sweep, partial(_print, lang=page.lang), as_json=as_json)


def _print(sweep: Sweep, console: Console, lang: str = ENGLISH) -> None:
    from rich.text import Text

    from apts.cli.progress import print_wide

    texts = terminal_texts(lang)
    first = sweep.points[0].run
    values = {"matches": texts.matches(len(first.matches)), "agents": texts.agents(first.manifest.agents)}
    console.print(Text(texts("run.each", game=first.manifest.game, seed=first.manifest.seed, **values)))
    console.print()
    for described in sweep.messages():
        console.print(Text(f"- {texts.sentence(described)}"), soft_wrap=True)
    console.print()
    labels = [texts("compare.setting"), *(point.label for point in sweep.points)]
    print_wide(console, labels, [_column(sweep, name, texts) for name in sweep.figures])
    judged = [sweep.judgements(point) for point in sweep.points]
    if judged[0]:
        console.print()
        columns = [
            [texts.goal(found[0].goal), *(texts(f"improve.{one.verdict}") for one in found)]
            for found in zip(*judged, strict=True)
        ]
        print_wide(console, labels, columns)
    console.print(Text(texts("word.brackets", first=sweep.points[0].label)))


def _column(sweep: Sweep, name: str, texts: TerminalTexts) -> list[str]:
    cells = [_cell(sweep.metric(name, point), (name, point.label) in sweep.changed, texts) for point in sweep.points]
    return [texts.metric(name), *cells]


def _cell(metric: Metric, changed: bool, texts: TerminalTexts) -> str:
    if metric.value is None:
        return "–"
    known = metric.low is not None and metric.high is not None
    interval = f" ({texts.interval(metric.low or 0.0, metric.high or 0.0)})" if known else ""
    return f"{texts.number(metric.value)}{'*' if changed else ''}{interval}"


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
    lang: LANGUAGE = "en",
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
    texts = terminal_texts(page.lang)
    progress = progress_lines(hint=texts("time.hint-quick"), quiet=as_json, lang=page.lang)
    try:
        with opened_archive(archive) as own, progress as watch:
            goals, play = requested_goals(request.goals) or Goals(), replace(request, command=typed_command())
            sides = [resolve_side(side, own, play, page.lang) for side in (a, b)]
            comparison = compared(sides[0], sides[1], play, goals, margin, own, watch)
    except StoppedComparison as stopped:
        print(texts.stopped(stopped), file=sys.stderr)
        sys.exit(INTERRUPTED)
    if as_json:
        data = comparison.as_data() | {"differences": [one.as_data() for one in compared_rules(comparison).differences]}
        print_json(data | {key: {**data[key], "source": str(side)} for key, side in (("a", a), ("b", b))})
    else:
        console = Console(markup=False, emoji=False)
        print_comparison(comparison, console, show_all=show_all, sources=(str(a), str(b)), lang=page.lang)
    if page.file is not None:
        from apts.report import write_comparison

        path = write_comparison(comparison, page.file, short_names(a, b), page.lang)
        print(texts("word.report", file=path), file=sys.stderr if as_json else sys.stdout)
    if comparison.a.interrupted or comparison.b.interrupted:
        sys.exit(INTERRUPTED)


def resolve_side(side: ComparedRun, archive: Archive | None, play: PlaytestRequest, lang: str = ENGLISH) -> Run | Game:
    """The run of that name, or the game to be played; what must be known of it first is printed."""
    from apts.playtest.run import Run, run_or_game

    found = run_or_game(
        side.name, archive, partial(load_game, side.name, side.options, side.settings, side.typed, lang)
    )
    game = found.game if isinstance(found, Run) else found
    if game is not None:
        asked = () if isinstance(found, Run) else (play.agents, play.judge)
        print_notice(game, *asked, lang=lang)
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
    comparison: RunComparison,
    console: Console,
    *,
    show_all: bool = True,
    sources: tuple[str, str] = ("", ""),
    lang: str = ENGLISH,
) -> None:
    """The verdict first, then goals, rules, and every metric; ``sources`` are what was typed for A and B."""
    texts = terminal_texts(lang)
    for letter, run, source in (("A", comparison.a, sources[0]), ("B", comparison.b, sources[1])):
        known = run.manifest
        names = ", ".join(dict.fromkeys(name for name in (source, run.name, known.game) if name))
        values = {"matches": texts.matches(len(run.matches)), "agents": texts.agents(known.agents), "seed": known.seed}
        line = texts("compare.side", letter=letter, names=names, **values)
        console.print(line, highlight=False, markup=False)
    console.print()
    console.print(texts.sentence(comparison.message()), highlight=False, markup=False)
    if comparison.paired and not comparison.same_game:
        console.print(texts("compare.paired"), highlight=False, markup=False)
    console.print()
    _print_goals(comparison, console, texts)
    console.print()
    for line in describe_rules(comparison, texts):
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    console.print()
    _print_changes(comparison.changes, console, texts, show_all=show_all)


def describe_rules(comparison: RunComparison, texts: TerminalTexts) -> list[str]:
    """What differs in the rules, the options and parameters, then agents and seeds."""
    from apts.variants.difference import compared_rules

    found = compared_rules(comparison, texts.language)
    if found.is_same:
        return [texts("compare.same")]
    same_text = [texts("compare.text-only")] if found.text_only else []
    patterns = texts.pattern("compare.places"), texts.pattern("compare.where")
    rules = [line for one in found.differences for line in one.lines(*patterns)]
    settings = [
        texts(f"compare.{one.kind}", name=one.name, before=one.before, after=one.after) for one in found.settings
    ]
    return [*same_text, *rules, *found.lines, *settings]


def _print_goals(comparison: RunComparison, console: Console, texts: TerminalTexts) -> None:
    from rich.table import Table

    if comparison.same_game:
        return
    headings = ("goal", "verdict", comparison.difference_called, "interval", "margin", "more")
    table = Table(*(texts(f"compare.{heading}") for heading in headings), box=None, pad_edge=False)
    for judged in comparison.verdicts:
        found, more = judged.difference, ""
        if judged.verdict == "undecided" and judged.more_matches is None:
            more = texts("compare.not-in-sight")
        elif judged.verdict == "undecided":
            more = texts("compare.about", count=judged.more_matches)
        table.add_row(
            texts.goal(judged.goal),
            texts(f"compare.{judged.verdict}"),
            texts("word.not-measured") if found is None else texts.rewritten(signed(found.value, ".3g")),
            "" if found is None else interval_shown(found.low, found.high, texts),
            texts.number(judged.margin),
            more,
        )
    console.print(table, highlight=False)


def _print_changes(changes: tuple[Change, ...], console: Console, texts: TerminalTexts, *, show_all: bool) -> None:
    """The metrics, then what changed inside them, the surest first."""
    metrics = [change for change in changes if change.is_shown_first and (show_all or change.is_real)]
    console.print(_table(texts("compare.metric"), metrics, texts), highlight=False)
    inside = sorted((change for change in changes if not change.is_shown_first and change.is_real), key=_sureness)
    if inside:
        console.print()
        console.print(_table(texts("compare.inside"), inside[:MOST_INSIDE], texts), highlight=False)
    more, quiet = len(inside[MOST_INSIDE:]), sum(not change.is_shown_first and not change.is_real for change in changes)
    if more or quiet:
        console.print(texts("compare.rest", more=more, quiet=quiet), highlight=False)
    absent = [texts.metric(change.name) for change in changes if change.difference is None]
    if absent:
        console.print(texts("compare.absent", names=", ".join(absent)), highlight=False)


def _sureness(change: Change) -> float:
    return 2.0 if change.adjusted is None else change.adjusted


def _table(heading: str, changes: list[Change], texts: TerminalTexts) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in (heading, "A", "B", "B - A", texts("compare.interval-95"), texts("compare.p"), ""):
        # Where the terminal is narrow the names are broken, not the figures.
        table.add_column(name, no_wrap=name != heading)
    for change in sorted(changes, key=_sureness):
        found = change.difference
        if found is None:
            continue
        sampled = change.p_value is not None
        title = change_title(change, texts)
        table.add_row(
            title if len(title) <= WIDEST else f"{title[: WIDEST - 1]}…",
            texts.number(change.a.value),
            texts.number(change.b.value),
            texts.rewritten(signed(found.value, ".3g")),
            interval_shown(found.low, found.high, texts) if sampled else "",
            texts("compare.not-tested") if change.adjusted is None else texts.number(change.adjusted, ".2g"),
            texts("compare.changed") if change.is_real and change.is_shown_first else "",
        )
    return table


def change_title(change: Change, texts: TerminalTexts) -> str:
    """The metric of a change, and the figure inside it."""
    name, part = texts.metric(change.name), change.part
    if not texts.is_english:
        part = texts.report.known(f"part.{part}", part)
    return f"{name}: {part}" if part else name


def interval_shown(low: float, high: float, texts: TerminalTexts) -> str:
    """An interval of a difference: two figures, from ten on three, so that no difference seems to lie outside of it."""
    ends = (texts.rewritten(signed(end, ".2g" if abs(end) < 9.95 else ".3g")) for end in (low, high))
    return texts("word.interval", low=next(ends), high=next(ends))
