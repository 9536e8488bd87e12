"""What is told of a metric or a finding that raises, or gives something that is none: which one, why and at which match."""

from __future__ import annotations

import json
import math
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from apts.archive import MatchRecord
from apts.errors import AptsError
from apts.playtest.evidence.sentences import Message, Value, make_message

if TYPE_CHECKING:
    from apts.playtest.evidence.evidence import Evidence

MOST_TRIED = 200
"""Matches that are looked at one by one for the one that a metric fails at."""


class WrongAnswer(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A function of a plug-in that gives something it must not give; ``key`` is the sentence about it."""

    def __init__(self, key: str, **values: Value):
        self.key, self.values = key, values
        super().__init__(key)


def fault(what: str, name: str, error: Exception, evidence: Evidence, ask: Callable[[Evidence], object]) -> Message:
    """A sentence such as: the metric 'fun' raises ZeroDivisionError: division by zero (fun.py, line 9) at match 3."""
    if isinstance(error, WrongAnswer):
        return make_message(error.key, what=what, name=repr(name), **error.values)
    frames = traceback.extract_tb(error.__traceback__)
    file, line = (Path(frames[-1].filename).name, frames[-1].lineno or 0) if frames else ("?", 0)
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    match = _match_in(error.__traceback__, {known.number for known in evidence.matches})
    match = match if match is not None else _match_alone(error, evidence, ask)
    where: dict[str, Value] = {"n": evidence.n} if match is None else {"match": match}
    key = "fault/all" if match is None else "fault/match"
    return make_message(key, what=what, name=repr(name), error=text, file=file, line=line, **where)


def _match_in(trace: TracebackType | None, known: set[int]) -> int | None:
    """The match that the innermost function with one in hand was looking at."""
    found = None
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            if isinstance(value, MatchRecord) and value.number in known:
                found = value.number
        trace = trace.tb_next
    return found


def _match_alone(error: Exception, evidence: Evidence, ask: Callable[[Evidence], object]) -> int | None:
    """The first match that makes the same error by itself."""
    for match in evidence.whole[:MOST_TRIED]:
        try:
            ask(evidence.only(match))
        except Exception as again:
            if type(again) is type(error) and str(again) == str(error):
                return match.number
    return None


def check_number(word: str, value: Any) -> None:
    """Refuse what is no finite number; an interval may be endless, as that of a single match without bounds is."""
    ends = word in ("low", "high")
    try:
        fine = value is None or (not isinstance(value, bool) and (math.isfinite(value) or (ends and math.isinf(value))))
    except TypeError:
        fine = False
    if not fine:
        raise WrongAnswer("fault/number", given=repr(value), word=word)


def check_plain(details: Any) -> None:
    """Refuse details that JSON cannot hold."""
    try:
        json.dumps(dict(details), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise WrongAnswer("fault/details", error=str(error)) from None
