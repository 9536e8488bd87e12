"""Which functions of a large kernel are written out where they are called.

LLVM's own choice looks at every call again and again, and its time grows faster than the text. Here it is made once, from
the text: short functions that call no others, such as those that put a site into a set, the shortest first, until the
text has grown by half. What calls others is left alone, so that no rules, however they are nested, make code of a size
that nobody foresaw.
"""

from __future__ import annotations

import re
from collections import Counter

MOST_CHARACTERS = 3000
"""The longest function that is written out; with twice as many, code is no faster."""
MOST_GROWTH = 0.5

_DEFINITION = re.compile(r"^define internal [^@]*@([\w.]+)\([^\n]*\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_CALL = re.compile(r"call [^@\n]*@([\w.]+)\(")
_KEPT_APART = re.compile(r"^define internal [^@]*@([\w.]+)\([^\n]* noinline ", re.MULTILINE)


def written_out(text: str) -> frozenset[str]:
    """The functions of a module that are to be written out at every call."""
    apart = set(_KEPT_APART.findall(text))
    calls = Counter(_CALL.findall(text))

    def calls_others(body: str) -> bool:
        return any(called not in apart and not called.startswith("llvm.") for called in _CALL.findall(body))

    short = {
        name: body for name, body in _DEFINITION.findall(text) if len(body) <= MOST_CHARACTERS and name not in apart
    }
    lengths = {name: len(body) for name, body in short.items() if not calls_others(body)}
    allowance, chosen = MOST_GROWTH * len(text), set()
    for name, length in sorted(lengths.items(), key=lambda item: (item[1], item[0])):
        allowance -= calls[name] * length
        if allowance < 0:
            break
        chosen.add(name)
    return frozenset(chosen)
