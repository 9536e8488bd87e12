"""What can be proved beside a play-test: the start position, and late positions of its matches.

Positions of matches are proved from the end backwards, one turn earlier in every round, until the work that was given is
done. The work is counted, never timed, so that the same seed gives the same proofs on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from apts.agents.searching.proving import BEGINNING, Prover, why_unprovable
from apts.archive import Archive, MatchRecord, RunManifest
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.playtest.evidence.proved_turns import PROOFS, Proofs
from apts.playtest.experiments.side_runs import Keeping, kept_questions, side_manifest
from apts.playtest.matches.forecast import BEYOND, CLASS_COST, CLUB, worth_in_iterations
from apts.playtest.matches.match import Plan, replay
from apts.playtest.metrics.openings import symmetry_classes

SHARE = 0.1
"""How much of the work of a play-test goes into proofs."""

NODE = 8.0
"""A node of a proof takes about as long as so many positions of a search for a move."""

MOST_WORK = 600_000
"""Nodes that are looked at in any case at most: a few seconds."""

START = 1 / 3
"""How much of it the start position may take."""

A_MATCH = 20_000
"""One match more is looked at for every so many nodes, between the fewest and the most."""
FEWEST_MATCHES, MOST_MATCHES = 10, 60

OPENINGS = 1 / 4
"""How much of it first moves may take, where the start is proved; more first moves than these are not looked at."""
MOST_OPENINGS = 60

A_POSITION = 1 / 8
"""How much of the work that is left after the start a single position may take."""


# ----------------------------------------------------------------------------------------------------------------
# Proving what there is work for.


def allowed_work(plan: Plan, records: Sequence[MatchRecord]) -> int:
    """The nodes that proofs beside these matches may take: a share of what the matches took, and not too many."""
    spent = {spec: worth_in_iterations(spec, plan.game) for spec in set(plan.specs)}
    iterations = fmean(CLUB if count is None else count for count in spent.values())
    turns = [len(record.turns) for record in records]
    positions = sum(iterations * count * (count / 2 + BEYOND) for count in turns)
    positions *= 1.0 if plan.game.is_compiled else CLASS_COST
    return min(MOST_WORK, int(SHARE * positions / NODE))


def prove(game: Game, records: Sequence[MatchRecord], work: int) -> Proofs | None:
    """What is proved of a run for at most about so much work; None where no proof is possible or nothing was proved."""
    if why_unprovable(game) is not None:
        return None
    prover, used = Prover(game), 0
    start: int | None = None
    if not game.has_chance:
        first = prover.prove(game.start(), int(START * work))
        start, used = first.value, first.work
    openings, spent = ({}, 0) if start is None else _openings(game, prover, int(OPENINGS * (work - used)))
    used += spent
    tails, spent = _tails(game, prover, records, work - used)
    told = {number: tail for number, tail in tails.items() if tail}
    found = Proofs(len(records), start, told, used + spent, openings)
    return None if found.start is None and not found.tails else found


def _openings(game: Game, prover: Prover, work: int) -> tuple[dict[str, int], int]:
    """The values of first moves for who makes them, and the work they took; nothing where not all of them are proved."""
    state, left = game.start(), work
    classes = symmetry_classes(game)
    moves = {classes.get(move.text, move.text): move for move in reversed(state.moves())}
    found: dict[str, int] = {}
    for name, move in sorted(moves.items()) if 1 < len(moves) <= MOST_OPENINGS else ():
        after = state.after(move)
        if after.outcome is not None:
            won = after.outcome.utilities[state.mover - 1]
            found[name] = (won > 0) - (won < 0)
            continue
        proved = prover.prove(after, left)
        left -= proved.work
        if proved.value is None:
            return {}, work - left
        found[name] = proved.value if after.mover == state.mover else -proved.value
    return found, work - left


def _tails(
    game: Game, prover: Prover, records: Sequence[MatchRecord], work: int
) -> tuple[dict[int, tuple[int, ...]], int]:
    """The values of the last positions of some matches, one turn earlier in every round, and the work they took."""
    most = min(MOST_MATCHES, max(FEWEST_MATCHES, work // A_MATCH))
    whole = [record for record in records if record.status == "finished" and record.turns]
    states: dict[int, list[State]] = {}
    known: dict[tuple[int, tuple[str, ...]], int] = {}
    for record in whole[:most]:
        try:
            states[record.number] = list(replay(game, record))
        except AptsError:
            continue
    chosen = {record.number: record for record in whole if record.number in states}
    tails: dict[int, tuple[int, ...]] = dict.fromkeys(chosen, ())
    going, left = list(chosen), work
    while going and left > BEGINNING:
        further = []
        for number in going:
            record, tail = chosen[number], tails[number]
            place = len(record.turns) - len(tail) - 1
            key = (record.start_seed if game.has_chance else 0, record.moves[:place])
            if key not in known:
                found = prover.prove(states[number][place], min(left, max(2 * BEGINNING, int(A_POSITION * work))))
                left -= found.work
                if found.value is None:
                    continue
                known[key] = found.value
            tails[number] = (known[key], *tail)
            if place:
                further.append(number)
        going = further
    return tails, work - left


# ----------------------------------------------------------------------------------------------------------------
# Keeping what was proved in the archive of the run.


def proofs_beside(plan: Plan, records: Sequence[MatchRecord], keeping: Keeping) -> Proofs | None:
    """What is proved of a run that was just played; what its archive knows already is not proved again."""
    manifest, archive = side_manifest(plan, plan.specs, 0, {}), keeping.archive
    known = None if archive is None else kept_proofs(archive, manifest, len(records))
    if known is not None:
        return known
    found = prove(plan.game, records, allowed_work(plan, records))
    if found is not None and archive is not None:
        kept = side_manifest(plan, plan.specs, 0, found.as_question())
        archive.start(replace(kept, command=keeping.command))
    return found


def kept_proofs(archive: Archive, manifest: RunManifest, matches: int | None = None) -> Proofs | None:
    """The proofs that an archive has of a run, those of the most matches, or of so many matches."""
    best: Proofs | None = None
    for question, known, _ in kept_questions(archive, manifest, PROOFS):
        limits = [one.settings.get("turn_limit") for one in (known, manifest)]
        if (known.agents, known.seed) != (manifest.agents, manifest.seed) or limits[0] != limits[1]:
            continue
        found = Proofs.of(question)
        if found is None or (matches is not None and found.matches != matches):
            continue
        if best is None or found.matches >= best.matches:
            best = found
    return best
