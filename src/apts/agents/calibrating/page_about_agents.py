"""The parts of the page about agents that follow from code and data: settings, and the levels of plain tree search.

``python -m apts.agents.calibrating.page_about_agents docs/agents.md`` writes them between the marks of the page.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from apts.agents.agent_registry import kinds
from apts.agents.levels import levels


def settings_part() -> str:
    """A table of settings for each kind of agent that has any."""
    parts = []
    for kind in kinds().values():
        if not kind.settings or kind.positional is not None:
            continue
        lines = [f"### {kind.name}", "", "| setting | may be | without it | meaning |", "| --- | --- | --- | --- |"]
        for setting in kind.settings:
            default = "" if setting.default is None else setting.written(setting.default)
            lines.append(f"| `{setting.name}` | {setting.range_text} | {default} | {setting.meaning} |")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def levels_part() -> str:
    """How each level plays."""
    lines = ["| level | games from rules text | Python classes |", "| --- | --- | --- |"]
    lines += [f"| `level:{level.name}` | `{level.rules}` | `{level.classes}` |" for level in levels()]
    return "\n".join(lines)


def parts() -> dict[str, str]:
    """Every part of the page by the name in its marks."""
    return {"settings": settings_part(), "levels": levels_part()}


def renewed(text: str) -> str:
    """A page with its parts brought up to date."""
    for name, part in parts().items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if found and closed:
            text = f"{head}{begin}\n{part}\n{end}{tail}"
    return text


def main() -> None:
    """Write the parts into a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    page = parser.parse_args().page
    page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
