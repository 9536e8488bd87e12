"""Which rule moves what as one HTML file: sentences, a heat map of rules and figures, and every change with its interval."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.report.page import page_style, templates
from apts.report.tables import Table
from apts.report.texts import Words, words
from apts.report.writing import check_target, write_file
from apts.signs import signed
from apts.variants.sensitivity.effect_sentences import told_change
from apts.variants.sensitivity.effects import Effect
from apts.variants.sensitivity.sensitivity import Sensitivity

STRONGEST = 0.5
"""The size of a change from which on its colour is full."""

UP, DOWN = "11, 98, 168", "209, 87, 11"
"""Colours of figures that rise and fall."""


def write_sensitivity(found: Sensitivity, path: str | PathLike[str]) -> Path:
    """Write the page as one HTML file that needs no network."""
    return write_file(check_target(path), sensitivity_html(found))


def sensitivity_html(found: Sensitivity) -> str:
    """The page as text."""
    chosen = words("en")
    page = templates().get_template("sensitivity.html")
    return page.render(
        words=chosen,
        found=found,
        style=Markup(page_style()),
        titles=[_title(name, chosen) for name in found.figures],
        cells=heat_cells(found),
        base=[chosen.number(found.base.metrics[name].value) for name in found.figures],
        changes=_changes(found, chosen),
    )


def heat_cells(found: Sensitivity) -> list[tuple[str, list[dict[str, str]]]]:
    """For each turned value a row of cells: the change as text, its colour, and whether it is sure."""
    return [
        (f"{value.turned.called}: {value.turned.label}", [_cell(effect) for effect in value.effects])
        for value in found.values
    ]


def _cell(effect: Effect) -> dict[str, str]:
    difference = effect.difference
    if difference is None:
        return {"text": "–", "style": "", "sure": ""}
    depth = min(1.0, abs(effect.size) / STRONGEST) * (0.75 if effect.is_sure else 0.15)
    colour = UP if effect.size > 0 else DOWN
    text = signed(difference.value, ".2g")
    return {"text": text, "style": f"background: rgba({colour}, {depth:.2f})", "sure": "yes" if effect.is_sure else ""}


def _title(name: str, chosen: Words) -> str:
    return chosen.known(f"metric.{name}", name)


def _changes(found: Sensitivity, chosen: Words) -> Table:
    rows = []
    for value in found.values:
        for effect in value.effects:
            difference = effect.difference
            if difference is None:
                continue
            rows.append(
                (
                    f"{value.turned.called}: {value.turned.label}",
                    _title(effect.metric, chosen),
                    chosen.number(effect.change.a.value),
                    chosen.number(effect.change.b.value),
                    told_change(difference),
                    "surely" if effect.is_sure else "not surely" if effect.adjusted is not None else "not tested",
                )
            )
    return Table(("Rule and value", "Figure", "As it is", "Turned", "Change (95 % interval)", "Moved"), rows)
