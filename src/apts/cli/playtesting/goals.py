"""``apts goals check``, ``list`` and ``show``: what a game should be like, and whether it is."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import GAME, JSON, KEPT, OPTIONS, PLUGINS, SETTINGS, asks_for
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.settings import load_game, print_json, print_notice, typed_command
from apts.errors import AptsError
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console

    from apts.playtest.goal_check import GoalCheck

# ----------------------------------------------------------------------------------------------------------------
# ``apts goals check``: play until each goal is met or missed, for people and for continuous integration.

EXITS = {"met": 0, "missed": 1, "open": 2}


@asks_for(
    PlaytestRequest,
    *("goals", "matches", "agents", "seed", "limit", "evaluate", "evaluator", "workers", "cluster"),
    matches={"about": "The largest number of matches; the default fits the game."},
)
def goals_check(
    game: GAME,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="GOALS", help="Files of goals, or sets of goals that apts goals list shows."),
    ] = None,
    request: PlaytestRequest = DEFAULTS,
    minutes: Annotated[
        float | None, typer.Option("--minutes", help="The time limit in minutes, instead of a number of matches.")
    ] = None,
    archive: KEPT = None,
    junit: Annotated[str | None, typer.Option("--junit", metavar="FILE", help="The JUnit XML file to write.")] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Play until each goal is met or missed; exits with 0 if all are met, 1 if any is missed, 2 if any is undecided."""
    from rich.console import Console

    from apts.cli.progress import progress_lines
    from apts.playtest.goal_check import check_goals, junit_text
    from apts.playtest.goals.goal_files import read_goals
    from apts.report.writing import check_target, write_file

    if minutes is not None and request.matches is not None:
        raise AptsError("give --matches or --minutes, not both: a budget is one of them")
    if minutes is not None and not 0.0 < minutes < 1e6:
        raise AptsError(f"--minutes is a number above 0, not {minutes:g}")
    if junit is not None:
        check_target(junit)
    wanted = read_goals([*(files or ()), *request.goals])
    loaded = load_game(game, option, set_)
    levels = [goal.level for goal in wanted.wanted if goal.level is not None]
    print_notice(loaded, request.agents, request.judge, levels)
    play = replace(request, goals=(wanted,), command=typed_command())
    with progress_lines(quiet=json, forecast=False) as described:
        found = check_goals(loaded, wanted, play, minutes=minutes, archive=archive, watch=described)
    if junit is not None:
        write_file(junit, junit_text(found))
    if json:
        print_json(found.as_data())
    else:
        print_goal_check(found, Console(markup=False, emoji=False, highlight=False, soft_wrap=True))
    sys.exit(INTERRUPTED if found.interrupted else EXITS[found.verdict])


def print_goal_check(found: GoalCheck, console: Console) -> None:
    """A line for each goal, then all of them in a sentence."""
    from apts.playtest.goals.judging import describe_with_verdict, shown_instead

    first = found.runs[0].manifest
    console.print(f"{first.game}, seed {first.seed}")
    for run in found.runs:
        console.print(f"{' against '.join(dict.fromkeys(run.manifest.agents))}: {len(run.matches):,} matches")
    console.print()
    for judgement in found.judgements:
        console.print(describe_with_verdict(judgement))
    words = [judgement.verdict for judgement in found.judgements]
    console.print()
    console.print(f"{words.count('met')} met, {words.count('missed')} missed, {words.count('open')} open.")
    unsettled = [one.goal for one in found.judgements if one.verdict == "open" and one.estimate is not None]
    if any(shown_instead(goal) is None for goal in unsettled) and not found.interrupted:
        console.print("More matches may settle what is open: --matches, or --minutes.")
    for goal in unsettled:
        if (instead := shown_instead(goal)) is not None:
            console.print(f"No number of matches can show that '{goal}' is met; '{instead}' can be shown.")


# ----------------------------------------------------------------------------------------------------------------
# ``apts goals list``: the design questions that ship as sets of goals.


def goals_list(json: JSON = False) -> None:
    """List the design questions that APTS includes as sets of goals."""
    from apts.playtest.goals.goal_files import bank_names, bank_set

    found = [(name, bank_set(name)) for name in bank_names()]
    if json:
        print_json(
            [
                {"name": name, "question": known.page()["question"], "goals": [str(g) for g in known.goals().wanted]}
                for name, known in found
            ]
        )
        return
    width = max(len(name) for name, _ in found)
    for name, known in found:
        print(f"{name:{width}}  {known.page()['question']}")


# ----------------------------------------------------------------------------------------------------------------
# ``apts goals show``: one design question with its goals.


def goals_show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a set of goals; see apts goals list.")],
    json: JSON = False,
) -> None:
    """Show a design question: what it asks, why it matters, how it is measured, and what to try if it fails."""
    from rich.console import Console

    from apts.playtest.goals.goal_files import PARTS, bank_set, describe_goal

    known = bank_set(name)
    page, goals = known.page(), known.goals().wanted
    if json:
        print_json({"name": name, **page, "goals": [str(goal) for goal in goals]})
        return
    console = Console(markup=False, emoji=False, highlight=False)
    console.print(f"{name}: {page['question']}")
    for part, heading in PARTS.items():
        console.print(f"\n{heading}")
        console.print(page[part])
    console.print("\nGoals")
    for goal in goals:
        console.print(f"  {describe_goal(goal)}")
    console.print(f"\nCheck it: apts goals check GAME {name}")
