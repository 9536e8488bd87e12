"""``apts improve``: say what a game should be like, get the smallest edits that make it so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import FOUND, GAME, JSON, KEPT, OPTIONS, PAGE_LANGUAGE, PLUGINS, SETTINGS, PageOptions
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.option_parsing import asks_for
from apts.cli.settings import counted, load_variant, print_notice, print_result, typed_command
from apts.errors import AptsError
from apts.input_checks import signed
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.search.improve_request import AGGREGATES, CLIMB, STEPS, ImproveRequest

if TYPE_CHECKING:
    from rich.console import Console

    from apts.statistics import Estimate
    from apts.variants.search.improvement import Improvement
    from apts.variants.search.methods.climbing import Climb, ClimbStep
    from apts.variants.search.search_state import SearchStep
    from apts.variants.sensitivity.effects import Effect
    from apts.variants.sensitivity.sensitivity import Sensitivity

# ----------------------------------------------------------------------------------------------------------------
# How ``apts improve --method climb`` tells what it found.


def print_step(step: ClimbStep) -> None:
    """One line for a step, on the error stream."""
    words = step.variant.edits[-1].words if step.number else "the game as it is"
    print(f"step {step.number}: {words}: {step.value:.3f}{_kept(step)}", file=sys.stderr, flush=True)


def print_climb(found: Climb, console: Console) -> None:
    """The kept edits, what fresh matches say of the gain, and every step."""
    from rich.table import Table
    from rich.text import Text

    kept = found.chosen.variant
    text = f"The {found.settings.aggregate} rose from {found.steps[0].value:.3f} to {found.chosen.value:.3f}"
    console.print(Text(f"{text} on {found.settings.matches} matches a step, played by {found.agents}."), soft_wrap=True)
    if found.before is not None and found.after is not None:
        before, after = _format_estimate(found.before), _format_estimate(found.after)
        line = f"On {found.settings.fresh:,} fresh matches: {before} before, {after} after."
        console.print(Text(line), soft_wrap=True)
    for edit in kept.edits:
        console.print(Text(f"- {edit.words}"), soft_wrap=True)
    console.print()
    table = Table("step", found.settings.aggregate, "edit", box=None, pad_edge=False)
    for step in found.steps:
        words = step.variant.edits[-1].words if step.number else "as it is"
        table.add_row(*map(Text, (str(step.number), f"{step.value:.3f}", f"{words}{_kept(step)}")))
    console.print(table)


def _kept(step: ClimbStep) -> str:
    return ", kept" if step.kept and step.number else ""


def _format_estimate(found: Estimate) -> str:
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"


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
    lang: PAGE_LANGUAGE = "en",
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

    request = replace(request, command=typed_command())
    if request.method == CLIMB:
        beside = {"--goal": request.goals, "--matches": request.matches, "--edits": request.edits != DEFAULT_EDITS}
        refuse_beside_climb({**beside, "--write": write, "--report": report})
        limits = read_limits(request.pins, request.bounds)
        climb = ClimbSettings(steps, fresh=request.fresh, aggregate=aggregate, minutes=request.minutes, limits=limits)
        parent = load_variant(game, option, set_)
        print_notice(parent.game(), request.agents)
        step = None if json else print_step
        print_result(climbed(parent, request.play(), climb, archive, step), print_climb, as_json=json)
        return
    request = replace(request, goals=(read_goals(request.goals),))
    parent = load_variant(game, option, set_)
    print_notice(parent.game(), request.agents)
    if write is not None:
        check_writable(parent)
        check_apart(write, game, report)
        check_target(write, ".lud")
    PageOptions(report, lang).check()
    found = improve_by_request(parent, request, archive, None if json else _print_step)
    if write is not None and found.chosen is not None:
        path = write_file(write, repaired_text(found), ".lud")
        print(f"rules: {path}", file=sys.stderr if json else sys.stdout)
    elif write is not None:
        print(f"nothing was changed, so {write} was not written", file=sys.stderr)
    if report is not None:
        from apts.report import write_improvement

        print(f"report: {write_improvement(found, report, lang)}", file=sys.stderr if json else sys.stdout)
    print_result(found, _print, as_json=json)
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
                f"{name} is not for --method climb, which makes an aggregate rise; use another method for it"
            )


def _print_step(step: SearchStep) -> None:
    from apts.variants.search.improvement import describe_edits

    words = "; ".join(describe_edits(step.best)) or "no edit"
    after = f"{step.seen:,} {'match' if step.seen == 1 else 'matches'}"
    shown = f"best so far: {words} (distance from the goals {step.standing.value:.3f} after {after} of it)"
    print(f"{step.matches:,} matches, {step.message}; {shown}", file=sys.stderr, flush=True)


def _print(found: Improvement, console: Console) -> None:
    from rich.text import Text

    from apts.variants.search.improvement import describe_edits

    console.print(Text(found.sentence()), soft_wrap=True)
    if found.chosen is not None:
        for words in describe_edits(found.chosen):
            console.print(Text(f"- {words}"), soft_wrap=True)
        if found.new_problems:
            console.print(Text("But what no goal asks for has become worse:"))
            for sentence in found.new_problems:
                console.print(Text(f"- {sentence}"), soft_wrap=True)
        for goal in found.implied:
            text = f"Taken for granted, as no goal speaks of it: {goal} (the share of matches with a winner)."
            console.print(Text(text), soft_wrap=True)
        _print_confirmation(found, console)
        _print_front(found, console)
    _print_tried(found, console)


def _print_confirmation(found: Improvement, console: Console) -> None:
    from rich.table import Table
    from rich.text import Text

    from apts.variants.search.improvement import describe_decider

    confirmation = found.confirmation
    if confirmation is None:
        return
    console.print()
    for agents in dict.fromkeys(answer.agents for answer in confirmation.answers):
        console.print(Text(f"On {confirmation.matches:,} fresh matches of each game, played by {agents}:"))
        table = Table("goal", "before", "after", "verdict", box=None, pad_edge=False)
        for answer in confirmation.answers:
            if answer.agents == agents:
                figures = (describe_decider(one) for one in (answer.before, answer.after))
                table.add_row(*map(Text, (str(answer.goal), *figures, answer.after.verdict)))
        console.print(table)


def _print_front(found: Improvement, console: Console) -> None:
    from rich.table import Table
    from rich.text import Text

    from apts.variants.search.improvement import describe_edits

    console.print()
    table = Table("edits", "distance", "matches", "what", box=None, pad_edge=False)
    for one in found.front:
        words = "; ".join(describe_edits(one.candidate)) or "as it is"
        table.add_row(*map(Text, (str(one.candidate.size), f"{one.standing.value:.3f}", f"{one.matches:,}", words)))
    console.print(table)
    text = (
        "The distance from the goals is that after the matches of the search named there; after fewer it was another."
    )
    console.print(Text(text), soft_wrap=True)


def _print_tried(found: Improvement, console: Console) -> None:
    from rich.text import Text

    console.print()
    played = len(found.tried) - 1
    text = f"{counted(played, 'variant')} played in {found.matches:,} matches by {found.agents}, seed {found.seed}"
    left = f"; {found.left_out} more did not fit into the budget" if found.left_out else ""
    console.print(Text(f"{text}{left}."), soft_wrap=True)
    if found.other_matches:
        more = f"{found.other_matches:,} more {'match' if found.other_matches == 1 else 'matches'}"
        console.print(Text(f"{more} beside the search: by other agents, and fresh ones."), soft_wrap=True)
    if found.refused:
        console.print(Text(f"{counted(len(found.refused), 'variant')} refused before a match was played:"))
        for reason, count in found.reasons()[:MOST_SHOWN]:
            console.print(Text(f"- {count}: {reason}"), soft_wrap=True)


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
    lang: PAGE_LANGUAGE = "en",
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
    print_notice(variant.game(), request.agents, request.judge)
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

    from apts.cli.progress import print_wide

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
