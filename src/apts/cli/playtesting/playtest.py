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
    LANGUAGE,
    OPTIONS,
    PACE,
    PLAY,
    PLUGINS,
    SETTINGS,
    TURNS,
    PageOptions,
    asks_for,
)
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.playtesting.compare import sweep_and_print
from apts.cli.playtesting.panel_lines import panel_lines, played_by
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
from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.errors import AptsError
from apts.locales import ENGLISH
from apts.playtest.matches.playtest_request import PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.engine.play.game import Game
    from apts.playtest.evidence.evidence import Goals
    from apts.playtest.evidence.sentences import Message
    from apts.playtest.run import Run
    from apts.playtest.strengths.strengths import Strengths
    from apts.playtest.strengths.trends import FindingAtLevels
    from apts.statistics import Estimate

NAME_WIDTH = 15
"""Letters that the names of metrics have in English tables."""

_PRECISE = re.compile("the scores of the seats are known to within (.+)")

# ----------------------------------------------------------------------------------------------------------------
# What people did, told below the figures of a play-test.


def people_lines(run: Run, texts: TerminalTexts) -> Iterator[str]:
    """What people did on a published page, in a few lines; the report has more."""
    if (seen := run.people) is None:
        return
    yield "\n" + texts("people.title", matches=texts.matches(seen.matches))
    for one in seen.against:
        whom = texts("people.among") if one.who == "person" else texts("people.against", who=one.who)
        score = one.score
        value, low, high = (f"{100 * number:.0f} %" for number in (score.value, score.low, score.high))
        yield texts("people.score", whom=whom, value=value, low=low, high=high, n=score.n)
    for found in [found for found in seen.differences if found.sure][:3]:
        yield texts(
            "people.never" if found.never else "people.rarely",
            kind=texts(f"people.{found.kind}"),
            name=found.name,
            count=found.people,
            of=found.people_of,
            agents=found.agents,
            agents_of=found.agents_of,
        )
    if (fun := seen.answers.fun) is not None:
        value, low, high = (texts.number(number, ".1f") for number in (fun.value, fun.low, fun.high))
        yield texts("people.fun", value=value, low=low, high=high, n=fun.n)


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
    texts = terminal_texts(page.lang)
    print_notice(game, level_specs(request.levels or DEFAULT_LEVELS, game), request.judge, lang=page.lang)

    def note(described: Message) -> None:
        print(texts.sentence(described), file=sys.stderr, flush=True)

    try:
        with progress_lines(hint=texts("time.hint-levels"), quiet=as_json, lang=page.lang) as watch:
            found = played_strengths(game, request, archive, goals, watch, note)
    except StoppedComparison as stopped:
        print(texts.stopped(stopped), file=sys.stderr)
        sys.exit(INTERRUPTED)
    if page.file is not None:
        from apts.report import write_strengths

        path = write_strengths(found, page.file, page.lang)
        print(texts("word.report", file=path), file=sys.stderr if as_json else sys.stdout)
    print_result(found, partial(print_strengths, lang=page.lang), as_json=as_json)


def print_strengths(strengths: Strengths, console: Console, lang: str = ENGLISH) -> None:
    """What changes with strength, the findings with their levels, and the figures side by side."""
    from rich.text import Text

    texts = terminal_texts(lang)

    def message(line: str) -> None:
        console.print(Text(line), soft_wrap=True)

    first = strengths.runs[0]
    counts = ", ".join(f"{level.label} {len(level.run.matches)}" for level in strengths.levels)
    message(texts("levels.title", game=first.manifest.game, seed=first.manifest.seed, counts=counts))
    if strengths.interrupted:
        message(texts("levels.interrupted"))
    console.print()
    for described in strengths.messages():
        message(f"- {texts.sentence(described)}")
    if strengths.findings:
        console.print()
    for number, found in enumerate(strengths.findings, 1):
        message(f"{number:2}. {texts.finding(found.finding)} [{finding_levels(found, texts)}]")
    if strengths.judgements or strengths.unjudged:
        console.print()
    for label, judgement in strengths.judgements:
        message(texts("levels.judged-at", goal=texts.judgement(judgement), level=label))
    for goal in strengths.unjudged:
        message(texts("levels.unjudged", goal=texts.goal(goal), level=goal.level))
    console.print()
    console.print(figure_table(strengths, texts))
    message(texts("levels.brackets"))
    if strengths.one_judge:
        message(texts("levels.judge", agent=first.manifest.settings.get("evaluation")))
    names = ", ".join(f"{level.label}: {level.run.name}" for level in strengths.levels)
    message(texts("levels.runs", names=names))


