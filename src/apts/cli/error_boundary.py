"""The edge between the commands and the person: whatever goes wrong inside ends here in a sentence, never a traceback."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from datetime import datetime

from apts.cli.keyboard_interrupts import INTERRUPTED, is_interrupt
from apts.errors import REPORT, AptsError, InternalError, fault_in_words, kind_and_message
from apts.hidden_passwords import without_passwords, word_without_password
from apts.input_checks import shown

MISTAKE = 1
INTERNAL_ERROR = 70
"""What a program ends with after an error of its own (EX_SOFTWARE of sysexits.h)."""


def run_in_error_boundary(work: Callable[[], object]) -> int:
    """Do the work and report what went wrong; returns the exit status."""
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
