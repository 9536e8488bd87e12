"""How a run can be played again: a few lines of Python that need nothing but the text of the rules."""

from __future__ import annotations

import shlex
from typing import Any

from apts.archive.opening import DEFAULT_PLACE
from apts.errors import AptsError
from apts.games.library import rules_game
from apts.playtest.matches.class_settings import arguments_of_run
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.report.subject import ReportedRun

LONGEST_COMMAND = 100_000
"""Characters of a command that is looked at; the words of one are found at a cost that grows with its square."""


def python_lines(run: ReportedRun) -> str:
    """Python that plays the run again and writes its report; the rules are expected in a file beside it."""
    manifest = run.manifest
    file = "rules.lud" if is_rules_text(manifest.rules) else "rules.py"
    chosen = {**manifest.options, **changed_parameters(run)}
    game = f"{file!r}, **{chosen!r}" if chosen else f"{file!r}"
    agents = list(manifest.agents)
    if len(set(agents)) == 1:
        agents = agents[:1]
    settings = [f"agents={agents!r}", f"matches={manifest.matches}", f"seed={manifest.seed}"]
    limit, judge = manifest.settings.get("turn_limit", DEFAULTS.limit), manifest.settings.get("evaluation")
    settings += [f"limit={limit}"] if limit != DEFAULTS.limit else []
    word = "evaluator" if manifest.settings.get("evaluated") == "all" else "evaluate"
    settings += [f"{word}={judge!r}"] if judge else []
    play = f"run = apts.playtest(game, {', '.join(settings)})"
    return "\n".join(["import apts", "", f"game = apts.load({game})", play, "run.report('report.html')"])


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


def is_rules_text(rules: str) -> bool:
    """Whether the rules are a description and not the source of a Python class."""
    lines = (line.strip() for line in rules.removeprefix("\ufeff").splitlines())
    return next((line for line in lines if line and not line.startswith("//")), "").startswith("(")


def changed_parameters(run: ReportedRun) -> dict[str, Any]:
    """The parameters that differ from those of the rules with the same options, or the arguments of a class."""
    manifest = run.manifest
    if not is_rules_text(manifest.rules):
        return arguments_of_run(manifest)
    try:
        plain = rules_game(manifest.rules, "<rules>", dict(manifest.options))
    except AptsError:
        return {}
    data = {parameter.path: parameter.value for parameter in plain.parameters}
    return {path: value for path, value in manifest.parameters.items() if data.get(path, value) != value}
