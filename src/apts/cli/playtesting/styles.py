"""``apts styles`` and ``apts skill-table``: who beats whom, of styles at equal strength and of strengths."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import GAME, JSON, KEPT, OPTIONS, PLUGINS, SETTINGS, asks_for
from apts.cli.settings import load_game, print_notice, print_result, print_rounding, typed_command
from apts.playtest.experiments.experiment_requests import USUAL_STRENGTHS, SkillTableRequest, StylesRequest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.playtest.experiments.meetings import MeetingTable
    from apts.playtest.experiments.skill_table import SkillTable
    from apts.playtest.experiments.style_table import StyleTable


@asks_for(StylesRequest, "iterations", "matches", "seed", "only", "resume", "limit", "workers", "cluster")
def styles(
    game: GAME,
    request: StylesRequest,
    archive: KEPT = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let styles of play meet at equal strength: does one beat all others, or do they beat each other in a circle?"""
    from apts.cli.progress import progress_lines
    from apts.playtest.experiments.side_runs import FEWEST_GROUPS
    from apts.playtest.experiments.style_table import styles_met

    played = load_game(game, option, set_)
    print_notice(played, None)
    print_rounding(request.matches, played.players, FEWEST_GROUPS)
    with progress_lines(hint="; --only lets fewer meet, --matches takes less", quiet=json) as watch:
        found = styles_met(played, replace(request, command=typed_command()), archive, watch)
    print_result(found, _print_styles, as_json=json)


def _print_styles(found: StyleTable, console: Console) -> None:
    matches = max((known.matches for known in found.table.meetings), default=0)
    head = f"{found.game}: styles at {found.iterations} iterations, {matches} matches a pair, seed {found.seed}\n"
    console.print(head, soft_wrap=True)
    for sentence in found.sentences:
        console.print(f"- {sentence}", soft_wrap=True, markup=False)
    if found.table.meetings:
        console.print()
        console.print(_overall(found))
        console.print()
        console.print(crossed(found.table, found.names, found.names))
    if found.interrupted:
        console.print("Interrupted; the pairs that follow have not met.")


def _overall(found: StyleTable) -> Table:
    """What each style scores on average, and its share of the mixture that nothing beats."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("style", "scores", "95 % interval", "share of the mixture", "95 % interval", "surely beats"):
        left = heading in ("style", "surely beats")
        table.add_column(heading, justify="left" if left else "right", no_wrap=not left)
    for name, score in found.overall.items():
        part = found.shares.get(name)
        shares = ("-", "-") if part is None else (f"{part.value:.0%}", f"{part.low:.0%} to {part.high:.0%}")
        beaten = ", ".join(other for other in found.names if other in found.beaten[name]) or "-"
        table.add_row(name, f"{score.value:.0%}", f"{score.low:.0%} to {score.high:.0%}", *shares, beaten)
    return table


def crossed(found: MeetingTable, names: tuple[str, ...], called: tuple[str, ...]) -> Table:
    """What each row scores against each column; a star where that is sure."""
    from rich.table import Table

    surely = found.surely()
    table = Table(box=None, pad_edge=False)
    table.add_column("against", no_wrap=True)
    for word in called:
        table.add_column(word, justify="right", no_wrap=True)
    for name, word in zip(names, called, strict=True):
        cells = []
        for other in names:
            known = None if other == name else found.meeting(name, other)
            sure = other in surely[name] or name in surely[other]
            cells.append("" if known is None else f"{known.score.value:.0%}{'*' if sure else ' '}")
        table.add_row(word, *cells)
    table.caption = "* surely more or less than a half, after correction for the number of meetings"
    table.caption_justify = "left"
    return table


@asks_for(SkillTableRequest, "matches", "seed", "resume", "limit", "workers", "cluster")
def skill_table(
    game: GAME,
    request: SkillTableRequest,
    strengths: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STRENGTH]...", help="Levels or agents, separated by commas; by default three levels."),
    ] = None,
    archive: KEPT = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let strengths meet, everybody everybody: what a level, or any agent, scores against each other one."""
    from apts.agents.agent_registry import separated
    from apts.cli.progress import progress_lines
    from apts.playtest.experiments.side_runs import FEWEST_GROUPS
    from apts.playtest.experiments.skill_table import strengths_met

    played = load_game(game, option, set_)
    meeting = tuple(word for words in strengths or () for word in separated(words)) or USUAL_STRENGTHS
    print_notice(played, None)
    print_rounding(request.matches, played.players, FEWEST_GROUPS)
    wanted = replace(request, strengths=meeting, command=typed_command())
    with progress_lines(hint="; --matches takes less", quiet=json) as watch:
        found = strengths_met(played, wanted, archive, watch)
    print_result(found, _print_skill_table, as_json=json)


def _print_skill_table(found: SkillTable, console: Console) -> None:
    from apts.playtest.experiments.skill_table import strength_name

    matches = max((known.matches for known in found.table.meetings), default=0)
    console.print(f"{found.game}: {matches} matches a pair, seed {found.seed}\n", soft_wrap=True)
    for sentence in found.sentences:
        console.print(f"- {sentence}", soft_wrap=True, markup=False)
    if len(found.table.meetings) > 1:
        console.print()
        names = found.table.names
        console.print(crossed(found.table, names, tuple(map(strength_name, names))))
    if found.interrupted:
        console.print("Interrupted; the pairs that follow have not met.")
