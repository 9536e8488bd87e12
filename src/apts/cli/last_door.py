"""The edge between the commands and the person: whatever goes wrong inside ends here in a sentence, never a traceback."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from datetime import datetime

from apts.cli.quiet_stops import INTERRUPTED, is_stop
from apts.errors import REPORT, AptsError, InternalError, fault_in_words, kind_and_message
from apts.hidden_passwords import without_passwords, word_without_password
from apts.signs import shown

MISTAKE = 1
OUR_ERROR = 70
"""What a program ends with after an error of its own (EX_SOFTWARE of sysexits.h)."""


def at_the_last_door(work: Callable[[], object]) -> int:
    """Do the work and tell what went wrong; gives the status that the program ends with."""
    try:
        work()
        sys.stdout.flush()
    except InternalError as error:
        _tell(f"{error}{_kept(error)}")
        return OUR_ERROR
    except AptsError as error:
        _tell(str(error))
        return MISTAKE
    except BrokenPipeError:  # whoever reads what we print has read enough, as in: apts games | head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        _tell("stopped")
        return INTERRUPTED
    except MemoryError:
        _tell("there is not enough memory for this; ask for less at a time")
        return MISTAKE
    except OSError as error:
        _tell(_of_the_system(error))
        return MISTAKE
    except Exception as error:
        if is_stop(error):  # in the middle of an import, which makes other errors of it
            return INTERRUPTED
        _tell(_of_our_own(error))
        return OUR_ERROR
    return 0


def _tell(sentence: str) -> None:
    """Print a sentence; signs that steer a terminal, which input may have brought, are written out, and no password is."""
    print(shown(without_passwords(sentence), lines=True), file=sys.stderr)


def _of_the_system(error: OSError) -> str:
    """What the system refused: a full disk, a file that may not be read and so on."""
    name = f" {str(error.filename)!r}" if error.filename is not None else ""
    return f"the system refuses to work with the file{name}: {error.strerror or error}"


def _of_our_own(error: Exception) -> str:
    """The sentence about an error that is no fault of the person, with a file that holds everything about it."""
    return f"{fault_in_words(kind_and_message(error))}: {REPORT}, with what you typed{_kept(error)}"


def _kept(error: Exception) -> str:
    """The end of a sentence about a fault: the file that has the rest, where one could be written."""
    where = _saved(error)
    return f"; what happened is in {where}" if where else ""


def _saved(error: Exception) -> str | None:
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
