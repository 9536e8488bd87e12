"""Runs that answer one question beside a play-test (what a bound costs, what doubling gains), kept in the same archive.

Such a run is stored like any other; its manifest has the question in its settings, so that it can be found again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from apts.archive import Archive, MatchRecord, MatchWriter, RunManifest
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import Executor
from apts.playtest.matches.manifests import manifest_of
from apts.playtest.matches.missing_matches import explain_resume, refuse_other_players
from apts.playtest.matches.plan import Plan

QUESTION = "question"


@dataclass(frozen=True)
class Keeping:
    """Who plays the matches of side runs, where they go, and whether one that was interrupted is gone on with.

    Where somebody asked for that (``strict``), one that agents of another version have begun is refused.
    """

    executor: Executor
    archive: Archive | None = None
    resume: bool = False
    command: str = ""
    strict: bool = False


def side_manifest(plan: Plan, agents: tuple[str, ...], matches: int, question: Mapping[str, Any]) -> RunManifest:
    """All that is needed to play the matches of a question again; ``agents`` are as people spell them."""
    found = manifest_of(plan, matches)
    return replace(found, agents=agents, settings={**found.settings, QUESTION: dict(question)})


def side_matches(plan: Plan, manifest: RunManifest, keeping: Keeping) -> list[MatchRecord]:
    """Play the matches that are missing; gives all of them by number. Ctrl-C keeps what was played and goes on upwards."""
    wanted = manifest.matches
    if keeping.archive is None:
        return list(keeping.executor.play(plan, range(1, wanted + 1)))
    archive = keeping.archive
    requested = replace(manifest, command=keeping.command)
    if keeping.strict:
        refuse_other_players(plan, requested, archive, None)
    run = archive.start(replace(requested, matches=0))  # more are wanted only when nothing is refused any more
    missing = archive.missing(run, wanted)
    if missing and len(missing) < wanted and not keeping.resume:
        raise AptsError(
            f"the archive has {wanted - len(missing)} of {wanted} matches of this question ({run}) already; "
            "go on with --resume (resume=True), or give another seed"
        )
    archive.start(requested, run)
    with explain_resume(keeping.command), MatchWriter(archive, run) as writer:
        for record in keeping.executor.play(plan, missing):
            writer.add(record)
    return [match for match in archive.matches(run) if match.number <= wanted]


def kept_questions(
    archive: Archive, manifest: RunManifest, kind: str
) -> Iterator[tuple[Mapping[str, Any], RunManifest, list[MatchRecord]]]:
    """The questions of a kind that were asked about the game of a manifest, in the order in which they were asked."""
    for summary in archive.runs():
        if summary.game != manifest.game:
            continue
        known = archive.readable_manifest(summary.name)
        if known is None:
            continue
        question = known.settings.get(QUESTION)
        if isinstance(question, Mapping) and question.get("kind") == kind and same_game(known, manifest):
            yield question, known, list(archive.matches(summary.name, damaged=[]))


def same_game(a: RunManifest, b: RunManifest) -> bool:
    """Whether two runs are of one game, with the same options and parameters and made of the same files."""
    return _identity(a) == _identity(b)


def _identity(manifest: RunManifest) -> tuple[object, ...]:
    source = manifest.settings.get("source") or {}
    return manifest.rules, dict(manifest.options), dict(manifest.parameters), source.get("inputs")


def game_manifest(game: Game) -> RunManifest:
    """A manifest that says which game is meant."""
    return manifest_of(Plan(game, ("random",) * game.players, 0, 1), 1)
