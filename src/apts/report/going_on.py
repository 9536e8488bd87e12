"""What to type after a run: to watch a match, to play on until a probable finding is settled, to try cures."""

from __future__ import annotations

import shlex

from apts.archive import RunManifest
from apts.archive.opening import DEFAULT_PLACE
from apts.playtest.findings import declared_finding

LONGEST_COMMAND = 100_000
"""Characters of a command that is looked at; the words of one are found at a cost that grows with its square."""


def replay_command(run: str, number: int, archive: str = DEFAULT_PLACE) -> str:
    """What to type to step through a match of a run."""
    where = [] if archive == DEFAULT_PLACE else ["--archive", archive]
    return shlex.join(["apts", "replay", run, str(number), *where])


def archive_of(command: str) -> str | None:
    """Where a command that was typed keeps its matches; None where it is not known, as of a run from Python."""
    if len(command) > LONGEST_COMMAND:  # the words of a longer one would take hours to find; nobody typed it
        return None
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    if words[:2] != ["apts", "playtest"]:
        return None
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "--archive" or word.startswith("--archive="):
            return word.partition("=")[2] or following
    return DEFAULT_PLACE


_ENDED_OTHERWISE = ("--quick", "--until", "--precision", "--levels", "--train")
"""Options of play-tests that do not go on to a number of matches."""

_GIVEN_ANEW = ("--matches", "--report", "--lang")
"""Options with a value that a command which goes on does not repeat."""


def settling_command(manifest: RunManifest, wanted: int) -> str | None:
    """What to type to play a run on to so many matches; None where it has them, or nobody knows how it was begun."""
    if wanted <= manifest.matches or archive_of(manifest.command) is None:
        return None
    words = shlex.split(manifest.command)
    if any(word.partition("=")[0] in _ENDED_OTHERWISE for word in words):
        return None
    kept, leaves = [], False
    for word in words:
        if not leaves and word not in _GIVEN_ANEW and word.partition("=")[0] not in _GIVEN_ANEW and word != "--resume":
            kept.append(word)
        leaves = not leaves and word in _GIVEN_ANEW
    # Who plays by default can depend on the number of matches; where several strengths play nobody can be named.
    named = bool(manifest.settings.get("panel")) or any(
        word.partition("=")[0] in ("--agents", "--agent") for word in words
    )
    agents = list(manifest.agents)
    spelled = agents[0] if len(set(agents)) == 1 else ",".join(agents)
    return shlex.join([*kept, *([] if named else ["--agents", spelled]), "--matches", str(wanted), "--resume"])


def curing_command(manifest: RunManifest, kind: str) -> str | None:
    """What to type to try the cures of a finding; None where it has none, or nobody knows how the run was begun."""
    if not declared_finding(kind).cures or archive_of(manifest.command) is None:
        return None
    words = shlex.split(manifest.command)[2:]
    game = next((word for word in words if not word.startswith("-")), None)
    settings = [
        part
        for word, following in zip(words, [*words[1:], ""], strict=True)
        if word in ("--option", "--set")
        for part in (word, following)
    ]
    if game is None or game != words[0]:
        return None
    return shlex.join(["apts", "cures", game, *settings, "--finding", kind])
