"""Options that are given more than once: lists grow, all others are refused, so that nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from apts.characters import shown


def hearing_all(parser: Any, parameters: Sequence[Any], ctx: Any) -> Any:
    """The same parser, which hears every value of an option and not the last one alone.

    Where the sign of a value in help has a comma, as ``A,B``, the option takes a list: its values are put together.
    """
    options = {
        option.name: option
        for option in parameters
        if option.param_type_name == "option" and not (option.is_flag or option.multiple or option.count)
    }
    for name, option in options.items():
        parser.add_option(option, option.opts, name, action="append", nargs=option.nargs)
    parse = parser.parse_args

    def parse_all(args: list[str]) -> Any:
        values, rest, order = parse(args)
        for name, option in options.items():
            if name in values:
                values[name] = _one(values[name], option, ctx)
        return values, rest, order

    parser.parse_args = parse_all
    return parser


def _one(given: Any, option: Any, ctx: Any) -> Any:
    if not isinstance(given, list) or len(given) == 1:
        return given[0] if isinstance(given, list) else given
    if "," in (option.metavar or ""):
        return ",".join(given)
    text = ", ".join(shown(value) for value in given)
    raise typer.BadParameter(f"it was given {len(given)} times ({text}); give it once.", ctx=ctx, param=option)
