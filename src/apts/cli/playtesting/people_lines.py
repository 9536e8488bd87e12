"""What people did, told below the figures of a play-test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apts.playtest.run import Run


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
