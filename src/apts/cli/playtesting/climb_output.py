"""How ``apts improve --method climb`` tells what it found."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from apts.statistics import Estimate
    from apts.variants.search.methods.climbing import Climb, ClimbStep


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
