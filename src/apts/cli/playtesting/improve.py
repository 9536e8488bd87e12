"""``apts improve``: say what a game should be like, get the smallest edits that make it so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import FOUND, GAME, JSON, KEPT, LANGUAGE, OPTIONS, PLUGINS, SETTINGS, PageOptions, asks_for
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.settings import load_variant, print_notice, print_result, typed_command
from apts.cli.terminal_texts import TerminalTexts, terminal_texts
from apts.errors import AptsError
from apts.input_checks import signed
from apts.locales import ENGLISH
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.search.improve_request import AGGREGATES, CLIMB, FRESH, STEPS, ImproveRequest

if TYPE_CHECKING:
    from rich.console import Console

    from apts.variants.search.confirmation import Confirmation
    from apts.variants.search.improvement import Improvement
    from apts.variants.search.methods.climbing import Climb, ClimbStep
    from apts.variants.search.search_state import SearchStep
    from apts.variants.sensitivity.effects import Effect
    from apts.variants.sensitivity.sensitivity import Sensitivity

# ----------------------------------------------------------------------------------------------------------------
# How ``apts improve --method climb`` tells what it found.


def print_step(step: ClimbStep, texts: TerminalTexts) -> None:
    """One line for a step, on the error stream."""
    edit = texts.edits(step.variant)[-1] if step.number else texts("climb.as-it-is")
    values = {"value": texts.number(step.value, ".3f"), "kept": _kept(step, texts)}
    print(texts("climb.step", number=step.number, edit=edit, **values), file=sys.stderr, flush=True)


def print_climb(found: Climb, console: Console, lang: str = ENGLISH) -> None:
    """The kept edits, what fresh matches say of the gain, and every step."""
    from rich.table import Table
    from rich.text import Text

    texts, kept = terminal_texts(lang), found.chosen.variant
    text = texts(
        "climb.rose",
        aggregate=found.settings.aggregate,
        before=texts.number(found.steps[0].value, ".3f"),
        after=texts.number(found.chosen.value, ".3f"),
        matches=found.settings.matches,
        agents=found.agents,
    )
    console.print(Text(text), soft_wrap=True)
    if found.before is not None and found.after is not None:
        before, after = (texts.estimate(one, ".3f") for one in (found.before, found.after))
        line = texts("climb.fresh", matches=texts.count(found.settings.fresh), before=before, after=after)
        console.print(Text(line), soft_wrap=True)
    for words in texts.edits(kept):
        console.print(Text(f"- {words}"), soft_wrap=True)
    console.print()
    headings = (texts("climb.heading-step"), found.settings.aggregate, texts("climb.heading-edit"))
    table = Table(*headings, box=None, pad_edge=False)
    for step in found.steps:
        words = texts.edits(step.variant)[-1] if step.number else texts("improve.as-it-is")
        cells = (str(step.number), texts.number(step.value, ".3f"), f"{words}{_kept(step, texts)}")
        table.add_row(*map(Text, cells))
    console.print(table)


def _kept(step: ClimbStep, texts: TerminalTexts) -> str:
    return texts("climb.kept") if step.kept and step.number else ""


EXITS = {"met": 0, "inside": 0, "missed": 1, "nothing": 1, "open": 2, "unconfirmed": 2}
"""How the command ends, as ``apts goals check`` does: reached, not reached, not settled."""

MOST_SHOWN = 8
"""Variants and reasons that are shown."""


@asks_for(
    ImproveRequest,
    *(
        "goals",
        "minutes",
        "matches",
        "method",
        "agents",
        "seed",
        "most",
        "fresh",
        "edits",
        "pins",
        "bounds",
        "axes",
        "games",
    ),
    *("limit", "workers", "cluster"),
)
def improve(
    game: GAME,
    request: ImproveRequest,
    write: Annotated[
        str | None, typer.Option("--write", metavar="FILE", help="The file to write the improved rules to.")
    ] = None,
    report: Annotated[str | None, typer.Option("--report", metavar="FILE", help="The HTML page to write.")] = None,
    lang: LANGUAGE = "en",
    aggregate: Annotated[
        str, typer.Option("--aggregate", metavar="|".join(AGGREGATES), help="The aggregate score that climb maximises.")
    ] = AGGREGATES[0],
    steps: Annotated[int, typer.Option("--steps", min=1, max=10_000, help="Number of steps of climb.")] = STEPS,
    archive: KEPT = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Search for the smallest edits of the rules that bring a game inside its goals."""
    from apts.playtest.goals import read_goals
    from apts.report.writing import check_target, write_file
    from apts.variants.search.improve import improve_by_request
    from apts.variants.search.improve_request import DEFAULT_EDITS
    from apts.variants.search.improvement import check_writable, repaired_text
    from apts.variants.search.methods.climbing import ClimbSettings, climbed
    from apts.variants.tunables import read_limits

    texts, request = terminal_texts(lang), replace(request, command=typed_command())
    if request.method == CLIMB:
        beside = {"--goal": request.goals, "--matches": request.matches, "--edits": request.edits != DEFAULT_EDITS}
        refuse_beside_climb({**beside, "--write": write, "--report": report})
        limits = read_limits(request.pins, request.bounds)
        fresh = request.fresh or FRESH
        climb = ClimbSettings(steps, fresh=fresh, aggregate=aggregate, minutes=request.minutes, limits=limits)
        parent = load_variant(game, option, set_, lang=lang)
        print_notice(parent.game(), request.agents, lang=lang)
        step = None if json else partial(print_step, texts=texts)
        climb_found = climbed(parent, request.play(), climb, archive, step)
        print_result(climb_found, partial(print_climb, lang=lang), as_json=json)
        return
    request = replace(request, goals=(read_goals(request.goals),))
    parent = load_variant(game, option, set_, lang=lang)
    print_notice(parent.game(), request.agents, lang=lang)
    if write is not None:
        check_writable(parent)
        check_apart(write, game, report)
        check_target(write, ".lud")
    PageOptions(report, lang).check()
    found = improve_by_request(parent, request, archive, None if json else partial(_print_step, texts=texts))
    if write is not None and found.chosen is not None:
        path = write_file(write, repaired_text(found), ".lud")
        print(texts("word.rules", file=path), file=sys.stderr if json else sys.stdout)
    elif write is not None:
        print(texts("improve.not-written", file=write), file=sys.stderr)
    if report is not None:
        from apts.report import write_improvement

        path = write_improvement(found, report, lang)
        print(texts("word.report", file=path), file=sys.stderr if json else sys.stdout)
    print_result(found, partial(_print, lang=lang), as_json=json)
    sys.exit(EXITS[found.verdict])


