"""Options that were called otherwise: their old names work on, and a note says the new one."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

OLD_NAMES: Mapping[str, str] = {"--language": "--lang"}


def hearing_old_names(parser: Any, parameters: Sequence[Any]) -> Any:
    """The same parser, which also takes the old names of options."""
    by_name = {name: option for option in parameters if option.param_type_name == "option" for name in option.opts}
    old = {name: (copy(by_name[new]), by_name[new]) for name, new in OLD_NAMES.items() if new in by_name}
    for name, (stand_in, _) in old.items():
        parser.add_option(stand_in, [name], stand_in.name, action="append", nargs=stand_in.nargs)
    parse = parser.parse_args

    def parse_all(args: list[str]) -> Any:
        values, rest, order = parse(args)
        for name, (stand_in, option) in old.items():
            if stand_in in order:
                print(f"{name} is now called {OLD_NAMES[name]}; the old name still works.", file=sys.stderr)
                order = [option if one is stand_in else one for one in order]
        return values, rest, order

    parser.parse_args = parse_all
    return parser
