"""``apts playtest``: let agents play a game many times and tell what is wrong with it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import (
    BANDS,
    DEFAULT_ARCHIVE,
    DEFAULT_PACE,
    GAME,
    JSON,
    OPTIONS,
    PACE,
    PAGE_LANGUAGE,
    PLAY,
    PLUGINS,
    SETTINGS,
    TURNS,
    PageOptions,
)
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.option_parsing import asks_for
from apts.cli.playtesting.compare import sweep_and_print
from apts.cli.settings import (
    check_run_name,
    is_sweep,
    load_game,
    print_json,
    print_notice,
    print_result,
    print_thin_searches,
    typed_command,
)
from apts.errors import AptsError
from apts.playtest.matches.playtest_request import PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.engine.play.game import Game
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.run import Run
    from apts.playtest.strengths.strengths import Strengths

# ----------------------------------------------------------------------------------------------------------------
# What people did, told below the figures of a play-test.


def people_lines(run: Run) -> Iterator[str]:
    """What people did on a published page, in a few lines; the report has more."""
    if (seen := run.people) is None:
        return
    matches = "1 match" if seen.matches == 1 else f"{seen.matches} matches"
    yield f"\nPeople: {matches} on a published page, which no figure above counts."
    for one in seen.against:
        whom = "people among themselves, the first seat" if one.who == "person" else f"people against {one.who}"
        value, low, high = (f"{100 * number:.0f} %" for number in (one.score.value, one.score.low, one.score.high))
        yield f"  {whom}: score {value} ({low} to {high}, n = {one.score.n})"
    for found in [found for found in seen.differences if found.sure][:3]:
        agents = "never" if found.never else f"in {found.agents} of {found.agents_of} matches"
        yield f"  People use the {found.kind} {found.name} in {found.people} of {found.people_of} matches, agents {agents}."
    if (fun := seen.answers.fun) is not None:
        yield f"  Fun from 1 to 5: {fun.value:.1f} ({fun.low:.1f} to {fun.high:.1f}, n = {fun.n})"


# ----------------------------------------------------------------------------------------------------------------
# ``--levels casual,club,expert``: the same game at several strengths, in one table.


def play_levels_and_print(
    game: Game, request: PlaytestRequest, *, archive: str | None, page: PageOptions, as_json: bool
) -> None:
    """Play every level, print what changes with strength, and write the page where one is wanted."""
    from apts.cli.progress import progress_lines
    from apts.playtest.comparing.compare import StoppedComparison
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.goal_check import check_parts
    from apts.playtest.goals.goal_files import requested_goals
    from apts.playtest.strengths.strengths import DEFAULT_LEVELS, level_specs, played_strengths

    goals = requested_goals(request.goals)
    check_parts(game, goals or Goals(), request.limit)
    print_notice(game, level_specs(request.levels or DEFAULT_LEVELS, game), request.judge)
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

    from apts.playtest.goals.judging import describe_with_verdict

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

    from apts.playtest.strengths.trends import format_estimate

    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for label in strengths.labels:
        table.add_column(Text(label))
    for trend in strengths.figures:
        name = f"{trend.name}{'*' if trend.is_sure else ''}"
        table.add_row(*map(Text, (name, *map(format_estimate, trend.figures))))
    return table


@asks_for(
    PlaytestRequest,
    "agents", "matches", "until", "quick", "seed", "resume", "limit", "evaluate", "evaluator", "levels", "train", "guard",
    "luck", "goals", "workers", "cluster", "name",
)  # fmt: skip
def playtest(
    game: GAME,
    request: PlaytestRequest,
    precision: Annotated[
        float | None,
        typer.Option("--precision", metavar="0.03", help="Stop once the seats' scores are known this precisely."),
    ] = None,
    archive: Annotated[
        str, typer.Option("--archive", metavar="PATH|URL", help="The archive that keeps the matches.")
    ] = DEFAULT_ARCHIVE,
    turns: TURNS = None,
    bands: BANDS = None,
    pace: PACE = DEFAULT_PACE,
    metrics: Annotated[
        list[str] | None, typer.Option("--metrics", metavar="FILE", help="A Python file with metrics of your own.")
    ] = None,
    report: Annotated[str | None, typer.Option("--report", metavar="FILE", help="The report file to write.")] = None,
    lang: PAGE_LANGUAGE = "en",
    play_page: PLAY = False,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let agents play a game many times and report what is wrong with it."""
    sweeps = is_sweep(set_)
    if play_page and (report is None or request.at_levels or sweeps):
        raise AptsError("--play writes a page beside the report of one run; give --report FILE, and one value of --set")
    if sweeps:
        refuse_beside_sweep(request, precision)
    wanted = with_precision(request, precision)
    goals = (*request.goals, goals_of(turns, bands, pace))
    wanted = replace(wanted, goals=goals, command=typed_command())
    page = PageOptions(report, lang)
    read_and_check(wanted, tuple(metrics or ()), page)
    if request.at_levels:
        play_levels_and_print(load_game(game, option, set_), wanted, archive=archive, page=page, as_json=json)
    elif sweeps:
        sweep_and_print(game, option, set_ or [], wanted, archive=archive, page=page, as_json=json)
    else:
        loaded = load_game(game, option, set_)
        play_and_print(loaded, wanted, archive, page, play_page=play_page, as_json=json)