def finding_levels(found: FindingAtLevels, texts: TerminalTexts) -> str:
    """The levels at which a finding is sure, probable and not seen; that of its sentence comes first."""
    own = (found.level,)
    also, likely = ([label for label in labels if label not in own] for labels in (found.found, found.probable))
    parts = (
        ("at" if found.level in found.found else "probably-at", own),
        ("also-at", also),
        ("probably-also-at" if found.found else "also-at", likely),
        ("not-seen-at", found.absent),
    )
    return "; ".join(texts(f"levels.{key}", levels=", ".join(labels)) for key, labels in parts if labels)


def figure_table(strengths: Strengths, texts: TerminalTexts) -> Table:
    """A row for each metric, a column for each level."""
    from rich.table import Table
    from rich.text import Text

    from apts.playtest.strengths.trends import interval_amounts

    def cell(figure: Estimate | None) -> str:
        if figure is None:
            return "–"
        value, low, high = (texts.rewritten(str(part)) for part in interval_amounts(figure).values())
        return f"{value} ({texts('word.interval', low=low, high=high)})"

    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for label in strengths.labels:
        table.add_column(Text(label))
    for trend in strengths.figures:
        name = f"{texts.metric(trend.name)}{'*' if trend.is_sure else ''}"
        table.add_row(*map(Text, (name, *map(cell, trend.figures))))
    return table


@asks_for(
    PlaytestRequest,
    "agents", "matches", "until", "quick", "seed", "resume", "limit", "evaluate", "evaluator", "levels", "train",
    "one_strength", "guard", "luck", "goals", "workers", "cluster", "name",
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
    lang: LANGUAGE = "en",
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
        loaded = load_game(game, option, set_, lang=lang)
        play_levels_and_print(loaded, wanted, archive=archive, page=page, as_json=json)
    elif sweeps:
        sweep_and_print(game, option, set_ or [], wanted, archive=archive, page=page, as_json=json)
    else:
        loaded = load_game(game, option, set_, lang=lang)
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
    from apts.playtest.panel.panel_plan import has_panel
    from apts.playtest.run import played_run

    goals = requested_goals(request.goals)
    check_parts(game, goals or Goals(), request.limit)
    texts = terminal_texts(page.lang)
    if request.guard and has_panel(request):
        print(texts("run.no-guard"), file=sys.stderr)
    print_thin_searches(game, request.agents, request.judge, lang=page.lang)
    if play_page:
        _check_playable(game)
    hint, forecast = texts("time.hint-quick"), not request.quick
    with progress_lines(hint=hint, quiet=as_json, forecast=forecast, lang=page.lang) as described:
        watch = partial(described, game.name)
        run = played_run(game, request, archive, goals, watch, alone=True, strict=request.resume)
    if as_json:
        print_json(run.as_data())
    else:
        print_run(run, Console(markup=False, emoji=False), archive, page.lang)
    if page.file is not None:
        path = run.report(page.file, lang=page.lang, play=play_page)
        print(texts("word.report", file=path), file=sys.stderr if as_json else sys.stdout)
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
        raise AptsError(f"--turns {text!r} cannot be met: no match has at least {low} and at most {high} turns")
    return low, high


def bands_of(text: str) -> tuple[int, ...]:
    """The lengths at which matches are cut into bands: ``20,30``."""
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,9}", part) and int(part) > 0 for part in parts):
        raise AptsError(f"--bands {text!r} cannot be read: lengths of at least 1 are expected, such as 20,30")
    return tuple(sorted({int(part) for part in parts}))


