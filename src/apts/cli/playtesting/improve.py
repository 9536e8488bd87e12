"""``apts improve``: say what a game should be like, get the smallest edits that make it so."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import (
    GAME,
    JSON,
    KEPT,
    LANGUAGE,
    OPTIONS,
    PLUGINS,
    SETTINGS,
)
from apts.cli.page_options import PageOptions
from apts.cli.playtesting.climb_output import print_climb, print_step
from apts.cli.request_options import asks_for
from apts.cli.settings import counted, load_variant, print_notice, print_result, typed_command
from apts.errors import AptsError
from apts.variants.search.improve_request import ImproveRequest
from apts.variants.search.search_defaults import AGGREGATES, CLIMB, STEPS

if TYPE_CHECKING:
    from rich.console import Console

    from apts.variants.search.improvement import Improvement
    from apts.variants.search.search_state import SearchStep

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
    from apts.variants.search.methods.climbing import ClimbSettings, climbed
    from apts.variants.search.repaired_text import check_writable, repaired_text
    from apts.variants.tunables import read_limits

    request = replace(request, command=typed_command())
    if request.method == CLIMB:
        beside = {"--goal": request.goals, "--matches": request.matches, "--edits": request.edits != DEFAULT_EDITS}
        refuse_beside_climb({**beside, "--write": write, "--report": report})
        limits = read_limits(request.pins, request.bounds)
        climb = ClimbSettings(steps, fresh=request.fresh, aggregate=aggregate, minutes=request.minutes, limits=limits)
        parent = load_variant(game, option, set_)
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

    from apts.variants.search.repaired_text import describe_decider

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
