"""The collector of rings of garbage, for programs that are over before there is any.

What a command imports and reads stays until its end. The collector looks through all of it again and again while it
comes, and once more when Python is taken down: about a quarter of the time of a short command.
"""

from __future__ import annotations

import atexit
import gc

OBJECTS_BEFORE_GC = 200_000
"""Objects that there may be before the first collection; a game with its search has a bit more than half as many."""


def defer_gc() -> None:
    """Let the first collection wait until a command has started; from then on all is as usual, until the end comes.

    What is left at the end goes with the process. Files are closed and temporary folders removed as ever: before that, by
    those who opened them, or when the last one lets go of them.
    """
    default = gc.get_threshold()

    def from_now_on(phase: str, _about: dict[str, int]) -> None:
        if phase == "stop" and from_now_on in gc.callbacks:
            gc.callbacks.remove(from_now_on)
            gc.set_threshold(*default)

    gc.callbacks.append(from_now_on)
    gc.set_threshold(OBJECTS_BEFORE_GC, *default[1:])
    atexit.register(gc.freeze)  # the first to be registered is the last to be called
