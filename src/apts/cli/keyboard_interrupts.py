"""How Ctrl-C ends a command at any moment without a traceback.

It is imported before the commands, and imports nothing but the standard library.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

# ----------------------------------------------------------------------------------------------------------------
# Ctrl-C. While a command does its work, it hears of Ctrl-C as every program in Python does, and may tell what it has so
# far. Before that, while it is imported, and after it, while the interpreter is taken down, there is nothing to tell or to
# lose: the program ends at once. A KeyboardInterrupt in the middle of an import can come out as another error, or as none.

INTERRUPTED = 130
"""What a command ends with after Ctrl-C, as shells have it."""

AGAIN_AFTER = 0.02
"""Seconds until a Ctrl-C that was lost is heard again."""


def exit_now(_number: int = 0, _frame: object = None) -> None:
    """End the program as an interrupted one ends."""
    try:
        sys.stdout.flush()
    finally:
        os._exit(INTERRUPTED)


def exit_on_interrupt() -> None:
    """Until a command begins, Ctrl-C ends the program at once."""
    _replace(signal.default_int_handler, exit_now)


def raise_on_interrupt() -> None:
    """From now on Ctrl-C is what it is in every program."""
    _replace(exit_now, signal.default_int_handler)


def _replace(present: Callable[..., Any], other: Callable[..., Any]) -> None:
    """Set another handler for Ctrl-C; one that somebody else has set, such as none in the background, stays."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is present:
        signal.signal(signal.SIGINT, other)


@contextmanager
def interrupts_delivered() -> Iterator[None]:
    """Ctrl-C that comes while Python tidies up, where errors are only written down, comes again a moment later."""
    before = sys.unraisablehook

    def write_down(lost: Any) -> None:
        if lost.exc_type is not KeyboardInterrupt:
            before(lost)
            return
        again = threading.Timer(AGAIN_AFTER, signal.raise_signal, [signal.SIGINT])
        again.daemon = True
        again.start()

    sys.unraisablehook = write_down
    try:
        yield
    finally:
        sys.unraisablehook = before


def is_interrupt(error: BaseException) -> bool:
    """Whether an error was made of Ctrl-C, as Python does while it makes classes."""
    cause = error.__cause__
    return isinstance(cause, KeyboardInterrupt) or (cause is not None and is_interrupt(cause))