def check_apart(write: str, game: str, report: str | None) -> None:
    """Refuse to write over the rules that the search begins with, or over the page."""
    if Path(write).exists() and Path(game).exists() and Path(write).samefile(game):
        raise AptsError(f"--write {write} would replace the rules that the search begins with; name another file")
    if report is not None and Path(write).resolve() == Path(report).resolve():
        raise AptsError(f"--write and --report both name {write}; give each a file of its own")


def refuse_beside_climb(options: Mapping[str, object]) -> None:
    """Refuse what hill climbing does not look at."""
    for name, given in options.items():
        if given:
            raise AptsError(
                f"{name} does not apply to --method climb, which maximises an aggregate score; leave it out, or choose "
                "another method"
            )


def _print_step(step: SearchStep, texts: TerminalTexts) -> None:
    text = texts(
        "improve.step",
        matches=texts.count(step.matches),
        message=texts.sentence(step.message),
        edits="; ".join(texts.edits(step.best)) or texts("improve.no-edit"),
        distance=texts.number(step.standing.value, ".3f"),
        seen=texts.matches(step.seen),
    )
    print(text, file=sys.stderr, flush=True)


def _print(found: Improvement, console: Console, lang: str = ENGLISH) -> None:
    from rich.text import Text

    texts = terminal_texts(lang)

    def message(line: str) -> None:
        console.print(Text(line), soft_wrap=True)

    message(texts.sentence(found.message()))
    if found.plan is not None:
        message(texts("improve.plan", plan=texts.sentence(found.plan.message())))
    if found.chosen is None:
        _print_confirmation(found.checked, console, texts)
    if found.chosen is not None:
        for words in texts.edits(found.chosen):
            message(f"- {words}")
        if found.new_problems:
            message(texts("improve.worse"))
            for sentence in new_problems(found, texts):
                message(f"- {sentence}")
        for goal in found.implied:
            message(texts("improve.granted", goal=texts.goal(goal)))
        _print_confirmation(found.confirmation, console, texts)
        _print_front(found, console, texts)
    _print_tried(found, console, texts)


def new_problems(found: Improvement, texts: TerminalTexts) -> list[str]:
    """What fresh matches of the chosen variant find wrong that was not wrong before."""
    if texts.is_english or found.confirmation is None:
        return list(found.new_problems)
    return [
        texts("improve.played-by", finding=texts.finding(one), agents=agents)
        for one, agents in found.confirmation.new_findings
    ]


