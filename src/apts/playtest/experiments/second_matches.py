"""Matches that are played a second time with the chance they had: what stays the same is the luck in them."""

from __future__ import annotations

from dataclasses import replace

from apts.archive import Archive, MatchRecord, RunManifest
from apts.playtest.experiments.side_runs import Keeping, kept_questions, side_manifest, side_matches
from apts.playtest.matches.plan import Plan

LUCK_KIND = "luck"


def second_matches(plan: Plan, matches: int, keeping: Keeping) -> tuple[MatchRecord, ...]:
    """Play the first matches of a run again, each with its own chance, by agents that choose afresh."""
    again = replace(plan, again=True, evaluation=None, everyone=False)
    manifest = side_manifest(again, plan.specs, matches, {"kind": LUCK_KIND})
    return tuple(side_matches(again, manifest, keeping))


def kept_second_matches(archive: Archive, manifest: RunManifest) -> tuple[MatchRecord, ...]:
    """Those that an archive has of a run: of the same game, agents, seed and limit."""
    for _, known, records in kept_questions(archive, manifest, LUCK_KIND):
        limits = [one.settings.get("turn_limit") for one in (known, manifest)]
        if (known.agents, known.seed) == (manifest.agents, manifest.seed) and limits[0] == limits[1]:
            return tuple(records)
    return ()
