"""What of the documentation is made of the code; ``make documentation`` writes it anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apts.agents.calibrating.page_about_agents import renewed
from apts.cli.reference import command_reference
from apts.games.ludeme_examples import ludeme_page
from apts.playtest.metrics.metric_table import with_metric_table
from tools.locks import ROOT

DOCS = ROOT / "docs"

PAGES: Mapping[str, Callable[[str], str]] = {
    "agents.md": renewed,
    "commands.md": lambda _: command_reference(),
    "ludemes.md": lambda _: ludeme_page().strip() + "\n",
    "playtest.md": with_metric_table,
}
"""The pages, and what makes each of the page as it was."""


def outdated() -> dict[str, str]:
    """The pages that are not what the code makes of them, each with what it makes."""
    made = {name: renew((DOCS / name).read_text(encoding="utf-8")) for name, renew in PAGES.items()}
    return {name: text for name, text in made.items() if text != (DOCS / name).read_text(encoding="utf-8")}


def main() -> None:
    """Write the pages that are out of date, and name them."""
    for name, text in outdated().items():
        (DOCS / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
