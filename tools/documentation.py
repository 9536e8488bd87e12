"""What of the documentation is made of the code; ``make documentation`` writes it anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apts.agents.calibrating.page_about_agents import renewed
from apts.games.ludeme_examples import ludeme_page
from apts.playtest.goals.goal_files import question_pages
from tools.locks import ROOT
from tools.reference_pages import command_reference, with_metric_table

DOCS = ROOT / "docs"

PAGES: Mapping[str, Callable[[str], str]] = {
    "agents.md": renewed,
    "commands.md": lambda _: command_reference(),
    "design-questions.md": lambda _: question_pages(),
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
