"""A run that was exported as JSON, taken into an archive."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from apts.archive.archive import Archive
from apts.archive.argument_checks import check_path
from apts.archive.documents import manifest_digest
from apts.archive.errors import ConflictingRun, InvalidDocument
from apts.archive.exports import FORMAT, FORMAT_VERSION
from apts.archive.records import MatchRecord, RunManifest
from apts.archive.validation import DocumentPart, checked_manifest, checked_match
from apts.errors import AptsError
from apts.foreign_json import foreign_json


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: the run, how many matches were new, and how many were there before."""

    run: str
    added: int
    present: int


def import_json(
    archive: Archive,
    path: str | os.PathLike[str],
    name: str | None = None,
    check: Callable[[RunManifest, list[MatchRecord]], None] | None = None,
) -> Imported:
    """Take in a run that ``export_json`` wrote, under its own name or another one.

    Everything is checked before anything is stored: a file that is damaged anywhere changes nothing. A run that
    is there already gets the matches that it lacks; if a match of the same number differs, nothing is stored. What the
    archive cannot know, as the rules of games, ``check`` may look at; what it raises says why nothing is stored.
    """
    file = check_path(path)
    run, manifest, matches = read_json(file)
    run = name if name is not None else run
    if check is not None:
        try:
            check(manifest, matches)
        except AptsError as problem:
            raise InvalidDocument(f"{file} is not what was played: {problem}. Nothing was imported.") from problem
    if run in {summary.name for summary in archive.runs()}:
        _check_against(archive, run, manifest, matches, file)
    run = archive.start(manifest, run)
    added = archive.add(run, matches)
    return Imported(run, added, len(matches) - added)


def read_json(path: str | os.PathLike[str]) -> tuple[str, RunManifest, list[MatchRecord]]:
    """The name, the manifest and the matches in an exported file, all checked."""
    file = check_path(path)
    try:
        document = foreign_json(file.read_bytes(), bounded=False)
    except OSError as problem:
        raise InvalidDocument(f"{file} cannot be read: {problem.strerror}.") from problem
    except json.JSONDecodeError as problem:
        raise InvalidDocument(
            f"{file} is no JSON: {problem.msg} in line {problem.lineno}, column {problem.colno}. "
            "The file may have been cut off or changed; nothing was imported."
        ) from problem
    except (ValueError, RecursionError) as problem:
        raise InvalidDocument(f"{file} is no JSON text: {problem}. Nothing was imported.") from problem
    try:
        return _checked(DocumentPart(document, ""))
    except InvalidDocument as problem:
        raise InvalidDocument(f"{file} is not a run of APTS: {problem} Nothing was imported.") from problem


def _checked(top: DocumentPart) -> tuple[str, RunManifest, list[MatchRecord]]:
    if not isinstance(top.value, dict) or top.value.get("format") != FORMAT:
        raise InvalidDocument(f'at its top there is no "format": "{FORMAT}".')
    if top.field("version").whole(1) > FORMAT_VERSION:
        raise InvalidDocument(
            f"it has format version {top.value['version']}, and this APTS reads versions up to {FORMAT_VERSION}."
        )
    run = top.field("run").text()
    manifest = checked_manifest(top.field("manifest"))
    matches: list[MatchRecord] = []
    places: dict[int, str] = {}
    for part in top.field("matches").items():
        match = checked_match(part, manifest)
        if match.number in places:
            raise InvalidDocument(
                f"{part.place}: match {match.number} is there twice, first as {places[match.number]}."
            )
        places[match.number] = part.place
        matches.append(match)
    return run, manifest, matches


def _check_against(archive: Archive, run: str, manifest: RunManifest, matches: list[MatchRecord], file: Path) -> None:
    hint = "Nothing was imported; import it under another name."
    if manifest_digest(archive.manifest(run)) != manifest_digest(manifest):
        raise ConflictingRun(f"{file} holds a run {run!r}, and the archive has another one of that name. {hint}")
    coming = {match.number: match for match in matches}
    for present in archive.matches(run):
        if coming.get(present.number, present) != present:
            raise ConflictingRun(
                f"Match {present.number} of run {run!r} is in the archive already and is not the one in {file}. {hint}"
            )
