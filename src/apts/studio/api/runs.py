"""Runs: what agents played, with every match; they are named, renamed and deleted."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field, StringConstraints

from apts.archive import Archive, DamagedMatch, MatchRecord, RunManifest, RunSummary
from apts.studio.api.models import Answer, MatchNumber, Most, RequestBody, RunName, Skipped, problems
from apts.studio.frame.studio import studio_of

router = APIRouter(prefix="/runs", tags=["runs"])

MostMatches = Annotated[int, Query(description="How many matches are listed at most.", ge=1, le=200)]


class RunLine(Answer):
    """A run in a list: how many matches there are of how many."""

    name: str
    game: str
    matches: int
    wanted: int
    created: str

    @staticmethod
    def of(run: RunSummary) -> RunLine:
        """A line of the archive's list."""
        return RunLine(name=run.name, game=run.game, matches=run.matches, wanted=run.wanted, created=run.created)


class RunList(Answer):
    """A part of the list of runs, and how many there are in all."""

    runs: list[RunLine]
    total: int


class RunSheet(Answer):
    """A run: what was played, by whom, with which rules and seed. It has all that is needed to play it again."""

    name: str
    game: str
    players: int
    agents: list[str]
    seed: int
    matches: int = Field(description="How many matches are there.")
    wanted: int = Field(description="How many matches are wanted.")
    rules: str
    options: dict[str, Any]
    parameters: dict[str, Any]
    settings: dict[str, Any]
    versions: dict[str, str]


class EndOfMatch(Answer):
    """How a match ended."""

    winner: int | None
    ranks: list[float]
    reason: str


class MatchLine(Answer):
    """A match in a list; ``seats`` has the agent of each seat."""

    number: int
    seats: list[str]
    length: int
    status: str
    outcome: EndOfMatch | None


class MatchList(Answer):
    """A part of the matches of a run, and how many there are in all."""

    matches: list[MatchLine]
    total: int


class Turn(Answer):
    """A turn: who moved, what was played, out of how many moves, and what the agent expected for each seat."""

    mover: int
    move: str
    legal_moves: int
    values: list[float] | None
    entropy: float | None


class Match(MatchLine):
    """A match with all its turns; ``start_seed`` and the moves lead to every position of it."""

    start_seed: str = Field(description="The seed of the start, as a text: it may be too large for a number.")
    turns: list[Turn]


class NewName(RequestBody):
    """What a run is to be called."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9._ -]*$")]


@router.get("", summary="All runs")
def list_runs(
    request: Request,
    game: Annotated[str | None, Query(description="Only runs of the game of this name.", max_length=200)] = None,
    limit: Most = 100,
    offset: Skipped = 0,
) -> RunList:
    """All runs, the newest first."""
    found = [run for run in reversed(studio_of(request).archive.runs()) if game is None or run.game == game]
    return RunList(runs=[RunLine.of(run) for run in found[offset : offset + limit]], total=len(found))


@router.get("/{name}/matches/{number}", summary="A match")
def get_match(request: Request, name: RunName, number: MatchNumber) -> Match:
    """One match with all its turns."""
    archive = studio_of(request).archive
    match = archive.match(name, number)
    turns = [
        Turn(
            mover=turn.mover, move=turn.move, legal_moves=turn.legal_moves, entropy=turn.entropy,
            values=None if turn.values is None else list(turn.values),
        )
        for turn in match.turns
    ]  # fmt: skip
    return Match(**_line(match, archive.manifest(name)), start_seed=str(match.start_seed), turns=turns)


@router.get("/{name}/matches", summary="Matches of a run")
def list_matches(request: Request, name: RunName, limit: MostMatches = 50, offset: Skipped = 0) -> MatchList:
    """The matches of a run by their numbers; one that is damaged is left out, and its own address says what is wrong."""
    archive = studio_of(request).archive
    manifest, numbers = archive.manifest(name), archive.numbers(name)
    found = [_readable(archive, name, number) for number in numbers[offset : offset + limit]]
    lines = [MatchLine(**_line(match, manifest)) for match in found if match is not None]
    return MatchList(matches=lines, total=len(numbers))


def _readable(archive: Archive, name: str, number: int) -> MatchRecord | None:
    """A match, for a list of several; None where it is damaged, which is told where it alone is asked for."""
    try:
        return archive.match(name, number)
    except DamagedMatch:
        return None


@router.get("/{name}", summary="A run")
def get_run(request: Request, name: RunName) -> RunSheet:
    """What was played in a run, and how far it is."""
    archive = studio_of(request).archive
    manifest = archive.manifest(name)
    return RunSheet(
        name=name, game=manifest.game, players=manifest.players, agents=list(manifest.agents), seed=manifest.seed,
        matches=len(archive.numbers(name)), wanted=manifest.matches, rules=manifest.rules,
        options=dict(manifest.options), parameters=dict(manifest.parameters), settings=dict(manifest.settings),
        versions=dict(manifest.versions),
    )  # fmt: skip


@router.patch("/{name}", summary="Rename a run", responses=problems(409))
def rename_run(request: Request, name: RunName, body: NewName) -> RunSheet:
    """Call a run otherwise; a name that another run has is refused."""
    studio_of(request).archive.rename(name, body.name)
    return get_run(request, body.name)


@router.delete("/{name}", summary="Delete a run", status_code=204)
def delete_run(request: Request, name: RunName) -> None:
    """Delete a run with all its matches."""
    studio_of(request).archive.remove(name)


def _line(match: MatchRecord, manifest: RunManifest) -> dict[str, Any]:
    outcome = match.outcome
    return {
        "number": match.number,
        "seats": [manifest.agents[seat] for seat in match.seats],
        "length": match.length,
        "status": match.status,
        "outcome": None
        if outcome is None
        else EndOfMatch(winner=outcome.winner, ranks=list(outcome.ranks), reason=outcome.reason),
    }
