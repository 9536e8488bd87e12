"""After a search that gave every variant few matches: the best get many, until those that are wanted are known."""

from __future__ import annotations

from collections.abc import Sequence

from apts.playtest.comparing.changes import difference_of
from apts.variants.search.goal_scorer import left_message, message
from apts.variants.search.match_runner import OutOfTime
from apts.variants.search.methods.race import LEVEL, Ranked, ranked_by, rounds_to
from apts.variants.search.methods.racing import taking_turns
from apts.variants.search.search_state import SearchState
from apts.variants.variant import Variant

FINALISTS = 12
"""Variants that enter for each one that is wanted."""

SPARE = 0.5
"""More than are wanted stay to the end by this part, as fresh matches may refute some of them."""

ROUND_SHARE = 0.5
"""The part of the budget that a round may spend, so that those who are left after it have matches left too."""


def play_finalists(bench: SearchState, entrants: Sequence[Variant], had: int) -> None:
    """Play the entrants, the most promising first, each of which had so many matches.

    As in a race matches double, and variants drop out; but only those of no more edits can beat one, so that a front by
    the number of edits is left, and as many have to as the search wants variants. Variants that did not enter had too few
    matches to be held against those that did.
    """
    rounds = [matches for matches in rounds_to(bench.most, 2 * had) if matches > had]
    left = [one for one in entrants if one.key != bench.parent.key][: FINALISTS * bench.games]
    confidence = 1.0 - LEVEL / max(1, len(rounds) * len(left))
    for matches in rounds:
        entered = _fitting(bench, left, (matches - had) * bench.track.each)
        try:
            bench.track.play(entered, matches, bench.budget)
        except OutOfTime:
            break
        if not entered:
            break
        had = matches
        ranked = ranked_by(bench.track, [Ranked(one, had, bench.track.standing(one, confidence)) for one in entered])
        left = [one.candidate for one in ranked if not _is_beaten(bench, one, ranked)]
        bench.note(Ranked(one.candidate, had, bench.track.standing(one.candidate)) for one in ranked)
        _drop_others(bench, left)
        bench.report(left_message(message("improve/finals"), len(left), len(entered), had))
        if len(left) <= _enough(bench):
            break


def by_size(bench: SearchState) -> list[Variant]:
    """The variants that were played, sizes by turns, of each size the nearest to the goals first."""
    sizes: dict[int, list[Variant]] = {}
    for one in ranked_by(bench.track, list(bench.tried.values())):
        sizes.setdefault(one.candidate.size, []).append(one.candidate)
    return list(taking_turns([sizes[size] for size in sorted(sizes)]))


def _enough(bench: SearchState) -> int:
    return bench.games + int(SPARE * bench.games)


def _drop_others(bench: SearchState, left: Sequence[Variant]) -> None:
    kept = {bench.parent.key, *(one.key for one in left)}
    others = [one for one in bench.tried.values() if one.candidate.key not in kept and not one.dropped]
    bench.note(Ranked(one.candidate, one.matches, one.standing, dropped=True) for one in others)


def _fitting(bench: SearchState, left: Sequence[Variant], each: int) -> list[Variant]:
    """As many as a round may hold, and no fewer than enough if the budget holds these."""
    if bench.budget.is_over:
        return []
    capacity = bench.budget.capacity
    if len(left) * each <= ROUND_SHARE * capacity:
        return list(left)
    return list(left[: min(int(capacity // each), max(_enough(bench), int(ROUND_SHARE * capacity // each)))])


def _is_beaten(bench: SearchState, one: Ranked[Variant], ranked: Sequence[Ranked[Variant]]) -> bool:
    """Whether enough others of no more edits are surely nearer to the goals, or surely inside them and preferred."""

    def beats(other: Ranked[Variant]) -> bool:
        inside = other.standing.high <= 0.0
        preferred = bench.track.preference(other.candidate) < bench.track.preference(one.candidate)
        return difference_of(other.standing, one.standing).low > 0.0 or (inside and preferred)

    smaller = [other for other in ranked if other is not one and other.candidate.size <= one.candidate.size]
    return sum(map(beats, smaller)) >= _enough(bench)
