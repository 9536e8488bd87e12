"""The parts of the page about agents that follow from code and data: settings, levels and measurements.

``python -m apts.agents.calibrating.page docs/agents.md`` writes them between the marks of the page.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from apts.agents.agent_registry import kinds
from apts.agents.calibrating.calibration import CalibrationStep, known_steps
from apts.agents.levels import level_names, levels


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


def measurements_part(steps: Sequence[CalibrationStep]) -> str:
    """What levels score against those below them: a row for each game, a column for each step."""
    pairs = [(above, below) for below, above in pairwise(level_names())]
    heads = [f"{above} over {below}" for above, below in pairs]
    lines = [f"| game | {' | '.join(heads)} |", f"| --- |{' --- |' * len(heads)}"]
    for game in sorted({step.game for step in steps}):
        cells = []
        for above, _ in pairs:
            step = next((known for known in steps if known.game == game and known.level == above), None)
            lower = next((known for known in steps if known.game == game and step and known.level == step.below), None)
            cells.append("" if step is None else _cell(step, lower))
        lines.append(f"| {game} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(step: CalibrationStep, lower: CalibrationStep | None) -> str:
    """The score with its interval, and what a move of both levels cost, where that is known."""
    ends = f"{100 * step.low:.0f} to {100 * step.high:.0f}"
    beside = "" if lower is None else f" beside {lower.milliseconds:.3g}"
    return f"{step.score:.0%} ({ends}; {step.matches}), {step.milliseconds:.3g}{beside} ms"


def parts() -> dict[str, str]:
    """Every part of the page by the name in its marks."""
    return {
        "settings": settings_part(),
        "levels": levels_part(),
        "measurements": measurements_part(known_steps()),
    }


def renewed(text: str) -> str:
    """A page with its parts brought up to date."""
    for name, part in parts().items():
        begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
        head, found, rest = text.partition(begin)
        _, closed, tail = rest.partition(end)
        if found and closed:
            text = f"{head}{begin}\n{part}\n{end}{tail}"
    return text


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")
