"""``apts diff``: how the rules of two games differ."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import JSON, OPTION_A, OPTION_B, PLUGINS, SET_A, SET_B
from apts.cli.settings import counted, load_variant, print_json

_FIRST = Annotated[str, typer.Argument(metavar="A", help="A name of the library, or the path of a rules file.")]
_SECOND = Annotated[
    str,
    typer.Argument(metavar="B", help="The game to compare with A: a name of the library, or the path of a rules file."),
]


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
    """Show in words how the rules of two games differ: rule by rule, not line by line."""
    from apts.variants.difference import difference

    first = load_variant(a, option_a, set_a, "-a")
    second = load_variant(b, option_b, set_b, "-b")
    found = difference(first, second)
    if json:
        print_json([one.as_data() for one in found])
    elif not found:
        print("The rules are the same.")
    else:
        print(f"{counted(len(found), 'difference')} from A to B:\n")
        print("\n".join(line for one in found for line in one.lines()))
