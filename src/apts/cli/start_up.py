"""How commands start and end: Ctrl-C at any moment ends one without a traceback, and no garbage is collected on the way.

It is imported before everything else, and imports nothing but the standard library.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from apts.errors import REPORT, AptsError, InternalError, fault_in_words, kind_and_message
from apts.hidden_passwords import without_passwords, word_without_password
from apts.input_checks import shown

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


# ----------------------------------------------------------------------------------------------------------------
# The garbage collector. What a command imports and reads stays until its end. The collector looks through all of it again
# and again while it comes, and once more when Python is taken down: about a quarter of the time of a short command.

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


# ----------------------------------------------------------------------------------------------------------------
# The edge between the commands and the person: whatever goes wrong inside ends here in a sentence, never a
# traceback.

MISTAKE = 1
INTERNAL_ERROR = 70
"""What a program ends with after an error of its own (EX_SOFTWARE of sysexits.h)."""


def run_in_error_boundary(work: Callable[[], object]) -> int:
    """Do the work and tell what went wrong; gives the status that the program ends with."""
    try:
        work()
        sys.stdout.flush()
    except InternalError as error:
        _print_error(f"{error}{_saved_traceback_note(error)}")
        return INTERNAL_ERROR
    except AptsError as error:
        _print_error(str(error))
        return MISTAKE
    except BrokenPipeError:  # whoever reads what we print has read enough, as in: apts games | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        _print_error("stopped")
        return INTERRUPTED
    except MemoryError:
        _print_error("there is not enough memory for this; ask for less at a time")
        return MISTAKE
    except OSError as error:
        _print_error(_system_error(error))
        return MISTAKE
    except Exception as error:
        if is_interrupt(error):  # in the middle of an import, which makes other errors of it
            return INTERRUPTED
        _print_error(_internal_error(error))
        return INTERNAL_ERROR
    return 0


def _print_error(sentence: str) -> None:
    """Print a sentence; signs that steer a terminal, which input may have brought, are written out, and no password is."""
    print(shown(without_passwords(sentence), lines=True), file=sys.stderr)


def _system_error(error: OSError) -> str:
    """What the system refused: a full disk, a file that may not be read and so on."""
    name = f" {str(error.filename)!r}" if error.filename is not None else ""
    return f"the system refuses to work with the file{name}: {error.strerror or error}"


def _internal_error(error: Exception) -> str:
    """The sentence about an error that is no fault of the person, with a file that holds everything about it."""
    return f"{fault_in_words(kind_and_message(error))}: {REPORT}, with what you typed{_saved_traceback_note(error)}"


def _saved_traceback_note(error: Exception) -> str:
    """The end of a sentence about a fault: the file that has the rest, where one could be written."""
    where = _save_traceback(error)
    return f"; what happened is in {where}" if where else ""


def _save_traceback(error: Exception) -> str | None:
    """The traceback and the command in a file, without passwords; None where none can be written."""
    text = without_passwords("".join(traceback.format_exception(error)))
    typed = [word_without_password(word) for word in sys.argv]
    try:
        handle, path = tempfile.mkstemp(prefix="apts-error-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{datetime.now().isoformat(timespec='seconds')}\n{typed!r}\n\n{text}")
    except OSError:
        return None
    return path
