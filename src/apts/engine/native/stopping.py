"""Ctrl-C inside compiled code.

Compiled code runs without the interpreter, which would see the signal only afterwards. So a small handler in machine code
counts interrupts in a word that kernels look at before each move, and then calls the handler that was there before.
"""

from __future__ import annotations

import ctypes
import signal
import threading
from functools import lru_cache
from typing import Any

from apts.interrupts import COUNT

_SIGACTION_SIZE = 512  # larger than struct sigaction anywhere; its first word is the handler
_LOCK = threading.Lock()


def stop_address() -> int:
    """Where the number of interrupts is in memory."""
    return ctypes.addressof(COUNT)


def stop_count() -> int:
    """How often the user has asked to stop so far."""
    return COUNT.value


def watch_for_stop() -> None:
    """See to it that interrupts are counted, whoever has set a handler of his own since the last call."""
    parts = _handler()
    if parts is None:
        return
    ours, previous, query = parts
    held = ctypes.create_string_buffer(_SIGACTION_SIZE)
    if query(signal.SIGINT, None, held) != 0:
        return
    present = ctypes.c_size_t.from_buffer(held)
    if present.value in (ours, 0, 1):  # ours already; 0 ends the process anyway, 1 ignores the signal
        return
    with _LOCK:
        previous.value = present.value
        present.value = ours
        query(signal.SIGINT, held, None)


@lru_cache(maxsize=1)
def _handler() -> tuple[int, Any, Any] | None:
    """The address of the handler, the word with the one before it, and the system's function; None where there is none."""
    try:
        query = ctypes.CDLL(None, use_errno=True).sigaction
    except (OSError, AttributeError, TypeError):  # no POSIX signals
        return None
    from apts.engine.native.signals import interrupt_handler

    previous = ctypes.c_size_t(0)
    return interrupt_handler(ctypes.addressof(COUNT), ctypes.addressof(previous)), previous, query
