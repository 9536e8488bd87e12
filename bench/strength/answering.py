"""The other end of a :class:`bench.strength.line_process.LineProcess`; needs nothing but Python itself."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def answer_lines(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer requests until the input ends. What is printed meanwhile goes to the error stream; errors become answers."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        try:
            found = answer(json.loads(line))
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(found) + "\n")
        answers.flush()
