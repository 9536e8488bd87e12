"""What strength does to the figures of a play-test, as lines below them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from apts.cli.terminal_texts import TerminalTexts

if TYPE_CHECKING:
    from apts.playtest.findings import Finding
    from apts.playtest.run import Run


def played_by(run: Run, found: Finding, texts: TerminalTexts) -> str:
    """Who played, behind a finding that other players may not show; empty where its sentence says for whom it holds."""
    from apts.playtest.findings import declared_finding

    declared = declared_finding(found.kind)
    if run.panel is not None or declared.is_caveat or declared.of_rules:
        return ""
    return texts("run.played-by", agents=texts.agents(run.manifest.agents))


def panel_lines(run: Run, texts: TerminalTexts) -> Iterator[str]:
    """The strengths that played, a line for each figure of which something is settled, and the names of the others."""
    from apts.playtest.evidence.sentences import Listed, make_message
    from apts.playtest.panel.panel_words import in_words, unsettled, who_plays

    panel = run.panel
    if panel is None:
        return
    yield ""
    yield texts.sentence(who_plays(panel))
    shown = [one for one in in_words(panel, texts.metric) if one.figure.changes or one.figure.part]
    rows = [
        (texts.value(one.title), [texts.value(value) for value in one.values], texts.value(one.word)) for one in shown
    ]
    width = max((len(title) for title, _, _ in rows), default=0)
    columns = [max(len(values[place]) for _, values, _ in rows) for place in range(len(panel.runs))] if rows else []
    for title, values, word in rows:
        cells = "  ".join(f"{value:>{column}}" for value, column in zip(values, columns, strict=True))
        yield f"  {title:{width}}  {cells}  {word}"
    if still := unsettled(panel):
        yield "  " + texts.sentence(
            make_message("panel/unsettled", figures=Listed([texts.metric(name) for name in still]))
        )
