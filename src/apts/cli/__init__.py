"""The commands. In come words of a command line, out go text, or JSON for programs.

Everything but the names of the commands is imported when a command runs, so that help is quick.
"""

from __future__ import annotations

import atexit
import gc


def main() -> None:
    """Run the command line; user errors are reported in a sentence, without a traceback."""
    try:
        defer_gc()
        from apts.cli.keyboard_interrupts import exit_on_interrupt

        exit_on_interrupt()
        from apts.cli.commands import run

        run()
    except KeyboardInterrupt:  # in the moment before somebody listens, or after the last one did
        raise SystemExit(130) from None


OBJECTS_BEFORE_GC = 200_000
"""Objects that there may be before the first collection; a game with its search has a bit more than half as many."""


def defer_gc() -> None:
    """Let the first collection of garbage wait until a command has started; then all is as usual, until the end comes.

    What a command imports and reads stays until its end. The collector looks through all of it again and again while it
    comes, and once more when Python is taken down: about a quarter of the time of a short command. What is left at the end
    goes with the process. Files are closed and temporary folders removed as ever: before that, by those who opened them,
    or when the last one lets go of them.
    """
    default = gc.get_threshold()

    def from_now_on(phase: str, _about: dict[str, int]) -> None:
        if phase == "stop" and from_now_on in gc.callbacks:
            gc.callbacks.remove(from_now_on)
            gc.set_threshold(*default)

    gc.callbacks.append(from_now_on)
    gc.set_threshold(OBJECTS_BEFORE_GC, *default[1:])
    atexit.register(gc.freeze)  # the first to be registered is the last to be called
