"""``apts runs``: what has been played."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from apts.cli.arguments import ARCHIVE, DEFAULT_ARCHIVE, JSON
from apts.cli.data.archives_there import opened
from apts.cli.settings import print_json
from apts.hidden_passwords import without_passwords

if TYPE_CHECKING:
    from apts.archive import Archive, RunSummary
    from apts.cli.wide_tables import Column


def runs(archive: ARCHIVE = DEFAULT_ARCHIVE, json: JSON = False) -> None:
    """List the runs in an archive, oldest first, with game, agents, matches and starting time."""
    from rich.console import Console

    from apts.cli.wide_tables import print_wide

    with opened(archive) as own:
        rows = [run_row(own, known) for known in own.runs()]
    if json:
        print_json(rows)
    elif not rows:
        print(f"{without_passwords(str(archive))} has no runs yet; apts playtest GAME makes one")
    else:
        first, *others = _columns(rows)
        print_wide(Console(markup=False, emoji=False, highlight=False), first, others)


def run_row(archive: Archive, known: RunSummary) -> dict[str, Any]:
    """What the list tells of a run."""
    from apts.playtest.experiments.side_runs import QUESTION

    manifest = archive.readable_manifest(known.name)
    if manifest is None:
        return {**asdict(known), "agents": [], "seed": None, "settings": [], "purpose": "damaged"}
    changed = [f"{name}={value}" for name, value in {**manifest.options, **manifest.parameters}.items()]
    question = manifest.settings.get(QUESTION)
    return {
        **asdict(known),
        "agents": list(manifest.agents),
        "seed": manifest.seed,
        "settings": changed,
        "purpose": "play-test" if question is None else str(question["kind"]),
    }


def _columns(rows: list[dict[str, Any]]) -> list[Column]:
    """The columns of the list, each with its heading."""
    from apts.playtest.experiments.people_matches import KIND

    lines = [("run", "game", "for", "agents", "seed", "matches", "begun")]
    for row in rows:
        whole = row["matches"] >= row["wanted"]
        played = f"{row['matches']:,}" if whole else f"{row['matches']:,} of {row['wanted']:,}"
        agents = "people" if row["purpose"] == KIND else " against ".join(dict.fromkeys(row["agents"]))
        begun = row["created"].replace("T", " ").removesuffix("+00:00")[:16]
        lines.append(
            (
                row["name"],
                row["game"],
                row["purpose"],
                agents,
                "" if row["seed"] is None else str(row["seed"]),
                played,
                begun,
            )
        )
    return list(zip(*lines, strict=True))
