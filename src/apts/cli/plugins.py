"""``--plugins FILE``: agents, metrics, findings and games of a user, at hand for every command."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from apts.errors import AptsError

_READ: set[Path] = set()


def read_plugins(files: Sequence[str]) -> None:
    """Import Python files; a file that brings nothing is refused, since that was not meant."""
    from apts.games.library import register_games
    from apts.games.python_file import imported_file

    for file in files:
        path = Path(file)
        if path.resolve() in _READ:
            continue
        before = _known()
        games = register_games(imported_file(path, f"apts_plugin_{path.stem}"), path)
        if not games and _known() == before:
            raise AptsError(
                f"{file!r} brings nothing: a plug-in registers agents (apts.agents.agent_registry.register), metrics "
                "(apts.playtest.metrics.metric) or findings, or defines a subclass of apts.PythonGame"
            )
        _READ.add(path.resolve())


def _known() -> tuple[object, ...]:
    """Everything that can be named now; registered again is something else than before."""
    from apts.agents.agent_registry import kinds
    from apts.playtest.findings.finding_registry import finding_kinds
    from apts.playtest.metrics.metric_registry import metric_entries

    return kinds(), metric_entries(), finding_kinds()
