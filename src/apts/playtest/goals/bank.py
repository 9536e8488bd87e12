"""The bank of design questions: named sets of goals that ship, a file each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

_HOME = "apts.playtest.goals"


@cache
def bank_names() -> tuple[str, ...]:
    """The names of the sets of goals that ship."""
    found = (files(_HOME) / "questions").iterdir()
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in found if entry.name.endswith(".toml")))


def bank_file(name: str) -> str:
    """The text of a set of goals that ships."""
    return (files(_HOME) / "questions" / f"{name}.toml").read_text(encoding="utf-8")