def refuse_beside_sweep(request: PlaytestRequest, precision: float | None) -> None:
    """Refuse what is asked of one run only, where several values are played."""
    if request.at_levels:
        raise AptsError("--levels plays one game at several strengths; give --set one value, or leave --levels out")
    for name, given in (("--until", request.until), ("--precision", precision), ("--name", request.name)):
        if given is not None:
            raise AptsError(
                f"{name} is for one run; with several values of --set it cannot be kept to, so leave it out"
            )


def play_and_print(
    game: Game, request: PlaytestRequest, archive: str | None, page: PageOptions, *, play_page: bool, as_json: bool
) -> None:
    """Play, print the findings and a short table, and write the report where one is wanted."""
    from rich.console import Console

    from apts.cli.progress import progress_lines
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.goal_check import check_parts
    from apts.playtest.goals.goal_files import requested_goals
    from apts.playtest.run import played_run

    goals = requested_goals(request.goals)
    check_parts(game, goals or Goals(), request.limit)
    print_thin_searches(game, request.agents, request.judge)
    if play_page:
        _check_playable(game)
    hint = "; --quick gives a first look sooner"
    with progress_lines(hint=hint, quiet=as_json, forecast=not request.quick) as described:
        watch = partial(described, game.name)
        run = played_run(game, request, archive, goals, watch, alone=True, strict=request.resume)
    if as_json:
        print_json(run.as_data())
    else:
        print_run(run, Console(markup=False, emoji=False), archive)
    if page.file is not None:
        path = run.report(page.file, lang=page.lang, play=play_page)
        print(f"report: {path}", file=sys.stderr if as_json else sys.stdout)
    if run.interrupted:
        sys.exit(INTERRUPTED)


def _check_playable(game: Game) -> None:
    from apts.report.pages.first_page import check_playable

    check_playable(game)


def read_and_check(request: PlaytestRequest, metrics: Sequence[str], page: PageOptions) -> None:
    """Read metrics of one's own, and refuse what could only be refused after all matches were played."""
    from apts.playtest.goals.goal_files import requested_goals
    from apts.playtest.metrics import read_metrics_file

    for file in metrics:
        read_metrics_file(file)
    page.check()
    requested_goals(request.goals)
    if request.name is not None:
        check_run_name(request.name)


def with_precision(request: PlaytestRequest, precision: float | None) -> PlaytestRequest:
    """The request with ``--precision``, which says the same as ``--until precision=``."""
    from apts.playtest.matches.playtest_request import Until

    if precision is None:
        return request
    requested = request.stop
    return replace(
        request,
        until=Until(
            requested is not None and requested.settled, precision, requested.fewest if requested is not None else 0
        ),
    )


def goals_of(turns: str | None, bands: str | None, pace: float) -> Goals:
    """What is wanted by options of their own: a length, bands of lengths, the pace at the table."""
    from apts.playtest.evidence.evidence import Goals

    low, high = turns_of(turns) if turns else (None, None)
    return Goals(min_turns=low, max_turns=high, bands=bands_of(bands) if bands else (), pace=pace)


