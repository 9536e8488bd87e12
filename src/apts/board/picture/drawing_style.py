"""Colours and line widths of board drawings, light and dark."""

from __future__ import annotations

import re
from functools import cache

# name: (light, dark). A page can set --apts-<name> to use its own colour.
COLOURS: dict[str, tuple[str, str]] = {
    "ground": ("#efe7d8", "#2b2f36"),
    "shade0": ("#d8c4a2", "#3a4049"),
    "shade1": ("#efe3cc", "#4a515c"),
    "shade2": ("#e4d4b6", "#424952"),
    "shade3": ("#f6eedd", "#525a66"),
    "rim": ("#a58d66", "#6b7482"),
    "line": ("#6f5f47", "#98a2b0"),
    "label": ("#7a6c56", "#a3acb9"),
    "ink": ("#1d1b18", "#f2f2f0"),
    "last": ("#e0a100", "#f0bd3a"),
    "move": ("#2f7d4f", "#63c48c"),
    "win": ("#c8372d", "#ff7a6e"),
    "warm": ("#d9480f", "#ff8a4c"),
    "cool": ("#1c62c4", "#6aa9ff"),
    "panel": ("#f7f2e8", "#22262c"),
}

# Seat 0 is nobody's piece; further seats go round from 1 again. Each: body, rim, writing on the body.
SEATS: tuple[tuple[str, str, str], ...] = (
    ("#9a9489", "#5d584f", "#ffffff"),
    ("#fbf8f1", "#4d463b", "#2a261f"),
    ("#33312e", "#0c0b0a", "#f4f1ea"),
    ("#c8433a", "#7d211b", "#ffffff"),
    ("#2f6fc1", "#173f74", "#ffffff"),
    ("#3d8f5a", "#1d5232", "#ffffff"),
    ("#d99a1c", "#6b4905", "#2a1d02"),
    ("#7f56b3", "#4a2f70", "#ffffff"),
    ("#2795a0", "#10575e", "#ffffff"),
)

# How strongly regions are tinted, light and dark; white on a light board and black on a dark one need more.
_TINTS = {1: (".5", ".13"), 2: (".17", ".42")}
_OWNERS = range(1, len(SEATS))
_DARK_RIM = "#ece8e0"
_DIM = tuple(seat for seat in range(len(SEATS)) if seat != 1)
"""Seats whose pieces are hard to see on a dark board; there they have a light rim."""


def _tint(seat: int) -> tuple[str, str]:
    return _TINTS.get(seat, (".24", ".24"))


def seat_number(owner: int) -> int:
    """Which of the colours an owner has."""
    return 0 if owner <= 0 else 1 + (owner - 1) % (len(SEATS) - 1)


def style_sheet(scope: str, *, tints: bool = True) -> str:
    """The rules of one drawing; ``scope`` is the class of its root, so that drawings on one page keep apart.

    ``tints`` are those of regions, which few drawings have.

    Each colour is written as itself and, where variables are known, as a variable too. Programs that know no rules at all
    find the colours in the elements (see :func:`with_plain_colours`).
    """
    root = f".{scope}"
    light = ";".join(f"--{name}:var(--apts-{name},{pair[0]})" for name, pair in COLOURS.items())
    dark = ";".join(f"--{name}:var(--apts-{name},{pair[1]})" for name, pair in COLOURS.items())
    rules, variables = [], [f"{root}{{{light}}}"]
    for selector, attribute, colour, extra in _RULES:
        rules.append(f"{root} {selector}{{{attribute}:{COLOURS[colour][0]}{';' + extra if extra else ''}}}")
        variables.append(f"{root} {selector}{{{attribute}:var(--{colour})}}")
    rules.append(
        f"{root} .name{{paint-order:stroke;stroke:{COLOURS['ground'][0]};stroke-width:2.5px;stroke-linejoin:round}}"
    )
    variables.append(f"{root} .name{{stroke:var(--ground)}}")
    rules.append(f"@supports (fill:var(--a)){{{''.join(variables)}}}")
    for seat, (body, rim, writing) in enumerate(SEATS):
        rules.append(f"{root} .seat{seat}{{fill:{body};stroke:{rim}}}{root} .on{seat}{{fill:{writing};stroke:none}}")
        rules.append(f"{root} .bar{seat}{{fill:none;stroke:{body}}}{root} .edge{seat}{{fill:none;stroke:{rim}}}")
    # No colour but white stands out from a dark board by itself.
    dim = "".join(f"{root} .seat{seat}{{stroke:{_DARK_RIM}}}{root} .edge{seat}{{stroke:{_DARK_RIM}}}" for seat in _DIM)
    if tints:
        rules += [f"{root} .tint{seat}{{fill:{SEATS[seat][0]};fill-opacity:{_tint(seat)[0]}}}" for seat in _OWNERS]
        dim += "".join(f"{root} .tint{seat}{{fill-opacity:{_tint(seat)[1]}}}" for seat in _TINTS)
    rules.append(f"@media (prefers-color-scheme:dark){{{root}{{{dark}}}{dim}}}")
    rules.append(f"{root} text{{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle}}")
    rules.append(f"{root} .hit{{fill:transparent;stroke:none}}")
    rules.append(f"{root} .pit{{stroke-opacity:.55}}")
    return "".join(rules)


