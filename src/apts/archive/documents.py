"""Records as plain JSON values and back: what the archive stores, exports and imports.

Turns are written by columns (all moves, all values ...), which is shorter and compresses better than turn by turn.
``*_document`` writes and ``*_from_document`` reads what we wrote ourselves, quickly; ``validation`` reads what came
from elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from apts.archive.errors import ArchiveError
from apts.archive.records import MatchRecord, RunManifest, turn_record
from apts.engine.play.outcome import Closing, Outcome
from apts.search.move_values import MoveValues

Document = dict[str, Any]


def canonical(document: Any) -> str:
    """The one text of a document: sorted keys, no spaces, no infinities."""
    try:
        return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as problem:
        raise ArchiveError(f"A record cannot be written as JSON: {problem}.") from problem


def manifest_document(manifest: RunManifest) -> Document:
    """A manifest as a JSON object."""
    return {
        "game": manifest.game,
        "players": manifest.players,
        "rules": manifest.rules,
        "agents": list(manifest.agents),
        "seed": manifest.seed,
        "matches": manifest.matches,
        "options": dict(manifest.options),
        "parameters": dict(manifest.parameters),
        "settings": dict(manifest.settings),
        "versions": dict(manifest.versions),
        "command": manifest.command,
    }


def manifest_from_document(document: Document) -> RunManifest:
    """The manifest that was written as this JSON object."""
    return RunManifest(**{**document, "agents": tuple(document["agents"])})


def manifest_digest(manifest: RunManifest) -> str:
    """A checksum of all that decides the matches of a run; equal exactly for manifests of the same run."""
    document = manifest_document(manifest)
    del document["matches"], document["command"]
    return hashlib.sha256(canonical(document).encode()).hexdigest()


def match_document(match: MatchRecord) -> Document:
    """A match as a JSON object; the columns of its turns are equally long, and that of the moves' values may be missing."""
    thought = [None if turn.move_values is None else turn.move_values.as_list() for turn in match.turns]
    return {
        "number": match.number,
        "seed": match.seed,
        "seats": list(match.seats),
        "pair": match.pair,
        "status": match.status,
        "outcome": None if match.outcome is None else outcome_document(match.outcome),
        "movers": [turn.mover for turn in match.turns],
        "moves": [turn.move for turn in match.turns],
        "legal_moves": [turn.legal_moves for turn in match.turns],
        "values": [None if turn.values is None else list(turn.values) for turn in match.turns],
        "entropies": [turn.entropy for turn in match.turns],
        "facts": dict(match.facts),
    } | ({"move_values": thought} if any(thought) else {})


def match_from_document(document: Document) -> MatchRecord:
    """The match that was written as this JSON object."""
    columns = zip(
        document["movers"],
        document["moves"],
        document["legal_moves"],
        document["values"],
        document["entropies"],
        map(_move_values, document.get("move_values") or [None] * len(document["moves"])),
        strict=True,
    )
    return MatchRecord(
        number=document["number"],
        seed=document["seed"],
        seats=tuple(document["seats"]),
        turns=tuple([turn_record(*column) for column in columns]),
        status=document["status"],
        outcome=None if document["outcome"] is None else outcome_from_document(document["outcome"]),
        pair=document["pair"],
        facts=document["facts"],
    )


def _move_values(flat: list[float | int] | None) -> MoveValues | None:
    return None if flat is None else MoveValues.from_list(flat)


def outcome_document(outcome: Outcome) -> Document:
    """An outcome as a JSON object."""
    return {
        "winner": outcome.winner,
        "ranks": list(outcome.ranks),
        "utilities": list(outcome.utilities),
        "reason": outcome.reason,
        "line": outcome.line,
        **({} if outcome.closing is None else {"closing": [outcome.closing.reason, outcome.closing.line]}),
        **({"teams": list(outcome.teams)} if outcome.teams else {}),
    }


def outcome_from_document(document: Document) -> Outcome:
    """The outcome that was written as this JSON object."""
    return Outcome(
        document["winner"],
        tuple(document["ranks"]),
        tuple(document["utilities"]),
        document["reason"],
        document["line"],
        Closing(*document["closing"]) if document.get("closing") is not None else None,
        tuple(document.get("teams", ())),
    )