def _print_confirmation(confirmation: Confirmation | None, console: Console, texts: TerminalTexts) -> None:
    from rich.table import Table
    from rich.text import Text

    from apts.report.pages.improvement_page import best_play_line, strength_table

    if confirmation is None:
        return
    console.print()
    headings = [texts(f"improve.{heading}") for heading in ("goal", "before", "after", "verdict")]
    for agents in dict.fromkeys(answer.agents for answer in confirmation.answers):
        console.print(Text(texts("improve.fresh", matches=texts.count(confirmation.matches), agents=agents)))
        table = Table(*headings, box=None, pad_edge=False)
        for answer in confirmation.answers:
            if answer.agents == agents:
                figures = map(texts.decider, (answer.before, answer.after))
                verdict = texts(f"improve.{answer.after.verdict}")
                table.add_row(*map(Text, (texts.goal(answer.goal), *figures, verdict)))
        console.print(table)
    along = strength_table(confirmation, texts.report)
    if along.rows:
        table = Table(*along.headings, box=None, pad_edge=False)
        for row in along.rows:
            table.add_row(*map(Text, row))
        console.print(table)
    if line := best_play_line(confirmation, texts.report):
        console.print(Text(line), soft_wrap=True)


def _print_front(found: Improvement, console: Console, texts: TerminalTexts) -> None:
    from rich.table import Table
    from rich.text import Text

    console.print()
    headings = [texts(f"improve.{heading}") for heading in ("edits", "distance", "matches", "what")]
    table = Table(*headings, box=None, pad_edge=False)
    for one in found.front:
        words = "; ".join(texts.edits(one.candidate)) or texts("improve.as-it-is")
        distance = texts.number(one.standing.value, ".3f")
        mark = texts("improve.chosen", edits=words) if one.candidate is found.chosen else words
        table.add_row(*map(Text, (str(one.candidate.size), distance, texts.count(one.matches), mark)))
    console.print(table)
    console.print(Text(texts("improve.about-distance")), soft_wrap=True)


def _print_tried(found: Improvement, console: Console, texts: TerminalTexts) -> None:
    from rich.text import Text

    console.print()
    left = texts("improve.left-out", count=found.left_out) if found.left_out else ""
    values = {"variants": texts.variants(len(found.tried) - 1), "matches": texts.count(found.matches)}
    text = texts("improve.played", agents=found.agents, seed=found.seed, left=left, **values)
    console.print(Text(text), soft_wrap=True)
    if found.other_matches:
        more = texts("improve.beside", matches=texts.matches(found.other_matches))
        console.print(Text(more), soft_wrap=True)
    if found.refused:
        console.print(Text(texts("improve.refused", variants=texts.variants(len(found.refused)))))
        for reason, count in found.reason_messages()[:MOST_SHOWN]:
            console.print(Text(f"- {count}: {texts.sentence(reason)}"), soft_wrap=True)


# ----------------------------------------------------------------------------------------------------------------
# ``apts sensitivity``: which rule moves what.


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
    texts, variant = terminal_texts(lang), load_variant(game, option, set_, lang=lang)
    print_notice(variant.game(), request.agents, request.judge, lang=lang)
    play = replace(request, command=typed_command())
    try:
        hint, forecast = texts("time.hint-rules"), minutes is None
        with progress_lines(hint=hint, quiet=json, forecast=forecast, lang=lang) as watch:
            found = turned_and_played(variant, play, minutes, only or (), limits, archive, watch)
    except StoppedComparison as stopped:
        print(texts.stopped(stopped), file=sys.stderr)
        sys.exit(INTERRUPTED)
    if report is not None:
        from apts.report import write_sensitivity

        path = write_sensitivity(found, report, lang)
        print(texts("word.report", file=path), file=sys.stderr if json else sys.stdout)
    print_result(found, partial(print_sensitivity, lang=lang), as_json=json)


def print_sensitivity(found: Sensitivity, console: Console, lang: str = ENGLISH) -> None:
    """The sentences, then a row for each value that was tried."""
    from rich.text import Text

    from apts.cli.progress import print_wide

    texts, base = terminal_texts(lang), found.base
    values = {"matches": texts.matches(len(base.matches)), "agents": texts.agents(base.manifest.agents)}
    title = texts("run.each", game=base.manifest.game, seed=base.manifest.seed, **values)
    console.print(Text(title), soft_wrap=True)
    if found.interrupted:
        console.print(Text(texts("effects.interrupted")))
    console.print()
    for described in found.messages():
        console.print(Text(f"- {texts.sentence(described)}"), soft_wrap=True)
    if not found.values:
        return
    console.print()
    rules = [f"{texts.rule(value.turned)} {texts.label(value.turned.label)}" for value in found.values]
    columns = [
        [
            texts.metric(name),
            _value(found, name, texts),
            *(_cell(value.effects[place], texts) for value in found.values),
        ]
        for place, name in enumerate(found.figures)
    ]
    print_wide(console, [texts("effects.heading"), texts("effects.as-it-is"), *rules], columns)
    console.print(Text(texts("effects.about")), soft_wrap=True)


def _value(found: Sensitivity, name: str, texts: TerminalTexts) -> str:
    return texts.number(found.base.metrics[name].value)


def _cell(effect: Effect, texts: TerminalTexts) -> str:
    found = effect.difference
    if found is None:
        return "–"
    return f"{texts.rewritten(signed(round(found.value, 9), '.2g'))}{'*' if effect.is_sure else ''}"
