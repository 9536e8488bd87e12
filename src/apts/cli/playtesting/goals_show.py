"""``apts goals show``: one design question with its goals."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import JSON
from apts.cli.settings import print_json


def goals_show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a set of goals; see apts goals list.")],
    json: JSON = False,
) -> None:
    """Show a design question: what it asks, why it matters, how it is measured, and what to try if it fails."""
    from rich.console import Console

    from apts.playtest.goals.goal_files import bank_set
    from apts.playtest.goals.question_pages import PARTS, describe_goal

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
