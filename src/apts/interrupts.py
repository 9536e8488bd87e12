"""Ctrl-C where it would do harm: it is noted, and takes effect a moment later."""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

COUNT = ctypes.c_int64(0)
"""How often the user has asked to stop; compiled code reads it from memory."""


@contextmanager
def undisturbed(again_stops: bool = True) -> Iterator[None]:
    """Ctrl-C waits for the end of the block; pressed again, it stops at once, unless ``again_stops`` is false.

    A transaction that is broken off between two of its steps would leave the database locked for everyone. Only the
    main thread is told of Ctrl-C: elsewhere, and where nobody listens, there is nothing to hold back.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        COUNT.value += 1
        if pressed and again_stops:
            raise KeyboardInterrupt
        pressed = True

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
