"""Charts drawn in this process, or beside it.

The renderer is a whole JavaScript engine, which reserves 64 GB of addresses (not of memory) when it begins. A process that
was given less, as one that runs rules of people it does not know, has its charts drawn by a process of its own, which gets
numbers and texts alone (``chart_program``).
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from functools import lru_cache
from typing import cast

from apts.errors import AptsError
from apts.report.charts import chart_program

ADDRESSES = 80_000_000_000
"""The address space that the renderer must be able to reserve."""

_LOCK = threading.Lock()
_BESIDE: list[subprocess.Popen[bytes]] = []


@lru_cache(maxsize=64)
def rendered(specification: str, decimal: str) -> str:
    """A chart of a Vega-Lite specification as SVG; ``decimal`` is the decimal sign of its numbers. The last are kept."""
    return chart_program.drawn(specification, decimal) if _has_room() else _drawn_beside(specification, decimal)


def _has_room() -> bool:
    try:
        import resource
    except ImportError:  # pragma: no cover - systems without limits
        return True
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    return most == resource.RLIM_INFINITY or most >= ADDRESSES


def _drawn_beside(specification: str, decimal: str) -> str:
    with _LOCK:
        # The process may just have ended because nobody asked for anything.
        for _ in range(2):
            if not _BESIDE:
                command = [sys.executable, "-P", chart_program.__file__]
                _BESIDE.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
            process = _BESIDE[0]
            answer = _asked(process, json.dumps([specification, decimal]).encode() + b"\n")
            if answer:
                return cast(str, json.loads(answer))
            _BESIDE.clear()
            process.kill()
            process.wait()
    raise AptsError("the charts cannot be drawn: the process that draws them ended")


def _asked(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    """The answer to a line; empty where the process is gone."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
        return process.stdout.readline()
    except OSError:
        return b""