def print_run(run: Run, console: Console, archive: str | None = None, lang: str = ENGLISH) -> None:
    """Findings first, then the figures that most people ask for."""
    from apts.playtest.metrics import Shown, declared, shown_in
    from apts.report.going_on import settling_command

    texts = terminal_texts(lang)
    message = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    known, played = run.manifest, len(run.matches)
    values = {"played": texts.matches(played), "agents": texts.agents(known.agents)}
    message(texts("run.title", game=known.game, seed=known.seed, **values))
    if run.game is not None and (news := texts.announcement(run.game)) is not None:
        message(news)
    if run.game is not None and (notice := texts.notice(run.game)) is not None:
        message(texts("word.note", text=notice.removesuffix(".")))
    if run.interrupted:
        message(texts("run.interrupted", run=run.name))
    if played < known.matches and not run.interrupted and run.standing is None:
        message(texts("run.first-look", played=played, wanted=known.matches))
    if (line := standing_line(run, texts)) != "":
        message(line)
    message()
    if not run.weighed:
        message(texts("run.nothing"))
    elif not run.findings:
        message(texts("run.unsure"))
    for number, found in enumerate(run.weighed, 1):
        weak = texts("run.weak") if found.weak else ""
        watch = texts("run.watch", numbers=", ".join(map(str, found.matches))) if found.matches else ""
        message(f"{number:2}. {texts.finding(found)}{played_by(run, found, texts)}{weak}{watch}")
        settle = None if found.wanted is None or archive is None else settling_command(known, found.wanted)
        if settle is not None:
            message(texts("run.settle", command=settle))
    if (command := watch_command(run, archive)) is not None:
        message(texts("run.command", command=command))
    message()
    for judgement in run.judgements:
        message(texts.judgement(judgement))
    if run.judgements:
        message()
    rows = []
    for name in shown_in(Shown.TERMINAL):
        metric = run.metrics[name]
        if metric.value is not None or metric.details.get("failed") or Shown.REASON in declared(name).shown:
            rows.append((texts.metric(name), texts.figure(metric)))
    width = NAME_WIDTH if texts.is_english else max((len(name) for name, _ in rows), default=0)
    for name, figure in rows:
        message(f"  {name:{width}} {figure}")
    for line in place_lines(run, texts, width):
        message(f"  {line}")
    for line in panel_lines(run, texts):
        message(line)
    for line in people_lines(run, texts):
        message(line)


def watch_command(run: Run, archive: str | None) -> str | None:
    """What to type to watch the first match that a finding names; None where no match is named or kept."""
    matches = [number for found in run.weighed for number in found.matches]
    if not matches or archive is None:
        return None
    from apts.report.going_on import replay_command

    return replay_command(run.name, matches[0], archive)


def place_lines(run: Run, texts: TerminalTexts, width: int = NAME_WIDTH) -> Iterator[str]:
    """A line for each team, or with three seats and more for each seat: how often it takes each place."""
    from apts.statistics import wilson

    def shares(share: float, low: float, high: float) -> dict[str, str]:
        return {"share": f"{share:.0%}", "low": f"{low:.0%}", "high": f"{high:.0%}"}

    teams = run.metrics["together"].details.get("teams", [])
    for word, key in (("won", "run.all-win"), ("lost", "run.all-lose")):
        if (count := run.metrics["together"].details.get(word)) is not None:
            known = wilson(count, run.evidence.n)
            yield texts(key, **shares(known.value, known.low, known.high))
    if run.evidence.cooperative:
        return
    for number, row in enumerate(teams):
        side = texts("run.side", seat=run.evidence.side_called(number))
        yield texts("run.wins", side=f"{side:<{width}}", **shares(row["share"], row["low"], row["high"]))
    if run.manifest.players < 3 or len(teams) == 2:
        return
    for row in run.metrics["seat-score"].details.get("seats", []):
        sentences = [
            texts("run.place", place=place["place"], **shares(place["share"], place["low"], place["high"]))
            + (texts("run.shared", count=place["shared"]) if place["shared"] else "")
            for place in row["places"]
        ]
        side = texts("run.side", seat=run.evidence.seat(row["seat"]))
        yield f"{side:<{width}} {'; '.join(sentences)}"


def standing_line(run: Run, texts: TerminalTexts) -> str:
    """What a run that may end early knows of the seats; the intervals are right whenever it ends. Empty for other runs."""
    standing, most = run.standing, run.manifest.matches
    if standing is None:
        return ""
    seats = ", ".join(
        texts(
            "run.score",
            seat=run.evidence.seat(number),
            value=f"{100 * seat.value:.0f} %",
            low=f"{100 * seat.low:.0f} %",
            high=f"{100 * seat.high:.0f} %",
        )
        for number, seat in enumerate(standing.seats, 1)
    )
    values = {"matches": standing.matches, "most": most, "seats": seats}
    if not standing.stopped:
        return texts("run.unknown", **values)
    return texts("run.stopped", reason=_reason(standing.reason, texts), **values)


def _reason(reason: str, texts: TerminalTexts) -> str:
    """Why a run ended early, in the language of the terminal."""
    found = _PRECISE.fullmatch(reason)
    if found is not None:
        return texts("reason.precise", limit=texts.rewritten(found[1]))
    return texts.known(f"reason.{reason}", reason)
