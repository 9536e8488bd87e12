"""Errors are sentences for the person who made the mistake."""

from __future__ import annotations

REPORT = "please report it to the maintainers of APTS"
"""What is asked of a person who met a fault of APTS."""


class AptsError(Exception):
    """The root of every error that APTS raises on purpose."""


class InternalError(AptsError):
    """A fault of APTS itself, met while it worked on something that is in order; never a mistake of who gave it.

    ``doing`` says at what it was met, beginning with a place of the rules where one is known; ``cause`` is the fault in
    the words of programmers. The exception that it came from is its ``__cause__``.
    """

    def __init__(self, doing: str, cause: str):
        super().__init__(doing, cause)
        self.doing = doing
        self.cause = cause

    @classmethod
    def of(cls, error: Exception, doing: str) -> InternalError:
        """The fault that shows itself in an exception which nobody foresaw."""
        return cls(doing, kind_and_message(error))

    def __str__(self) -> str:
        return f"{self.doing}: {fault_in_words(self.cause)}: {REPORT}, with the whole text"


def kind_and_message(error: BaseException) -> str:
    """An exception in one line, as programmers read it."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def fault_in_words(cause: str) -> str:
    """The first sentence about an internal error, before what to do about it."""
    return f"APTS met an error of its own ({cause}). This is not your fault"