def with_plain_colours(body: str) -> str:
    """The elements with their colours as attributes, which every rule of the style sheet overrides."""
    return _CLASSES.sub(lambda found: found[0] + _plain(found[1]), body)


@cache
def _plain(classes: str) -> str:
    """The attributes that classes stand for; what follows wins, as in the style sheet."""
    found: dict[str, str] = {}
    for name in classes.split():
        found |= _PLAIN.get(name, {})
    return "".join(f' {name}="{value}"' for name, value in found.items())


# selector, attribute, colour, more declarations
_RULES: tuple[tuple[str, str, str, str], ...] = (
    (".ground", "fill", "ground", "stroke:none"),
    (".panel", "fill", "panel", "stroke:none"),
    (".shade0", "fill", "shade0", ""),
    (".shade1", "fill", "shade1", ""),
    (".shade2", "fill", "shade2", ""),
    (".shade3", "fill", "shade3", ""),
    (".cell", "stroke", "rim", "stroke-linejoin:round"),
    (".line", "stroke", "line", "fill:none;stroke-linecap:round"),
    (".dot", "fill", "line", "stroke:none"),
    (".pit", "stroke", "line", "fill:#0001"),
    (".label", "fill", "label", ""),
    (".name", "fill", "label", ""),
    (".badge", "fill", "panel", "stroke:none"),
    (".number", "fill", "ink", "font-weight:600"),
    (".last", "stroke", "last", "fill:none"),
    (".win", "stroke", "win", "fill:none"),
    (".move", "fill", "move", "stroke:none"),
    (".warm", "fill", "warm", "stroke:none"),
    (".cool", "fill", "cool", "stroke:none"),
)

_CLASSES = re.compile(r'class="([^"]*)"')
_PAINTS = ("fill", "stroke")


def _plain_table() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {"hit": {"fill": "none", "stroke": "none"}}
    for selector, attribute, colour, extra in _RULES:
        others = (entry.partition(":")[::2] for entry in extra.split(";") if entry)
        paints = {name: value for name, value in others if name in _PAINTS}
        table[selector.removeprefix(".")] = {attribute: COLOURS[colour][0], **paints}
    table["pit"]["fill"] = "none"  # old programs do not know transparent colours
    for seat, (body, rim, writing) in enumerate(SEATS):
        table |= {f"seat{seat}": {"fill": body, "stroke": rim}, f"on{seat}": {"fill": writing}}
        table |= {f"tint{seat}": {"fill": body}}
        table |= {f"bar{seat}": {"fill": "none", "stroke": body}, f"edge{seat}": {"fill": "none", "stroke": rim}}
    return table


_PLAIN = _plain_table()
"""The paints of each class in light colours."""
