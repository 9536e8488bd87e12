"""After a search that gave every variant few matches: a race of the best, in which they get many."""

from __future__ import annotations

from apts.variants.search.race import Ranked, race
from apts.variants.search.workbench import Workbench
from apts.variants.variant import Variant

FINALISTS = 12


def finals(bench: Workbench, most: int = FINALISTS) -> None:
    """Race the variants that stand best, the parent left out; of equal ones those with fewer edits."""
    known = [one for one in bench.tried.values() if one.candidate is not bench.parent]
    known.sort(key=lambda one: (round(one.standing.value, 9), *bench.track.preference(one.candidate)))
    best = [one.candidate for one in known[:most]]

    def told(matches: int, left: int, leader: Ranked[Variant]) -> None:
        bench.note([leader])
        bench.tell(f"finals: {left} of {len(best)} variants left after {matches} matches each")

    result = race(bench.track, best, bench.most, bench.budget, told)
    bench.note(result.ranking)
    played = {one.candidate.key for one in result.ranking}
    if played:  # others had too few matches to be held against these
        bench.note(
            Ranked(one.candidate, one.matches, one.standing, dropped=True)
            for one in known
            if one.candidate.key not in played
        )
