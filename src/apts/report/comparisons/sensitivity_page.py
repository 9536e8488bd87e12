"""Which rule moves what as one HTML file: sentences, a heat map of rules and figures, and every change with its interval."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.characters import signed
from apts.playtest.evidence.sentences import Amount
from apts.report.page_frame import page_style, templates
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.report.writing import check_target, write_file
from apts.variants.sensitivity.effect_sentences import change_message
from apts.variants.sensitivity.effects import Effect
from apts.variants.sensitivity.sensitivity import Sensitivity
from apts.variants.sensitivity.turns import TurnedValue

STRONGEST = 0.5
"""The size of a change from which on its colour is full."""

UP, DOWN = "11, 98, 168", "209, 87, 11"
"""Colours of figures that rise and fall."""


def write_sensitivity(found: Sensitivity, path: str | PathLike[str], lang: str = "en") -> Path:
    """Write the page as one HTML file that needs no network."""
    words(lang)
    return write_file(check_target(path), sensitivity_html(found, lang))


def sensitivity_html(found: Sensitivity, lang: str = "en") -> str:
    """The page as text."""
    chosen = words(lang)
    page = templates().get_template("sensitivity.html")
    return page.render(
        words=chosen,
        found=found,
        sentences=[chosen.render(message) for message in found.messages()],
        style=Markup(page_style()),
        titles=[_title(name, chosen) for name in found.figures],
        cells=heat_cells(found, chosen),
        base=[chosen.number(found.base.metrics[name].value) for name in found.figures],
        changes=_changes(found, chosen),
    )


def heat_cells(found: Sensitivity, chosen: ReportTexts) -> list[tuple[str, list[dict[str, str]]]]:
    """For each turned value a row of cells: the change as text, its colour, and whether it is sure."""
    return [
        (_named(value.turned, chosen), [_cell(effect, chosen) for effect in value.effects]) for value in found.values
    ]


def _cell(effect: Effect, chosen: ReportTexts) -> dict[str, str]:
    difference = effect.difference
    if difference is None:
        return {"text": "–", "style": "", "sure": ""}
    depth = min(1.0, abs(effect.size) / STRONGEST) * (0.75 if effect.is_sure else 0.15)
    colour = UP if effect.size > 0 else DOWN
    text = chosen.value("", Amount(signed(difference.value, ".2g")))
    return {"text": text, "style": f"background: rgba({colour}, {depth:.2f})", "sure": "yes" if effect.is_sure else ""}


def _title(name: str, chosen: ReportTexts) -> str:
    return chosen.metric(name)


def _changes(found: Sensitivity, chosen: ReportTexts) -> Table:
    rows = []
    for value in found.values:
        for effect in value.effects:
            difference = effect.difference
            if difference is None:
                continue
            rows.append(
                (
                    _named(value.turned, chosen),
                    _title(effect.metric, chosen),
                    chosen.number(effect.change.a.value),
                    chosen.number(effect.change.b.value),
                    chosen.render(change_message(difference)),
                    chosen(f"rule-effects.{_moved(effect)}"),
                )
            )
    headings = (chosen(f"rule-effects.{word}") for word in ("before", "after", "change", "moved"))
    return Table((chosen("rule-effects.rule"), chosen("heading.figure"), *headings), rows)


def _named(turned: TurnedValue, chosen: ReportTexts) -> str:
    return f"{turned.called}: {chosen.value('label', turned.label)}"


def _moved(effect: Effect) -> str:
    return "surely" if effect.is_sure else "not-surely" if effect.adjusted is not None else "not-tested"
