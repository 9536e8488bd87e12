"""Places and numbers that nothing sets where they are asked for: ``(site)`` in a condition that sets ``(to)``."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.registers_read import NeverSet
from apts.engine.lints.lint import Lint, LintSource

_SITES = ("to", "from", "between", "site")
_LAST = {"from": "(last From)", "to": "(last To)", "site": "(last To)"}
_SET_BY = {
    "from": "a move sets it for what stands inside of it",
    "to": "a move sets it for what stands inside of it",
    "between": "the (between ..) of a move sets it for what stands inside of it",
    "site": "(forEach Site ..), (sites .. if:) and the like set it for what stands inside of them",
    "level": "(forEach Level ..) sets it for what stands inside of it",
    "value": "(forEach Value ..) sets it for what stands inside of it",
    "player": "(forEach Player ..) sets it for what stands inside of it",
}


def unset_places(margin: LintSource, never_set: tuple[NeverSet, ...]) -> Iterator[Lint]:
    """A doubt for each ``(to)``, ``(site)``, ``(value)`` .. that has no value in its place; the die in use has its own."""
    for found in never_set:
        name = found.register
        if name not in _SET_BY:
            continue
        text = (
            f"({name})"
            if found.clause.name == name
            else f"({found.clause.name}) without a site asks for ({name}), which"
        )
        what = "means no site" if name in _SITES else "has no value"
        message = f"{text} {what} in this place: {_SET_BY[name]}"
        near = [f"({other})" for other in _SITES if other in found.others] if name in _SITES else []
        if not near and name in _LAST:
            near = [_LAST[name]]
        yield margin.lint("unset-place", found.clause.position, message, nearest=near)
