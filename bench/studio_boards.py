"""Boards of the library and of templates for the first page of the studio: ``python -m bench.studio_boards``.

They are drawn as every other board is, and lie in the package so that a studio that was just opened has its pictures at
once. A test holds them against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from apts.games.catalogue import draft_text, library_files, templates
from apts.games.library import load

STATIC = Path(__file__).resolve().parent.parent / "src" / "apts" / "studio" / "static"


def drawn_boards() -> Iterator[tuple[str, str]]:
    """All boards as they are drawn now, by their places below the folder of assets."""
    for name in library_files():
        yield f"boards/{name}.svg", load(name).start().svg()
    for name in templates():
        yield f"boards/templates/{name}.svg", load(draft_text(name, "My Game")).start().svg()


def main() -> None:
    """Draw them into the package."""
    for place, drawn in drawn_boards():
        (STATIC / place).parent.mkdir(parents=True, exist_ok=True)
        (STATIC / place).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