_TURNS = re.compile(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?")


def turns_of(text: str) -> tuple[int, int]:
    """The wanted length of a match: ``20-40``, or one number for both."""
    found = _TURNS.fullmatch(text)
    if found is None:
        raise AptsError(f"--turns {text!r} cannot be read: MIN-MAX is expected, such as 20-40")
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high or high < 1:
        raise AptsError(f"--turns {text!r} cannot be wished for: no match has at least {low} and at most {high} turns")
    return low, high


def bands_of(text: str) -> tuple[int, ...]:
    """The lengths at which matches are cut into bands: ``20,30``."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,9}", part) and int(part) > 0 for part in parts):
        raise AptsError(f"--bands {text!r} cannot be read: lengths of at least 1 are expected, such as 20,30")
    return tuple(sorted({int(part) for part in parts}))


def print_run(run: Run, console: Console, archive: str | None = None) -> None:
    """Findings first, then the figures that most people ask for."""
    from apts.engine.play_continues import announcement
    from apts.playtest.goals.judging import describe_with_verdict
    from apts.playtest.metrics import Shown, declared, shown_in

    agents = " against ".join(dict.fromkeys(run.manifest.agents))
    message = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    played = "1 match" if len(run.matches) == 1 else f"{len(run.matches)} matches"
    message(f"{run.manifest.game}: {played}, {agents}, seed {run.manifest.seed}")
    if run.game is not None and (news := announcement(run.game)) is not None:
        message(news)
    if run.game is not None and run.game.notice is not None:
        message(f"Note: {run.game.notice}")
    if run.interrupted:
        message(f"Interrupted; what was played is kept. Go on with --resume (run {run.name}).")
    if len(run.matches) < run.manifest.matches and not run.interrupted and run.standing is None:
        text = f"A first look: {len(run.matches)} of {run.manifest.matches} matches; the same command plays on."
        console.print(text, highlight=False)
    if (known := standing_line(run)) != "":
        message(known)
    message()
    if not run.weighed:
        message("Nothing is wrong as far as these matches show.")
    elif not run.findings:
        message("Nothing is sure yet; this is what the matches speak for:")
    for number, found in enumerate(run.weighed, 1):
        weak = " The answer differs at half the strength." if found.weak else ""
        watch = f" Matches {', '.join(map(str, found.matches))}." if found.matches else ""
        message(f"{number:2}. {found.sentence}{weak}{watch}")
    if (command := watch_command(run, archive)) is not None:
        message(f"    Watch one: {command}")
    message()
    for judgement in run.judgements:
        message(describe_with_verdict(judgement))
    if run.judgements:
        message()
    for name in shown_in(Shown.TERMINAL):
        metric = run.metrics[name]
        if metric.value is not None or metric.details.get("failed") or Shown.REASON in declared(name).shown:
            message(f"  {name:15} {metric}")
    for line in place_lines(run):
        message(f"  {line}")
    for line in people_lines(run):
        message(line)


def watch_command(run: Run, archive: str | None) -> str | None:
    """What to type to watch the first match that a finding names; None where no match is named or kept."""
    matches = [number for found in run.weighed for number in found.matches]
    if not matches or archive is None:
        return None
    from apts.report.pages.first_page import replay_command

    return replay_command(run.name, matches[0], archive)


def place_lines(run: Run) -> Iterator[str]:
    """A line for each team, or with three seats and more for each seat: how often it takes each place."""
    from apts.statistics import wilson

    teams = run.metrics["together"].details.get("teams", [])
    for word in ("won", "lost"):
        if (count := run.metrics["together"].details.get(word)) is not None:
            known = wilson(count, run.evidence.n)
            how = "win" if word == "won" else "lose"
            yield f"all players {how} together {known.value:.0%} ({known.low:.0%} to {known.high:.0%})"
    if run.evidence.cooperative:
        return
    for number, row in enumerate(teams):
        share = f"{row['share']:.0%} ({row['low']:.0%} to {row['high']:.0%})"
        yield f"{run.evidence.side_called(number)!s:<15} wins {share}"
    if run.manifest.players < 3 or len(teams) == 2:
        return
    for row in run.metrics["seat-score"].details.get("seats", []):
        sentences = [
            f"place {place['place']} {place['share']:.0%} ({place['low']:.0%} to {place['high']:.0%})"
            + (f", {place['shared']} shared" if place["shared"] else "")
            for place in row["places"]
        ]
        yield f"{run.evidence.seat(row['seat'])!s:<15} {'; '.join(sentences)}"


def standing_line(run: Run) -> str:
    """What a run that may end early knows of the seats; the intervals are right whenever it ends. Empty for other runs."""
    standing, most = run.standing, run.manifest.matches
    if standing is None:
        return ""
    seats = ", ".join(
        f"{run.evidence.seat(number)} scores {100 * seat.value:.0f} % ({100 * seat.low:.0f} % to {100 * seat.high:.0f} %)"
        for number, seat in enumerate(standing.seats, 1)
    )
    if standing.stopped:
        return f"Stopped after {standing.matches} of at most {most} matches, because {standing.reason}: {seats}."
    return f"After {standing.matches} of at most {most} matches it is not known well enough: {seats}."
