"""``apts diff``: how the rules of two games differ."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import JSON, OPTION_A, OPTION_B, PLUGINS, SET_A, SET_B
from apts.cli.settings import counted, keywords_of, print_json
from apts.language.tree import TextPlace
from apts.variants.difference import Difference, difference
from apts.variants.variant import as_variant

_FIRST = Annotated[str, typer.Argument(metavar="A", help="A name of the library, or the path of a rules file.")]
_SECOND = Annotated[str, typer.Argument(metavar="B", help="The other one.")]
_LONGEST = 200


def diff(
    a: _FIRST,
    b: _SECOND,
    option_a: OPTION_A = None,
    option_b: OPTION_B = None,
    set_a: SET_A = None,
    set_b: SET_B = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Tell how the rules of two games differ: rule by rule in words, not line by line."""
    first = as_variant(a, keywords_of(option_a, set_a))
    second = as_variant(b, keywords_of(option_b, set_b))
    found = difference(first, second)
    if json:
        print_json([one.as_data() for one in found])
    elif not found:
        print("The rules are the same.")
    else:
        print(f"{counted(len(found), 'difference')} from A to B:\n")
        print("\n".join(line for one in found for line in _lines(one)))


def _lines(one: Difference) -> list[str]:
    times = f" (at {one.times} places)" if one.times > 1 else ""
    lines = [f"* {one.words}{times}"]
    if one.kind in ("option", "argument"):
        return lines
    for sign, text, place in (("-", one.before, one.place_before), ("+", one.after, one.place_after)):
        if text is not None:
            lines.append(f"  {sign} {_where(place)}{text if len(text) <= _LONGEST else text[: _LONGEST - 2] + '..'}")
    return lines


def _where(place: TextPlace | None) -> str:
    return "" if place is None else f"{place.file}, line {place.line}: "
